package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
)

const validArgument = `{"version":1,"nonce":"7c1e-0a","giveUpAfterSeconds":300,
 "targets":[{"name":"canary-0","kind":"Canary","address":"10.244.0.5","port":8787,"protocol":"TCP","certified":true},
            {"name":"dns","kind":"Dns","address":"10.96.0.10","port":53,"protocol":"UDP","certified":false},
            {"name":"own-node-kubelet","kind":"OwnNode","address":"172.30.0.1","port":10250,"protocol":"TCP","certified":false}],
 "reportOnly":["OwnNode"],
 "runtime":{"kind":"GVisor","cmdlineContains":["-gvisor"],"osreleaseContains":["-gvisor"],"mountsContain":[],"guestKernels":["4.19.0-gvisor"]},
 "nodeKernels":{"bootIds":["0123456789abcdef"],"releases":["fedcba9876543210"]},
 "runAsUser":10001,"runAsGroup":10001,
 "environment":["HOSTNAME","PATH","HOME","GLOVEBOX_HOST_IP"],
 "workspace":{"path":"/workspace"}}`

// changed returns the valid argument after a change to its tree.
func changed(t testing.TB, change func(map[string]any)) string {
	t.Helper()
	var tree map[string]any
	if err := json.Unmarshal([]byte(validArgument), &tree); err != nil {
		t.Fatal(err)
	}
	change(tree)
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func firstTarget(tree map[string]any) map[string]any {
	return tree["targets"].([]any)[0].(map[string]any)
}

func TestAValidArgumentIsReadWhole(t *testing.T) {
	a, err := parseArgument(validArgument)
	if err != nil {
		t.Fatal(err)
	}
	if a.Nonce != "7c1e-0a" || a.GiveUpAfter != 300*time.Second || a.RunAsUser != 10001 || a.RunAsGroup != 10001 ||
		a.Workspace != "/workspace" || len(a.Environment) != 4 || len(a.Targets) != 3 {
		t.Errorf("read as %+v", a)
	}
	first, last := a.Targets[0], a.Targets[2]
	if first.Address.String() != "10.244.0.5:8787" || !first.Certified || first.ReportOnly || first.Protocol != TCP {
		t.Errorf("first target read as %+v", first)
	}
	if !last.ReportOnly {
		t.Error("a target of a report-only kind must be report-only")
	}
}

func TestGuestKernelsAreReadInFull(t *testing.T) {
	want := []string{"4.19.0-gvisor", "4.4.0"}
	a, err := parseArgument(changed(t, func(tree map[string]any) { tree["runtime"].(map[string]any)["guestKernels"] = want }))
	if err != nil || !slices.Equal(a.Runtime.GuestKernels, want) {
		t.Errorf("guest kernels %v, error %v", a.Runtime.GuestKernels, err)
	}
}

const validSurvey = `{"version":1,"nonce":"7c1e-0a","giveUpAfterSeconds":30,"until":"Answered",
 "targets":[{"name":"canary-0-tcp","kind":"Canary","address":"10.244.0.5","port":8787,"protocol":"TCP","certified":true},
            {"name":"canary-0-udp","kind":"Canary","address":"10.244.0.5","port":8787,"protocol":"UDP","certified":true}],
 "reportOnly":["OwnNode"],
 "runtime":{"kind":"GVisor","cmdlineContains":["-gvisor"],"osreleaseContains":["-gvisor"],"mountsContain":[]},
 "nodeKernels":{"bootIds":["0123456789abcdef"],"releases":["fedcba9876543210"]}}`

func TestASurveysArgumentIsReadWholeAndStrictly(t *testing.T) {
	a, err := parseSurvey(validSurvey)
	if err != nil || a.Until != Answered || len(a.Targets) != 2 || a.GiveUpAfter != 30*time.Second || len(a.NodeKernels.BootIDs) != 1 {
		t.Fatalf("read as %+v, error %v", a, err)
	}
	for _, c := range []struct{ from, to, want string }{
		{`"until":"Answered",`, ``, "until: missing"},
		{`"until":"Answered"`, `"until":"answered"`, `until: must be Answered or Silent, is "answered"`},
		{`"until":"Answered"`, `"until":"Passed"`, "until: must be Answered or Silent"},
		{`"until":"Answered"`, `"until":"Silent","runAsUser":1`, "runAsUser: unknown field"},
		{`"mountsContain":[]`, `"mountsContain":[],"guestKernels":["4.4.0"]`, "runtime.guestKernels: unknown field"},
		{`"protocol":"UDP"`, `"protocol":"TCP"`, "targets: holds no Canary with a TCP and a UDP target"},
		{`8787,"protocol":"UDP"`, `8788,"protocol":"UDP"`, "targets: holds no Canary with a TCP and a UDP target"},
		{`"reportOnly":["OwnNode"]`, `"reportOnly":["Canary"]`, "targets: holds no TCP target that must be blocked"},
		{`"nonce":"7c1e-0a"`, `"nonce":""`, "nonce: must be"},
	} {
		text := strings.Replace(validSurvey, c.from, c.to, 1)
		if _, err := parseSurvey(text); text == validSurvey || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: want an error with %q, got %v", c.to, c.from, c.want, err)
		}
	}
}

