package main

import (
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// The kernel inside is not ours to trust: what it shows must never be read as more than it says. Each of these tests
// looks at the same text a second time, in another way.

const statusOfAPod = "Name:\tprobe\nUid:\t10001\t10001\t10001\t10001\nGid:\t10002\t10002\t10002\t10002\n" +
	"CapInh:\t0000000000000000\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nCapAmb:\t0000000000000000\n"

// line is a pattern of one whole line, in which _ is a space of any kind that strings.Fields knows, and ~ is not.
func line(pattern string) *regexp.Regexp {
	const space = `\s\v\x{85}\p{Z}`
	return regexp.MustCompile(`\A` + strings.NewReplacer("_", "["+space+"]", "~", "[^"+space+"]").Replace(pattern) + `\z`)
}

func hasLine(text string, one *regexp.Regexp) bool {
	return slices.ContainsFunc(strings.Split(text, "\n"), one.MatchString)
}

var rightLines = []*regexp.Regexp{
	line(`Uid:_*10001_+10001_+10001_+10001_*`), line(`Gid:_*10002_+10002_+10002_+10002_*`),
	line(`CapEff:_*0+_*`), line(`CapPrm:_*0+_*`), line(`CapInh:_*0+_*`),
}

func FuzzAStatusFileWithoutTheRightLinesIsPrivileged(f *testing.F) {
	f.Add(statusOfAPod)
	f.Add("")
	f.Add(strings.Replace(statusOfAPod, "10001\t10001\n", "10001\t0\n", 1))
	f.Add(strings.Replace(statusOfAPod, "CapEff:\t0000000000000000", "CapEff:\t", 1))
	f.Add(strings.Replace(statusOfAPod, "CapEff:", "CapEff", 1))
	f.Add(statusOfAPod + "CapEff:\t00000000a80425fb\n")
	f.Add("Uid:\t99999999999999999999999\n:\n::\nGid:\xff\n")
	f.Fuzz(func(t *testing.T, status string) {
		p := sealed()
		p.status = statusFields(status)
		report, failures := judgeProcess(task, p)
		found := len(failures) > 0
		for _, right := range rightLines {
			if !found && !hasLine(status, right) {
				t.Errorf("passed without a line like %s: %q", right, status)
			}
		}
		if !found && (report.UID != 10001 || report.GID != 10002 || len(report.Capabilities) > 0) {
			t.Errorf("passed as %+v", report)
		}
		for _, one := range report.Capabilities {
			if printable(one, 64) != one {
				t.Errorf("reported %q", one)
			}
		}
	})
}

func FuzzARootIsReadOnlyOnlyIfItsLastMountSaysSo(f *testing.F) {
	f.Add("1 0 0:1 / / rw - ext4 /dev/a rw\n2 1 0:2 / / ro,relatime - 9p none rw\n")
	f.Add("1 0 0:1 / / ro - ext4 /dev/a rw\n2 1 0:2 / / rw,errors=remount-ro - 9p none ro\n")
	f.Add("1 0 0:1 / /ro ro - ext4 /dev/a ro\n1 0 0:1 / /\n")
	f.Add("\x00\n \n")
	last := line(`_*~+_+~+_+~+_+~+_+/_+(~+)(_.*)?`)
	f.Fuzz(func(t *testing.T, mountinfo string) {
		want := ""
		for _, one := range strings.Split(mountinfo, "\n") {
			if found := last.FindStringSubmatch(one); found != nil {
				want = found[1]
			}
		}
		readOnly := readOnlyRoot(syscall.EACCES, mountOptions(mountinfo, "/"))
		if expected := regexp.MustCompile(`(^|,)ro(,|$)`).MatchString(want); readOnly && !expected {
			t.Errorf("read-only by %q: %q", want, mountinfo)
		}
		if readOnlyRoot(nil, mountOptions(mountinfo, "/")) {
			t.Error("a root in which a file was made is not read-only")
		}
	})
}

func FuzzADefaultRouteIsALineThatSaysSo(f *testing.F) {
	f.Add("eth0\t00000000\t0100F40A\t0003\t0\t0\t0\t00000000\t0\t0\t0\n", "")
	f.Add("lo\t00000000\t0100F40A\t0003\t0\t0\t0\t00000000\t0\t0\t0\n", "lo")
	zero := strings.Repeat("0", 32)
	f.Add("", zero+" 00 "+zero+" 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0\n")
	f.Add("eth0 00000000", zero+" 00")
	four := line(`_*(~{3,}|[^l]~|l[^o]|[^*])_+0{8}_+(~+_+){5}0{8}(_.*)?`) // not lo, nor a route that refuses (*)
	six := line(`_*0{32}_+00_+(~+_+){7}(~{3,}|[^l]~|l[^o]|~)_*`)
	f.Fuzz(func(t *testing.T, v4, v6 string) {
		if defaultRouteV4(v4) && !hasLine(v4, four) {
			t.Errorf("an IPv4 default route in %q", v4)
		}
		if defaultRouteV6(v6) && !hasLine(v6, six) {
			t.Errorf("an IPv6 default route in %q", v6)
		}
	})
}

func FuzzNoVariableIsOverlookedAndNoValueIsShown(f *testing.F) {
	f.Add("PATH=/bin\x00HOME=/\x00KUBERNETES_PORT=", "s3cret")
	f.Add("KUBERNETES_PORT=tcp://1.2.3.4\x00=x\x00\x00PATH", "\xff")
	f.Add("LD_PRELOAD=/x\x00P\u00e4TH=1\x00PATH=1\x00PATH=2", "")
	f.Fuzz(func(t *testing.T, block, otherValue string) {
		entries := strings.Split(block, "\x00")
		names, unexpected := judgeEnvironment(task.Environment, entries)
		count, masked := 0, []string{}
		for _, entry := range entries {
			name, value, _ := strings.Cut(entry, "=")
			if name != "PATH" && name != "HOME" && !(strings.HasPrefix(name, "KUBERNETES_") && value == "") {
				count++
			}
			if value != "" {
				entry = name + "=" + otherValue + "!"
			}
			masked = append(masked, entry)
		}
		if len(names) != len(entries) || len(unexpected) != count {
			t.Errorf("%d names, %d unexpected; want %d and %d: %q", len(names), len(unexpected), len(entries), count, entries)
		}
		for _, name := range names {
			if len(name) > maxNameSize || printable(name, maxNameSize) != name {
				t.Errorf("reported %q", name)
			}
		}
		if sameNames, same := judgeEnvironment(task.Environment, masked); !slices.Equal(names, sameNames) || !slices.Equal(unexpected, same) {
			t.Errorf("the report depends on values: %q", entries)
		}
	})
}

func FuzzAKernelPassesOnlyWithAFingerprintAndACertifiedRelease(f *testing.F) {
	f.Add("4.19.0-gvisor", "a-guest", "BOOT_IMAGE=/vmlinuz-4.19.0-gvisor", "")
	f.Add("4.4.0", "", "", "-gvisor")
	f.Add(nodeRelease, nodeBootID, "-gvisor", "")
	f.Add("4.19.0-gvisor\x00", "\xff", "-GVISOR", "\n")
	a := certifiedFor("4.19.0-gvisor", "4.4.0")
	f.Fuzz(func(t *testing.T, release, bootID, cmdline, mounts string) {
		report, failures := judgeKernel(a, kernelSeen{release: release, bootID: bootID, cmdline: cmdline, mounts: mounts})
		certified := release == "4.19.0-gvisor" || release == "4.4.0"
		marked := strings.Contains(release+"\n"+cmdline, "-gvisor")
		if passed := len(failures) == 0; passed != (certified && marked && bootID != "" && bootID != nodeBootID && bootID != "other") {
			t.Errorf("passed: %v, release %q, boot id %q, command line %q", passed, release, bootID, cmdline)
		}
		if printable(report.Release, 64) != report.Release || printable(report.BootID, 64) != report.BootID {
			t.Errorf("reported %+v", report)
		}
	})
}
