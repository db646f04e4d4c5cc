package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
)

// Check is a property of the sandbox that was not shown. The operator's API has the same names.
type Check string

const (
	SharedKernel          Check = "SharedKernel"
	UnknownKernel         Check = "UnknownKernel"
	AddressReachable      Check = "AddressReachable"
	TokenPresent          Check = "TokenPresent"
	Privileged            Check = "Privileged"
	WritableRoot          Check = "WritableRoot"
	EnvironmentUnexpected Check = "EnvironmentUnexpected"
	WorkspaceNotEmpty     Check = "WorkspaceNotEmpty"
	WorkspaceNotWritable  Check = "WorkspaceNotWritable"
)

// failure is a failed check and, in words, what was seen.
type failure struct {
	check  Check
	detail string
}

// Verdict is the report's answer.
type Verdict string

const (
	Passed   Verdict = "Passed"
	Failed   Verdict = "Failed"
	TimedOut Verdict = "TimedOut" // the time was over before all targets were blocked

	// Of a survey only (see SurveyReport).
	Answered Verdict = "Answered"
	Silent   Verdict = "Silent"
)

// Report is what attest found: one line of JSON, in the termination message and on standard output.
type Report struct {
	Version              int           `json:"version"`
	Probe                string        `json:"probe"`
	Nonce                string        `json:"nonce"`
	Verdict              Verdict       `json:"verdict"`
	FailedChecks         []Check       `json:"failedChecks"`
	Details              []string      `json:"details"` // one for each failed check; one for a time-out without any
	Kernel               KernelReport  `json:"kernel"`
	Network              NetworkReport `json:"network"`
	Process              ProcessReport `json:"process"`
	DurationMilliseconds int64         `json:"durationMilliseconds"`
	Truncated            bool          `json:"truncated,omitempty"` // a list or text was cut to fit
}

// KernelReport is the kernel seen from inside.
type KernelReport struct {
	Release     string `json:"release"`
	BootID      string `json:"bootId"` // empty if the kernel has none
	Fingerprint bool   `json:"fingerprint"`
}

// NetworkReport counts and names targets. Targets and Blocked count all of them; Certified and CertifiedBlocked only
// those that must be blocked. Rounds is the number of rounds since the last one that was not all blocked.
type NetworkReport struct {
	Targets              int      `json:"targets"`
	Blocked              int      `json:"blocked"`
	Certified            int      `json:"certified"`
	CertifiedBlocked     int      `json:"certifiedBlocked"`
	Rounds               int      `json:"rounds"`
	LastOpenMilliseconds int64    `json:"lastOpenMilliseconds"` // since the probe's start; 0 if none ever answered
	Open                 []string `json:"open"`                 // answered in one of the last three rounds
	NotUp                []string `json:"notUp"`                // no way there, or an error that says neither yes nor no
	ReportOnlyOpen       []string `json:"reportOnlyOpen"`
}

// ProcessReport is what the probe runs as. The task's container has the same, as the operator's read-back shows.
type ProcessReport struct {
	UID                 int64    `json:"uid"` // -1 if it cannot be seen
	GID                 int64    `json:"gid"`
	Capabilities        []string `json:"capabilities"` // the sets that are not empty
	NoNewPrivileges     bool     `json:"noNewPrivileges"`
	ReadOnlyRoot        bool     `json:"readOnlyRoot"`
	ServiceAccountToken bool     `json:"serviceAccountToken"`
	WorkspaceEmpty      bool     `json:"workspaceEmpty"` // also true when there is no workspace
	Environment         []string `json:"environment"`    // names only
}

// maxReport is the size that the kubelet keeps of a termination message (4096 bytes), less one.
const maxReport = 4095

func (r Report) encode() []byte {
	return encode(&r, &r.Truncated, &r.Network.Open, &r.Network.NotUp, &r.Network.ReportOnlyOpen, &r.Process.Environment, &r.Details)
}

// encode returns the report as one line of fewer than 4096 bytes. It halves whatever list is longest until it fits;
// verdict, failed checks and counts always stay.
func encode(report any, truncated *bool, lists ...*[]string) []byte {
	for {
		var buffer bytes.Buffer
		encoder := json.NewEncoder(&buffer)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(report); err != nil {
			panic(err) // only strings, numbers and booleans: cannot fail
		}
		line := bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
		if len(line) <= maxReport {
			return line
		}
		*truncated = true
		halveLongest(lists)
	}
}

func halveLongest(lists []*[]string) {
	longest, most := lists[0], -1
	for _, list := range lists {
		size := 0
		for _, text := range *list {
			size += len(text) + 3
		}
		if size > most {
			longest, most = list, size
		}
	}
	if len(*longest) == 1 {
		*longest = []string{printable((*longest)[0], len((*longest)[0])/2)}
		return
	}
	*longest = (*longest)[:len(*longest)/2]
}

// deliver writes to the file that the kubelet made for the termination message. It must exist: a report that nobody
// reads would let the task start unproved.
func (m machine) deliver(message []byte) error {
	file, err := os.OpenFile(m.path(m.terminationLog), os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(message)
	return errors.Join(err, file.Close())
}
