# shellcheck shell=bash
# The binaries of the cluster: which module under go/ builds which, and from what. Versions are pinned in each go.mod.

# BINARY MODULE PACKAGE
binaries='
kube-apiserver            kubernetes   k8s.io/kubernetes/cmd/kube-apiserver
kube-controller-manager   kubernetes   k8s.io/kubernetes/cmd/kube-controller-manager
kube-scheduler            kubernetes   k8s.io/kubernetes/cmd/kube-scheduler
kube-proxy                kubernetes   k8s.io/kubernetes/cmd/kube-proxy
kubelet                   kubernetes   k8s.io/kubernetes/cmd/kubelet
kubectl                   kubernetes   k8s.io/kubernetes/cmd/kubectl
etcd                      etcd         go.etcd.io/etcd/server/v3
containerd                containerd   github.com/containerd/containerd/v2/cmd/containerd
containerd-shim-runc-v2   containerd   github.com/containerd/containerd/v2/cmd/containerd-shim-runc-v2
ctr                       containerd   github.com/containerd/containerd/v2/cmd/ctr
runsc                     gvisor       gvisor.dev/gvisor/runsc
containerd-shim-runsc-v1  gvisor-shim  .
kube-router               kube-router  github.com/cloudnativelabs/kube-router/v2/cmd/kube-router
provisioner               provisioner  .
pause                     pause        .
helm                      helm         helm.sh/helm/v3/cmd/helm
'
readonly API_ONLY_BINARIES='kube-apiserver kube-controller-manager etcd kubectl helm'
export API_ONLY_BINARIES

cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/glovebox/cluster

# version_in MODULE PATH: the version that go/MODULE/go.mod requires of PATH
version_in() { awk -v path="$2" '$1 == "require" {$0 = substr($0, 9)} $1 == path && $2 ~ /^v/ {print $2; exit}' "$cluster_dir/go/$1/go.mod"; }

# linker_flags MODULE: what a release of that upstream stamps into its binaries; a client and an installer ask for it
linker_flags() {
  local version minor
  case $1 in
    kubernetes)
      version=$(version_in kubernetes k8s.io/kubernetes) minor=${version#v1.}
      echo "-X k8s.io/component-base/version.gitVersion=$version -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=${minor%%.*}" ;;
    containerd) version=$(version_in containerd github.com/containerd/containerd/v2); echo "-X github.com/containerd/containerd/v2/version.Version=${version#v}" ;;
    helm) echo "-X helm.sh/helm/v3/internal/version.version=$(version_in helm helm.sh/helm/v3)" ;;
  esac
}

# module_directory MODULE: where its binaries are cached; the name has a hash of all that they are built from
module_directory() {
  local key
  key=$(cd "$cluster_dir/go/$1" && {
    echo "$go_version $(go env GOARCH)" "$(linker_flags "$1")"
    awk -v module="$1" '$2 == module' <<<"$binaries"
    find . -type f | LC_ALL=C sort | xargs sha256sum
  } | sha256sum)
  echo "$cache/$1-${key:0:16}"
}
