package dev.glovebox.e2e.attack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Looks for a secret's value wherever others can read. */
record SecretSearch(InsideCells cells) {

  void run(Evidence evidence) {
    String secret = cells.secret();
    String stored = kubectl("get", "secret", "canary", "-o", "yaml");
    evidence.control("the secret is where it belongs", found(stored, secret), stored);
    evidence.control(
        "the task could read it",
        cells.inside().of("secret digest").equals(sha256(secret)),
        cells.inside().of("secret digest"));
    evidence.control("it read all processes", cells.inside().of("processes").equals("read"), "");
    evidence.tried(
        "in an argument or environment inside",
        cells.inside().of("secret seen").equals("no"),
        cells.inside().of("secret seen"));
    long user = cells.task().getStatus().effective().runAsUser();
    evidence.tried(
        "a mode that lets others read it",
        cells.inside().of("secret mode").equals("440 0 " + user),
        cells.inside().of("secret mode"));
    for (Map.Entry<String, String> place : places().entrySet()) {
      evidence.control(place.getKey() + " was read", !place.getValue().isBlank(), "nothing");
      evidence.tried("in " + place.getKey(), !found(place.getValue(), secret), "the value");
    }
  }

  private Map<String, String> places() {
    Map<String, String> places = new LinkedHashMap<>();
    places.put("the task", kubectl("get", "sandboxtask", "inside", "-o", "yaml"));
    places.put("its pod", kubectl("get", "pods", "-o", "yaml"));
    places.put("events", kubectl("get", "events", "-o", "yaml"));
    places.put(
        "the operator's log",
        cells
            .ground()
            .cluster()
            .kubectl("-n", "glovebox-system", "logs", "deployment/glovebox-operator", "--tail=-1")
            .succeed());
    cells
        .ground()
        .cluster()
        .node()
        .ifPresent(
            node -> {
              try {
                places.put("the audit log", Files.readString(node.auditLog()));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return places;
  }

  private String kubectl(String... line) {
    String[] all = new String[line.length + 2];
    all[0] = "-n";
    all[1] = cells.ground().tasks().namespace();
    System.arraycopy(line, 0, all, 2, line.length);
    return cells.ground().cluster().kubectl(all).succeed();
  }

  private static boolean found(String text, String secret) {
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    return text.contains(secret) || text.contains(Base64.getEncoder().encodeToString(bytes));
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
