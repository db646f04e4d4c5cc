# shellcheck shell=bash
# Takes away whatever is there of a cluster, complete or not, alive or not. Sourced by `up` and `down`.

# processes_in KIND NAMESPACE: the processes in that namespace. Being in it is what makes a process this cluster's, not a recorded number.
processes_in() {
  [ -n "$2" ] || return 0
  # Some process always ends while this looks; that is no failure.
  { stat -L -c '%d:%i %n' /proc/[0-9]*/ns/"$1" 2>/dev/null || true; } | sed -n "s|^$2 /proc/\([0-9]*\)/.*|\1|p" |
    # A zombie holds nothing any more; how soon it is collected is the machine's affair.
    while read -r process; do ! grep -Eqs '^State:[[:space:]]+[^Z[:space:]]' "/proc/$process/status" || echo "$process"; done
}

cluster_processes() {
  processes_in net "$(namespace_of "$run/net" || true)"
  processes_in net "$(namespace_of "$run/world" || true)"
  # A process that is ending leaves its network first; the numbers stay until it is gone.
  processes_in pid "$(cat "$run/processes" 2>/dev/null || true)"
}

cgroup_directories() { compgen -G "/sys/fs/cgroup/$cgroup" || true; compgen -G "/sys/fs/cgroup/*/$cgroup" || true; }

make_cgroups() {
  local hierarchy file
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    mkdir -p "/sys/fs/cgroup/$cgroup"
    # A child may use only the controllers that its parent hands on.
    for file in "/sys/fs/cgroup/cgroup.subtree_control" "/sys/fs/cgroup/$cgroup/cgroup.subtree_control"; do
      tr ' ' '\n' <"${file%/*}/cgroup.controllers" | while read -r controller; do echo "+$controller" >"$file" 2>/dev/null || true; done
    done
    return
  fi
  for hierarchy in /sys/fs/cgroup/*/; do
    if [ -L "${hierarchy%/}" ] || [ ! -e "$hierarchy/cgroup.procs" ] || [ "$(basename "$hierarchy")" = unified ]; then continue; fi
    mkdir -p "$hierarchy$cgroup"
    # A new cpuset is empty, and nothing can run in an empty one.
    for file in cpuset.cpus cpuset.mems; do
      [ ! -e "$hierarchy$file" ] || cat "$hierarchy$file" >"$hierarchy$cgroup/$file"
    done
  done
}

# stop_cluster: ends its processes and removes all that it has outside its state directory. Needs use_index. Says what stays.
stop_cluster() {
  local deadline=$((SECONDS + 10)) pids handle directory left=''
  while pids=$(cluster_processes | sort -u) && [ -n "$pids" ]; do
    # shellcheck disable=SC2086 # a list of numbers
    kill -KILL $pids 2>/dev/null || true
    if [ $SECONDS -ge $deadline ]; then say "these processes do not end: $(tr '\n' ' ' <<<"$pids")"; return 1; fi
    sleep 0.05
  done
  for handle in "$run/net" "$run/world"; do umount "$handle" 2>/dev/null || true; done
  ip link del "$link" 2>/dev/null || true
  # The processes of pods are in other network namespaces; they ended with PID 1 of the node, and the last of them may still be ending.
  while directory=$(cgroup_directories) && [ -n "$directory" ]; do
    # shellcheck disable=SC2086 # paths made above, without spaces
    find $directory -depth -type d -exec rmdir {} + 2>/dev/null || true
    if [ $SECONDS -ge $deadline ]; then left=$(cgroup_directories); break; fi
    [ -z "$(cgroup_directories)" ] || sleep 0.05
  done
  rm -rf "$run"
  [ -z "$left" ] || { say "these control groups are still in use: $left"; return 1; }
}

# remove_state: the cluster's directory, and its kubeconfig where that has another place
remove_state() {
  local mounted
  while read -r mounted; do umount --lazy "$mounted"; done < <(awk -v s="$state/" 'index($2, s) == 1 {print $2}' /proc/self/mounts | sort -r)
  rm -rf "$state"
  if [ -L "$kubeconfig" ]; then rm -f "$kubeconfig"; fi
}
