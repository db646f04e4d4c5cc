package dev.glovebox.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * No component of this record may be added, removed or changed after creation. The CEL rule is made
 * from the components when the CRDs are generated, so that none can be forgotten.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Immutable {
  /** Components that may change; rules of their own say how. */
  String[] except() default {};
}
