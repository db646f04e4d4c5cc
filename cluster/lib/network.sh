# shellcheck shell=bash
# The cluster's network: host and nodes on one switch, and behind each node the world. Sourced by `up` and `node`.
#
# A node has no way to a real network. Its default route ends in "world", a namespace that owns the addresses a sandbox
# must never reach, so that a test can tell "blocked" from "not there". No packet leaves the machine.

# Cloud metadata: AWS, Azure, GCP and more; AWS ECS; Azure WireServer; Alibaba. Then a private network and the internet (RFC 5737).
readonly WORLD_ADDRESSES='169.254.169.254 169.254.170.2 168.63.129.16 100.100.100.200 192.168.77.7 203.0.113.10'
# With --ipv6: cloud metadata of AWS, and the internet (RFC 3849).
readonly WORLD_ADDRESSES6='fd00:ec2::254 2001:db8:113::10'

# A namespace with a handle of its own, not one of `ip netns`: that would leave a mount on /run/netns for ever.
make_namespace() { # HANDLE
  : >"$1"
  unshare --net="$1" true
  nsenter --net="$1" ip link set lo up
}

# A namespace of its own for the switch: on the machine, its packets would pass the machine's own firewall.
make_switch() {
  make_namespace "$run/switch"
  in_switch sh -c 'echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6' 2>/dev/null || true
  in_switch ip link add br0 type bridge
  in_switch ip link set br0 up
  # Names and addresses of the ends in their own namespaces are set before they come up, so nothing waits for anything.
  ip link add "$link" type veth peer name host netns "$run/switch"
  in_switch ip link set host master br0 up
  ip addr add "$host_ip/24" dev "$link"
  ip link set "$link" up
}

make_node_network() {
  make_namespace "$node_run/net"
  in_switch ip link add "$node" type veth peer name eth0 netns "$node_run/net"
  in_switch ip link set "$node" master br0 up
  in_node_net ip -batch - <<BATCH
addr add $node_ip/24 dev eth0
link set eth0 up
BATCH
  [ "$ipv6" != yes ] || in_node_net ip addr add "$node_ip6/64" dev eth0 nodad
}

make_world() {
  make_namespace "$run/world"
  for address in $WORLD_ADDRESSES; do echo "addr add $address/32 dev lo"; done | in_world ip -batch -
  [ "$ipv6" != yes ] || for address in $WORLD_ADDRESSES6; do echo "addr add $address/128 dev lo"; done | in_world ip -batch -
  # A new namespace inherits the host's setting. The world must swallow what is not its own and not send it back.
  in_world sh -c 'echo 0 >/proc/sys/net/ipv4/ip_forward; echo 0 >/proc/sys/net/ipv6/conf/all/forwarding'
}

# The node's way into the world, and to the pods of the other nodes.
connect_node() {
  local n
  in_node_net ip link add up0 type veth peer name "$uplink" netns "$run/world"
  {
    echo "addr add $uplink_ip/30 dev up0"
    echo "link set up0 up"
    echo "route add default via $uplink_world_ip"
    echo "route add 169.254.0.0/16 via $uplink_world_ip"
    for n in $(seq "$(recorded nodes)"); do
      [ "node-$n" = "$node" ] || (use_node "node-$n"; echo "route add $node_pod_range via $node_ip")
    done
  } | in_node_net ip -batch -
  {
    echo "addr add $uplink_world_ip/30 dev $uplink"
    echo "link set $uplink up"
    echo "route add $node_pod_range via $uplink_ip"
    [ "$node" != node-1 ] || echo "route add default via $uplink_ip"
  } | in_world ip -batch -
  in_node_net sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward
    # Policies are iptables rules, and traffic between two pods on one bridge passes them only with this.
    [ ! -e /proc/sys/net/bridge/bridge-nf-call-iptables ] || echo 1 >/proc/sys/net/bridge/bridge-nf-call-iptables'
  # The world sees the node's address, the pods of the other nodes see the pod's: else no policy there could select it.
  in_node_net iptables --wait -t nat -A POSTROUTING -s "$node_pod_range" ! -d "$pod_range" -j MASQUERADE
  [ "$ipv6" != yes ] || connect_node_by_ipv6
}

connect_node_by_ipv6() {
  local n
  {
    echo "addr add $uplink_ip6/64 dev up0 nodad"
    echo "route add default via $uplink_world_ip6"
    for n in $(seq "$(recorded nodes)"); do
      [ "node-$n" = "$node" ] || (use_node "node-$n"; echo "route add $node_pod_range6 via $node_ip6")
    done
  } | in_node_net ip -6 -batch -
  {
    echo "addr add $uplink_world_ip6/64 dev $uplink nodad"
    echo "route add $node_pod_range6 via $uplink_ip6"
    [ "$node" != node-1 ] || echo "route add default via $uplink_ip6"
  } | in_world ip -6 -batch -
  in_node_net sh -c 'echo 1 >/proc/sys/net/ipv6/conf/all/forwarding
    [ ! -e /proc/sys/net/bridge/bridge-nf-call-ip6tables ] || echo 1 >/proc/sys/net/bridge/bridge-nf-call-ip6tables'
  in_node_net ip6tables --wait -t nat -A POSTROUTING -s "$node_pod_range6" ! -d "$pod_range6" -j MASQUERADE
}
