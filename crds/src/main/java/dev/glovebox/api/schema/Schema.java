package dev.glovebox.api.schema;

import io.fabric8.generator.annotation.ValidationRule;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says of a field what fabric8's annotations cannot; read when the CRDs are generated. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Schema {
  /**
   * {@code x-kubernetes-list-type}: {@code map} or {@code set} where order means nothing, {@code
   * atomic} where it does. Every list must say one.
   */
  String listType() default "";

  /** {@code x-kubernetes-list-map-keys} of a list of type {@code map}. */
  String[] listMapKeys() default {};

  /** CEL rules of each item of a list, where {@code self} is the item. */
  ValidationRule[] itemRules() default {};

  /**
   * Whether everything in this field's object is required, although its type says otherwise, and
   * judged by the rules around it instead of its type's own.
   */
  boolean complete() default false;

  /** {@code format} of a string, for example {@code date-time}. */
  String format() default "";

  /** {@code enum} of a string that is no Java enum. */
  String[] oneOf() default {};
}
