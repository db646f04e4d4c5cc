package main

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Kind says what a target is.
type Kind string

// Protocol is how a target is tried.
type Protocol string

const (
	Canary    Kind = "Canary"
	APIServer Kind = "ApiServer"
	DNS       Kind = "Dns"
	Kubelet   Kind = "Kubelet"
	OwnNode   Kind = "OwnNode"
	Metadata  Kind = "Metadata"

	TCP Protocol = "TCP"
	UDP Protocol = "UDP"
)

var kinds = []Kind{Canary, APIServer, DNS, Kubelet, OwnNode, Metadata}

// Target is an address that the sandbox must not reach.
type Target struct {
	Name     string
	Kind     Kind
	Address  netip.AddrPort
	Protocol Protocol
	// Certified: something is known to answer there, so that "blocked" means something.
	Certified bool
	// ReportOnly: an answer is reported and does not fail the attestation (NetworkPolicy cannot block the own node).
	ReportOnly bool
}

func readReportOnly(o object) []Kind {
	var only []Kind
	for i, text := range o.texts("reportOnly", len(kinds)) {
		if !slices.Contains(kinds, Kind(text)) {
			o.fail(index("reportOnly", i), "must be one of %v, is %q", kinds, printable(text, maxNameSize))
		}
		only = append(only, Kind(text))
	}
	return only
}

func readTargets(o object, reportOnly []Kind) []Target {
	var targets []Target
	names := map[string]bool{}
	decisive := 0
	for i, item := range o.list("targets", maxTargets) {
		t := readTarget(o.asObject(index("targets", i), item))
		if names[t.Name] {
			o.fail(index("targets", i)+".name", "%q is given twice", t.Name)
		}
		names[t.Name] = true
		t.ReportOnly = slices.Contains(reportOnly, t.Kind)
		if !t.ReportOnly && t.Protocol == TCP {
			decisive++
		}
		targets = append(targets, t)
	}
	if decisive == 0 {
		o.fail("targets", "holds no TCP target that must be blocked, so nothing could be shown")
	}
	return targets
}

func readTarget(o object) Target {
	var t Target
	t.Name = o.text("name")
	if t.Name == "" || printable(t.Name, maxNameSize) != t.Name {
		o.fail(o.path+".name", "must be 1 to %d printable ASCII characters, is %q", maxNameSize, printable(t.Name, maxNameSize))
	}
	t.Kind = Kind(o.text("kind"))
	if !slices.Contains(kinds, t.Kind) {
		o.fail(o.path+".kind", "must be one of %v, is %q", kinds, printable(string(t.Kind), maxNameSize))
	}
	address, err := targetAddress(o.text("address"))
	if err != nil {
		o.fail(o.path+".address", "%v", err)
	}
	t.Address = netip.AddrPortFrom(address, uint16(o.integer("port", 1, 65535)))
	t.Protocol = Protocol(o.text("protocol"))
	if t.Protocol != TCP && t.Protocol != UDP {
		o.fail(o.path+".protocol", "must be TCP or UDP, is %q", printable(string(t.Protocol), maxNameSize))
	}
	t.Certified = o.boolean("certified")
	o.done()
	return t
}

// targetAddress refuses addresses that never leave the sandbox: nothing listens there, so they would always look blocked.
func targetAddress(text string) (netip.Addr, error) {
	if strings.HasPrefix(text, "$(") {
		return netip.Addr{}, fmt.Errorf("%q was not expanded by the kubelet: the variable is not set", printable(text, maxNameSize))
	}
	address, err := netip.ParseAddr(text)
	if err != nil || address.Zone() != "" {
		return netip.Addr{}, fmt.Errorf("must be an IP address without a zone, is %q", printable(text, maxNameSize))
	}
	address = address.Unmap()
	if address.IsUnspecified() || address.IsLoopback() || address.IsMulticast() {
		return netip.Addr{}, errors.New("must be another host's address, is " + address.String())
	}
	return address, nil
}
