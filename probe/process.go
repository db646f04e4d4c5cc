package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

const tokenDirectory = "/var/run/secrets/kubernetes.io/serviceaccount"

// processSeen is what this process is and what it finds around it.
type processSeen struct {
	status      map[string]string // /proc/self/status, by field
	statusErr   error
	noNewPrivs  bool
	privsErr    error
	rootErr     error // of making a file in /
	rootMount   string
	tokenErr    error // of looking at the token's directory
	environment []string
}

func (m machine) process() processSeen {
	var p processSeen
	text, err := m.read("/proc/self/status")
	p.status, p.statusErr = statusFields(text), err
	p.noNewPrivs, p.privsErr = m.noNewPrivs()
	p.rootErr = m.createAndRemove("/")
	mounts, _ := m.read(mountsFile)
	p.rootMount = mountOptions(mounts, "/")
	_, p.tokenErr = os.Lstat(m.path(tokenDirectory))
	p.environment = m.environment()
	return p
}

func statusFields(text string) map[string]string {
	fields := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		if name, value, ok := strings.Cut(line, ":"); ok {
			fields[name] = strings.TrimSpace(value)
		}
	}
	return fields
}

// mountOptions returns the options of the last mount at a path, as it covers the others; "" if there is none.
func mountOptions(mountinfo, path string) string {
	options := ""
	for _, line := range strings.Split(mountinfo, "\n") {
		// 36 35 98:0 / /mount/point rw,noatime master:1 - ext3 /dev/root rw
		if f := strings.Fields(line); len(f) > 5 && f[4] == path {
			options = f[5]
		}
	}
	return options
}

func judgeProcess(a Argument, p processSeen) (ProcessReport, []failure) {
	var report ProcessReport
	var failures []failure
	add := func(check Check, format string, values ...any) {
		failures = append(failures, failure{check, fmt.Sprintf(format, values...)})
	}

	var ok bool
	privileged := []string{}
	if report.UID, ok = identity(p.status["Uid"], a.RunAsUser); !ok {
		privileged = append(privileged, fmt.Sprintf("user ids are %q, %d was asked for", printable(p.status["Uid"], 64), a.RunAsUser))
	}
	if report.GID, ok = identity(p.status["Gid"], a.RunAsGroup); !ok {
		privileged = append(privileged, fmt.Sprintf("group ids are %q, %d was asked for", printable(p.status["Gid"], 64), a.RunAsGroup))
	}
	report.Capabilities = capabilities(p.status)
	if len(report.Capabilities) > 0 {
		privileged = append(privileged, "capabilities are "+strings.Join(report.Capabilities, " "))
	}
	report.NoNewPrivileges = p.privsErr == nil && p.noNewPrivs
	if !report.NoNewPrivileges {
		privileged = append(privileged, "no_new_privs is not set")
	}
	if p.statusErr != nil {
		privileged = append(privileged, fmt.Sprintf("/proc/self/status cannot be read: %v", p.statusErr))
	}
	if len(privileged) > 0 {
		add(Privileged, "%s", strings.Join(privileged, "; "))
	}

	report.ReadOnlyRoot = readOnlyRoot(p.rootErr, p.rootMount)
	if !report.ReadOnlyRoot {
		add(WritableRoot, "the root file system is not read-only (making a file: %v; mount options: %s)", p.rootErr, printable(p.rootMount, 64))
	}

	report.ServiceAccountToken = !errors.Is(p.tokenErr, fs.ErrNotExist) && !errors.Is(p.tokenErr, syscall.ENOTDIR)
	if report.ServiceAccountToken && p.tokenErr == nil {
		add(TokenPresent, "%s exists", tokenDirectory)
	} else if report.ServiceAccountToken {
		add(TokenPresent, "%s cannot be looked for: %v", tokenDirectory, p.tokenErr)
	}

	var unexpected []string
	report.Environment, unexpected = judgeEnvironment(a.Environment, p.environment)
	if len(unexpected) > 0 {
		add(EnvironmentUnexpected, "not expected: %s", strings.Join(unexpected, " "))
	}
	return report, failures
}

// identity demands that real, effective, saved and file-system id are all the one that was asked for.
func identity(line string, want uint32) (int64, bool) {
	ids := strings.Fields(line)
	if len(ids) == 0 {
		return -1, false
	}
	effective, err := strconv.ParseInt(ids[min(1, len(ids)-1)], 10, 64)
	if err != nil {
		return -1, false
	}
	text := strconv.FormatUint(uint64(want), 10)
	return effective, len(ids) == 4 && !slices.ContainsFunc(ids, func(one string) bool { return one != text })
}

// capabilities lists the sets that are not empty, and those that cannot be seen. The bounding set is normal. Ambient
// capabilities are a part of the permitted ones, so that their line may be missing (gVisor has none).
func capabilities(status map[string]string) []string {
	sets := []string{}
	for _, name := range []string{"CapEff", "CapPrm", "CapInh", "CapAmb"} {
		value, ok := status[name]
		switch {
		case !ok && name == "CapAmb":
		case !ok:
			sets = append(sets, name+"=unknown")
		case value == "" || strings.Trim(value, "0") != "":
			sets = append(sets, name+"="+printable(value, 16))
		}
	}
	return sets
}

// readOnlyRoot takes EROFS as the proof. Where the kernel looks at permissions first (gVisor), a user who may not
// write in / gets EACCES even on a writable root; then the mount has to say that it is read-only.
func readOnlyRoot(createErr error, options string) bool {
	switch {
	case errors.Is(createErr, syscall.EROFS):
		return true
	case errors.Is(createErr, syscall.EACCES):
		return slices.Contains(strings.Split(options, ","), "ro")
	}
	return false
}
