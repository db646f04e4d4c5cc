package dev.glovebox.core.plan;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Amounts of CPU, memory and disk, compared as numbers. */
final class Quantities {

  /** The forms that Kubernetes accepts, without a sign: no limit is negative. */
  private static final Pattern FORM =
      Pattern.compile(
          "([0-9]{1,18}(\\.[0-9]{0,9})?|\\.[0-9]{1,9})"
              + "(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]{1,2})?");

  /** Kubernetes keeps quantities in 64 bits. */
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  /** The API server rounds CPU up to this. */
  private static final BigDecimal SMALLEST_CPU = new BigDecimal("0.001");

  private Quantities() {}

  /** The number; empty when it is no quantity, or more than 64 bits hold. */
  static Optional<BigDecimal> amount(Quantity quantity) {
    String text = quantity == null ? "" : shown(quantity);
    if (!FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    BigDecimal amount = Quantity.parse(text).getNumericalAmount();
    return Optional.of(amount).filter(value -> value.compareTo(MOST) <= 0);
  }

  /** Whether it is at least one thousandth of a CPU, and whole thousandths. */
  static boolean isCpu(Quantity quantity) {
    return amount(quantity).filter(value -> isMultiple(value, SMALLEST_CPU)).isPresent();
  }

  /** Whether it is at least one byte, and whole bytes. */
  static boolean isBytes(Quantity quantity) {
    return amount(quantity).filter(value -> isMultiple(value, BigDecimal.ONE)).isPresent();
  }

  private static boolean isMultiple(BigDecimal value, BigDecimal unit) {
    return value.compareTo(unit) >= 0 && value.remainder(unit).signum() == 0;
  }

  /** Whether the first is more than the second. Both must be quantities. */
  static boolean exceeds(Quantity one, Quantity other) {
    return amount(one).orElseThrow().compareTo(amount(other).orElseThrow()) > 0;
  }

  /** The smaller one; the first when the second is no quantity. */
  static Quantity atMost(Quantity quantity, Quantity most) {
    return amount(most).isPresent() && exceeds(quantity, most) ? most : quantity;
  }

  /** As it is written. */
  static String shown(Quantity quantity) {
    String format = quantity.getFormat() == null ? "" : quantity.getFormat();
    return quantity.getAmount() + format;
  }
}