func TestTheWorkspaceMayBeAbsent(t *testing.T) {
	a, err := parseArgument(changed(t, func(tree map[string]any) { delete(tree, "workspace") }))
	if err != nil || a.Workspace != "" {
		t.Fatalf("workspace %q, error %v", a.Workspace, err)
	}
}

func TestEveryMissingFieldIsRefusedByName(t *testing.T) {
	places := map[string]func(map[string]any) map[string]any{
		"":             func(tree map[string]any) map[string]any { return tree },
		"targets[0].":  firstTarget,
		"runtime.":     func(tree map[string]any) map[string]any { return tree["runtime"].(map[string]any) },
		"nodeKernels.": func(tree map[string]any) map[string]any { return tree["nodeKernels"].(map[string]any) },
		"workspace.":   func(tree map[string]any) map[string]any { return tree["workspace"].(map[string]any) },
	}
	tried := 0
	for prefix, place := range places {
		var tree map[string]any
		if err := json.Unmarshal([]byte(validArgument), &tree); err != nil {
			t.Fatal(err)
		}
		for field := range place(tree) {
			if prefix == "" && field == "workspace" {
				continue
			}
			text := changed(t, func(tree map[string]any) { delete(place(tree), field) })
			wantError(t, text, prefix+field+": missing")
			text = changed(t, func(tree map[string]any) { place(tree)[field] = nil })
			wantError(t, text, prefix+field+": must be")
			tried++
		}
		wantError(t, changed(t, func(tree map[string]any) { place(tree)["extra"] = 1 }), prefix+"extra: unknown field")
	}
	if tried != 24 {
		t.Errorf("%d fields were tried; the contract has 24 that must be there", tried)
	}
}

