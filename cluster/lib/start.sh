# shellcheck shell=bash
# Starts one node. Sourced by `up` and `node`; both have done use_node.

# prepare_node: its directories, and what its parts read
prepare_node() {
  mkdir -p "$node_run" "$node_dir"/{etc/cni,volumes} "$state/log/$node_prefix" "$state/run/$node_prefix"
  [ "$api_only" = yes ] || { write_containerd; write_cni; write_kubelet; }
}

make_node_surroundings() {
  make_node_network
  [ "$api_only" = yes ] || { connect_node; make_cgroups "$node_cgroup"; }
}

# start_node: nsenter and not `ip netns exec`: that mounts a new /sys, in which the kubelet finds no control groups.
# The lock is closed for the node: a lock is held as long as any process has it open.
start_node() {
  export state cache api_only ipv6
  setsid nohup nsenter --net="$node_run/net" unshare --pid --mount --uts --ipc --fork --kill-child "$cluster_dir/lib/node.sh" \
    >"$state/log/${node_prefix}node.log" 2>&1 </dev/null {name_lock}>&- &
}

namespaces_made() { wait_for 15 "${node_prefix}node" "the namespaces of $node are made" test -e "$node_run/pid"; }

node_is_ready() {
  api "/api/v1/nodes/$node" | python3 -c 'import json,sys; sys.exit(not any(c["type"] == "Ready" and c["status"] == "True" for c in json.load(sys.stdin)["status"]["conditions"]))'
}

# node_ready: waits until it takes pods, and until policies are enforced there
node_ready() {
  wait_for 60 "${node_prefix}kubelet" "$node is Ready" node_is_ready
  ! node_has netpol || wait_for 30 "${node_prefix}kube-router" "the policy engine of $node has made its rules" in_node_net iptables -S KUBE-ROUTER-FORWARD
}
