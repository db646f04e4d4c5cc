package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// lab is a sandbox's network and the world behind it: two namespaces that the test makes and removes. Filter rules
// stand in the world's input chain, as a policy engine's stand on the node, outside the sandbox.
type lab struct {
	t              *testing.T
	sandbox, world string
}

// Addresses of the world. Every address of 10.77.0.0/16 is there too.
const (
	canaryAddress   = "10.77.0.10"
	metadataAddress = "169.254.169.254"
	nodeAddress     = "10.99.0.1"
	canaryAddressV6 = "fd77::10"
)

var labs atomic.Int32

func newLab(t *testing.T) *lab {
	t.Helper()
	needRoot(t)
	t.Parallel()
	id := fmt.Sprintf("gbp-%d-%d", os.Getpid(), labs.Add(1))
	l := &lab{t: t, sandbox: id + "s", world: id + "w"}
	for _, namespace := range []string{l.sandbox, l.world} {
		l.ip("netns", "add", namespace)
		t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", namespace).Run() })
		l.in(namespace, "ip", "link", "set", "lo", "up")
	}
	l.ip("-n", l.sandbox, "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", l.world)
	l.linkLocal(false)
	for namespace, address := range map[string]string{l.sandbox: "10.99.0.2/24", l.world: nodeAddress + "/24"} {
		l.ip("-n", namespace, "addr", "add", address, "dev", "eth0")
		l.ip("-n", namespace, "link", "set", "eth0", "up")
	}
	l.ip("-n", l.world, "addr", "add", metadataAddress+"/32", "dev", "lo")
	l.ip("-n", l.world, "route", "add", "local", "10.77.0.0/16", "dev", "lo")
	l.in(l.world, "nft", "add table inet netpol; add chain inet netpol input { type filter hook input priority 0; }")
	l.connect()
	return l
}

// linkLocal gives the sandbox an IPv6 address of the kernel's making, or none.
func (l *lab) linkLocal(on bool) {
	l.t.Helper()
	off := map[bool]string{true: "0", false: "1"}[on]
	l.in(l.sandbox, "sh", "-c", "echo "+off+" >/proc/sys/net/ipv6/conf/eth0/disable_ipv6")
	// The kernel makes the address a moment later, when it has heard from the link.
	for end := time.Now().Add(10 * time.Second); on && !strings.Contains(l.in(l.sandbox, "ip", "-6", "address"), "fe80::"); {
		if time.Now().After(end) {
			l.t.Fatal("eth0 has no link-local address after 10 s")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (l *lab) connect() { l.ip("-n", l.sandbox, "route", "add", "default", "via", nodeAddress) }

func (l *lab) disconnect() { l.ip("-n", l.sandbox, "route", "del", "default") }

func (l *lab) ip(arguments ...string) {
	l.t.Helper()
	if out, err := exec.Command("ip", arguments...).CombinedOutput(); err != nil {
		l.t.Fatalf("ip %v: %v\n%s", arguments, err, out)
	}
}

func (l *lab) in(namespace string, command ...string) string {
	l.t.Helper()
	out, err := exec.Command("ip", append([]string{"netns", "exec", namespace}, command...)...).CombinedOutput()
	if err != nil {
		l.t.Fatalf("%v: %v\n%s", command, err, out)
	}
	return string(out)
}

// policy replaces all filter rules, in one transaction.
func (l *lab) policy(rules ...string) {
	l.t.Helper()
	text := "flush chain inet netpol input"
	for _, rule := range rules {
		text += "; add rule inet netpol input " + rule
	}
	l.in(l.world, "nft", text)
}

// policyAfter changes the rules while the program runs. The test waits for it before it ends.
func (l *lab) policyAfter(delay time.Duration, rules ...string) {
	done := make(chan struct{})
	timer := time.AfterFunc(delay, func() { l.policy(rules...); close(done) })
	l.t.Cleanup(func() {
		if !timer.Stop() {
			<-done
		}
	})
}

// listen runs the real canary in the world, and waits until it answers there.
func (l *lab) listen(port int) {
	l.t.Helper()
	command := exec.Command("ip", "netns", "exec", l.world, probeBinary, "listen", fmt.Sprintf(`{"port":%d}`, port))
	must(l.t, command.Start())
	l.t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	l.waitFor(port)
}

// waitFor waits until something is bound to the port, over TCP and UDP.
func (l *lab) waitFor(port int) {
	l.t.Helper()
	want := fmt.Sprintf(":%04X", port)
	for range 200 {
		if strings.Contains(l.in(l.world, "cat", "/proc/net/tcp6", "/proc/net/tcp"), want) &&
			strings.Contains(l.in(l.world, "cat", "/proc/net/udp6", "/proc/net/udp"), want) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	l.t.Fatalf("nothing came up on port %d", port)
}

func (l *lab) attest(argument string) result {
	l.t.Helper()
	return runInBox(l.t, l.sandbox, box{}, argument)
}

type targetJSON map[string]any

func tcpTarget(name string, kind Kind, address string, port int, certified bool) targetJSON {
	return targetJSON{"name": name, "kind": kind, "address": address, "port": port, "protocol": "TCP", "certified": certified}
}

func udpTarget(name string, kind Kind, address string, port int) targetJSON {
	t := tcpTarget(name, kind, address, port, true)
	t["protocol"] = "UDP"
	return t
}

var (
	canaryTCP = tcpTarget("canary", Canary, canaryAddress, 8787, true)
	// The world's own address: what answers from a socket bound to all addresses answers from this one.
	canaryUDP   = udpTarget("canary-udp", Canary, nodeAddress, 8787)
	metadataTCP = tcpTarget("metadata", Metadata, metadataAddress, 80, false)
	ownNodeTCP  = tcpTarget("own-node", OwnNode, nodeAddress, 10250, false)
)

// argumentFor names no kernel of this machine as a node's, takes its release's start for the runtime's fingerprint and the
// release for the certified one.
func argumentFor(t *testing.T, giveUpAfterSeconds int, targets ...targetJSON) map[string]any {
	t.Helper()
	release, err := os.ReadFile(osreleaseFile)
	must(t, err)
	return map[string]any{
		"version": 1, "nonce": "7c1e-0a", "giveUpAfterSeconds": giveUpAfterSeconds, "targets": targets, "reportOnly": []string{"OwnNode"},
		"runtime": map[string]any{"kind": "Test", "cmdlineContains": []string{}, "osreleaseContains": []string{string(release[:3])}, "mountsContain": []string{},
			"guestKernels": []string{strings.TrimSpace(string(release))}},
		"nodeKernels": map[string]any{"bootIds": []string{kernelHash("no such boot id")}, "releases": []string{kernelHash("no such release")}},
		"runAsUser":   10001, "runAsGroup": 10001, "environment": []string{"PATH", "HOME"}, "workspace": map[string]any{"path": "/workspace"},
	}
}

func encoded(t *testing.T, argument map[string]any) string {
	t.Helper()
	text, err := json.Marshal(argument)
	must(t, err)
	return string(text)
}

// reaches is the positive control: a plain connection from the sandbox to the address.
func (l *lab) reaches(address string, port int) bool {
	l.t.Helper()
	target := net.JoinHostPort(address, fmt.Sprint(port))
	script := fmt.Sprintf("exec 3<>/dev/tcp/%s/%d", address, port)
	err := exec.Command("ip", "netns", "exec", l.sandbox, "timeout", "2", "bash", "-c", script).Run()
	l.t.Logf("plain connection to %s: %v", target, err)
	return err == nil
}
