package dev.glovebox.operator.certify;

import dev.glovebox.core.certify.CertificationQueue;
import java.util.List;

/**
 * How nodes are certified here.
 *
 * @param namespace of the canaries and of the certification's own objects
 * @param pullSecretNames with which the probe's image is pulled there
 * @param limits of how many at a time, and how fast
 */
public record CertificationSettings(
    String namespace, List<String> pullSecretNames, CertificationQueue.Limits limits) {

  /**
   * So many certifications may begin in a minute. As a certificate holds for 15 minutes, at most
   * 450 are valid at a time; with more nodes in use the rest wait.
   */
  public static final int STARTS_PER_MINUTE = 30;
}
