# shellcheck shell=bash
# The cluster's network: host <-> node <-> world. Sourced by `up`.
#
# The node has no way to a real network. Its default route ends in "world", a namespace that owns the addresses a sandbox
# must never reach, so that a test can tell "blocked" from "not there". No packet leaves the machine.

# Cloud metadata: AWS, Azure, GCP and more; AWS ECS; Azure WireServer; Alibaba. Then a private network and the internet (RFC 5737).
readonly WORLD_ADDRESSES='169.254.169.254 169.254.170.2 168.63.129.16 100.100.100.200 192.168.77.7 203.0.113.10'

# A namespace with a handle of its own, not one of `ip netns`: that would leave a mount on /run/netns for ever.
make_namespace() { # HANDLE
  : >"$1"
  unshare --net="$1" true
  nsenter --net="$1" ip link set lo up
}

make_node_network() {
  make_namespace "$run/net"
  # Names and addresses of the ends in their own namespaces are set before they come up, so nothing waits for anything.
  ip link add "$link" type veth peer name eth0 netns "$run/net"
  ip addr add "$host_ip/24" dev "$link"
  ip link set "$link" up
  in_node_net ip -batch - <<BATCH
addr add $node_ip/24 dev eth0
link set eth0 up
BATCH
}

make_world() {
  make_namespace "$run/world"
  in_node_net ip link add up0 type veth peer name eth0 netns "$run/world"
  in_node_net ip -batch - <<BATCH
addr add $uplink_ip/30 dev up0
link set up0 up
route add default via $world_ip
route add 169.254.0.0/16 via $world_ip
BATCH
  {
    echo "addr add $world_ip/30 dev eth0"
    echo "link set eth0 up"
    echo "route add default via $uplink_ip"
    for address in $WORLD_ADDRESSES; do echo "addr add $address/32 dev lo"; done
  } | in_world ip -batch -
  # A new namespace inherits the host's setting. The world must swallow what is not its own and not send it back.
  in_world sh -c 'echo 0 >/proc/sys/net/ipv4/ip_forward'
  in_node_net sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward
    # Policies are iptables rules, and traffic between two pods on one bridge passes them only with this.
    [ ! -e /proc/sys/net/bridge/bridge-nf-call-iptables ] || echo 1 >/proc/sys/net/bridge/bridge-nf-call-iptables'
}
