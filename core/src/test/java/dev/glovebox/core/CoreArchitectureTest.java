package dev.glovebox.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** The functional core stays one: the same arguments give the same result, and nothing happens. */
@AnalyzeClasses(packages = "dev.glovebox.core", importOptions = DoNotIncludeTests.class)
class CoreArchitectureTest {

  /**
   * How the client's model becomes JSON is pure, and the one thing of the client's that is used.
   */
  @ArchTest
  static final ArchRule noClient =
      noClasses()
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAnyPackage(
                      "io.fabric8.kubernetes.client..",
                      "io.javaoperatorsdk..",
                      "dev.glovebox.operator..")
                  .and(
                      DescribedPredicate.not(
                          JavaClass.Predicates.type(KubernetesSerialization.class))));

  @ArchTest
  static final ArchRule noClock =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.time.Clock")
          .orShould()
          .callMethodWhere(JavaCall.Predicates.target(HasName.Predicates.name("now")))
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime");

  @ArchTest
  static final ArchRule noThreads =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("java.util.concurrent..");

  @ArchTest
  static final ArchRule noRandomness =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(RandomGenerator.class)
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .callMethod(Math.class, "random");

  @ArchTest
  static final ArchRule noNetworkAndNoFiles =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..")
          .orShould()
          .dependOnClassesThat(
              JavaClass.Predicates.type(File.class)
                  .or(JavaClass.Predicates.assignableTo(FileInputStream.class))
                  .or(JavaClass.Predicates.assignableTo(FileOutputStream.class))
                  .or(JavaClass.Predicates.assignableTo(ProcessBuilder.class)));

  @ArchTest
  static final ArchRule noEnvironmentAndNoOutput =
      noClasses()
          .should()
          .callMethod(System.class, "getenv", String.class)
          .orShould()
          .callMethod(System.class, "getenv")
          .orShould()
          .callMethod(System.class, "getProperty", String.class)
          .orShould()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @ArchTest
  static final ArchRule netAndReasonDependOnNothingOfOurs =
      classes()
          .that()
          .resideInAnyPackage("dev.glovebox.core.net..", "dev.glovebox.core.reason..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "dev.glovebox.core.net..", "dev.glovebox.core.reason..");

  @ArchTest
  static final ArchRule planningDoesNotKnowHowItsPlansAreRenderedOrVerified =
      noClasses()
          .that()
          .resideInAPackage("dev.glovebox.core.plan..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.glovebox.core.render..",
              "dev.glovebox.core.verify..",
              "dev.glovebox.core.progress..");

  @ArchTest
  static final ArchRule noCyclesBetweenPackages =
      slices().matching("dev.glovebox.core.(*)..").should().beFreeOfCycles();
}
