package dev.glovebox.cli.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.stream.Stream;

/** What has been used against who reads a log, and the text that may be left of it. */
final class EscapeCorpus {
  private EscapeCorpus() {}

  /**
   * One attack.
   *
   * @param what of the terminal it abuses
   * @param latin1 its bytes, a character each
   */
  record Entry(String what, String latin1, String text) {
    byte[] bytes() {
      return latin1.getBytes(ISO_8859_1);
    }

    @Override
    public String toString() {
      return what;
    }
  }

  private static Entry utf8(String what, String attack, String text) {
    return new Entry(what, new String(attack.getBytes(UTF_8), ISO_8859_1), text);
  }

  private static Entry raw(String what, String attack, String text) {
    return new Entry(what, attack, text);
  }

  static Stream<Entry> entries() {
    return Stream.of(sequences(), strings(), eightBit(), overwriting(), invisible(), broken())
        .flatMap(entries -> entries);
  }

  private static Stream<Entry> sequences() {
    return Stream.of(
        utf8("colours, which can hide text in its background", "a\033[30;40mb\033[0mc", "abc"),
        utf8("clear the screen", "a\033[2J\033[Hb", "ab"),
        utf8("erase the line", "evil\033[2K\033[1Ggood", "evilgood"),
        utf8("move up and overwrite", "evil\n\033[1A\033[Kgood", "evil\ngood"),
        utf8("ask for the position, which is typed back", "a\033[6nb", "ab"),
        utf8("ask for the device attributes", "a\033[c\033[>c\033[=cb", "ab"),
        utf8("alternate screen", "\033[?1049ha\033[?1049l", "a"),
        utf8("mouse reports and bracketed paste", "\033[?1003h\033[?2004ha", "a"),
        utf8("window manipulation: report the title", "\033[21ta", "a"),
        utf8("repeat the last character a billion times", "x\033[999999999by", "xy"),
        utf8("intermediate characters", "a\033[!p\033[1 qb", "ab"),
        utf8("sub-parameters of a colour", "a\033[38:2::255:0:0mb", "ab"),
        utf8("reset of the terminal", "a\033cb", "ab"),
        utf8("save and restore the cursor", "a\0337\0338b", "ab"),
        utf8("character set that draws lines for letters", "a\033(0b\033)0c\033(B", "abc"),
        utf8("screen alignment test", "a\033#8b", "ab"),
        utf8("shift out", "a\016b\017c", "abc"),
        utf8("an escape within a sequence begins anew", "a\033[12\033[31mb", "ab"),
        utf8("an escape after an escape", "a\033\033[31mb", "ab"),
        utf8("broken off by CAN", "a\033[12\030b", "ab"),
        utf8("broken off by SUB", "a\033]0;x\032b", "ab"),
        utf8("a sequence that never ends hides its own line at most", "a\033[1;2\nb", "a\nb"));
  }

  private static Stream<Entry> strings() {
    return Stream.of(
        utf8("OSC: title, ended by BEL", "a\033]0;owned\007b", "ab"),
        utf8("OSC: title, ended by ST", "a\033]2;owned\033\\b", "ab"),
        utf8("OSC: title, ended by ST of one character", "a\033]2;owned\u009cb", "ab"),
        utf8(
            "OSC 8: a link that goes elsewhere",
            "\033]8;;https://evil.example\033\\docs\033]8;;\033\\!",
            "docs!"),
        utf8("OSC 52: the clipboard", "a\033]52;c;cm0gLXJmIC8K\007b", "ab"),
        utf8("OSC 52: read the clipboard", "a\033]52;c;?\007b", "ab"),
        utf8("OSC 4 and 10: colours are typed back", "a\033]10;?\007\033]4;1;?\007b", "ab"),
        utf8("OSC 1337: a file", "a\033]1337;File=inline=1:AAAA\007b", "ab"),
        utf8("OSC 9 and 777: a notification", "\033]9;x\007\033]777;notify;x;y\007a", "a"),
        utf8("DCS: request a setting, which is typed back", "a\033P$q\"p\033\\b", "ab"),
        utf8("DCS: a picture", "a\033Pq#0;2;0;0;0~~@@\033\\b", "ab"),
        utf8("DCS: tmux passes on", "a\033Ptmux;\033\033]0;x\007\033\\b", "ab"),
        utf8("APC: a picture", "a\033_Gf=24;AAAA\033\\b", "ab"),
        utf8("PM and SOS", "a\033^secret\033\\b\033Xsecret\033\\c", "abc"),
        utf8(
            "a string that never ends hides its own line at most",
            "a\033]0;hidden\nshown\nb",
            "a\nshown\nb"),
        utf8("a string ended by a sequence", "a\033]0;x\033[31mb", "ab"),
        utf8("a string in a string", "a\033]0;x\033]0;y\007b", "ab"));
  }

