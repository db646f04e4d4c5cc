# shellcheck shell=bash
# The parts that only the first node has. Sourced by node.sh, which has pki, etc and the function part.

# Nobody needs this data after a crash of the machine, so etcd need not wait for the disk.
part etcd etcd --data-dir "$state/etcd" --unsafe-no-fsync --log-level warn \
  --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380
part kube-apiserver kube-apiserver --etcd-servers=http://127.0.0.1:2379 --advertise-address="$api_ip" --secure-port=6443 \
  --service-cluster-ip-range="$(both "$service_range" "$service_range6")" \
  --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" --client-ca-file="$pki/ca.crt" \
  --kubelet-client-certificate="$pki/apiserver-kubelet.crt" --kubelet-client-key="$pki/apiserver-kubelet.key" \
  --kubelet-certificate-authority="$pki/ca.crt" --kubelet-preferred-address-types=InternalIP \
  --service-account-key-file="$pki/sa.pub" --service-account-signing-key-file="$pki/sa.key" \
  --service-account-issuer=https://kubernetes.default.svc \
  --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged=true \
  --audit-policy-file="$etc/audit.yaml" --audit-log-path="$state/log/audit.log" --audit-log-maxsize=500 --audit-log-maxbackup=1

# start_controllers: when the API server answers
start_controllers() {
  # At its usual 20 requests a second it takes 5 s to make the accounts of its own controllers.
  part kube-controller-manager kube-controller-manager \
    --kubeconfig="$etc/controller-manager.kubeconfig" --authentication-kubeconfig="$etc/controller-manager.kubeconfig" \
    --authorization-kubeconfig="$etc/controller-manager.kubeconfig" --leader-elect=false \
    --kube-api-qps=500 --kube-api-burst=500 --use-service-account-credentials=true --service-account-private-key-file="$pki/sa.key" --root-ca-file="$pki/ca.crt" \
    --cluster-signing-cert-file="$pki/ca.crt" --cluster-signing-key-file="$pki/ca.key" \
    --allocate-node-cidrs=true --cluster-cidr="$(both "$pod_range" "$pod_range6")" \
    --node-monitor-period=2s --node-monitor-grace-period=16s --flex-volume-plugin-dir="$state/volume-plugins"
  [ "$api_only" = yes ] || part kube-scheduler kube-scheduler --kubeconfig="$etc/scheduler.kubeconfig" \
    --authentication-kubeconfig="$etc/scheduler.kubeconfig" --authorization-kubeconfig="$etc/scheduler.kubeconfig" --leader-elect=false
}
