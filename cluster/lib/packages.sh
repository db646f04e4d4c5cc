# shellcheck shell=bash
# What the machine must have. Sourced by `up` and `build`.

# CNI plug-ins: where Debian has them, where others have them
cni_directory() {
  local d
  for d in /usr/lib/cni /opt/cni/bin /usr/libexec/cni; do
    if [ -x "$d/bridge" ]; then echo "$d"; return 0; fi
  done
  return 1
}

static_busybox() {
  local file
  file=$(command -v busybox) && ! ldd "$file" >/dev/null 2>&1 && echo "$file"
}

have() {
  case $1 in
    containernetworking-plugins) cni_directory ;;
    busybox-static) static_busybox ;;
    iproute2) command -v ip ;;
    util-linux) command -v nsenter && command -v unshare && command -v flock && command -v setsid ;;
    ca-certificates) [ -e /etc/ssl/certs/ca-certificates.crt ] || [ -e /etc/pki/tls/certs/ca-bundle.crt ] ;;
    *) command -v "$1" ;;
  esac >/dev/null 2>&1
}

# need_packages PACKAGE...: installs what is missing where apt is there; elsewhere names it
need_packages() {
  local package missing=() log
  for package in "$@"; do have "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null ||
    die "$EXIT_MACHINE" "missing: ${missing[*]} (Debian's package names). This machine has no apt-get; install them with its own package manager, then run this again"
  say "installing with apt-get: ${missing[*]}"
  log=$(mktemp)
  # The lists of a fresh machine are empty or old, so a first failure is answered by fetching them.
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1 ||
    { apt-get update >>"$log" 2>&1; DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1; } ||
    { show_log "$log"; die "$EXIT_MACHINE" "could not install them. Run: apt-get update && apt-get install ${missing[*]}"; }
  rm -f "$log"
  for package in "${missing[@]}"; do
    have "$package" || die "$EXIT_MACHINE" "$package is installed and what it should bring is still not on PATH ($PATH)"
  done
}

# need_go: a Go that can build what go.mod asks for; sets go_version
need_go() {
  local wanted found
  wanted=$(sed -n 's/^go //p' "$cluster_dir/go/pause/go.mod")
  command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin
  command -v go >/dev/null || die "$EXIT_MACHINE" "Go $wanted or newer is needed to build the cluster's binaries, and there is no 'go' on PATH.
Install it from https://go.dev/dl/ (unpack into /usr/local, then: export PATH=\$PATH:/usr/local/go/bin) and run this again"
  found=$(cd / && GOTOOLCHAIN=local go env GOVERSION)
  # Go 1.21 and newer fetch the version that a go.mod names; distributions switch that off by default, so it is switched on here.
  [ -n "${GOTOOLCHAIN:-}" ] || export GOTOOLCHAIN=auto
  go_version=$(cd "$cluster_dir/go/pause" && go env GOVERSION 2>/dev/null) ||
    die "$EXIT_MACHINE" "Go $wanted or newer is needed to build the cluster's binaries; this is $found ($(command -v go)), and it did not fetch a newer one.
Install one from https://go.dev/dl/, or unset GOTOOLCHAIN so that Go may fetch it, and run this again"
}
