package dev.glovebox.e2e.attack;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Gives a test its {@link Evidence}, asks for the verdict when it ends, and keeps the table. */
final class AttackExtension
    implements ParameterResolver,
        BeforeTestExecutionCallback,
        TestExecutionExceptionHandler,
        AfterTestExecutionCallback {
  private static final Namespace NAMESPACE = Namespace.create(AttackExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Evidence.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return evidence(context);
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) {
    context.getStore(NAMESPACE).put(Instant.class, Instant.now());
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure) {
    evidence(context).broke(failure);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    Row row = context.getRequiredTestMethod().getAnnotation(Attack.class).value();
    Instant start = context.getStore(NAMESPACE).get(Instant.class, Instant.class);
    Verdict verdict = evidence(context).verdict();
    table(context).add(row, verdict, Duration.between(start, Instant.now()));
    if (!verdict.passes()) {
      throw new AssertionError(
          "%s (%s): %s%n%s"
              .formatted(row, row.attack(), verdict.word(), String.join("\n", verdict.details())));
    }
  }

  private static Evidence evidence(ExtensionContext context) {
    return context.getStore(NAMESPACE).computeIfAbsent(Evidence.class);
  }

  /** One table for the whole run; written when the run ends. */
  private static Table table(ExtensionContext context) {
    return context.getRoot().getStore(NAMESPACE).computeIfAbsent(Table.class);
  }
}
