package dev.glovebox.cli.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/**
 * Takes everything from a stream of bytes that could drive a terminal, and leaves the text. What
 * comes out is valid UTF-8 and holds no control character but newline and tab, whatever goes in and
 * however it is cut into pieces. It keeps a few characters of state, however long a line is.
 *
 * <ul>
 *   <li>Control sequences and strings (CSI, OSC, DCS, SOS, PM, APC; begun by ESC or by a C1
 *       character) go with what they hold: colours too. A newline ends any of them, so that none
 *       can hide the lines that follow.
 *   <li>A carriage return becomes a newline, so that nothing is written over what was there.
 *       Together with a newline it is one.
 *   <li>Other control characters go, backspace among them; and those that do not show, such as the
 *       marks that reverse the direction of writing, and the byte order mark.
 *   <li>Bytes that are not UTF-8 become U+FFFD, a raw C1 byte among them.
 * </ul>
 */
public final class PlainText {
  private static final int BUFFER = 8192;

  /** What the characters so far have begun. Names as in ECMA-48 and Williams' parser. */
  private enum State {
    GROUND,
    /** After ESC. */
    ESCAPE,
    /** After ESC and an intermediate character: one more ends it. */
    ESCAPE_INTERMEDIATE,
    /** In a control sequence, until its final character. */
    SEQUENCE,
    /** In a string, until ST or BEL. */
    STRING,
    /** After ESC in a string: a backslash makes it ST. */
    STRING_ESCAPE
  }

  private final CharsetDecoder decoder =
      UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);

  /** Bytes of a character whose rest has not come: at most three. */
  private ByteBuffer rest = ByteBuffer.allocate(0);

  private State state = State.GROUND;
  private boolean carriageReturn;
  private char highSurrogate;

  /** The text of the next bytes; the end of a character or a sequence may come with later ones. */
  public String next(byte[] bytes, int offset, int length) {
    ByteBuffer in = ByteBuffer.allocate(rest.remaining() + length);
    in.put(rest).put(bytes, offset, length).flip();
    var text = new StringBuilder(length);
    decode(in, false, text);
    rest = in;
    return text.toString();
  }

  /** What is left when no more bytes come. The filter is of no use afterwards. */
  public String end() {
    var text = new StringBuilder();
    decode(rest, true, text);
    if (carriageReturn) {
      text.append('\n');
    }
    return text.toString();
  }

  /** All of a text at once. */
  public static String of(String text) {
    var filter = new PlainText();
    byte[] bytes = text.getBytes(UTF_8);
    return filter.next(bytes, 0, bytes.length) + filter.end();
  }

  /**
   * A text of others that is to be one line, or a part of one: no line of theirs looks like ours.
   */
  public static String line(String text) {
    return of(text).replace('\n', ' ');
  }

  private void decode(ByteBuffer in, boolean last, StringBuilder text) {
    CharBuffer decoded = CharBuffer.allocate(BUFFER);
    boolean more;
    do {
      more = decoder.decode(in, decoded, last).isOverflow();
      if (last && !more) {
        more = decoder.flush(decoded).isOverflow();
      }
      decoded.flip();
      while (decoded.hasRemaining()) {
        character(decoded.get(), text);
      }
      decoded.clear();
    } while (more);
  }

  private void character(char unit, StringBuilder text) {
    if (Character.isHighSurrogate(unit)) {
      highSurrogate = unit; // the decoder gives whole pairs only, but maybe in two buffers
      return;
    }
    codePoint(
        Character.isLowSurrogate(unit) ? Character.toCodePoint(highSurrogate, unit) : unit, text);
  }

  private void codePoint(int c, StringBuilder text) {
    if (carriageReturn) {
      carriageReturn = false;
      text.append('\n');
      if (c == '\n') {
        return;
      }
    }
    if (c == '\n') {
      state = State.GROUND;
      text.append('\n');
    } else if (c == '\r') {
      state = State.GROUND;
      carriageReturn = true;
    } else if (state != State.GROUND) {
      state = within(c);
    } else if (c == 0x1B) {
      state = State.ESCAPE;
    } else if (c >= 0x80 && c <= 0x9F) {
      state = begunBy(c - 0x40); // a C1 character is short for ESC and this one
    } else if (shows(c)) {
      text.appendCodePoint(c);
    }
  }

  /** The state after one more character of what has begun. */
  private State within(int c) {
    if (c == 0x18 || c == 0x1A) {
      return State.GROUND; // CAN and SUB break anything off
    }
    return switch (state) {
      case GROUND -> throw new IllegalStateException("nothing has begun");
      case ESCAPE -> afterEscape(c);
      case ESCAPE_INTERMEDIATE -> c >= 0x20 && c <= 0x2F ? state : State.GROUND;
      case SEQUENCE -> c == 0x1B ? State.ESCAPE : c >= 0x40 && c <= 0x7E ? State.GROUND : state;
      case STRING ->
          c == 0x1B ? State.STRING_ESCAPE : c == 0x07 || c == 0x9C ? State.GROUND : state;
      // Terminals break a string off at any ESC, so what follows is a sequence of its own.
      case STRING_ESCAPE -> c == '\\' ? State.GROUND : afterEscape(c);
    };
  }

  private static State afterEscape(int c) {
    if (c == 0x1B) {
      return State.ESCAPE;
    }
    return c >= 0x20 && c <= 0x2F ? State.ESCAPE_INTERMEDIATE : begunBy(c);
  }

  /** What ESC and this character begin. */
  private static State begunBy(int c) {
    return switch (c) {
      case '[' -> State.SEQUENCE;
      case ']', 'P', 'X', '^', '_' -> State.STRING;
      default -> State.GROUND;
    };
  }

  private static boolean shows(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c == '\t';
      // FORMAT has the marks that reverse the direction of writing, and those of no width.
      case Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
