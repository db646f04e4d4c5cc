package dev.glovebox.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.schema.Addresses;
import dev.glovebox.core.net.BlockList.Entry;
import dev.glovebox.core.net.BlockList.Use;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The CRD cannot use the table, because it depends on nothing of ours: so its own list is compared
 * with it.
 */
class BlockTableAgreementTest {

  private static final List<Cidr> IN_THE_CRD =
      Pattern.compile("'([0-9a-f:.]+/[0-9]+)'")
          .matcher(Addresses.GRANTABLE)
          .results()
          .map(match -> Cidr.parse(match.group(1)))
          .toList();

  /** Where the CRD may name more than the table: outside of what is routed, and 6to4. */
  private static final List<Cidr> ROUTED =
      List.of(Cidr.parse("0.0.0.0/0"), Cidr.parse("2000::/3"), Cidr.parse("fc00::/7"));

  private static final Cidr SIX_TO_FOUR = Cidr.parse("2002::/16");

  @Test
  void whatIsNeverGrantedInTheTableIsRefusedByTheCrdInEveryForm() {
    assertThat(IN_THE_CRD).hasSizeGreaterThan(15);
    for (Entry entry : BlockList.builtIn().entries()) {
      if (entry.uses().contains(Use.REFUSED)) {
        assertThat(entry.forms())
            .allSatisfy(form -> assertThat(form.coveredBy(IN_THE_CRD)).as("%s", form).isTrue());
      }
    }
  }

  @Test
  void whatTheCrdRefusesIsNeverGrantedInTheTableOrNotRouted() {
    List<Cidr> refused =
        BlockList.builtIn().entries().stream()
            .filter(entry -> entry.uses().contains(Use.REFUSED))
            .map(Entry::range)
            .toList();
    assertThat(IN_THE_CRD)
        .allSatisfy(
            range ->
                assertThat(
                        range.coveredBy(refused)
                            || range.equals(SIX_TO_FOUR)
                            || ROUTED.stream().noneMatch(range::overlaps))
                    .as("%s", range)
                    .isTrue());
  }

  @Test
  void theCrdHasOneListForRangesAndForResolvers() {
    for (Cidr range : IN_THE_CRD) {
      assertThat(Addresses.SERVER_GRANTABLE).contains("'" + range.text() + "'");
    }
  }
}
