package main

import (
	"path"
	"strings"
	"time"
)

// Limits of the argument. They keep the argument under the 128 KiB that Linux allows one argument, and the number of
// sockets open at once (targets × 6 overlapping rounds) in the thousands.
const (
	maxTargets  = 1000
	maxNames    = 256
	maxNameSize = 80
	maxNonce    = 64
	minMarker   = 3 // a shorter fingerprint would be found by accident
	hashSize    = 16
	maxRelease  = 64 // Linux keeps a release in 65 bytes, one of them zero (struct new_utsname)
	maxGiveUp   = 24 * 60 * 60
)

// Fingerprint holds the strings by which the expected runtime is known. One found in its place is enough.
type Fingerprint struct {
	Kind              string
	CmdlineContains   []string
	OsreleaseContains []string
	MountsContain     []string
	// GuestKernels are the kernel releases that certification saw inside sandboxes of the nodes on which this pod may
	// have landed. This sandbox's must be one of them. A survey has none: it is what certifies.
	GuestKernels []string
}

// NodeKernels holds hashes (see kernelHash) of every node on which this pod may have landed.
type NodeKernels struct {
	BootIDs  []string
	Releases []string
}

// Argument is what attest or survey is told. Everything in it has been checked. A survey has no more than the fields down
// to Until; attest has all the others.
type Argument struct {
	Nonce       string
	GiveUpAfter time.Duration
	Targets     []Target
	Runtime     Fingerprint
	NodeKernels NodeKernels
	Until       Verdict // Answered or Silent
	RunAsUser   uint32
	RunAsGroup  uint32
	Environment []string
	Workspace   string // absolute path; empty means that there is none
}

// parseArgument reads the argument of attest. The error names the field.
func parseArgument(text string) (Argument, error) {
	o, err := parseObject(text)
	if err != nil {
		return Argument{}, err
	}
	a := readShared(o, true)
	a.RunAsUser = uint32(o.integer("runAsUser", 1, 1<<32-2))
	a.RunAsGroup = uint32(o.integer("runAsGroup", 0, 1<<32-2))
	a.Environment = o.texts("environment", maxNames)
	for i, name := range a.Environment {
		if name == "" || strings.Contains(name, "=") {
			o.fail(index("environment", i), "must be a variable's name, is %q", printable(name, maxNameSize))
		}
	}
	if o.has("workspace") {
		w := o.object("workspace")
		a.Workspace = w.text("path")
		if !strings.HasPrefix(a.Workspace, "/") || path.Clean(a.Workspace) != a.Workspace || a.Workspace == "/" {
			w.fail("workspace.path", "must be an absolute, clean path below /, is %q", printable(a.Workspace, maxNameSize))
		}
		w.done()
	}
	o.done()
	if *o.first != nil {
		return Argument{}, *o.first
	}
	return a, nil
}

// readShared reads what attest and survey are both told.
func readShared(o object, certified bool) Argument {
	var a Argument
	o.integer("version", 1, 1)
	a.Nonce = o.text("nonce")
	if !validNonce(a.Nonce) {
		o.fail("nonce", "must be 1 to %d letters, digits or dashes, is %q", maxNonce, printable(a.Nonce, maxNonce))
	}
	a.GiveUpAfter = time.Duration(o.integer("giveUpAfterSeconds", 1, maxGiveUp)) * time.Second
	reportOnly := readReportOnly(o)
	a.Targets = readTargets(o, reportOnly)
	a.Runtime = readFingerprint(o.object("runtime"), certified)
	a.NodeKernels = readNodeKernels(o.object("nodeKernels"))
	return a
}

// readFingerprint takes the guest kernels only where there is a certificate that knows them.
func readFingerprint(o object, certified bool) Fingerprint {
	f := Fingerprint{Kind: o.text("kind")}
	if f.Kind == "" || printable(f.Kind, maxNameSize) != f.Kind {
		o.fail(o.path+".kind", "must be 1 to %d printable ASCII characters, is %q", maxNameSize, printable(f.Kind, maxNameSize))
	}
	markers := func(name string) []string {
		texts := o.texts(name, maxNames)
		for i, marker := range texts {
			if len(marker) < minMarker {
				o.fail(index(join(o.path, name), i), "must have at least %d characters, is %q", minMarker, printable(marker, minMarker))
			}
		}
		return texts
	}
	f.CmdlineContains = markers("cmdlineContains")
	f.OsreleaseContains = markers("osreleaseContains")
	f.MountsContain = markers("mountsContain")
	if certified {
		f.GuestKernels = readGuestKernels(o)
	}
	o.done()
	return f
}

func readGuestKernels(o object) []string {
	releases := o.texts("guestKernels", maxTargets)
	if len(releases) == 0 {
		o.fail(join(o.path, "guestKernels"), "must name at least one kernel release, otherwise no sandbox could be right")
	}
	for i, release := range releases {
		if release == "" || printable(release, maxRelease) != release {
			o.fail(index(join(o.path, "guestKernels"), i), "must be 1 to %d printable ASCII characters, is %q", maxRelease, printable(release, maxNameSize))
		}
	}
	return releases
}

func readNodeKernels(o object) NodeKernels {
	hashes := func(name string) []string {
		texts := o.texts(name, maxTargets)
		if len(texts) == 0 {
			o.fail(join(o.path, name), "must name at least one node's kernel, otherwise none can be excluded")
		}
		for i, text := range texts {
			if len(text) != hashSize || strings.Trim(text, "0123456789abcdef") != "" {
				o.fail(index(join(o.path, name), i), "must be %d lower-case hexadecimal digits, is %q", hashSize, printable(text, maxNameSize))
			}
		}
		return texts
	}
	k := NodeKernels{BootIDs: hashes("bootIds"), Releases: hashes("releases")}
	o.done()
	return k
}

// validNonce says whether the canary may echo this text.
func validNonce(text string) bool {
	if text == "" || len(text) > maxNonce {
		return false
	}
	for _, c := range []byte(text) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-') {
			return false
		}
	}
	return true
}
