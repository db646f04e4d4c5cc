package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAReportWith600OpenTargetsStaysBelow4096Bytes(t *testing.T) {
	r := Report{Version: 1, Verdict: TimedOut, FailedChecks: []Check{AddressReachable}, Network: NetworkReport{Targets: 600}}
	for i := range 600 {
		r.Network.Open = append(r.Network.Open, fmt.Sprintf("metadata-%d.%s", i, strings.Repeat("\\", 60)))
	}
	var back Report
	line := r.encode()
	if err := json.Unmarshal(line, &back); err != nil || len(line) >= 4096 {
		t.Fatalf("%d bytes, error %v", len(line), err)
	}
	if !back.Truncated || len(back.Network.Open) == 0 || back.Network.Targets != 600 || back.FailedChecks[0] != AddressReachable {
		t.Errorf("cut to %+v", back)
	}
}

func TestEvenTheLongestTextsAreCutToFit(t *testing.T) {
	long := strings.Repeat("\"", 9000)
	r := Report{Details: []string{long}, Network: NetworkReport{NotUp: []string{long}}, Process: ProcessReport{Environment: []string{long, long}}}
	if line := r.encode(); len(line) >= 4096 || !bytes.Contains(line, []byte(`"truncated":true`)) {
		t.Errorf("%d bytes: %.80s", len(line), line)
	}
}

func TestAnOrdinaryReportIsWhole(t *testing.T) {
	r := Report{Version: 1, Probe: "0.1.0", Nonce: "n", Verdict: Passed, FailedChecks: []Check{}, Details: []string{},
		Kernel:  KernelReport{Release: "4.19.0-gvisor", BootID: "b", Fingerprint: true},
		Network: NetworkReport{Targets: 14, Blocked: 14, Certified: 2, CertifiedBlocked: 2, Rounds: 3, LastOpenMilliseconds: 820, Open: []string{}, NotUp: []string{}, ReportOnlyOpen: []string{}},
		Process: ProcessReport{UID: 10001, GID: 10001, Capabilities: []string{}, NoNewPrivileges: true, ReadOnlyRoot: true, WorkspaceEmpty: true, Environment: []string{"HOSTNAME"}}, DurationMilliseconds: 1400}
	const want = `{"version":1,"probe":"0.1.0","nonce":"n","verdict":"Passed","failedChecks":[],"details":[],` +
		`"kernel":{"release":"4.19.0-gvisor","bootId":"b","fingerprint":true},` +
		`"network":{"targets":14,"blocked":14,"certified":2,"certifiedBlocked":2,"rounds":3,"lastOpenMilliseconds":820,"open":[],"notUp":[],"reportOnlyOpen":[]},` +
		`"process":{"uid":10001,"gid":10001,"capabilities":[],"noNewPrivileges":true,"readOnlyRoot":true,"serviceAccountToken":false,"workspaceEmpty":true,"environment":["HOSTNAME"]},` +
		`"durationMilliseconds":1400}`
	if got := string(r.encode()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAReportThatCannotBeDeliveredFails(t *testing.T) {
	log := filepath.Join(t.TempDir(), "termination-log")
	m := machine{terminationLog: log}
	if m.deliver([]byte("x")) == nil {
		t.Error("the file was not there, and nobody said so")
	}
	if err := os.WriteFile(log, []byte("something longer"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := m.deliver([]byte("report")); err != nil {
		t.Fatal(err)
	}
	if content, _ := os.ReadFile(log); string(content) != "report" {
		t.Errorf("log holds %q", content)
	}
}

func TestABadCallEndsWithCodeTwoAndSaysWhy(t *testing.T) {
	log := filepath.Join(t.TempDir(), "termination-log")
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{nil, "usage"},
		{[]string{"prove"}, `unknown command "prove"`},
		{[]string{"version", "x"}, "takes no argument"},
		{[]string{"attest"}, "exactly one JSON argument, got 0"},
		{[]string{"attest", validArgument, validArgument}, "exactly one JSON argument, got 2"},
		{[]string{"attest", `{"version":1}`}, "nonce: missing"},
		{[]string{"attest", changed(t, func(tree map[string]any) { tree["colour"] = "red" })}, "colour: unknown field"},
		{[]string{"attest", changed(t, func(tree map[string]any) { tree["runAsUser"] = "10001" })}, "runAsUser: must be a whole number, is a string"},
		{[]string{"survey"}, "exactly one JSON argument, got 0"},
		{[]string{"survey", validArgument}, "runtime.guestKernels: unknown field"},
		{[]string{"listen"}, "exactly one JSON argument, got 0"},
		{[]string{"listen", `{}`}, "port: missing"},
		{[]string{"listen", `{"port":8787,"host":"x"}`}, "host: unknown field"},
		{[]string{"listen", `{"port":"8787"}`}, "port: must be a whole number, is a string"},
	} {
		if err := os.WriteFile(log, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := run(c.arguments, &stdout, &stderr, machine{terminationLog: log})
		if code != exitBadArgument || !strings.Contains(stderr.String(), c.want) || stdout.Len() != 0 {
			t.Errorf("%q: exit code %d, said %q", c.arguments, code, stderr.String())
		}
		message, _ := os.ReadFile(log)
		if len(c.arguments) > 0 && slices.Contains([]string{"attest", "survey"}, c.arguments[0]) && !strings.Contains(string(message), c.want) {
			t.Errorf("%q: termination message %q", c.arguments, message)
		}
	}
}

func TestVersionIsPrinted(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run([]string{"version"}, &stdout, &stderr, machine{}); code != exitPassed || stdout.String() != version+"\n" {
		t.Errorf("exit code %d, printed %q", code, stdout.String())
	}
}
