package dev.glovebox.e2e.admission;

import dev.glovebox.e2e.cluster.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A key and a certificate for one IP address, made by the JDK's own keytool; it vouches for itself.
 *
 * @param bundle what a webhook's {@code caBundle} must hold: PEM, in Base64
 */
record ServerCertificate(SSLContext context, String bundle) {
  private static final String PASSWORD = "changeit";
  private static final String ALIAS = "webhook";

  static ServerCertificate forAddress(String address) throws IOException, GeneralSecurityException {
    Path directory = Files.createTempDirectory("glovebox-webhook");
    Path file = directory.resolve("keys.p12");
    try {
      // @formatter:off
      Command.of(
              Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
              "-genkeypair",
              "-alias",
              ALIAS,
              "-keyalg",
              "EC",
              "-groupname",
              "secp256r1",
              "-dname",
              "CN=" + ALIAS,
              "-ext",
              "SAN=ip:" + address,
              "-validity",
              "2",
              "-storetype",
              "PKCS12",
              "-keystore",
              file.toString(),
              "-storepass",
              PASSWORD)
          .succeed();
      // @formatter:on
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream stream = Files.newInputStream(file)) {
        keys.load(stream, PASSWORD.toCharArray());
      }
      var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, PASSWORD.toCharArray());
      var context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return new ServerCertificate(context, pem(keys.getCertificate(ALIAS).getEncoded()));
    } finally {
      Files.deleteIfExists(file);
      Files.delete(directory);
    }
  }

  private static String pem(byte[] certificate) {
    String text =
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate)
            + "\n-----END CERTIFICATE-----\n";
    return Base64.getEncoder()
        .encodeToString(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
  }
}
