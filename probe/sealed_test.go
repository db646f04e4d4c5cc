package main

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEachWeaknessOfTheSandboxFailsAtOnceWithItsName(t *testing.T) {
	bootID, err := os.ReadFile(bootIDFile)
	must(t, err)
	release, err := os.ReadFile(osreleaseFile)
	must(t, err)
	kernels := func(boot, release string) func(map[string]any) {
		return func(a map[string]any) {
			a["nodeKernels"] = map[string]any{"bootIds": []string{kernelHash(strings.TrimSpace(boot))}, "releases": []string{kernelHash(strings.TrimSpace(release))}}
		}
	}
	same := func(map[string]any) {}
	guests := func(releases ...string) func(map[string]any) {
		return func(a map[string]any) { a["runtime"].(map[string]any)["guestKernels"] = releases }
	}
	for claim, c := range map[string]struct {
		box    box
		change func(map[string]any)
		want   []Check
	}{
		"nothing wrong":            {box{}, same, nil},
		"no workspace":             {box{Workspace: []string{"unseen"}}, func(a map[string]any) { delete(a, "workspace") }, nil},
		"lost+found":               {box{Workspace: []string{"lost+found"}}, same, nil},
		"the node's boot id":       {box{}, kernels(string(bootID), "x"), []Check{SharedKernel}},
		"the node's release":       {box{}, kernels("x", string(release)), []Check{SharedKernel}},
		"another runtime":          {box{}, func(a map[string]any) { a["runtime"].(map[string]any)["osreleaseContains"] = []string{"-gvisor"} }, []Check{UnknownKernel}},
		"the certified kernel":     {box{}, guests("4.4.0", strings.TrimSpace(string(release))), nil},
		"another guest kernel":     {box{}, guests("4.4.0", strings.TrimSpace(string(release))+"1"), []Check{UnknownKernel}},
		"root":                     {box{Privileged: true}, same, []Check{Privileged}},
		"another user":             {box{UID: 10002, GID: 10001}, same, []Check{Privileged}},
		"another group":            {box{UID: 10001, GID: 10002}, same, []Check{Privileged}},
		"privileges can be gained": {box{MayGain: true}, same, []Check{Privileged}},
		"writable root":            {box{WritableRoot: true}, same, []Check{WritableRoot}},
		"token":                    {box{Token: true}, same, []Check{TokenPresent}},
		"environment":              {box{Environment: []string{"EXTRA=s3cret"}}, same, []Check{EnvironmentUnexpected}},
		"service links":            {box{Environment: []string{"KUBERNETES_PORT=tcp://1.2.3.4"}}, same, []Check{EnvironmentUnexpected}},
		"workspace in use":         {box{Workspace: []string{"old"}}, same, []Check{WorkspaceNotEmpty}},
		"workspace read-only":      {box{ReadOnlyVolume: true}, same, []Check{WorkspaceNotWritable}},
		"several": {box{Token: true, Workspace: []string{"old"}, MayGain: true}, same,
			[]Check{Privileged, TokenPresent, WorkspaceNotEmpty}},
	} {
		t.Run(claim, func(t *testing.T) {
			l := newLab(t)
			l.policy(reject)
			argument := argumentFor(t, 20, canaryTCP)
			c.change(argument)
			r := runInBox(t, l.sandbox, c.box, encoded(t, argument))
			if len(c.want) == 0 {
				wantResult(t, r, Passed, exitPassed)
				return
			}
			wantResult(t, r, Failed, exitFailed, c.want...)
			if len(r.report.Details) != len(c.want) || r.report.Network.Rounds != 0 || strings.Contains(r.message, "s3cret") {
				t.Errorf("report %+v", r.report)
			}
		})
	}
}

func TestTheProgramIsStaticAndSmallerThanThreeMebibytes(t *testing.T) {
	info, err := os.Stat(probeBinary)
	must(t, err)
	if info.Size() >= 3<<20 {
		t.Errorf("%d bytes, %d are allowed", info.Size(), 3<<20)
	}
	file, err := elf.Open(probeBinary)
	must(t, err)
	defer file.Close()
	if slices.ContainsFunc(file.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Error("it needs a dynamic linker")
	}
}

func TestTheSameSourceElsewhereGivesTheSameBytes(t *testing.T) {
	elsewhere := t.TempDir()
	names, err := filepath.Glob("*.go")
	must(t, err)
	for _, name := range append(names, "go.mod", "build") {
		content, err := os.ReadFile(name)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(elsewhere, name), content, 0o755))
	}
	built := filepath.Join(elsewhere, "out")
	if out, err := exec.Command(filepath.Join(elsewhere, "build"), built, "0.0.0-test").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	one, err := os.ReadFile(probeBinary)
	must(t, err)
	other, err := os.ReadFile(built)
	must(t, err)
	if !bytes.Equal(one, other) {
		t.Error("the two differ")
	}
}
