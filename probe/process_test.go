package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

var task = Argument{RunAsUser: 10001, RunAsGroup: 10002, Environment: []string{"PATH", "HOME"}}

func sealed() processSeen {
	const none = "0000000000000000"
	return processSeen{
		status: map[string]string{"Uid": "10001\t10001\t10001\t10001", "Gid": "10002\t10002\t10002\t10002",
			"CapEff": none, "CapPrm": none, "CapInh": none, "CapAmb": none, "CapBnd": "00000000a80425fb"},
		noNewPrivs:  true,
		rootErr:     syscall.EROFS,
		tokenErr:    fs.ErrNotExist,
		environment: []string{"PATH=/bin", "HOME=/", "KUBERNETES_SERVICE_HOST="},
	}
}

func TestASealedProcessPassesAndIsReported(t *testing.T) {
	report, failures := judgeProcess(task, sealed())
	wantChecks(t, failures, "")
	if report.UID != 10001 || report.GID != 10002 || !report.NoNewPrivileges || !report.ReadOnlyRoot || report.ServiceAccountToken || len(report.Capabilities) != 0 {
		t.Errorf("reported %+v", report)
	}
	if !slices.Equal(report.Environment, []string{"PATH", "HOME", "KUBERNETES_SERVICE_HOST"}) {
		t.Errorf("environment %v", report.Environment)
	}
}

func TestEachWeaknessOfTheProcessIsFoundAndNamed(t *testing.T) {
	status := func(name, value string) func(*processSeen) {
		return func(p *processSeen) { p.status[name] = value }
	}
	for claim, c := range map[string]struct {
		change func(*processSeen)
		want   Check
		words  string
	}{
		"another user":                   {status("Uid", "0\t0\t0\t0"), Privileged, "10001 was asked for"},
		"a saved user id of root":        {status("Uid", "10001\t10001\t0\t10001"), Privileged, "user ids"},
		"another group":                  {status("Gid", "0\t0\t0\t0"), Privileged, "10002 was asked for"},
		"no user line":                   {func(p *processSeen) { delete(p.status, "Uid") }, Privileged, "user ids"},
		"an effective capability":        {status("CapEff", "0000000000002000"), Privileged, "CapEff=0000000000002000"},
		"a permitted capability":         {status("CapPrm", "0000000000000001"), Privileged, "CapPrm"},
		"an inheritable capability":      {status("CapInh", "0000000000000001"), Privileged, "CapInh"},
		"an ambient capability":          {status("CapAmb", "0000000000000001"), Privileged, "CapAmb"},
		"capabilities that nobody shows": {func(p *processSeen) { delete(p.status, "CapEff") }, Privileged, "CapEff=unknown"},
		"no no_new_privs":                {func(p *processSeen) { p.noNewPrivs = false }, Privileged, "no_new_privs"},
		"an unknown no_new_privs":        {func(p *processSeen) { p.privsErr = syscall.EINVAL }, Privileged, "no_new_privs"},
		"a writable root":                {func(p *processSeen) { p.rootErr = nil }, WritableRoot, "not read-only"},
		"a root merely not permitted":    {func(p *processSeen) { p.rootErr, p.rootMount = syscall.EACCES, "rw" }, WritableRoot, "permission denied"},
		"a root that gives other errors": {func(p *processSeen) { p.rootErr, p.rootMount = syscall.ENOSPC, "ro" }, WritableRoot, "no space"},
		"a token":                        {func(p *processSeen) { p.tokenErr = nil }, TokenPresent, "exists"},
		"a token that may be there":      {func(p *processSeen) { p.tokenErr = syscall.EACCES }, TokenPresent, "cannot be looked for"},
		"a variable not asked for":       {func(p *processSeen) { p.environment = append(p.environment, "AWS_KEY=s3cret") }, EnvironmentUnexpected, "AWS_KEY"},
		"a service variable with a value": {func(p *processSeen) { p.environment = append(p.environment, "KUBERNETES_PORT=tcp://s3cret") },
			EnvironmentUnexpected, "KUBERNETES_PORT"},
	} {
		t.Run(claim, func(t *testing.T) {
			p := sealed()
			c.change(&p)
			_, failures := judgeProcess(task, p)
			wantChecks(t, failures, c.want)
			if !strings.Contains(failures[0].detail, c.words) || strings.Contains(failures[0].detail, "s3cret") {
				t.Errorf("detail %q, want %q in it and no value", failures[0].detail, c.words)
			}
		})
	}
}

