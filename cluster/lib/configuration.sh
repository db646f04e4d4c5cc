# shellcheck shell=bash
# What the parts of a node read. Sourced by `up`. Each node has its own `etc`, but for what the cluster shares in $state/etc.

write_containerd() {
  {
    cat <<TOML
version = 3
root = "$node_dir/containerd"
state = "/run/containerd"            # short: it holds sockets
[grpc]
  address = "$node_run/containerd.sock"
[plugins.'io.containerd.internal.v1.opt']
  path = "$node_dir/opt"                # else it makes /opt/containerd on the machine
[plugins.'io.containerd.cri.v1.images'.pinned_images]
  sandbox = "glovebox.local/pause:1" # with a host in its name, else it is looked for at docker.io
[plugins.'io.containerd.cri.v1.images'.registry]
  config_path = "$state/etc/registries"
[plugins.'io.containerd.cri.v1.runtime']
  restrict_oom_score_adj = true      # root of many virtual machines and containers lacks CAP_SYS_RESOURCE, and runc then fails to start anything
  [plugins.'io.containerd.cri.v1.runtime'.cni]
    bin_dirs = ["$(cni_directory)"]
    conf_dir = "$node_dir/etc/cni"
  [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
TOML
    ! node_has runsc || cat <<TOML
  [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runsc]
    runtime_type = "io.containerd.runsc.v1"  # with the runc shim and runsc as its binary, pods start and are never seen to end
    [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runsc.options]
      TypeUrl = "io.containerd.runsc.v1.options"
      ConfigPath = "$state/etc/runsc.toml"
TOML
    # A handler that says gVisor and is plain runc: what an attestation has to find out.
    [ "$lookalike" = no ] || cat <<TOML
  [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runsc-lookalike]
    runtime_type = "io.containerd.runc.v2"
TOML
  } >"$node_dir/etc/containerd.toml"
}

# What the containerds of all nodes share.
write_runtime() {
  # systrap needs neither KVM nor ptrace, so it works inside virtual machines.
  printf '[runsc_config]\n  platform = "systrap"\n' >"$state/etc/runsc.toml"
  # A registry that a test starts in the world is spoken to without TLS. More: cluster/README.md, "A registry".
  mkdir -p "$state/etc/registries/registry.world:5000"
  printf 'server = "http://registry.world:5000"\n' >"$state/etc/registries/registry.world:5000/hosts.toml"
}

write_cni() {
  local ranges='[{"subnet": "'$node_pod_range'"}]' routes='{"dst": "0.0.0.0/0"}' last=''
  if [ "$ipv6" = yes ]; then
    ranges+=', [{"subnet": "'$node_pod_range6'"}]' routes+=', {"dst": "::/0"}'
  else
    # NetworkPolicies are IPv4 rules then, and the kernel would give each pod an IPv6 link-local address, by which it reaches
    # the node and every pod on the bridge past them.
    last=', {"type": "tuning", "sysctl": {"net.ipv6.conf.eth0.disable_ipv6": "1"}}'
  fi
  cat >"$node_dir/etc/cni/10-bridge.conflist" <<JSON
{"cniVersion": "1.0.0", "name": "bridge", "plugins": [
  {"type": "bridge", "bridge": "cni0", "isGateway": true, "hairpinMode": true,
   "ipam": {"type": "host-local", "ranges": [$ranges], "routes": [$routes]}},
  {"type": "portmap", "capabilities": {"portMappings": true}}$last]}
JSON
}

write_kubelet() {
  cat >"$node_dir/etc/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: "$state/pki/ca.crt"}}
authorization: {mode: Webhook}
tlsCertFile: "$state/pki/$node.crt"
tlsPrivateKeyFile: "$state/pki/$node.key"
cgroupDriver: cgroupfs               # there may be no systemd
cgroupRoot: /$node_cgroup                 # two kubelets on one machine would remove each other's pods under the default
failCgroupV1: false                  # a machine with the old hierarchy is good enough
failSwapOn: false
containerRuntimeEndpoint: "unix://$node_run/containerd.sock"
volumePluginDir: "$state/volume-plugins"  # the default is under /usr/libexec
podCIDR: $node_pod_range
nodeLeaseDurationSeconds: 12         # a sign of life every 3 s, so that its end is noticed in 16 s (the controller manager's grace period)
nodeStatusUpdateFrequency: 3s        # and its return
nodeStatusReportFrequency: 5m        # else it would write its status as often
clusterDNS: [$dns_ip]                # nothing answers there unless a test puts something there
clusterDomain: cluster.local
resolvConf: ""
podPidsLimit: 512
maxPods: 200
evictionHard: {memory.available: 100Mi, nodefs.available: "1%", imagefs.available: "1%"}
imageGCHighThresholdPercent: 100     # images were imported by hand and could not be pulled again
YAML
}

name_line() { echo "$node_ip $node"; }
# What a node sees in place of the machine's own: names it can resolve, and a resolver that refuses at once instead of
# letting each pull of an image that is not there wait for an answer from nowhere.
write_names() {
  { printf '127.0.0.1 localhost\n%s world registry.world\n' "$world_ip"; each_node name_line; } >"$state/etc/hosts"
  printf 'nameserver 127.0.0.1\noptions attempts:1 timeout:1\n' >"$state/etc/resolv.conf"
}

write_audit_policy() {
  cat >"$state/etc/audit.yaml" <<YAML
# Every write, every secret that is read, and every request of one user, once, when it has been answered: tests count them.
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- {level: Metadata, verbs: [create, update, patch, delete, deletecollection]}
- {level: Metadata, verbs: [get], resources: [{group: "", resources: [secrets]}]}
- {level: Metadata, users: ["system:serviceaccount:default:audited"]}
- {level: None}
YAML
}
