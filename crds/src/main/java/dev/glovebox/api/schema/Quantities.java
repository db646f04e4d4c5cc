package dev.glovebox.api.schema;

/** CEL rules of quantities. */
public final class Quantities {
  /** More than nothing: 0 would mean "no limit" to some. */
  public static final String CPU = "isQuantity(string(self)) && sign(quantity(string(self))) > 0";

  /** Message of {@link #CPU}. */
  public static final String CPU_MESSAGE =
      "'%s is not a quantity above 0, such as \"1\" or 500m'.format([strings.quote(string(self))])";

  /**
   * Whole bytes, more than nothing: 100m is a tenth of a byte, and mostly a slip for 100M. Not by
   * {@code isInteger}, which is false of 1.5Gi. A fraction beyond 2^53 bytes escapes the
   * approximation; the planner refuses it.
   */
  public static final String BYTES =
      "isQuantity(string(self)) && [quantity(string(self)).asApproximateFloat()].all(f, f > 0.0 && double(int(f)) == f)";

  /** Message of {@link #BYTES}. */
  public static final String BYTES_MESSAGE =
      "'%s is not a whole number of bytes above 0, such as 1Gi'.format([strings.quote(string(self))])";

  private Quantities() {}
}
