package dev.glovebox.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which part may do what. */
@AnalyzeClasses(packages = "dev.glovebox.cli", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String WRITING =
      "create|createOr.*|update.*|patch.*|replace.*|delete.*|edit.*|serverSideApply|scale|evict";

  /** Of the client and of its connection: with either, anything can be sent. */
  private static final String BARE = "raw|newHttpRequestBuilder|sendAsync|consumeBytes";

  @ArchTest
  static final ArchRule only_act_changes_the_cluster =
      noClasses()
          .that()
          .resideOutsideOfPackage("..act..")
          .and()
          // A question that Kubernetes wants posted: may I? Nothing is stored.
          .doNotHaveSimpleName("AccessReviews")
          .should()
          .callMethodWhere(
              target(owner(resideInAnyPackage("io.fabric8.kubernetes.client..")))
                  .and(target(nameMatching(WRITING))))
          .because("what a command may do to a cluster is read in one place");

  @ArchTest
  static final ArchRule only_act_and_the_log_stream_use_the_bare_connection =
      noClasses()
          .that()
          .resideOutsideOfPackage("..act..")
          .and()
          .doNotHaveSimpleName("LogConnection")
          .and()
          // GETs that the client has no method for.
          .doNotHaveSimpleName("RawReads")
          .should()
          .callMethodWhere(
              target(owner(resideInAnyPackage("io.fabric8.kubernetes.client..")))
                  .and(target(nameMatching(BARE))))
          .because("whoever has the connection can write anything");

  @ArchTest
  static final ArchRule text_knows_no_cluster =
      noClasses()
          .that()
          .resideInAPackage("..cli.text..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.fabric8.kubernetes.client..")
          .because("what becomes of untrusted text must be testable without one");

  @ArchTest
  static final ArchRule of_the_operator_only_what_it_sees_is_used =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.glovebox.operator..")
                  .and(not(resideInAPackage("dev.glovebox.operator.facts..")))
                  .and(
                      not(
                          nameMatching(
                              "dev\\.glovebox\\.operator\\.(OperatorConfig|InvalidConfiguration)"))))
          .because("what the operator needs to act is not packed with the command line");
}
