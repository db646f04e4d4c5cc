package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate authority of a test's own; the JDK's keytool makes what the API cannot. */
final class Authority {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final Path store;

  Authority(Path directory) throws IOException, InterruptedException {
    this.store = directory.resolve("authority.p12");
    keytool("-alias", "authority", "-dname", "CN=authority", "-ext", "bc:c");
  }

  /** A server's TLS with a certificate of this authority. */
  SSLContext server(String name, String alternativeName, String... validity)
      throws IOException, GeneralSecurityException, InterruptedException {
    List<String> words =
        new ArrayList<>(List.of("-alias", name, "-dname", "CN=" + name, "-signer", "authority"));
    words.addAll(List.of("-ext", "san=" + alternativeName));
    words.addAll(List.of(validity));
    keytool(words.toArray(String[]::new));
    KeyStore all = load();
    KeyStore one = KeyStore.getInstance("PKCS12");
    one.load(null, null);
    one.setKeyEntry(name, all.getKey(name, PASSWORD), PASSWORD, all.getCertificateChain(name));
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(one, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** For certificate-authority-data. */
  String data() throws IOException, GeneralSecurityException {
    String pem =
        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
            .formatted(
                Base64.getMimeEncoder()
                    .encodeToString(load().getCertificate("authority").getEncoded()));
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
  }

  private KeyStore load() throws IOException, GeneralSecurityException {
    KeyStore loaded = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(store)) {
      loaded.load(in, PASSWORD);
    }
    return loaded;
  }

  private void keytool(String... words) throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD)));
    line.addAll(List.of(words));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s", said).isZero();
  }
}
