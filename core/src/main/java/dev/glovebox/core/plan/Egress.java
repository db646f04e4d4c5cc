package dev.glovebox.core.plan;

import java.util.List;

/**
 * One rule of the task's NetworkPolicy: where its packets may go.
 *
 * @param cidr range, in canonical form
 * @param except ranges inside it that are not granted, in canonical form, sorted; empty for none
 * @param ports what is open there; never empty
 */
public record Egress(String cidr, List<String> except, List<Port> ports) {

  /**
   * A port.
   *
   * @param protocol {@code TCP} or {@code UDP}
   * @param number 1 to 65535; null = every port of the protocol
   */
  public record Port(String protocol, Integer number) {}
}