func TestBadValuesAreRefusedWithTheFieldAndTheValue(t *testing.T) {
	set := func(field string, value any) func(map[string]any) {
		return func(tree map[string]any) { tree[field] = value }
	}
	target := func(field string, value any) func(map[string]any) {
		return func(tree map[string]any) { firstTarget(tree)[field] = value }
	}
	in := func(object, field string, value any) func(map[string]any) {
		return func(tree map[string]any) { tree[object].(map[string]any)[field] = value }
	}
	for _, c := range []struct {
		change func(map[string]any)
		want   string
	}{
		{set("version", 2), "version: must be a whole number from 1 to 1, is 2"},
		{set("version", "1"), "version: must be a whole number, is a string"},
		{set("nonce", "two words"), `nonce: must be 1 to 64 letters, digits or dashes, is "two words"`},
		{set("nonce", ""), "nonce: "},
		{set("nonce", strings.Repeat("n", 65)), "nonce: "},
		{set("giveUpAfterSeconds", 0), "giveUpAfterSeconds: must be a whole number from 1 to 86400, is 0"},
		{set("giveUpAfterSeconds", 1.5), "giveUpAfterSeconds: must be a whole number from 1 to 86400, is 1.5"},
		{set("targets", []any{}), "targets: holds no TCP target that must be blocked"},
		{set("targets", "none"), "targets: must be a list, is a string"},
		{set("targets", make([]any, 1001)), "targets: has 1001 entries, at most 1000"},
		{set("reportOnly", []any{"OwnNode", "Canary"}), "targets: holds no TCP target that must be blocked"},
		{set("reportOnly", []any{"Router"}), "reportOnly[0]: must be one of"},
		{target("name", ""), "targets[0].name: "},
		{target("name", "dns"), `targets[1].name: "dns" is given twice`},
		{target("name", "a\nb"), "targets[0].name: must be 1 to 80 printable"},
		{target("kind", "canary"), "targets[0].kind: must be one of"},
		{target("address", "$(GLOVEBOX_HOST_IP)"), "targets[0].address: \"$(GLOVEBOX_HOST_IP)\" was not expanded"},
		{target("address", "metadata.google.internal"), "targets[0].address: must be an IP address"},
		{target("address", "fe80::1%eth0"), "targets[0].address: must be an IP address without a zone"},
		{target("address", "127.0.0.1"), "targets[0].address: must be another host's address"},
		{target("address", "::ffff:127.0.0.1"), "targets[0].address: must be another host's address"},
		{target("address", "0.0.0.0"), "targets[0].address: must be another host's address"},
		{target("address", "::"), "targets[0].address: must be another host's address"},
		{target("port", 65536), "targets[0].port: must be a whole number from 1 to 65535, is 65536"},
		{target("protocol", "SCTP"), "targets[0].protocol: must be TCP or UDP"},
		{target("certified", "yes"), "targets[0].certified: must be true or false, is a string"},
		{in("runtime", "kind", ""), "runtime.kind: "},
		{in("runtime", "cmdlineContains", []any{""}), "runtime.cmdlineContains[0]: must have at least 3 characters"},
		{in("runtime", "mountsContain", []any{7}), "runtime.mountsContain[0]: must be a string, is a number"},
		{in("runtime", "guestKernels", []any{}), "runtime.guestKernels: must name at least one kernel release"},
		{in("runtime", "guestKernels", []any{"4.4.0", ""}), "runtime.guestKernels[1]: must be 1 to 64 printable ASCII characters"},
		{in("runtime", "guestKernels", []any{strings.Repeat("4", 65)}), "runtime.guestKernels[0]: must be 1 to 64"},
		{in("runtime", "guestKernels", "4.4.0"), "runtime.guestKernels: must be a list, is a string"},
		{in("nodeKernels", "bootIds", []any{}), "nodeKernels.bootIds: must name at least one node's kernel"},
		{in("nodeKernels", "releases", []any{"6.1.0"}), "nodeKernels.releases[0]: must be 16 lower-case hexadecimal digits"},
		{set("runAsUser", 0), "runAsUser: must be a whole number from 1"},
		{set("environment", []any{"A=B"}), "environment[0]: must be a variable's name"},
		{in("workspace", "path", "workspace"), "workspace.path: must be an absolute, clean path"},
		{in("workspace", "path", "/"), "workspace.path: must be an absolute, clean path"},
		{in("workspace", "path", "/a/../b"), "workspace.path: must be an absolute, clean path"},
		{set("runtime", []any{}), "runtime: must be an object, is a list"},
	} {
		wantError(t, changed(t, c.change), c.want)
	}
}

func TestTextThatIsNotOneJSONObjectIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "not JSON",
		"{":                           "not JSON",
		"[]":                          "not a JSON object",
		`"x"`:                         "not a JSON object",
		validArgument + "{}":          "something after",
		`{"version":1,"version":1}`:   "version: given twice",
		`{"Version":1}`:               "version: missing",
		strings.Repeat(`{"a":`, 20):   "nested deeper",
		strings.Repeat("[", 1000):     "nested deeper",
		`{"nonce":"a` + "\x00" + `"}`: "not JSON",
		validArgument[:len(validArgument)-1] + `,"\u0000":1}`: "?: unknown field",
	} {
		wantError(t, text, want)
	}
}

func wantError(t *testing.T, text, want string) {
	t.Helper()
	_, err := parseArgument(text)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("want an error with %q, got %v", want, err)
	}
}
