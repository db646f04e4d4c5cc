package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CanaryCheckTest {

  private final CanaryCheck check = new CanaryCheck(Duration.ofMillis(300));

  private void ask(CanaryServer server) throws IOException {
    check.ask(server.address(), server.port());
  }

  @Test
  void oneThatReturnsTheNonceIsACanary() throws IOException {
    try (var server = new CanaryServer(nonce -> "glovebox-canary " + nonce + "\n")) {
      assertThatCode(() -> ask(server)).doesNotThrowAnyException();
    }
  }

  @Test
  void oneThatReturnsAnotherNonceIsNone() throws IOException {
    String other = "0".repeat(32);
    try (var server = new CanaryServer(nonce -> "glovebox-canary " + other + "\n")) {
      assertThatThrownBy(() -> ask(server))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("did not return the nonce");
    }
  }

  @Test
  void oneThatHangsUpIsNone() throws IOException {
    try (var server = new CanaryServer(nonce -> "")) {
      assertThatThrownBy(() -> ask(server)).hasMessageContaining("closed the connection");
    }
  }

  @Test
  void oneThatIsSilentIsNoneAfterTheTimeOut() throws IOException {
    try (var server = new CanaryServer(nonce -> null)) {
      assertThatThrownBy(() -> ask(server)).hasMessageContaining("no answer within 300 ms");
    }
  }

  @Test
  void anAddressWhereNobodyListensIsNone() throws IOException {
    CanaryServer server = new CanaryServer(nonce -> nonce);
    server.close();
    assertThatThrownBy(() -> ask(server)).isInstanceOf(IOException.class);
  }
}
