package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class NotSentTest {
  private static boolean notSent(IOException cause) {
    return NotSent.is(
        new KubernetesClientException("An error has occurred.", new IOException(cause)));
  }

  @Test
  void whatNeverHadAConnectionWasNotSent() {
    assertThat(notSent(new ConnectException())).isTrue();
    assertThat(notSent(new HttpConnectTimeoutException("HTTP connect timed out"))).isTrue();
    assertThat(notSent(new SSLHandshakeException("PKIX path building failed"))).isTrue();
  }

  @Test
  void whateverBreaksLaterMayHaveBeenSent() {
    assertThat(notSent(new HttpTimeoutException("request timed out"))).isFalse();
    assertThat(notSent(new SocketException("Connection reset"))).isFalse();
    assertThat(notSent(new SSLException("closed"))).isFalse();
    assertThat(notSent(new IOException("HTTP/1.1 header parser received no bytes"))).isFalse();
  }
}
