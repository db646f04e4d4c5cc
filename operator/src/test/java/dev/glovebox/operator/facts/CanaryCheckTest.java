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
  void one_that_returns_the_nonce_is_a_canary() throws IOException {
    try (var server = new CanaryServer(nonce -> "glovebox-canary " + nonce + "\n")) {
      assertThatCode(() -> ask(server)).doesNotThrowAnyException();
    }
  }

  @Test
  void one_that_returns_another_nonce_is_none() throws IOException {
    String other = "0".repeat(32);
    try (var server = new CanaryServer(nonce -> "glovebox-canary " + other + "\n")) {
      assertThatThrownBy(() -> ask(server))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("did not return the nonce");
    }
  }

  @Test
  void one_that_hangs_up_is_none() throws IOException {
    try (var server = new CanaryServer(nonce -> "")) {
      assertThatThrownBy(() -> ask(server)).hasMessageContaining("closed the connection");
    }
  }

  @Test
  void one_that_is_silent_is_none_after_the_time_out() throws IOException {
    try (var server = new CanaryServer(nonce -> null)) {
      assertThatThrownBy(() -> ask(server)).hasMessageContaining("no answer within 300 ms");
    }
  }

  @Test
  void an_address_where_nobody_listens_is_none() throws IOException {
    CanaryServer server = new CanaryServer(nonce -> nonce);
    server.close();
    assertThatThrownBy(() -> ask(server)).isInstanceOf(IOException.class);
  }
}
