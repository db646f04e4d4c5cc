#!/usr/bin/env bash
# PID 1 of the node, in namespaces of its own: starts the parts and waits. When it dies, the kernel ends all that it started.
# Run by `up`, which exports the names and addresses used here.
set -euo pipefail

# Under the machine's /proc, which is still mounted here, the process number is the machine's: the one that others need.
read -r host_pid _ </proc/self/stat
mount -t proc proc /proc
hostname node-1
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
mkdir -p "$state/kubelet" /var/lib/kubelet
mount --bind "$state/kubelet" /var/lib/kubelet

# part NAME COMMAND...: starts a part; its words go to its log, and its end leaves NAME.ended
part() {
  local part=$1; shift
  (code=0; "$@" >"$state/log/$part.log" 2>&1 || code=$?; echo "$code" >"$state/run/$part.ended") &
}

pki=$state/pki etc=$state/etc
# Nobody needs this data after a crash of the machine, so etcd need not wait for the disk.
part etcd etcd --data-dir "$state/etcd" --unsafe-no-fsync --log-level warn \
  --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380
part kube-apiserver kube-apiserver --etcd-servers=http://127.0.0.1:2379 --advertise-address="$node_ip" --secure-port=6443 \
  --service-cluster-ip-range="$service_range" \
  --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" --client-ca-file="$pki/ca.crt" \
  --kubelet-client-certificate="$pki/apiserver-kubelet.crt" --kubelet-client-key="$pki/apiserver-kubelet.key" \
  --kubelet-certificate-authority="$pki/ca.crt" --kubelet-preferred-address-types=InternalIP \
  --service-account-key-file="$pki/sa.pub" --service-account-signing-key-file="$pki/sa.key" \
  --service-account-issuer=https://kubernetes.default.svc \
  --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged=true \
  --audit-policy-file="$etc/audit.yaml" --audit-log-path="$state/log/audit.log" --audit-log-maxsize=500 --audit-log-maxbackup=1
[ "$api_only" = yes ] || part containerd containerd --config "$etc/containerd.toml"

# Last, when the mounts are as they stay: from here on others may enter.
stat -L -c %d:%i /proc/self/ns/pid >"$run/processes"
echo "$host_pid" >"$run/pid.part"
mv "$run/pid.part" "$run/pid"

# `up` watches the same and gives up in time.
until curl --silent --fail --max-time 5 --cacert "$pki/ca.crt" "https://$node_ip:6443/readyz" >/dev/null; do sleep 0.05; done
# At its usual 20 requests a second it takes 5 s to make the accounts of its own controllers.
part kube-controller-manager kube-controller-manager \
  --kubeconfig="$etc/controller-manager.kubeconfig" --authentication-kubeconfig="$etc/controller-manager.kubeconfig" \
  --authorization-kubeconfig="$etc/controller-manager.kubeconfig" --leader-elect=false \
  --kube-api-qps=500 --kube-api-burst=500 --use-service-account-credentials=true --service-account-private-key-file="$pki/sa.key" --root-ca-file="$pki/ca.crt" \
  --cluster-signing-cert-file="$pki/ca.crt" --cluster-signing-key-file="$pki/ca.key" \
  --allocate-node-cidrs=true --cluster-cidr="$pod_range" --flex-volume-plugin-dir="$state/volume-plugins"
if [ "$api_only" = no ]; then
  part kube-scheduler kube-scheduler --kubeconfig="$etc/scheduler.kubeconfig" \
    --authentication-kubeconfig="$etc/scheduler.kubeconfig" --authorization-kubeconfig="$etc/scheduler.kubeconfig" --leader-elect=false
  part kubelet kubelet --config="$etc/kubelet.yaml" --kubeconfig="$etc/kubelet.kubeconfig" --hostname-override=node-1 --node-ip="$node_ip"
  # The conntrack limits belong to the whole machine; 0 leaves them as they are.
  part kube-proxy kube-proxy --kubeconfig="$etc/proxy.kubeconfig" --hostname-override=node-1 --proxy-mode=iptables --cluster-cidr="$pod_range" \
    --conntrack-max-per-core=0 --conntrack-tcp-timeout-established=0 --conntrack-tcp-timeout-close-wait=0
  part provisioner provisioner --kubeconfig="$etc/admin.kubeconfig" --root="$state/volumes" --node=node-1
  if [ "$netpol" = yes ]; then
    # It ends at once when its Node does not exist yet.
    until curl --silent --fail --max-time 5 --cacert "$pki/ca.crt" --cert "$pki/admin.crt" --key "$pki/admin.key" \
      "https://$node_ip:6443/api/v1/nodes/node-1" >/dev/null; do sleep 0.1; done
    NODE_NAME=node-1 part kube-router kube-router --kubeconfig="$etc/admin.kubeconfig" --hostname-override=node-1 \
      --run-firewall=true --run-router=false --run-service-proxy=false --run-loadbalancer=false --service-cluster-ip-range="$service_range"
  fi
fi
wait
