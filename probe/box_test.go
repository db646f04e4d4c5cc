package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// The tests in network_test.go and sealed_test.go run the built program as the kubelet would: in a root directory of
// its own that is read-only, as another user, without privileges, in a network namespace made for the test.

// box says how the program is to be run. Everything is as it should be unless said otherwise.
type box struct {
	Command        string // attest, unless given
	UID, GID       int
	Privileged     bool // root, with all capabilities
	MayGain        bool // no_new_privs is not set
	WritableRoot   bool
	Token          bool
	Workspace      []string // names that it already holds
	ReadOnlyVolume bool
	Environment    []string
}

const boxVariable = "GLOVEBOX_PROBE_TEST_BOX"

var probeBinary string

func TestMain(m *testing.M) {
	if description := os.Getenv(boxVariable); description != "" {
		enterBox(description, os.Args[1], os.Args[2:])
	}
	if os.Getenv(impostorVariable) != "" {
		fmt.Fprintln(os.Stderr, serveAsImpostor(os.Args[1], os.Args[2]))
		os.Exit(1)
	}
	flag.Parse()
	if flag.Lookup("test.fuzz").Value.String() != "" || flag.Lookup("test.list").Value.String() != "" {
		os.Exit(m.Run()) // fuzz tests do not run the built program, and each of their workers comes by here
	}
	directory, err := os.MkdirTemp("", "glovebox-probe-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	probeBinary = filepath.Join(directory, "probe")
	if out, err := exec.Command("./build", probeBinary, "0.0.0-test").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "probe/build: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(directory)
	os.Exit(code)
}

// needRoot fails, never skips: a run that did not look is not a run that found nothing.
func needRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("this test makes network namespaces and mounts and needs root: sudo env PATH=\"$PATH\" go test ./...")
	}
}

// result is what one run of the program left.
type result struct {
	code    int
	report  Report
	message string // the termination message
	stdout  string
	stderr  string
}

// runInBox runs the program in a box, in a network namespace.
func runInBox(t *testing.T, namespace string, b box, argument string) result {
	t.Helper()
	if b.UID == 0 && !b.Privileged {
		b.UID, b.GID = 10001, 10001
	}
	if b.Command == "" {
		b.Command = "attest"
	}
	root := t.TempDir()
	log := filepath.Join(t.TempDir(), "termination-log")
	for _, directory := range []string{"proc", "dev", "workspace", "tmp"} {
		must(t, os.Mkdir(filepath.Join(root, directory), 0o755))
	}
	if b.Token {
		must(t, os.MkdirAll(filepath.Join(root, tokenDirectory), 0o755))
	}
	must(t, os.Chmod(root, 0o755))
	must(t, os.WriteFile(filepath.Join(root, "dev/termination-log"), nil, 0o644))
	must(t, os.WriteFile(log, nil, 0o666))
	must(t, os.Chmod(log, 0o666))
	// Not a copy: a test that starts a program meanwhile would keep it open for writing, and it could not be run.
	must(t, os.Link(probeBinary, filepath.Join(root, "probe")))

	description, err := json.Marshal(b)
	must(t, err)
	self, err := os.Executable()
	must(t, err)
	command := exec.Command("ip", "netns", "exec", namespace, self, root, log, argument)
	command.Env = append(os.Environ(), boxVariable+"="+string(description))
	var stdout, stderr strings.Builder
	command.Stdout, command.Stderr = &stdout, &stderr
	err = command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	message, err := os.ReadFile(log)
	must(t, err)
	r := result{code: command.ProcessState.ExitCode(), message: string(message), stdout: stdout.String(), stderr: stderr.String()}
	if err := json.Unmarshal(message, &r.report); err != nil {
		t.Fatalf("exit code %d, no report: %q, standard error %q", r.code, message, r.stderr)
	}
	if r.stdout != r.message+"\n" {
		t.Errorf("standard output %q is not the termination message %q", r.stdout, r.message)
	}
	t.Logf("exit code %d, %s", r.code, r.message)
	return r
}

// enterBox runs in the child and becomes the program. ip netns exec has given it a mount namespace of its own.
func enterBox(description, root string, rest []string) {
	var b box
	check := func(what string, err error) {
		if err != nil {
			fmt.Fprintf(os.Stderr, "box: %s: %v\n", what, err)
			os.Exit(99)
		}
	}
	check("description", json.Unmarshal([]byte(description), &b))
	log, argument := rest[0], rest[1]
	runtime.LockOSThread() // no_new_privs belongs to the thread that will call exec
	check("bind root", syscall.Mount(root, root, "", syscall.MS_BIND, ""))
	check("proc", syscall.Mount("/proc", root+"/proc", "", syscall.MS_BIND|syscall.MS_REC, ""))
	check("workspace", syscall.Mount("none", root+"/workspace", "tmpfs", 0, "mode=0777,size=1m"))
	for _, name := range b.Workspace {
		check("workspace file", os.Mkdir(filepath.Join(root, "workspace", name), 0o755))
	}
	if b.ReadOnlyVolume {
		check("read-only volume", syscall.Mount("", root+"/workspace", "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""))
	}
	check("termination log", syscall.Mount(log, root+"/dev/termination-log", "", syscall.MS_BIND, ""))
	if b.WritableRoot {
		check("root's mode", os.Chmod(root, 0o777))
	} else {
		check("read-only root", syscall.Mount("", root, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""))
	}
	check("chroot", syscall.Chroot(root))
	check("chdir", os.Chdir("/"))
	if !b.MayGain {
		const prSetNoNewPrivs = 38
		if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0); errno != 0 {
			check("no_new_privs", errno)
		}
	}
	check("groups", syscall.Setgroups(nil))
	check("group", syscall.Setgid(b.GID))
	check("user", syscall.Setuid(b.UID))
	environment := append([]string{"PATH=/", "HOME=/", "KUBERNETES_SERVICE_HOST="}, b.Environment...)
	check("exec", syscall.Exec("/probe", []string{"/probe", b.Command, argument}, environment))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
