#!/usr/bin/env bash
# What there is on a node of the local cluster for pods: lines "PLACE POD NAME". POD is the pod's UID, or "-" where none is
# told; what has no name of its own is numbered. Run inside the node, with the directory of its volumes as argument.
set -euo pipefail
shopt -s nullglob
volumes=$1

declare -A pod_of
while read -r id; do
  # It may end between the two.
  pod_of[$id]=$(ctr containers info "$id" 2>/dev/null | sed -n 's/.*"io.kubernetes.pod.uid": "\([^"]*\)".*/\1/p' | head -n 1) || true
  echo "container ${pod_of[$id]:--} $id"
done < <(ctr containers ls -q)
of() { echo "${pod_of[$1]:--}"; }

for each in /var/lib/kubelet/pods/*; do echo "kubelet-pod ${each##*/} ${each##*/}"; done
for each in /var/log/pods/*; do echo "log ${each##*_} ${each##*/}"; done
for each in "$volumes"/*; do echo "volume - ${each##*/}"; done
for each in /run/containerd/io.containerd.runtime.v2.task/k8s.io/*; do echo "task $(of "${each##*/}") ${each##*/}"; done
for each in /run/containerd/runsc/k8s.io/* /run/runsc/*; do
  id=${each##*/} id=${id%%_sandbox*}
  # runsc opens the lock of a container that it is asked about; while that is being deleted, it makes the file anew.
  if [[ $each == *.lock && ! -s $each && ! -e ${each%.lock}.state ]]; then echo "runsc-lock - ${each##*/}"; continue; fi
  echo "runsc $(of "${id%.state}") ${each##*/}"
done
while read -r id; do echo "snapshot $(of "$id") $id"; done < <(ctr snapshots ls | awk '$NF == "Active" {print $1}')
# An address that is still reserved is lost to the node.
for each in /var/lib/cni/networks/*/*.*.*.*; do
  read -r id <"$each" || true
  id=${id%$'\r'}
  echo "address $(of "$id") ${each##*/}"
done
grep -oE '/pods/[0-9a-f-]{36}/[^ ]*' /proc/self/mounts | sort -u | while IFS=/ read -r _ _ pod name; do echo "mount $pod $name"; done || true
# The control groups of all clusters of the machine are seen from here.
group=$(sed -n 's|^cgroupRoot: /\([a-z0-9/-]*\).*|\1|p' "$volumes/../etc/kubelet.yaml")
find /sys/fs/cgroup -type d -path "*/$group/*" -name 'pod*' -printf '%f\n' 2>/dev/null | sort -u | while read -r each; do echo "cgroup ${each#pod} $each"; done
# Neither a network namespace nor a sandbox's process says whose it is.
numbered() { local place=$1 n=0; while read -r _; do n=$((n + 1)); echo "$place - $n"; done; }
printf '%s\n' /run/netns/cni-* | { grep . || true; } | numbered network-namespace
{ pgrep -f '^runsc' || true; } | numbered runsc-process
{ pgrep -f '^[^ ]*/containerd-shim' || true; } | numbered shim
