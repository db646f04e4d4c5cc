package main

import (
	"fmt"
	"net"
)

// ipv6Addresses names the IPv6 addresses of the sandbox. A kernel gives a link-local one to each interface by itself, also
// where the cluster has no IPv6; a policy engine that writes IPv4 rules only then leaves the API server, the kubelet and
// other sandboxes open, at addresses of the node's bridge that no API shows. Without a certified IPv6 target nothing can
// show that they are blocked: silence of an address that was guessed proves nothing.
func ipv6Addresses(targets []Target) ([]string, error) {
	for _, t := range targets {
		if t.Certified && t.Address.Addr().Is6() {
			return nil, nil // the engine is seen to block IPv6, or the sandbox fails
		}
	}
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, err
	}
	var found []string
	for _, one := range interfaces {
		addresses, err := one.Addrs()
		if err != nil {
			return nil, err
		}
		for _, address := range addresses {
			if ip, ok := address.(*net.IPNet); ok && ip.IP.To4() == nil && !ip.IP.IsLoopback() {
				found = append(found, fmt.Sprintf("%s on %s", ip.IP, one.Name))
			}
		}
	}
	return found, nil
}

// judgeLinks fails a sandbox that has a way out which no target stands for.
func judgeLinks(found []string, err error) []failure {
	switch {
	case err != nil:
		return []failure{{AddressReachable, fmt.Sprintf("the interfaces cannot be seen: %v", err)}}
	case len(found) > 0:
		return []failure{{AddressReachable, fmt.Sprintf("IPv6 address %s, and no IPv6 target is known to answer, so that nothing shows "+
			"that the node and its pods are blocked there: turn IPv6 off in pods (CNI plugin tuning, net.ipv6.conf.eth0.disable_ipv6=1)", found[0])}}
	}
	return nil
}
