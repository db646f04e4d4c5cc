package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func FuzzAnAcceptedArgumentKeepsItsPromises(f *testing.F) {
	for _, valid := range []string{validArgument, validSurvey} {
		f.Add(valid)
		for _, change := range [][2]string{{"10.244.0.5", "::1"}, {"10.244.0.5", "fd00::5"}, {"10.244.0.5", "::ffff:127.0.0.1"}, {"8787", "8787.0"},
			{`"reportOnly":["OwnNode"]`, `"reportOnly":["Canary","OwnNode"]`}, {"canary-0", "\u00e9\u0000"}, {"-gvisor", "\xff\xfe\xfd"}, {"-gvisor", `\ud800`},
			{`"mountsContain":[]`, `"mountsContain":[],"guestKernels":["4.4.0"]`}, {`"version":1`, `"version":1,"Version":1`}, {`"version":1`, `"version":1,"version":1`}} {
			f.Add(strings.Replace(valid, change[0], change[1], 1))
		}
	}
	f.Add("{}")
	f.Add(`{"version":1,"targets":[{}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, survey := range []bool{false, true} {
			read := parseArgument
			if survey {
				read = parseSurvey
			}
			a, err := read(text)
			if err != nil {
				if err.Error() == "" || !printableLine(err.Error()) {
					t.Errorf("the error must say something, on one line: %q", err)
				}
				continue
			}
			if !json.Valid([]byte(text)) || !utf8.ValidString(text) {
				t.Errorf("accepted what is not JSON: %q", text)
			}
			wantPromises(t, a, survey)
			if back, err := read(written(t, a, survey)); err != nil || !reflect.DeepEqual(a, back) {
				t.Errorf("read as %+v, written and read again as %+v, error %v", a, back, err)
			}
		}
	})
}

// printableLine: the text becomes a termination message, which others print.
func printableLine(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == 0x7f })
}

func wantPromises(t *testing.T, a Argument, survey bool) {
	t.Helper()
	decisive, names := 0, map[string]bool{}
	for _, target := range a.Targets {
		address := target.Address.Addr()
		if !target.Address.IsValid() || address.IsLoopback() || address.IsUnspecified() || address.IsMulticast() || address.Is4In6() || target.Address.Port() == 0 {
			t.Errorf("accepted target %v", target)
		}
		if names[target.Name] {
			t.Errorf("two targets are called %q", target.Name)
		}
		names[target.Name] = true
		if target.Protocol == TCP && !target.ReportOnly {
			decisive++
		}
	}
	if decisive == 0 || len(a.NodeKernels.BootIDs) == 0 || len(a.NodeKernels.Releases) == 0 || a.GiveUpAfter <= 0 || !validNonce(a.Nonce) {
		t.Errorf("accepted %+v", a)
	}
	if survey && (a.Until != Answered && a.Until != Silent || a.Runtime.GuestKernels != nil) ||
		!survey && (a.RunAsUser == 0 || len(a.Runtime.GuestKernels) == 0) {
		t.Errorf("accepted %+v", a)
	}
}

// written makes the argument's JSON anew, from what was read only.
func written(t *testing.T, a Argument, survey bool) string {
	t.Helper()
	reportOnly, targets := map[Kind]bool{}, []any{}
	for _, target := range a.Targets {
		reportOnly[target.Kind] = target.ReportOnly
		targets = append(targets, map[string]any{"name": target.Name, "kind": target.Kind, "address": target.Address.Addr().String(),
			"port": target.Address.Port(), "protocol": target.Protocol, "certified": target.Certified})
	}
	only := []Kind{}
	for kind, yes := range reportOnly {
		if yes {
			only = append(only, kind)
		}
	}
	list := func(texts []string) []string { return append([]string{}, texts...) }
	runtime := map[string]any{"kind": a.Runtime.Kind, "cmdlineContains": list(a.Runtime.CmdlineContains),
		"osreleaseContains": list(a.Runtime.OsreleaseContains), "mountsContain": list(a.Runtime.MountsContain)}
	tree := map[string]any{"version": 1, "nonce": a.Nonce, "giveUpAfterSeconds": a.GiveUpAfter / time.Second, "targets": targets,
		"reportOnly": only, "runtime": runtime, "nodeKernels": map[string]any{"bootIds": a.NodeKernels.BootIDs, "releases": a.NodeKernels.Releases}}
	if survey {
		tree["until"] = a.Until
	} else {
		runtime["guestKernels"] = a.Runtime.GuestKernels
		tree["runAsUser"], tree["runAsGroup"], tree["environment"] = a.RunAsUser, a.RunAsGroup, list(a.Environment)
		if a.Workspace != "" {
			tree["workspace"] = map[string]any{"path": a.Workspace}
		}
	}
	return encoded(t, tree)
}
