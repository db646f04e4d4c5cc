# shellcheck shell=bash
# What cluster/test tries. Sourced by it.

on() { local each=$1; shift; "$checkout/.cluster/bin/kubectl" --kubeconfig "$checkout/.cluster/$each/kubeconfig" "$@"; }
within() { # SECONDS COMMAND...
  local deadline=$((SECONDS + $1)); shift
  until "$@"; do [ $SECONDS -lt $deadline ] || return 1; sleep 0.2; done
}
fails_with() { # CODE COMMAND...
  local wanted=$1 code=0; shift
  "$@" || code=$?
  [ "$code" = "$wanted" ] || { echo "exit code $code, not $wanted"; return 1; }
}

# ---- what a cluster leaves on the machine

remember() { # NAME: reads, while it is alive, how to know its traces
  local directory
  use_name "$1"; find_cluster; cluster_alive
  networks="$(namespace_of "$run/net")|$(namespace_of "$run/world")|$(namespace_of "$run/switch")" node_processes=$(namespace_of "/proc/$node_pid/ns/pid")
  for directory in "$run"/node-*/; do
    [ ! -d "$directory" ] || networks+="|$(namespace_of "$directory/net")" node_processes+="|$(cat "$directory/processes")"
  done
}
# traces: what there is of the remembered cluster, one line each
traces() {
  ip -o link show "$link" 2>/dev/null | sed 's/^/link /' || true
  awk -v s="$state/" -v r="$run/" 'index($2, s) == 1 || index($2, r) == 1 {print "mount " $2}' /proc/self/mounts
  find /sys/fs/cgroup -maxdepth 2 -type d -name "$cgroup" -printf 'cgroup %p\n'
  { stat -L -c '%d:%i %n' /proc/[0-9]*/ns/{net,pid} 2>/dev/null || true; } | grep -E "^($networks|$node_processes) " | while read -r _ handle; do
    ! grep -Eqs '^State:[[:space:]]+[^Z[:space:]]' "${handle%/ns/*}/status" || echo "process $handle"
  done
  for each in "$run" "$state"; do [ ! -e "$each" ] || echo "directory $each"; done
}
traces_of_every_kind() {
  local found; found=$(traces)
  for kind in link mount cgroup process.*net process.*pid "directory $run" "directory $state"; do
    grep -q "^$kind" <<<"$found" || { echo "no $kind in:"; echo "$found"; return 1; }
  done
}
no_traces() { local found; found=$(traces); [ -z "$found" ] || { echo "$found"; return 1; }; }
# Where the parts of a node would leave something, or set something, if nothing kept them from it.
machine_wide() {
  find /opt /etc /usr/libexec /var/lib /var/log -maxdepth 2 \( -path '*cni*' -o -path '*kube*' -o -path '*containerd*' -o -path '*pods*' \) | sort
  cat /proc/sys/kernel/panic /proc/sys/kernel/panic_on_oops /proc/sys/vm/overcommit_memory
}
unchanged() { diff <(echo "$machine_before") <(machine_wide); }

# ---- what runs in it

run_pod() { # CLUSTER NAME RUNTIME_CLASS SHELL_COMMAND [NODE]
  on "$1" apply -f - <<YAML
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "$2"}, "spec": {
  "restartPolicy": "Never", "terminationGracePeriodSeconds": 0, "runtimeClassName": "$3", "nodeSelector": {"kubernetes.io/hostname": "${5:-node-1}"}, "automountServiceAccountToken": false,
  "containers": [{"name": "task", "image": "$(cat "$checkout/.cluster/$1/busybox-digest")", "command": ["sh", "-c", "$4"],
    "volumeMounts": [{"name": "data", "mountPath": "/data"}]}],
  "securityContext": {"runAsUser": 10001, "runAsGroup": 10001, "fsGroup": 10001},
  "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "$2"}}]}}
---
{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "$2"}, "spec": {
  "accessModes": ["ReadWriteOncePod"], "resources": {"requests": {"storage": "8Mi"}}}}
