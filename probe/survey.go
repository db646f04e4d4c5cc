package main

import (
	"time"
)

// SurveyReport is what survey found, in the same places as attest's report.
//
// Until Answered, the verdict is Answered (exit code 0) or, when the time was over, Silent (3). Until Silent, it is Silent
// (0); Answered (1), when the time was over with a target open, or a UDP target answered; or TimedOut (3), when the time
// was over and neither was shown. Failed (1) says that the sandbox itself is not right, as the failed checks say.
type SurveyReport struct {
	Version              int           `json:"version"`
	Probe                string        `json:"probe"`
	Nonce                string        `json:"nonce"`
	Verdict              Verdict       `json:"verdict"`
	FailedChecks         []Check       `json:"failedChecks"` // SharedKernel, UnknownKernel; until Silent also AddressReachable, for an IPv6 address
	Details              []string      `json:"details"`      // one for each failed check; one for a time that was over
	Kernel               KernelReport  `json:"kernel"`
	Network              SurveyNetwork `json:"network"`
	DurationMilliseconds int64         `json:"durationMilliseconds"`
	Truncated            bool          `json:"truncated,omitempty"` // a list or text was cut to fit
}

// SurveyNetwork names targets, in the argument's order.
type SurveyNetwork struct {
	// Answers are, until Answered, all that ever answered; until Silent, those that did in one of their last three rounds,
	// report-only ones included.
	Answers              []string `json:"answers"`
	NotUp                []string `json:"notUp"` // no way there, or an answer that says neither yes nor no, like another nonce
	LastOpenMilliseconds int64    `json:"lastOpenMilliseconds"`
}

// parseSurvey reads the argument of survey. The error names the field.
func parseSurvey(text string) (Argument, error) {
	o, err := parseObject(text)
	if err != nil {
		return Argument{}, err
	}
	a := readShared(o, false)
	a.Until = Verdict(o.text("until"))
	switch {
	case a.Until != Answered && a.Until != Silent:
		o.fail("until", "must be %s or %s, is %q", Answered, Silent, printable(string(a.Until), maxNameSize))
	case a.Until == Answered && !canaryAmong(a.Targets):
		o.fail("targets", "holds no Canary with a TCP and a UDP target at the same address and port, so that none could answer")
	}
	o.done()
	if *o.first != nil {
		return Argument{}, *o.first
	}
	return a, nil
}

func runSurvey(text string, m machine, start time.Time) ([]byte, int, error) {
	argument, err := parseSurvey(text)
	if err != nil {
		return nil, 0, err
	}
	report := survey(argument, m, start)
	line := encode(&report, &report.Truncated, &report.Network.Answers, &report.Network.NotUp, &report.Details)
	switch report.Verdict {
	case argument.Until:
		return line, exitPassed, nil
	case Silent, TimedOut:
		return line, exitGaveUp, nil
	}
	return line, exitFailed, nil
}

// survey looks at the kernel first, as attest does: of another kernel's network there is nothing to say. An IPv6 address
// that no target stands for fails too, but it may not hide that the policy is not enforced at all.
func survey(a Argument, m machine, start time.Time) SurveyReport {
	report := SurveyReport{Version: 1, Probe: version, Nonce: a.Nonce, Verdict: Failed}
	var failures []failure
	report.Kernel, failures = judgeKernel(a, m.kernel())
	n := newNetwork(a.Targets, a.Nonce, start, m)
	n.demandNonce = true
	undecided := ""
	switch {
	case len(failures) > 0:
	case a.Until == Answered:
		if report.Verdict = n.awaitAnswers(a.GiveUpAfter); report.Verdict == Silent {
			undecided = "gave up: no canary sent the nonce back over TCP and UDP"
		}
	default:
		failures = judgeLinks(ipv6Addresses(a.Targets))
		passed := n.attest(a.GiveUpAfter) == Passed
		switch open := len(n.report().Open) > 0; {
		case open:
			report.Verdict = Answered
		case len(failures) > 0:
		case passed:
			report.Verdict = Silent
		default:
			report.Verdict, undecided = TimedOut, n.undecided()
		}
	}
	seen := n.report()
	report.Network = SurveyNetwork{n.answers(a.Targets, a.Until), seen.NotUp, seen.LastOpenMilliseconds}
	report.FailedChecks, report.Details = named(failures)
	if undecided != "" {
		report.Details = append(report.Details, undecided)
	}
	report.DurationMilliseconds = time.Since(start).Milliseconds()
	return report
}
