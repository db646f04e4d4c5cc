package dev.glovebox.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsStandUnderEachOther() {
    var table = new Table("NAME", "PHASE", "EXIT");
    table.row("hello", "Succeeded", "0");
    table.row("ünï", null, "");
    assertThat(table.lines())
        .containsExactly("NAME    PHASE       EXIT", "hello   Succeeded   0", "ünï");
  }

  @Test
  void aLineHasAsManyCellsAsThereAreHeadings() {
    var table = new Table("NAME");
    assertThatThrownBy(() -> table.row("a", "b")).hasMessage("2 cells for 1 columns");
  }
}
