package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** From creation to the end, when nothing goes wrong, and what is written on the way. */
class WayOfOneTaskTest {
  private final World world = new World();

  @Test
  void one_pass_leads_from_nothing_to_a_released_pod_policy_first() {
    world.pass();

    assertThat(world.cluster.writes)
        .containsExactly(
            "add finalizer SandboxTask",
            "create NetworkPolicy",
            "create Pod",
            "create PersistentVolumeClaim",
            "status SandboxTask",
            "release Pod");
    assertThat(world.kubelet.pod().at("/spec/schedulingGates").isMissingNode()).isTrue();
    assertThat(world.status().podUID()).isEqualTo(world.kubelet.pod().at("/metadata/uid").asText());
    assertThat(world.phase()).isEqualTo(Phase.Provisioning);
  }

  @Test
  void a_task_is_finished_after_eight_writes() {
    world.started();
    world.kubelet.ended(0, "Completed");
    world.pass();

    assertThat(world.end()).isEqualTo("Succeeded/");
    assertThat(world.cluster.writes).hasSize(8);
  }

  @Test
  void a_running_task_shows_its_proof() {
    world.started();

    assertThat(world.phase()).isEqualTo(Phase.Running);
    assertThat(world.status().isolation().runtime().guestKernel()).isEqualTo("4.19.0-gvisor");
    assertThat(world.status().isolation().runtime().nodeKernel()).isEqualTo("6.1.0-node");
    assertThat(world.status().isolation().runtime().sharedKernel()).isFalse();
    assertThat(world.status().isolation().network().blocked()).isEqualTo(2);
    assertThat(world.status().nodeName()).isEqualTo("node-1");
    assertThat(world.status().effective().imageID()).isEqualTo(Samples.TASK_IMAGE);
    assertThat(conditions()).contains("Isolated=True", "Finished=False", "Succeeded=Unknown");
  }

  @Test
  void a_finished_task_shows_exit_code_and_last_words() {
    world.started();
    world.clock.forward(5);
    world.kubelet.ended(3, "Error");
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/ExitNonZero");
    assertThat(world.status().exitCode()).isEqualTo(3);
    assertThat(world.status().terminationMessage()).isEqualTo("bye");
    assertThat(world.status().completionTime()).isEqualTo("2026-01-01T00:00:05Z");
    assertThat(conditions())
        .contains("Finished=True", "Succeeded=False", "Stalled=True", "Reconciling=False");
    assertThat(world.announced).containsExactly("Normal Running", "Warning ExitNonZero");
  }

  @Test
  void a_task_that_ended_before_it_was_seen_running_owes_its_proof_all_the_same() {
    world.pass();
    world.kubelet.ended(0, "Completed");
    world.pass();

    assertThat(world.end()).isEqualTo("Succeeded/");
    assertThat(world.status().isolation()).isNotNull();
  }

  @Test
  void nothing_is_written_when_nothing_changed() {
    world.started();
    int before = world.cluster.writes.size();

    world.pass();
    world.pass();

    assertThat(world.cluster.writes).hasSize(before);
  }

  @Test
  void a_wait_is_said_only_once_it_lasts() {
    world.plan =
        pass -> new Progress.Hold(new Waiting(Reason.NoNodeWithRuntime, "node-1 NotReady"), null);
    world.pass();
    assertThat(world.status()).isNull();

    world.clock.forward(3);
    world.pass();
    world.pass();

    assertThat(world.end()).isEqualTo("Pending/NoNodeWithRuntime");
    assertThat(world.cluster.count("status SandboxTask")).isEqualTo(1);
  }

  @Test
  void a_wait_becomes_the_reason_of_the_refusal_when_provisionSeconds_are_over() {
    world.plan =
        pass -> new Progress.Hold(new Waiting(Reason.NoNodeWithRuntime, "node-1 NotReady"), null);
    world.clock.forward(Samples.PROVISION_SECONDS);

    world.pass();

    assertThat(world.end()).isEqualTo("Refused/NoNodeWithRuntime");
  }

