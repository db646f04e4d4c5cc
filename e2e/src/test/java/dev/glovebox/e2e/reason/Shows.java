package dev.glovebox.e2e.reason;

import dev.glovebox.core.reason.Reason;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The test makes each of the reasons happen on a real API server, and fails when the task's status
 * does not say it. {@link ReasonsShownTest} fails for a reason that no test shows.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Shows {
  /** The reasons. */
  Reason[] value();
}
