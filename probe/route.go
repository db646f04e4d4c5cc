package main

import (
	"net"
	"net/netip"
	"strings"
)

// ways is how the sandbox is connected.
type ways struct {
	defaultRoute bool // of either family
	v4, v6       bool // it has an address of that family, other than loopback and link-local ones
}

func (w ways) hasFamilyOf(t Target) bool {
	if t.Address.Addr().Is4() {
		return w.v4
	}
	return w.v6
}

// ways looks anew each time: the network may come up while the probe runs. What cannot be seen is assumed in the way
// that keeps a target from counting as blocked.
func (m machine) ways() ways {
	v4, _ := m.read("/proc/net/route")
	v6, _ := m.read("/proc/net/ipv6_route")
	addresses, err := net.InterfaceAddrs()
	w := ways{defaultRoute: defaultRouteV4(v4) || defaultRouteV6(v6), v4: err != nil, v6: err != nil}
	for _, address := range addresses {
		prefix, err := netip.ParsePrefix(address.String())
		ip := prefix.Addr().Unmap()
		switch {
		case err != nil:
			w.v4, w.v6 = true, true
		case ip.IsLoopback() || ip.IsLinkLocalUnicast():
		case ip.Is4():
			w.v4 = true
		default:
			w.v6 = true
		}
	}
	return w
}

// defaultRouteV4 looks for a default route that does not lead to the loopback device.
func defaultRouteV4(table string) bool {
	for _, line := range strings.Split(table, "\n") {
		// Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
		f := strings.Fields(line)
		if len(f) >= 8 && f[0] != "lo" && f[0] != "*" && f[1] == "00000000" && f[7] == "00000000" {
			return true
		}
	}
	return false
}

func defaultRouteV6(table string) bool {
	zero := strings.Repeat("0", 32)
	for _, line := range strings.Split(table, "\n") {
		// destination prefix-length source prefix-length next-hop metric references use flags device
		f := strings.Fields(line)
		if len(f) == 10 && f[0] == zero && f[1] == "00" && f[9] != "lo" {
			return true
		}
	}
	return false
}