  @Test
  void quota_is_waited_for_and_then_the_task_goes_on() {
    world.cluster.failWith(
        (verb, kind) ->
            verb.equals("create") && kind == ObjectKind.POD
                ? new WriteResult.Rejected(403, "pods is forbidden: exceeded quota: q")
                : null);
    world.pass();
    world.clock.forward(3);
    world.pass();
    assertThat(world.end()).isEqualTo("Pending/QuotaExceeded");

    world.cluster.failWith((verb, kind) -> null);
    world.pass();

    assertThat(world.phase()).isEqualTo(Phase.Provisioning);
    assertThat(world.status().reason()).isEmpty();
  }

  @Test
  void the_deadline_counts_from_the_containers_start_and_keeps_the_pod() {
    world.started();
    world.clock.forward(Samples.RUN_SECONDS - 1);
    assertThat(world.pass()).isEqualTo(new Progress.Wait(Duration.ofSeconds(1)));

    world.clock.forward(1);
    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/DeadlineExceeded");
    assertThat(world.kubelet.pod().at("/spec/activeDeadlineSeconds").asInt()).isEqualTo(1);
    assertThat(world.cluster.count("delete Pod")).isZero();

    world.kubelet.ended(143, "Error");
    world.pass();
    assertThat(world.end()).isEqualTo("Failed/DeadlineExceeded");
    assertThat(world.status().exitCode()).isEqualTo(143);
  }

  @Test
  void a_cancelled_task_is_stopped_and_keeps_its_pod() {
    world.started();
    world.cancel();
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/Cancelled");

    world.kubelet.ended(143, "Error");
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/Cancelled");
    assertThat(world.kubelet.pod()).isNotNull();
  }

  @Test
  void a_task_cancelled_before_its_pod_is_released_is_refused_and_leaves_nothing() {
    world.cancel();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/CancelledBeforeStart");
    assertThat(world.kubelet.pod()).isNull();
    assertThat(world.cluster.raw(ObjectKind.NETWORK_POLICY, Samples.OBJECT)).isNull();
  }

  @Test
  void a_task_cancelled_while_its_probe_works_is_refused_once_the_kubelet_has_spoken() {
    world.pass();
    world.kubelet.probing();
    world.cancel();
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/CancelledBeforeStart");
    assertThat(world.cluster.count("delete Pod")).isZero();

    world.kubelet.endedBeforeStart();
    world.pass();
    assertThat(world.phase()).isEqualTo(Phase.Stopping);
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);

    world.kubelet.gone();
    world.pass();
    assertThat(world.end()).isEqualTo("Refused/CancelledBeforeStart");
  }

  @Test
  void a_cancellation_that_comes_just_too_late_ends_as_Cancelled() {
    world.pass();
    world.kubelet.probing();
    world.cancel();
    world.pass();

    world.kubelet.ended(143, "Error");
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/Cancelled");
  }

  @Test
  void an_unscheduled_pod_is_deleted_only_as_long_as_no_node_has_it() {
    world.pass();
    world.cancel();
    world.pass();

    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    assertThat(world.kubelet.pod()).isNull();
    world.pass();
    assertThat(world.end()).isEqualTo("Refused/CancelledBeforeStart");
  }

  @Test
  void an_ended_task_is_deleted_after_its_ttl_and_not_before() {
    world.started();
    world.kubelet.ended(0, "Completed");
    world.pass();
    world.clock.forward(Samples.TTL_SECONDS - 1);
    world.pass();
    assertThat(world.cluster.count("delete SandboxTask")).isZero();

    world.clock.forward(1);
    world.pass();

    assertThat(world.cluster.count("delete SandboxTask")).isEqualTo(1);
  }

  @Test
  void an_object_of_a_task_carries_what_makes_it_its_own() {
    world.pass();
    for (ObjectKind kind :
        new ObjectKind[] {ObjectKind.POD, ObjectKind.CLAIM, ObjectKind.NETWORK_POLICY}) {
      ObjectNode object = world.cluster.raw(kind, Samples.OBJECT);
      assertThat(new OwnObject(object).belongsTo(Samples.UID)).as(kind.kind()).isTrue();
      ((ObjectNode) object.at("/metadata/labels")).put(Names.TASK_UID_LABEL, "someone-else");
      assertThat(new OwnObject(object).belongsTo(Samples.UID)).as(kind.kind()).isFalse();
    }
  }

  private String conditions() {
    return world.status().conditions().stream()
        .map((TaskCondition condition) -> condition.type() + "=" + condition.status())
        .collect(Collectors.joining(" "));
  }
}
