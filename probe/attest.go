package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

func runAttest(arguments []string, stdout, stderr io.Writer, m machine) int {
	start := time.Now()
	text, err := single("attest", arguments)
	var argument Argument
	if err == nil {
		argument, err = parseArgument(text)
	}
	if err != nil {
		message := fmt.Sprintf("probe attest: bad argument: %v\n", err)
		io.WriteString(stderr, message)
		if err := m.deliver([]byte(message)); err != nil {
			fmt.Fprintf(stderr, "probe attest: the termination message cannot be written: %v\n", err)
		}
		return exitBadArgument
	}
	report := attest(argument, m, start)
	line := report.encode()
	fmt.Fprintf(stdout, "%s\n", line)
	if err := m.deliver(line); err != nil {
		fmt.Fprintf(stderr, "probe attest: the report cannot be delivered, so nothing passes: %v\n", err)
		return exitFailed
	}
	return exitCode(report.Verdict)
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
	report.FailedChecks, report.Details = []Check{}, []string{}
	for _, f := range failures {
		report.FailedChecks = append(report.FailedChecks, f.check)
		report.Details = append(report.Details, printable(f.detail, 400))
	}
	if report.Verdict == TimedOut && len(failures) == 0 {
		report.Details = append(report.Details, network.undecided())
	}
	report.DurationMilliseconds = time.Since(start).Milliseconds()
	return report
}
