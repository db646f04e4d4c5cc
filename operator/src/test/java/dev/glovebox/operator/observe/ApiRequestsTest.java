package dev.glovebox.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class ApiRequestsTest {

  private final PrometheusMetrics metrics = new PrometheusMetrics();

  /** What the client calls after a request; {@code none} = no connection came about. */
  static void answer(Interceptor requests, String method, String code) {
    HttpRequest request = with(HttpRequest.class, "method", method);
    if (code.equals("none")) {
      requests.afterConnectionFailure(request, new IOException("refused"));
    } else {
      requests.after(request, with(HttpResponse.class, "code", Integer.valueOf(code)), null);
    }
  }

  private static <T> T with(Class<T> type, String name, Object value) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> method.getName().equals(name) ? value : null));
  }

  @Test
  void requestsCountByMethodAndStatusCode() {
    answer(metrics.ofRequests(), "GET", "200");
    answer(metrics.ofRequests(), "GET", "429");
    answer(metrics.ofRequests(), "GET", "429");
    answer(metrics.ofRequests(), "PUT", "none");
    assertThat(metrics.scrape().lines())
        .contains(
            "glovebox_api_requests_total{code=\"200\",method=\"GET\"} 1.0",
            "glovebox_api_requests_total{code=\"429\",method=\"GET\"} 2.0",
            "glovebox_api_requests_total{code=\"none\",method=\"PUT\"} 1.0");
  }

  @Test
  void aCodeThatNoServerSendsMakesNoSeriesOfItsOwn() {
    for (int code = 600; code < 700; code++) {
      answer(metrics.ofRequests(), "GET", Integer.toString(code));
    }
    assertThat(metrics.scrape().lines())
        .contains("glovebox_api_requests_total{code=\"none\",method=\"GET\"} 100.0");
  }
}
