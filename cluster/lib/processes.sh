# shellcheck shell=bash
# Which processes belong to a cluster, and to a part of a node. Sourced by `up`, `down`, `node` and `status`.

# processes_in KIND NAMESPACE: the processes in that namespace. Being in it is what makes a process this cluster's, not a recorded number.
processes_in() {
  [ -n "$2" ] || return 0
  # Some process always ends while this looks; that is no failure.
  { stat -L -c '%d:%i %n' /proc/[0-9]*/ns/"$1" 2>/dev/null || true; } | sed -n "s|^$2 /proc/\([0-9]*\)/.*|\1|p" |
    # A zombie holds nothing any more; how soon it is collected is the machine's affair.
    while read -r process; do ! grep -Eqs '^State:[[:space:]]+[^Z[:space:]]' "/proc/$process/status" || echo "$process"; done
}

# node_programs: number, state letter and program of each process of the node, without those of its pods. Needs use_node.
node_programs() {
  local process
  for process in $(processes_in pid "$(cat "$node_run/processes" 2>/dev/null || true)"); do
    echo "$process $(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$process/status" 2>/dev/null) $(basename "$(readlink "/proc/$process/exe")")"
  done
}

# stopped_parts: those that `cluster/node stop` has stopped
stopped_parts() { node_programs | awk '$2 == "T" {printf "%s ", $3}'; }
