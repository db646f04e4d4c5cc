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

# find_promtool: prints the path of Prometheus' own checker of rules; where there is none, it is taken out of Debian's package
# without installing that: the package would start a server
find_promtool() {
  local there=.build/promtool
  if [ -n "${PROMTOOL:-}" ]; then echo "$PROMTOOL"; return; fi
  if command -v promtool; then return; fi
  if [ ! -x $there/promtool ]; then
    command -v apt-get >/dev/null || { echo "promtool is missing: put it on PATH, it is part of Prometheus" >&2; return 1; }
    rm -rf $there && mkdir -p $there/package
    (
      cd $there/package
      apt-get download -q prometheus || { apt-get update -q && apt-get download -q prometheus; }
      dpkg-deb -x prometheus_*.deb . && mv usr/bin/promtool ..
    ) >$there/log 2>&1 || { cat $there/log >&2; return 1; }
    rm -rf $there/package
  fi
  echo $there/promtool
}
