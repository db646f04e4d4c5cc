package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// machine is the sandbox as the probe sees it. Tests give another root directory, environment or termination log.
type machine struct {
	root           string // what every file's path is below; "" outside tests
	terminationLog string
	environment    func() []string
	noNewPrivs     func() (bool, error)
}

func realMachine() machine {
	return machine{terminationLog: "/dev/termination-log", environment: os.Environ, noNewPrivs: noNewPrivs}
}

// maxFile is far above the size of any /proc file read here (mountinfo of a pod is a few KiB).
const maxFile = 1 << 20

func (m machine) path(name string) string { return filepath.Join("/", m.root, name) }

func (m machine) read(name string) (string, error) {
	file, err := os.Open(m.path(name))
	if err != nil {
		return "", err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxFile))
	return string(content), err
}

// createAndRemove shows that files can be made in a directory. A nil error says that one was made, written and removed.
func (m machine) createAndRemove(directory string) error {
	name := filepath.Join(m.path(directory), ".glovebox-probe")
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString("glovebox\n")
	return errors.Join(err, file.Close(), os.Remove(name))
}

// prGetNoNewPrivs is PR_GET_NO_NEW_PRIVS of linux/prctl.h; the syscall package does not name it. gVisor leaves the
// NoNewPrivs line out of /proc/self/status but answers this call.
const prGetNoNewPrivs = 39

func noNewPrivs() (bool, error) {
	value, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, prGetNoNewPrivs, 0, 0, 0, 0, 0)
	if errno != 0 {
		return false, errno
	}
	return value == 1, nil
}

// printable makes untrusted text fit for a message: ASCII, at most limit bytes.
func printable(text string, limit int) string {
	clean := make([]byte, 0, min(len(text), limit))
	for _, c := range []byte(text) {
		if len(clean) == limit {
			return string(clean[:max(0, limit-3)]) + "..."
		}
		if c < ' ' || c > '~' {
			c = '?'
		}
		clean = append(clean, c)
	}
	return string(clean)
}
