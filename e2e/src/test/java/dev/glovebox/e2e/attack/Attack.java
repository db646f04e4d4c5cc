package dev.glovebox.e2e.attack;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The test that tries an attack. It is given an {@link Evidence} to fill, and asserts nothing. */
@Test
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(AttackExtension.class)
@interface Attack {
  /** Which attack. */
  Row value();
}
