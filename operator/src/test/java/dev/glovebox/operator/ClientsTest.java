package dev.glovebox.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.facts.Informers;
import dev.glovebox.operator.facts.PolicyEngine;
import dev.glovebox.operator.heartbeat.HeartbeatHttpClientFactory;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientsTest {

  private static Object watched(String apiVersion, String kind) {
    String event =
        """
        {"type":"ADDED","object":{"apiVersion":"%s","kind":"%s","metadata":{"name":"x"}}}"""
            .formatted(apiVersion, kind);
    return Clients.serialization().unmarshal(event, WatchEvent.class).getObject();
  }

  @Test
  void everyKindThatIsWatchedArrivesAsItsOwnClass() {
    var config = new ConfigBuilder().withAutoConfigure(false).build();
    // What the reconciler watches, and what the informers do.
    List<Class<?>> kinds =
        new ArrayList<>(
            List.of(
                SandboxTask.class,
                Pod.class,
                PersistentVolumeClaim.class,
                PersistentVolume.class,
                NetworkPolicy.class));
    try (var client =
        Clients.client(config, new Interceptor() {}, new HeartbeatHttpClientFactory())) {
      kinds.addAll(
          new Informers(
                  client, "glovebox-canary", new PolicyEngine.Pods("kube-system", "app=engine"))
              .kinds());
    }
    assertThat(kinds).hasSizeGreaterThan(10);
    for (Class<?> kind : kinds) {
      var type = kind.asSubclass(HasMetadata.class);
      assertThat(watched(HasMetadata.getApiVersion(type), HasMetadata.getKind(type)))
          .isInstanceOf(kind);
    }
    assertThat(watched("v1", "Status")).isInstanceOf(Status.class);
  }

  @Test
  void aKindThatNobodyWatchesIsNotLookedFor() {
    assertThat(watched("apps/v1", "Deployment")).isInstanceOf(GenericKubernetesResource.class);
  }

  @Test
  void theClientSendsNothingTwiceByItself() {
    assertThat(Clients.config().getRequestRetryBackoffLimit()).isZero();
  }
}
