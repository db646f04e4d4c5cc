package dev.glovebox.core.render;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** What tells the objects of one plan from those of another. */
public final class PlanHash {
  private PlanHash() {}

  /** SHA-256 in lower-case hex of the pod, the policy and the claim that the plan renders to. */
  public static String of(Plan plan) {
    return Rendered.of(plan).hash();
  }

  /** Of objects that do not carry it yet. */
  static String of(Pod pod, NetworkPolicy networkPolicy, Optional<PersistentVolumeClaim> claim) {
    var objects = JsonNodeFactory.instance.arrayNode();
    objects.add(ObjectJson.of(pod));
    objects.add(ObjectJson.of(networkPolicy));
    claim.ifPresent(object -> objects.add(ObjectJson.of(object)));
    return HexFormat.of().formatHex(sha256(ObjectJson.canonical(objects)));
  }

  /** SHA-256 of a text's UTF-8 form. */
  public static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
