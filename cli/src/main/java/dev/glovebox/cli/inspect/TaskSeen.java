package dev.glovebox.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;

/**
 * What was read about one task, or why it could not be. Lists are never absent, only empty.
 *
 * @param name of the task, or its UID, as it was asked for
 * @param task null when there is none
 * @param policyInForce name of the SandboxPolicy that the namespace is under now, read when the
 *     task's status names none; absent when it was not read, or there is none
 * @param pods of the task, raw
 * @param policies every NetworkPolicy of the namespace
 * @param policyGroups served groups of network policies beside NetworkPolicy
 * @param claims of the task
 * @param volumes of its claims, and such as were bound to one that is gone
 * @param events about the task and its pod, in any order
 */
public record TaskSeen(
    String name,
    String namespace,
    SandboxTask task,
    Lookup<String> policyInForce,
    Lookup<List<JsonNode>> pods,
    Lookup<List<NetworkPolicy>> policies,
    Lookup<List<String>> policyGroups,
    Lookup<List<PersistentVolumeClaim>> claims,
    Lookup<List<PersistentVolume>> volumes,
    Lookup<List<Event>> events) {}
