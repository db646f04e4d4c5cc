package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

const (
	bootIDFile    = "/proc/sys/kernel/random/boot_id"
	osreleaseFile = "/proc/sys/kernel/osrelease"
	cmdlineFile   = "/proc/cmdline"
	mountsFile    = "/proc/self/mountinfo"
)

// kernelSeen is what the kernel says about itself.
type kernelSeen struct {
	release, bootID, cmdline, mounts             string
	releaseErr, bootIDErr, cmdlineErr, mountsErr error
}

func (m machine) kernel() kernelSeen {
	var k kernelSeen
	k.release, k.releaseErr = m.read(osreleaseFile)
	k.bootID, k.bootIDErr = m.read(bootIDFile)
	k.cmdline, k.cmdlineErr = m.read(cmdlineFile)
	k.mounts, k.mountsErr = m.read(mountsFile)
	k.release, k.bootID = strings.TrimSpace(k.release), strings.TrimSpace(k.bootID)
	return k
}

// kernelHash is how the argument names a node's boot id or kernel release: the first 16 hexadecimal digits of its
// SHA-256. A sandbox need not learn what its nodes run.
func kernelHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:hashSize]
}

// judgeKernel excludes the nodes' kernels first, asks for the runtime's fingerprint second and for a kernel that
// certification has seen last. A shared kernel is not reported as unknown as well: it is known only too well.
func judgeKernel(a Argument, k kernelSeen) (KernelReport, []failure) {
	report := KernelReport{Release: printable(k.release, 64), BootID: printable(k.bootID, 64), Fingerprint: fingerprinted(a.Runtime, k)}
	switch {
	case k.bootIDErr == nil && slices.Contains(a.NodeKernels.BootIDs, kernelHash(k.bootID)):
		return report, []failure{{SharedKernel, fmt.Sprintf(
			"the boot id %s is a node's: the handler of this runtime class does not isolate", report.BootID)}}
	case k.releaseErr == nil && slices.Contains(a.NodeKernels.Releases, kernelHash(k.release)):
		return report, []failure{{SharedKernel, fmt.Sprintf(
			"the kernel release %s is a node's: the handler of this runtime class does not isolate", report.Release)}}
	case k.releaseErr != nil || k.release == "":
		return report, []failure{{UnknownKernel, fmt.Sprintf("%s cannot be read: %v", osreleaseFile, k.releaseErr)}}
	// gVisor has the file only since December 2023, so its absence says nothing; an error would hide the answer.
	case k.bootIDErr != nil && !errors.Is(k.bootIDErr, fs.ErrNotExist), k.bootIDErr == nil && k.bootID == "":
		return report, []failure{{UnknownKernel, fmt.Sprintf("%s cannot be read: %v", bootIDFile, k.bootIDErr)}}
	case !report.Fingerprint:
		return report, []failure{{UnknownKernel, fmt.Sprintf(
			"kernel %s shows no fingerprint of %s", report.Release, a.Runtime.Kind)}}
	case a.Until == "" && !slices.Contains(a.Runtime.GuestKernels, k.release):
		return report, []failure{{UnknownKernel, fmt.Sprintf("the kernel release is %s, certified for the nodes of this pod is %s",
			report.Release, strings.Join(a.Runtime.GuestKernels, " or "))}}
	}
	return report, nil
}

// fingerprinted looks for any of the runtime's markers. What cannot be read holds none.
func fingerprinted(f Fingerprint, k kernelSeen) bool {
	return containsAny(k.cmdline, f.CmdlineContains) ||
		containsAny(k.release, f.OsreleaseContains) ||
		containsAny(k.mounts, f.MountsContain)
}

func containsAny(text string, markers []string) bool {
	return slices.ContainsFunc(markers, func(marker string) bool { return strings.Contains(text, marker) })
}
