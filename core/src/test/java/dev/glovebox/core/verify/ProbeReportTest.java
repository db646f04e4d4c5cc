package dev.glovebox.core.verify;

import static dev.glovebox.core.verify.AdmittedFiles.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeReportTest {

  @Test
  void aCompleteReportIsReadWhole() {
    var report = Reports.report(r -> {});
    assertThat(report.verdict()).isEqualTo(ProbeReport.Verdict.Passed);
    assertThat(report.kernel()).isEqualTo(new ProbeReport.Kernel("4.19.0-gvisor", "d3b0", true));
    assertThat(report.network().lastOpenMilliseconds()).isEqualTo(820);
    assertThat(report.process().environment()).contains("HOSTNAME");
    assertThat(report.durationMilliseconds()).isEqualTo(1400);
  }

  @Test
  void aReportThatSaysItIsNotCutIsRead() {
    assertThat(Reports.report(r -> r.put("truncated", false)).nonce()).isNotEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("spoiled")
  void aSpoiledReportIsUnreadable(String how, Consumer<ObjectNode> change, String why) {
    assertThat(ProbeReport.parse(Reports.text(change)))
        .isInstanceOfSatisfying(
            ProbeReport.NoReport.class, none -> assertThat(none.why()).contains(why));
  }

  static List<Arguments> spoiled() {
    return List.of(
        spoiled("another version", r -> r.put("version", 2), "version is 2"),
        spoiled("cut to fit", r -> r.put("truncated", true), "was cut"),
        spoiled("an unknown field", r -> r.put("colour", "red"), "colour"),
        spoiled("an unknown field deep in it", r -> Reports.part(r, "kernel").put("x", 1), "x"),
        spoiled("no verdict", r -> r.remove("verdict"), "lacks verdict"),
        spoiled("an unknown verdict", r -> r.put("verdict", "Maybe"), "Maybe"),
        spoiled("a verdict by number", r -> r.put("verdict", 0), "Verdict"),
        spoiled("no kernel", r -> r.remove("kernel"), "lacks kernel"),
        spoiled(
            "no fingerprint",
            r -> Reports.part(r, "kernel").remove("fingerprint"),
            "lacks kernel.fingerprint"),
        spoiled(
            "a fingerprint as a number",
            r -> Reports.part(r, "kernel").put("fingerprint", 1),
            "not as expected"),
        spoiled(
            "a fingerprint as a text",
            r -> Reports.part(r, "kernel").put("fingerprint", "true"),
            "not as expected"),
        spoiled(
            "a count as a text",
            r -> Reports.part(r, "network").put("blocked", "4"),
            "not as expected"),
        spoiled(
            "half a target",
            r -> Reports.part(r, "network").put("blocked", 3.5),
            "not as expected"),
        spoiled("a nonce as a number", r -> r.put("nonce", 1), "not as expected"),
        spoiled(
            "a null in a list",
            r -> r.set("failedChecks", json("[null]")),
            "lacks failedChecks[0]"),
        spoiled("no duration", r -> r.remove("durationMilliseconds"), "lacks durationMilliseconds"),
        spoiled("too long", r -> r.put("probe", "x".repeat(4096)), "at most 4096"));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " \n", "null", "[]", "{}", "{", "\"Passed\"", "bad argument: x"})
  void whatIsNoReportIsUnreadable(String message) {
    assertThat(ProbeReport.parse(message)).isInstanceOf(ProbeReport.NoReport.class);
  }

  @Test
  void aSecondReportBehindTheFirstIsUnreadable() {
    var text = Reports.text(r -> {});
    assertThat(ProbeReport.parse(text + text)).isInstanceOf(ProbeReport.NoReport.class);
  }

  @Test
  void aFieldGivenTwiceIsUnreadable() {
    var text = Reports.text(r -> {}).replaceFirst("\\{", "{\"verdict\":\"Failed\",");
    assertThat(ProbeReport.parse(text)).isInstanceOf(ProbeReport.NoReport.class);
  }

  @Property
  void noTextAtAllMakesTheParserFail(@ForAll String text) {
    assertThat(ProbeReport.parse(text)).isInstanceOf(ProbeReport.NoReport.class);
  }

  private static Arguments spoiled(String how, Consumer<ObjectNode> change, String why) {
    return Arguments.of(how, change, why);
  }
}
