package main

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

const (
	nodeBootID  = "5d6f9d4a-3c5e-4a41-9b2b-6f0d3b1a7f10"
	nodeRelease = "6.1.0-30-amd64"
)

var gvisor = Argument{
	Runtime: Fingerprint{Kind: "GVisor", CmdlineContains: []string{"-gvisor"}, OsreleaseContains: []string{"-gvisor"},
		GuestKernels: []string{"4.19.0-gvisor", "4.4.0"}},
	NodeKernels: NodeKernels{BootIDs: []string{kernelHash("other"), kernelHash(nodeBootID)}, Releases: []string{kernelHash(nodeRelease)}},
}

var surveying = Argument{Until: Answered, Runtime: Fingerprint{OsreleaseContains: []string{"-gvisor"}}, NodeKernels: gvisor.NodeKernels}

func certifiedFor(guestKernels ...string) Argument {
	a := gvisor
	a.Runtime.GuestKernels = guestKernels
	return a
}

func TestAnUnknownGuestKernelIsNamedAndSoAreThoseExpected(t *testing.T) {
	_, failures := judgeKernel(certifiedFor("4.4.0", "5.10.1"), kernelSeen{release: "4.19.0-gvisor", bootID: "b"})
	wantChecks(t, failures, UnknownKernel)
	for _, word := range []string{"4.19.0-gvisor", "4.4.0", "5.10.1"} {
		if !strings.Contains(failures[0].detail, word) {
			t.Errorf("%s is not in %q", word, failures[0].detail)
		}
	}
}

func TestTheKernelHashIsTheStartOfSHA256(t *testing.T) {
	// printf 6.1.0-30-amd64 | sha256sum | cut -c 1-16
	if got := kernelHash(nodeRelease); got != "826b3a592134d1bc" {
		t.Errorf("got %s", got)
	}
}

func TestTheKernelIsJudgedByExclusionAndFingerprint(t *testing.T) {
	guest := kernelSeen{release: "4.19.0-gvisor", bootID: "a-guest", cmdline: "BOOT_IMAGE=/vmlinuz-4.19.0-gvisor quiet"}
	with := func(change func(*kernelSeen)) kernelSeen { k := guest; change(&k); return k }
	for claim, c := range map[string]struct {
		argument Argument
		kernel   kernelSeen
		want     Check
	}{
		"a guest kernel passes":                       {gvisor, guest, ""},
		"a missing boot id is fine":                   {gvisor, with(func(k *kernelSeen) { k.bootID, k.bootIDErr = "", fs.ErrNotExist }), ""},
		"a boot id that cannot be read is not":        {gvisor, with(func(k *kernelSeen) { k.bootIDErr = fs.ErrPermission }), UnknownKernel},
		"an empty boot id is not":                     {gvisor, with(func(k *kernelSeen) { k.bootID = "" }), UnknownKernel},
		"a node's boot id is shared":                  {gvisor, with(func(k *kernelSeen) { k.bootID = nodeBootID }), SharedKernel},
		"a node's release is shared":                  {gvisor, with(func(k *kernelSeen) { k.release = nodeRelease }), SharedKernel},
		"a node's kernel without a boot id too":       {gvisor, kernelSeen{release: nodeRelease, bootIDErr: fs.ErrNotExist}, SharedKernel},
		"a release that cannot be read":               {gvisor, with(func(k *kernelSeen) { k.releaseErr = errors.New("io") }), UnknownKernel},
		"a missing release":                           {gvisor, with(func(k *kernelSeen) { k.release, k.releaseErr = "", fs.ErrNotExist }), UnknownKernel},
		"the command line alone is a fingerprint":     {gvisor, with(func(k *kernelSeen) { k.release = "4.4.0" }), ""},
		"no fingerprint found":                        {gvisor, kernelSeen{release: "5.10.1", bootID: "b"}, UnknownKernel},
		"no fingerprint known":                        {Argument{NodeKernels: gvisor.NodeKernels}, guest, UnknownKernel},
		"the guest kernel that was certified passes":  {certifiedFor("4.4.0", "4.19.0-gvisor"), guest, ""},
		"without a certified one all are unknown":     {certifiedFor(), guest, UnknownKernel},
		"a survey asks for no certified one":          {surveying, guest, ""},
		"another guest kernel is unknown":             {certifiedFor("4.4.0", "4.19.0-gvisor-2"), guest, UnknownKernel},
		"the start of a certified one is unknown":     {certifiedFor("4.19.0-gvisor-2"), guest, UnknownKernel},
		"a node's kernel is shared, certified or not": {certifiedFor(nodeRelease), with(func(k *kernelSeen) { k.release = nodeRelease }), SharedKernel},
		"a mount is a fingerprint": {
			Argument{NodeKernels: gvisor.NodeKernels, Runtime: Fingerprint{MountsContain: []string{"kataShared"}, GuestKernels: []string{"6.1.192"}}},
			kernelSeen{release: "6.1.192", bootID: "b", mounts: "28 20 0:25 / /etc/hosts rw - virtiofs kataShared rw"}, ""},
	} {
		t.Run(claim, func(t *testing.T) {
			_, failures := judgeKernel(c.argument, c.kernel)
			wantChecks(t, failures, c.want)
		})
	}
}

// wantChecks demands exactly these checks; "" stands for none.
func wantChecks(t *testing.T, failures []failure, want ...Check) {
	t.Helper()
	if len(want) == 1 && want[0] == "" {
		want = nil
	}
	if len(failures) != len(want) {
		t.Fatalf("failed %v, want %v", failures, want)
	}
	for i, f := range failures {
		if f.check != want[i] || f.detail == "" {
			t.Errorf("failed %v, want %v", failures, want)
		}
	}
}
