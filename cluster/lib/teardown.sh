# shellcheck shell=bash
# Takes away whatever is there of a cluster or of one node, complete or not, alive or not. Sourced by `up`, `down` and `node`.

# processes_of DIRECTORY: those of the node whose handles are there
processes_of() {
  processes_in net "$(namespace_of "$1/net" || true)"
  # A process that is ending leaves its network first; the numbers stay until it is gone.
  processes_in pid "$(cat "$1/processes" 2>/dev/null || true)"
}

cluster_processes() {
  local each
  for each in "$run" "$run"/node-*/; do processes_of "${each%/}"; done
  processes_in net "$(namespace_of "$run/world" || true)"
}

# end_processes COMMAND...: ends the processes that COMMAND names, until it names none
end_processes() {
  local pids deadline=$((SECONDS + 10))
  while pids=$("$@" | sort -u) && [ -n "$pids" ]; do
    # shellcheck disable=SC2086 # a list of numbers
    kill -KILL $pids 2>/dev/null || true
    if [ $SECONDS -ge $deadline ]; then say "these processes do not end: $(tr '\n' ' ' <<<"$pids")"; return 1; fi
    sleep 0.05
  done
}

# cgroup_directories GROUP: its directory, in each hierarchy where there are several
cgroup_directories() { compgen -G "/sys/fs/cgroup/$1" || true; compgen -G "/sys/fs/cgroup/*/$1" || true; }

make_cgroups() { # GROUP, whose parent is there
  local hierarchy file
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    mkdir -p "/sys/fs/cgroup/$1"
    # A child may use only the controllers that its parent hands on.
    for file in "$(dirname "/sys/fs/cgroup/$1")/cgroup.subtree_control" "/sys/fs/cgroup/$1/cgroup.subtree_control"; do
      tr ' ' '\n' <"${file%/*}/cgroup.controllers" | while read -r controller; do echo "+$controller" >"$file" 2>/dev/null || true; done
    done
    return
  fi
  for hierarchy in /sys/fs/cgroup/*/; do
    if [ -L "${hierarchy%/}" ] || [ ! -e "$hierarchy/cgroup.procs" ] || [ "$(basename "$hierarchy")" = unified ]; then continue; fi
    mkdir -p "$hierarchy$1"
    # A new cpuset is empty, and nothing can run in an empty one.
    for file in cpuset.cpus cpuset.mems; do
      [ ! -e "$hierarchy$file" ] || cat "$hierarchy$file" >"$hierarchy$1/$file"
    done
  done
}

# remove_cgroups GROUP: says what stays
remove_cgroups() {
  local directory deadline=$((SECONDS + 10))
  # The processes of pods are in other network namespaces; they ended with PID 1 of the node, and the last of them may still be ending.
  while directory=$(cgroup_directories "$1") && [ -n "$directory" ]; do
    # shellcheck disable=SC2086 # paths made above, without spaces
    find $directory -depth -type d -exec rmdir {} + 2>/dev/null || true
    directory=$(cgroup_directories "$1")
    [ -n "$directory" ] || break
    if [ $SECONDS -ge $deadline ]; then say "these control groups are still in use: $directory"; return 1; fi
    sleep 0.05
  done
}

# stop_cluster: ends its processes and removes all that it has outside its state directory. Needs use_index. Says what stays.
stop_cluster() {
  local handle
  end_processes cluster_processes || return
  for handle in "$run/net" "$run"/node-*/net "$run/world" "$run/switch"; do umount "$handle" 2>/dev/null || true; done
  ip link del "$link" 2>/dev/null || true
  local code=0
  remove_cgroups "$cgroup" || code=1
  rm -rf "$run"
  return $code
}

# stop_node: the same for one node, as if its power had failed: what it wrote to its disk stays. Needs use_node.
stop_node() {
  end_processes processes_of "$node_run" || return
  # Its network would go with its last process too, but later.
  in_switch ip link del "$node" 2>/dev/null || true
  in_world ip link del "$uplink" 2>/dev/null || true
  umount "$node_run/net" 2>/dev/null || true
  remove_cgroups "$node_cgroup"
  rm -rf "$node_run" "${state:?}/run/$node"
}

# remove_state: the cluster's directory, and its kubeconfig where that has another place
remove_state() {
  local mounted
  while read -r mounted; do umount --lazy "$mounted"; done < <(awk -v s="$state/" 'index($2, s) == 1 {print $2}' /proc/self/mounts | sort -r)
  rm -rf "$state"
  if [ -L "$kubeconfig" ]; then rm -f "$kubeconfig"; fi
}
