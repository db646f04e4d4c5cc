# shellcheck shell=bash
# Names, paths and small words that every command of cluster/ shares. Sourced, never run.

# Exit codes, the same for every command.
readonly EXIT_FAILED=1 EXIT_USAGE=2 EXIT_DIFFERENT=3 EXIT_NOT_RUNNING=4 EXIT_MACHINE=5
export EXIT_FAILED EXIT_USAGE EXIT_DIFFERENT EXIT_NOT_RUNNING EXIT_MACHINE

cluster_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
checkout=$(dirname "$cluster_dir")
# What belongs to one machine, not to one checkout: which index is taken, sockets, handles of namespaces.
machine_dir=/run/glovebox-cluster
default_name=gbx

say() { printf '%s\n' "$*" >&2; }
die() { # EXIT_CODE MESSAGE...
  local code=$1; shift
  say "${0##*/}: $*"
  exit "$code"
}

# usage: prints the comment at the head of the command as its help
usage() { sed -n '2,/^[^#]/{/^#/!d; s/^# \{0,1\}//; p}' "$0"; }

need_value() { [ $# -ge 2 ] || die "$EXIT_USAGE" "$1 needs a value; see --help"; }

need_root() {
  [ "$(id -u)" = 0 ] || die "$EXIT_MACHINE" "needs root, for network namespaces, mounts and cgroups. Run: sudo -E $0 $*"
}

# use_name NAME: sets what follows from a cluster's name
use_name() {
  name=$1
  [[ $name =~ ^[a-z0-9]([a-z0-9-]{0,46}[a-z0-9])?$ && $name != bin && $name != kubeconfig ]] ||
    die "$EXIT_USAGE" "--name '$name': use 1 to 48 of a-z, 0-9 and '-', not '-' at an end, and neither 'bin' nor 'kubeconfig'"
  state=$checkout/.cluster/$name
  kubeconfig=$state/kubeconfig
  [ "$name" != "$default_name" ] || kubeconfig=$checkout/.cluster/kubeconfig
}

# use_index N: sets what follows from a cluster's index. Every name and address of two clusters differs, so that they run side by side.
readonly MAX_INDEX=63
use_index() {
  index=$1
  [[ $index =~ ^(0|[1-9][0-9]?)$ && $index -le $MAX_INDEX ]] || die "$EXIT_USAGE" "--index '$index': use a number from 0 to $MAX_INDEX"
  run=$machine_dir/$index            # sockets live here: a path in a deep checkout would pass the 107 bytes that a Unix socket may have
  link=gbx$index-h                   # the host's end of the cable; at most 15 characters
  cgroup=gbx$index
  api_ip=172.30.$index.1 host_ip=172.30.$index.254
  pod_range=10.$((128 + index)).0.0/16
  service_range=10.$((192 + index)).0.0/16 api_service_ip=10.$((192 + index)).0.1 dns_ip=10.$((192 + index)).0.10
  world_ip=198.18.$index.2
  # With --ipv6. The decimal digits of the index are taken for hexadecimal ones.
  net6=fd30:0:$index host_ip6=$net6::254
  pod_range6=$net6:100::/56 service_range6=$net6:200::/112
  export index run cgroup api_ip pod_range service_range world_ip pod_range6 service_range6
}

# use_node NODE: sets what follows from a node's name, node-1 to node-3. The first keeps its things where a cluster of one node has them.
readonly MAX_NODES=3
use_node() {
  local n=${1#node-}
  [[ $1 =~ ^node-[1-9]$ && $n -le $MAX_NODES ]] || die "$EXIT_USAGE" "'$1' is no node: use node-1 to node-$MAX_NODES"
  node=$1 node_prefix='' node_cgroup=$cgroup
  [ "$n" = 1 ] || { node_prefix=$node/; node_cgroup=$cgroup/$node; }
  node_dir=${state:-}/$node_prefix node_dir=${node_dir%/}
  node_run=$run/$node_prefix node_run=${node_run%/}
  node_ip=172.30.$index.$n node_pod_range=10.$((128 + index)).$((n - 1)).0/24
  uplink=eth$((n - 1)) uplink_ip=198.18.$index.$((4 * n - 3)) uplink_world_ip=198.18.$index.$((4 * n - 2))
  node_ip6=$net6::$n node_pod_range6=$net6:10$((n - 1))::/64
  uplink_ip6=$net6:30$n::1 uplink_world_ip6=$net6:30$n::2
  node_without=$(recorded "$node" || true)
  export node node_prefix node_cgroup node_dir node_run node_ip node_pod_range node_ip6 node_pod_range6 node_without
}

# each_node COMMAND...: runs it once for every node of the cluster, with use_node done; ends with the first node in use
each_node() {
  local n
  for n in $(seq "$(recorded nodes)"); do use_node "node-$n"; "$@" || return; done
  use_node node-1
}

# node_has SWITCH: whether the node has what `up` can leave out of it
node_has() { [[ ,$node_without, != *,no-$1,* ]]; }

# same_namespace FILE FILE: whether two handles are the same namespace. Device and inode, for an inode number alone may be a plain file's.
namespace_of() { stat -L -c %d:%i "$1" 2>/dev/null; }

# alive DIRECTORY: the process recorded there is, and is in the network namespace there (a process number alone may be another's by now)
alive() {
  node_pid=$(cat "$1/pid" 2>/dev/null) && [ -n "$node_pid" ] &&
    [ "$(namespace_of "$1/net")" = "$(namespace_of "/proc/$node_pid/ns/net")" ]
}
# cluster_alive: its first node is, and so its control plane
cluster_alive() { alive "$run"; }
node_alive() { alive "$node_run"; }

# ended_parts: names of the parts that have ended; those of another node than the first have its name before them
ended_parts() {
  find "$state/run" -maxdepth 2 -name '*.ended' -printf '%P\n' 2>/dev/null | sed 's/\.ended$//' | sort | tr '\n' ' '
}
say_if_dead() { node_alive || printf '%s ' "$node"; }
dead_nodes() { each_node say_if_dead; }

# recorded KEY: one value that `up` wrote about the cluster
recorded() { sed -n "s/^$1=//p" "$state/record" 2>/dev/null; }

# find_cluster: sets index and what follows from it for the cluster called $name in this checkout, or fails
find_cluster() {
  local claimed
  claimed=$(recorded index) && [ -n "$claimed" ] && use_index "$claimed" && [ "$(cat "$run/state" 2>/dev/null)" = "$state" ]
}

# running_cluster: the same, and it must be alive
running_cluster() {
  if find_cluster && cluster_alive; then use_node node-1; return; fi
  die "$EXIT_NOT_RUNNING" "cluster '$name' of $checkout is not running. Start it: cluster/up --name $name"
}

# existing_node NODE: use_node, for a node that this cluster was started with
existing_node() {
  use_node "$1"
  [ "${node#node-}" -le "$(recorded nodes)" ] || die "$EXIT_USAGE" "cluster '$name' has no $node: it was started with --nodes $(recorded nodes)"
}

# running_node NODE: the same, in a running cluster, and the node must be alive too
running_node() {
  running_cluster
  existing_node "$1"
  node_alive || die "$EXIT_NOT_RUNNING" "$node of cluster '$name' is not running. Start it: cluster/node --name $name start $node"
}

in_node_net() { nsenter --net="$node_run/net" "$@"; }
in_switch() { nsenter --net="$run/switch" "$@"; }
in_world() { nsenter --net="$run/world" "$@"; }
# It repeats on every call that control groups of version 1 are deprecated, and would wait for ever for a containerd that was killed.
containerd_ctl() { CONTAINERD_SUPPRESS_DEPRECATION_WARNINGS=true "$state/bin/ctr" --address "$node_run/containerd.sock" --namespace k8s.io --timeout 5m "$@"; }

# api PATH: what the API server answers to its administrator; fails unless it is 2xx
api() {
  curl --silent --fail --max-time 5 --cacert "$state/pki/ca.crt" --cert "$state/pki/admin.crt" --key "$state/pki/admin.key" "https://$api_ip:6443$1"
}

show_log() { # LOG
  say "the last lines of $1:"
  tail -n 15 "$1" >&2 2>/dev/null || say "(there is none)"
}

# wait_for SECONDS PART WHAT COMMAND...: until COMMAND succeeds. Gives up, with the log of PART, when time is over or a part of the node ended.
wait_for() {
  local seconds=$1 log=$state/log/$2.log what=$3 deadline ended; shift 3
  deadline=$((SECONDS + seconds))
  until "$@" >/dev/null 2>&1; do
    ended=$(ended_parts)
    if [ -n "$ended" ]; then
      for part in $ended; do say "$part ended with $(cat "$state/run/$part.ended")"; show_log "$state/log/$part.log"; done
      ! grep -qs 'inotify.*too many open files' "$state"/log/*.log "$state"/log/*/*.log ||
        say "too many clusters for this machine's fs.inotify.max_user_instances ($(cat /proc/sys/fs/inotify/max_user_instances)). End one, or run: sysctl fs.inotify.max_user_instances=512"
      die "$EXIT_FAILED" "gave up waiting until $what"
    fi
    if [ $SECONDS -ge $deadline ]; then
      show_log "$log"
      die "$EXIT_FAILED" "after $seconds s still waiting until $what"
    fi
    sleep 0.05
  done
}