  private static Stream<Entry> eightBit() {
    return Stream.of(
        utf8("CSI of one character", "a\u009b31mb", "ab"),
        utf8("OSC of one character", "a\u009d0;owned\007b", "ab"),
        utf8(
            "DCS, SOS, PM, APC of one character",
            "\u0090x\u009ca\u0098x\u009cb\u009ex\u009cc\u009fx\u009cd",
            "abcd"),
        utf8("next line, reverse index", "a\u0085b\u008dc", "abc"),
        raw("CSI as a raw byte", "a\u009b31mb", "a\ufffd31mb"),
        raw("OSC as a raw byte", "a\u009d0;x\007b", "a\ufffd0;xb"),
        raw("ST as a raw byte does not end a string", "a\033]0;x\u009cy\007b", "ab"));
  }

  private static Stream<Entry> overwriting() {
    return Stream.of(
        utf8("carriage return", "evil\rgood\n", "evil\ngood\n"),
        utf8("carriage return at the end", "evil\r", "evil\n"),
        utf8("several", "a\r\r\nb", "a\n\nb"),
        utf8("backspace", "evil\b\b\b\bgood", "evilgood"),
        utf8("delete", "a\177b", "ab"),
        utf8("bell, form feed, vertical tab, null", "a\007b\fc\013d\000e", "abcde"),
        utf8("shell prompt made up", "\r\033[K$ rm -rf /", "\n$ rm -rf /"));
  }

  private static Stream<Entry> invisible() {
    return Stream.of(
        utf8("right to left override", "a\u202egpj.exe\u202cb", "agpj.exeb"),
        utf8("isolates", "a\u2066b\u2067c\u2068d\u2069e", "abcde"),
        utf8("direction marks", "a\u200eb\u200fc\u061cd", "abcd"),
        utf8("no width", "a\u200bb\u200cc\u200dd\u2060e\u00adf", "abcdef"),
        utf8("byte order mark at the start and within", "\ufeffa\ufeffb", "ab"),
        utf8("tag characters that carry hidden text", "a\udb40\udc41\udb40\udc42b", "ab"),
        utf8("line and paragraph separator", "a\u2028b\u2029c", "abc"));
  }

  private static Stream<Entry> broken() {
    return Stream.of(
        raw("a lone continuation byte", "a\u00bfb", "a\ufffdb"),
        raw("cut off at the end", "a\u00e2\u0082", "a\ufffd"),
        raw("cut off before a letter", "a\u00e2\u0082b", "a\ufffdb"),
        raw("overlong escape", "a\u00c0\u009b[31mb", "a\ufffd\ufffd[31mb"),
        raw("surrogate in UTF-8", "a\u00ed\u00a0\u0080b", "a\ufffdb"),
        raw("bytes that UTF-8 never has", "a\u00fe\u00ffb", "a\ufffd\ufffdb"),
        raw("a broken character within a string", "a\033]0;\u00e2\u0082\007b", "ab"));
  }
}
