#!/usr/bin/env bash
# PID 1 of a node, in namespaces of its own: starts the parts and waits. When it dies, the kernel ends all that it started.
# Run by `up` and `node`, which export the names and addresses used here. The first node has the control plane.
set -euo pipefail

# Under the machine's /proc, which is still mounted here, the process number is the machine's: the one that others need.
read -r host_pid _ </proc/self/stat
mount -t proc proc /proc
hostname "$node"
export PATH=$state/bin:$PATH:/usr/sbin:/sbin

# This namespace began as a copy of the machine's mounts; a copied handle would keep another cluster's network alive.
awk '$3 == "nsfs" {print $2}' /proc/self/mounts | while read -r handle; do umount "$handle" || true; done

# fresh DIRECTORY: empty, and this node's own, but for the paths that the node needs. So nothing that its parts leave
# outside the state directory is left on the machine, and two nodes do not meet there.
fresh() {
  local path fd i kept=() handles=()
  for path in "$state" "$cache" "$run"; do
    if [[ $path == "$1"/* ]]; then exec {fd}<"$path"; kept+=("$path"); handles+=("$fd"); fi
  done
  mount -t tmpfs -o mode=0755 tmpfs "$1"
  for i in "${!kept[@]}"; do
    fd=${handles[$i]}
    mkdir -p "${kept[$i]}"
    # Not canonicalized: that would turn the handle back into the path, where the new and empty directory is now.
    mount --no-canonicalize --bind "/proc/self/fd/$fd" "${kept[$i]}"
    exec {fd}<&-
  done
}
fresh /run
fresh /var/lib
fresh /var/log
cd "$state"

# instead_of FILE CONTENT_FILE: lets the node see CONTENT_FILE under the name FILE
instead_of() {
  local target
  target=$(realpath -m "$1")
  if [ ! -e "$target" ]; then
    [[ $target == /run/* || $target == /var/lib/* ]] || return 0
    mkdir -p "$(dirname "$target")"; : >"$target"
  fi
  mount --bind "$2" "$target"
}
instead_of /etc/hosts "$state/etc/hosts"
instead_of /etc/resolv.conf "$state/etc/resolv.conf"

# The kubelet sets these for the whole machine, unless it finds them set: so it finds them set, and the machine keeps its own.
for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 \
  kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
  file=$state/etc/sysctl/${setting%=*}
  mkdir -p "$(dirname "$file")"
  echo "${setting#*=}" >"$file"
  mount --bind "$file" "/proc/sys/${setting%=*}"
done

# On the disk, for it counts what pods write; under the usual path, for it holds sockets, whose paths must be short.
mkdir -p "$node_dir/kubelet" /var/lib/kubelet
mount --bind "$node_dir/kubelet" /var/lib/kubelet
# The volumes of an earlier life were memory, and are gone: an empty directory must not be taken for one of them.
find "$node_dir/volumes" -mindepth 1 -maxdepth 1 -type d -empty -delete

# part NAME COMMAND...: starts a part; its words go to its log, and its end leaves NAME.ended
part() {
  local part=$1; shift
  (code=0; "$@" >"$state/log/$node_prefix$part.log" 2>&1 || code=$?; echo "$code" >"$state/run/$node_prefix$part.ended") &
}

# run_kubelet OPTION...: it ends at once where it comes before containerd is ready for it, and is then started again
run_kubelet() {
  local code started
  for _ in {1..50}; do
    code=0 started=$SECONDS
    kubelet "$@" || code=$?
    if [ $((SECONDS - started)) -gt 5 ]; then break; fi
    sleep 0.2
  done
  return "$code"
}

# both IPV4 IPV6 [BETWEEN]: the first, and the second where the cluster has IPv6, with a comma between
both() { if [ "$ipv6" = yes ]; then echo "$1${3:-,}$2"; else echo "$1"; fi; }

# register: makes the Node where there is none. The kubelet would, and then the controller manager would choose its pods' range;
# the routes are made for this one.
register() {
  local code
  until code=$(curl --silent --max-time 5 --cacert "$pki/ca.crt" --cert "$pki/admin.crt" --key "$pki/admin.key" --output /dev/null --write-out '%{http_code}' \
    --header 'Content-Type: application/json' "https://$api_ip:6443/api/v1/nodes" --data-binary @- <<JSON
{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "$node", "labels": {"kubernetes.io/hostname": "$node"}},
 "spec": {"podCIDR": "$node_pod_range", "podCIDRs": ["$(both "$node_pod_range" "$node_pod_range6" '", "')"]}}
JSON
  ) && [[ $code = 201 || $code = 409 ]]; do sleep 0.1; done
}

pki=$state/pki etc=$state/etc
if [ "$node" = node-1 ]; then
  # shellcheck source=control-plane.sh
  . "$(dirname "$0")/control-plane.sh"
fi
[ "$api_only" = yes ] || part containerd containerd --config "$node_dir/etc/containerd.toml"

# Last, when the mounts are as they stay: from here on others may enter.
stat -L -c %d:%i /proc/self/ns/pid >"$node_run/processes"
echo "$host_pid" >"$node_run/pid.part"
mv "$node_run/pid.part" "$node_run/pid"

# `up` watches the same and gives up in time.
until curl --silent --fail --max-time 5 --cacert "$pki/ca.crt" "https://$api_ip:6443/readyz" >/dev/null; do sleep 0.05; done
[ "$node" != node-1 ] || start_controllers
if [ "$api_only" = no ]; then
  register
  part kubelet run_kubelet --config="$node_dir/etc/kubelet.yaml" --kubeconfig="$etc/kubelet-$node.kubeconfig" --hostname-override="$node" --node-ip="$(both "$node_ip" "$node_ip6")"
  # The conntrack limits belong to the whole machine; 0 leaves them as they are.
  part kube-proxy kube-proxy --kubeconfig="$etc/proxy.kubeconfig" --hostname-override="$node" --proxy-mode=iptables --cluster-cidr="$(both "$pod_range" "$pod_range6")" \
    --conntrack-max-per-core=0 --conntrack-tcp-timeout-established=0 --conntrack-tcp-timeout-close-wait=0
  part provisioner provisioner --kubeconfig="$etc/admin.kubeconfig" --root="$node_dir/volumes" --node="$node"
  if [[ ,$node_without, != *,no-netpol,* ]]; then
    # It ends at once when its Node has no address yet.
    until curl --silent --fail --max-time 5 --cacert "$pki/ca.crt" --cert "$pki/admin.crt" --key "$pki/admin.key" \
      "https://$api_ip:6443/api/v1/nodes/$node" | grep -q InternalIP; do sleep 0.1; done
    NODE_NAME=$node part kube-router kube-router --kubeconfig="$etc/admin.kubeconfig" --hostname-override="$node" \
      --run-firewall=true --run-router=false --run-service-proxy=false --run-loadbalancer=false --enable-ipv6="$([ "$ipv6" = yes ] && echo true || echo false)" --service-cluster-ip-range="$(both "$service_range" "$service_range6")"
  fi
fi
wait
