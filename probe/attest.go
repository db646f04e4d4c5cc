package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

func runAttest(text string, m machine, start time.Time) ([]byte, int, error) {
	argument, err := parseArgument(text)
	if err != nil {
		return nil, 0, err
	}
	report := attest(argument, m, start)
	return report.encode(), exitCode(report.Verdict), nil
}

// runReporting runs a command that looks at the sandbox, and delivers its report, one line, to the kubelet.
func runReporting(command string, arguments []string, stdout, stderr io.Writer, m machine,
	look func(text string, m machine, start time.Time) (line []byte, code int, err error)) int {
	start := time.Now()
	text, err := single(command, arguments)
	var line []byte
	var code int
	if err == nil {
		line, code, err = look(text, m, start)
	}
	if err != nil {
		message := fmt.Sprintf("probe %s: bad argument: %v\n", command, err)
		io.WriteString(stderr, message)
		if err := m.deliver([]byte(message)); err != nil {
			fmt.Fprintf(stderr, "probe %s: the termination message cannot be written: %v\n", command, err)
		}
		return exitBadArgument
	}
	fmt.Fprintf(stdout, "%s\n", line)
	if err := m.deliver(line); err != nil {
		fmt.Fprintf(stderr, "probe %s: the report cannot be delivered, so nothing passes: %v\n", command, err)
		return exitFailed
	}
	return code
}

func exitCode(verdict Verdict) int {
	switch verdict {
	case Passed:
		return exitPassed
	case TimedOut:
		return exitGaveUp
	}
	return exitFailed
}

// attest looks at the kernel, the process and the workspace first. What fails there fails for good, so the network,
// which takes seconds, is tried only when all of it is right.
func attest(a Argument, m machine, start time.Time) Report {
	report := Report{Version: 1, Probe: version, Nonce: a.Nonce}
	var failures []failure
	var more []failure
	report.Kernel, failures = judgeKernel(a, m.kernel())
	report.Process, more = judgeProcess(a, m.process())
	failures = append(failures, more...)
	report.Process.WorkspaceEmpty = true
	if a.Workspace != "" {
		report.Process.WorkspaceEmpty, more = judgeWorkspace(a.Workspace, m.workspace(a.Workspace))
		failures = append(failures, more...)
	}
	failures = append(failures, judgeLinks(ipv6Addresses(a.Targets))...)

	network := newNetwork(a.Targets, a.Nonce, start, m)
	report.Verdict = Failed
	if len(failures) == 0 {
		report.Verdict = network.attest(a.GiveUpAfter)
	}
	report.Network = network.report()
	if len(report.Network.Open) > 0 {
		failures = append(failures, failure{AddressReachable,
			printable("answered: "+strings.Join(report.Network.Open, " "), 300)})
	}
	report.FailedChecks, report.Details = named(failures)
	if report.Verdict == TimedOut && len(failures) == 0 {
		report.Details = append(report.Details, network.undecided())
	}
	report.DurationMilliseconds = time.Since(start).Milliseconds()
	return report
}

func named(failures []failure) ([]Check, []string) {
	checks, details := []Check{}, []string{}
	for _, f := range failures {
		checks = append(checks, f.check)
		details = append(details, printable(f.detail, 400))
	}
	return checks, details
}