YAML
}
ends() { # CLUSTER NAME PHASE
  on "$1" wait --for="jsonpath={.status.phase}=$3" "pod/$2" --timeout=40s || { on "$1" logs "$2"; on "$1" describe pod "$2"; return 1; }
}
run_to() { run_pod "$1" "${@:3}" && ends "$1" "$3" "$2"; } # CLUSTER PHASE NAME RUNTIME_CLASS SHELL_COMMAND [NODE]

volume_gone() { # CLUSTER NAME [NODE]
  local volumes=$checkout/.cluster/$1/${3:+$3/}volumes
  [ -n "$(ls "$volumes")" ] || { echo "there was none"; return 1; }
  on "$1" delete --wait=true "pod/$2" "pvc/$2" && within 10 nothing_in "$volumes"
}
nothing_in() { [ -z "$(ls "$1")" ]; }

deny_all() {
  on "$1" apply -f - <<YAML
{"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "deny"},
 "spec": {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}}
YAML
}
listen_in_world() { # CLUSTER [SOCAT_ADDRESS]
  # In a shell that ends at once, so that nobody here waits for it or reports its end: it ends with the cluster.
  ("$cluster_dir/exec" --name "$1" --in world -- socat "${2:-TCP-LISTEN:80,bind=169.254.169.254},fork,reuseaddr" SYSTEM:'echo open' >/dev/null 2>&1 </dev/null &)
}

one_audit_line() { # CLUSTER
  on "$1" create configmap audited
  python3 - "$checkout/.cluster/$1/log/audit.log" <<'PYTHON'
import json, sys
events = [json.loads(line) for line in open(sys.argv[1])]
found = [e for e in events if e["verb"] == "create" and e["objectRef"]["resource"] == "configmaps" and e["objectRef"].get("name") == "audited"]
assert len(found) == 1, found
event = found[0]
assert event["user"]["username"] == "admin" and event["responseStatus"]["code"] == 201 and event["stageTimestamp"], event
assert not [e for e in events if e["verb"] in ("get", "list", "watch") or e["stage"] == "RequestReceived"]
PYTHON
}

interrupted_up() { # NAME
  "$cluster_dir/down" --name "$1"
  "$cluster_dir/up" --name "$1" &
  local up=$!
  within 30 test -e "$checkout/.cluster/$1/log/kube-apiserver.log" || return 1
  kill -KILL $up
  wait $up || true
  fails_with "$EXIT_FAILED" "$cluster_dir/status" --name "$1"
}
lost_node() { # NAME NODE
  "$cluster_dir/node" --name "$1" kill "$2"
  fails_with "$EXIT_FAILED" "$cluster_dir/status" --name "$1"
}
found_node() { # NAME NODE
  "$cluster_dir/node" --name "$1" start "$2"
  "$cluster_dir/status" --name "$1"
}
kill_node() { # NAME
  use_name "$1"; find_cluster; cluster_alive
  kill -KILL "$node_pid"
  within 5 fails_with "$EXIT_NOT_RUNNING" "$cluster_dir/status" --name "$1"
}
same_image_twice() {
  local root; root=$(mktemp -d)
  mkdir -p "$root/one/d" "$root/two/d"; echo x >"$root/one/d/f"; sleep 1; (umask 077; echo x >"$root/two/d/f"); ln -s f "$root/one/d/l"; ln -s f "$root/two/d/l"
  for each in one two; do "$cluster_dir/oci-image" "$root/$each.tar" glovebox.local/x:1 "$root/$each" --user 1 -- /d/f; done
  cmp "$root/one.tar" "$root/two.tar" || return 1
  echo y >"$root/two/d/f"
  "$cluster_dir/oci-image" "$root/two.tar" glovebox.local/x:1 "$root/two" --user 1 -- /d/f
  ! cmp -s "$root/one.tar" "$root/two.tar" || return 1
  rm -rf "$root"
}
