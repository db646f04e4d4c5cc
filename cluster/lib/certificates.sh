# shellcheck shell=bash
# A certificate authority for one cluster and what it issues. Sourced by `up`.
# Elliptic-curve keys, for they are made in a millisecond where RSA takes up to a second. But RSA for who is given a kubeconfig:
# clients in Java (fabric8 and the official one) read no elliptic-curve key without a further library.

readonly elliptic='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1'

issue() { # NAME SUBJECT [NAMES_AND_ADDRESSES [KEY]]
  # shellcheck disable=SC2086 # KEY is several words
  openssl req -x509 ${4:-$elliptic} -nodes -days 365 -subj "$2" \
    -keyout "$1.key" -out "$1.crt" -CA ca.crt -CAkey ca.key -config <(
      printf '[req]\ndistinguished_name=dn\nx509_extensions=ext\n[dn]\n[ext]\nbasicConstraints=critical,CA:FALSE\n'
      printf 'keyUsage=critical,digitalSignature\nextendedKeyUsage=clientAuth,serverAuth\n'
      [ -z "${3:-}" ] || printf 'subjectAltName=%s\n' "$3"
    ) 2>/dev/null
}

# What the node's kubelet serves with, and is known by.
issue_kubelet() { issue "$node" "/O=system:nodes/CN=system:node:$node" "DNS:$node,IP:$node_ip"; }

make_certificates() (
  umask 077
  mkdir -p "$state/pki"
  cd "$state/pki" || exit
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj "/CN=glovebox-$name-ca" \
    -keyout ca.key -out ca.crt 2>/dev/null
  issue apiserver /CN=kube-apiserver "DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,DNS:localhost,IP:127.0.0.1,IP:$api_service_ip,IP:$api_ip"
  each_node issue_kubelet
  issue apiserver-kubelet /O=system:masters/CN=kube-apiserver-kubelet-client
  issue admin /O=system:masters/CN=admin "" "-newkey rsa:2048"
  issue controller-manager /CN=system:kube-controller-manager
  issue scheduler /CN=system:kube-scheduler
  issue proxy /CN=system:kube-proxy
  openssl ecparam -name prime256v1 -genkey -noout -out sa.key
  openssl ec -in sa.key -pubout -out sa.pub 2>/dev/null
)

write_kubeconfig() { # FILE USER
  (umask 077 && cat >"$1" <<YAML
apiVersion: v1
kind: Config
clusters: [{name: "glovebox-$name", cluster: {server: "https://$api_ip:6443", certificate-authority-data: $(base64 -w0 "$state/pki/ca.crt")}}]
users: [{name: "$2", user: {client-certificate-data: $(base64 -w0 "$state/pki/$2.crt"), client-key-data: $(base64 -w0 "$state/pki/$2.key")}}]
contexts: [{name: "glovebox-$name", context: {cluster: "glovebox-$name", user: "$2"}}]
current-context: "glovebox-$name"
YAML
  )
}
