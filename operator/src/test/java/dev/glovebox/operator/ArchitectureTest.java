package dev.glovebox.operator;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.fabric8.kubernetes.client.Client;

/** Which part may do what. */
@AnalyzeClasses(
    packages = "dev.glovebox.operator",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String WRITING =
      "create|createOr.*|update.*|patch.*|replace.*|delete.*|edit.*|serverSideApply|scale|evict";

  @ArchTest
  static final ArchRule only_write_changes_a_tasks_objects =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..reconcile..", "..status..", "..facts..", "..certify..", "..sweep..")
          .and()
          // Asks what the operator may do: a question that Kubernetes wants posted.
          .doNotHaveSimpleName("OperatorRights")
          .should()
          .callMethodWhere(
              target(owner(resideInAnyPackage("io.fabric8.kubernetes.client..")))
                  .and(target(nameMatching(WRITING))))
          .because("preconditions, field manager and error classes live in one place");

  @ArchTest
  static final ArchRule only_write_uses_the_bare_connection =
      noClasses()
          .that()
          .resideOutsideOfPackage("..write..")
          .should()
          .callMethodWhere(
              target(owner(assignableTo(Client.class)))
                  .and(target(nameMatching("getHttpClient|raw"))))
          .because("whoever has the connection can write anything");

  @ArchTest
  static final ArchRule steps_do_not_know_how_metrics_are_kept =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..reconcile..", "..status..", "..write..", "..certify..", "..sweep..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.micrometer..")
          .because("they tell an interface what happened");

  @ArchTest
  static final ArchRule facts_do_not_depend_on_what_acts =
      noClasses()
          .that()
          .resideInAPackage("..facts..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..reconcile..", "..write..", "..status..")
          .because("looking changes nothing");

  @ArchTest
  static final ArchRule the_writer_does_not_depend_on_who_decides =
      noClasses()
          .that()
          .resideInAnyPackage("..write..", "..status..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..reconcile..")
          .because("a write does what it is told");

  @ArchTest
  static final ArchRule nothing_is_remembered_statically =
      fields()
          .that()
          .areStatic()
          .should()
          .beFinal()
          .because("what is remembered is gone after a crash, and wrong before");
}
