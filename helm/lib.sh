# Sourced by the scripts beside it, from the top of the checkout: which helm, and what it is given when there is no cluster.
# shellcheck shell=bash
# shellcheck disable=SC2034  # used by those who source this

# A digest that no image has: what is not filled in fails to pull.
no_digest=sha256:$(printf '0%.0s' {1..64})

# The oldest Kubernetes that the chart admits. A helm that was built by `go build` knows no version of its own.
kube_version=1.34.0

helm=${HELM:-}
if [ -z "$helm" ]; then
  if [ -x .cluster/bin/helm ]; then helm=.cluster/bin/helm; else helm=$(command -v helm || true); fi
fi
[ -n "$helm" ] || { echo "helm is missing: put helm 3 on PATH, or run cluster/build, which makes .cluster/bin/helm" >&2; exit 1; }
