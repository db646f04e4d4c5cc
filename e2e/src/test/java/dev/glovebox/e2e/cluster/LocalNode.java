package dev.glovebox.e2e.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a test can do on a node of the local cluster and nowhere else: look behind the API, and let
 * it fail.
 *
 * @param name name of the cluster, as {@code cluster/up --name} takes it
 * @param node name of the node
 */
public record LocalNode(String name, String node) {
  /** Another node of the same cluster. */
  public LocalNode named(String other) {
    return new LocalNode(name, other);
  }

  /** Everything that the cluster writes. */
  public Path state() {
    return Checkout.file(".cluster/" + name);
  }

  /** The API server's audit log: one JSON object a line. */
  public Path auditLog() {
    return state().resolve("log/audit.log");
  }

  /**
   * Where the node keeps its volumes, one directory each; mounted in the node's namespaces only.
   */
  public Path volumes() {
    return state().resolve(node.equals("node-1") ? "volumes" : node + "/volumes");
  }

  /**
   * Freezes a part of the node: {@code kubelet}, {@code kube-router}, {@code containerd}. Its pods
   * run on. {@link #start} lets it go on; leave no node stopped.
   */
  public void stop(String part) {
    control("stop", part);
  }

  /**
   * Ends all that runs on the node, and its network. Not of node-1, which has the control plane.
   */
  public void kill() {
    control("kill");
  }

  /** Lets stopped parts go on, or starts the killed node, and waits until it is Ready. */
  public void start() {
    control("start");
  }

  private void control(String action, String... part) {
    List<String> all =
        new ArrayList<>(
            List.of(Checkout.file("cluster/node").toString(), "--name", name, action, node));
    all.addAll(List.of(part));
    Command.of(all.toArray(String[]::new)).succeed();
  }

  /** Runs a program in the node's network, mount and process namespaces. */
  public Command inNode(String... line) {
    return in(node, line);
  }

  /**
   * Runs a program of this machine in the network of the first node: what the command starts is the
   * program itself, not a parent of it.
   */
  public Command inNetwork(String... line) {
    return in("network", line);
  }

  /** Runs a program in the namespace that owns the metadata addresses and stands for the world. */
  public Command inWorld(String... line) {
    return in("world", line);
  }

  private Command in(String place, String... line) {
    List<String> all =
        new ArrayList<>(
            List.of(Checkout.file("cluster/exec").toString(), "--name", name, "--in", place, "--"));
    all.addAll(List.of(line));
    return Command.of(all.toArray(String[]::new));
  }
}