func TestWithoutAStatusFileNothingIsTakenForGranted(t *testing.T) {
	p := sealed()
	p.status, p.statusErr = map[string]string{}, fs.ErrPermission
	report, failures := judgeProcess(task, p)
	wantChecks(t, failures, Privileged)
	if report.UID != -1 || len(report.Capabilities) != 3 {
		t.Errorf("reported %+v", report)
	}
}

func TestAReadOnlyMountProvesTheRootWherePermissionsAreAskedFirst(t *testing.T) {
	const covered = "1 0 0:1 / / rw - ext4 /dev/a rw\n2 1 0:2 / / ro,relatime - 9p none rw\n"
	if options := mountOptions(covered, "/"); !readOnlyRoot(syscall.EACCES, options) {
		t.Errorf("options %q", options)
	}
	const writable = "1 0 0:1 / / ro - ext4 /dev/a rw\n2 1 0:2 / / rw,errors=remount-ro - 9p none ro\n"
	if options := mountOptions(writable, "/"); readOnlyRoot(syscall.EACCES, options) {
		t.Errorf("options %q", options)
	}
}

func TestTheMachineIsReadAsItIs(t *testing.T) {
	root := t.TempDir()
	write := func(name, content string) {
		path := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	write("proc/self/status", "Name:\tprobe\nUid:\t1\t2\t3\t4\n")
	write("proc/self/mountinfo", "1 0 0:1 / / rw - ext4 /dev/a rw\n")
	write(osreleaseFile, "4.19.0-gvisor\n")
	m := machine{root: root, environment: func() []string { return []string{"A=b"} }, noNewPrivs: noNewPrivs}
	p := m.process()
	if p.status["Uid"] != "1\t2\t3\t4" || p.rootErr != nil || p.rootMount != "rw" || !errors.Is(p.tokenErr, fs.ErrNotExist) {
		t.Errorf("saw %+v", p)
	}
	k := m.kernel()
	if k.release != "4.19.0-gvisor" || !errors.Is(k.bootIDErr, fs.ErrNotExist) {
		t.Errorf("saw %+v", k)
	}
	write(tokenDirectory+"/token", "x")
	if p := m.process(); p.tokenErr != nil {
		t.Errorf("did not see the token: %v", p.tokenErr)
	}
	if left, _ := filepath.Glob(root + "/.glovebox*"); left != nil {
		t.Errorf("left %v behind", left)
	}
}

func TestTheWorkspaceMustBeEmptyButForLostAndFound(t *testing.T) {
	root := t.TempDir()
	m := machine{root: root}
	if err := os.MkdirAll(root+"/workspace/lost+found", 0o755); err != nil {
		t.Fatal(err)
	}
	empty, failures := judgeWorkspace("/workspace", m.workspace("/workspace"))
	wantChecks(t, failures, "")
	if !empty {
		t.Error("lost+found does not count")
	}
	if err := os.WriteFile(root+"/workspace/old", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	empty, failures = judgeWorkspace("/workspace", m.workspace("/workspace"))
	wantChecks(t, failures, WorkspaceNotEmpty)
	if empty || !strings.Contains(failures[0].detail, "old") {
		t.Errorf("detail %q", failures[0].detail)
	}
	empty, failures = judgeWorkspace("/absent", m.workspace("/absent"))
	wantChecks(t, failures, WorkspaceNotEmpty, WorkspaceNotWritable)
	if empty {
		t.Error("what cannot be listed is not empty")
	}
	_, failures = judgeWorkspace("/w", workspaceSeen{writeErr: syscall.EACCES})
	wantChecks(t, failures, WorkspaceNotWritable)
}
