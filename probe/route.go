package main

import "strings"

// hasDefaultRoute looks for a default route of either family that is up and does not lead to the loopback device.
func (m machine) hasDefaultRoute() bool {
	v4, _ := m.read("/proc/net/route")
	v6, _ := m.read("/proc/net/ipv6_route")
	return defaultRouteV4(v4) || defaultRouteV6(v6)
}

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
