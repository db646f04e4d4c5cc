package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	reject = "meta l4proto { tcp, udp } reject"
	drop   = "meta l4proto { tcp, udp } drop"
)

func wantResult(t *testing.T, r result, verdict Verdict, code int, checks ...Check) {
	t.Helper()
	if r.report.Verdict != verdict || r.code != code || !slices.Equal(r.report.FailedChecks, checks) {
		t.Errorf("verdict %s, exit code %d, failed %v; want %s, %d, %v", r.report.Verdict, r.code, r.report.FailedChecks, verdict, code, checks)
	}
}

func TestASandboxThatIsRefusedEverywherePasses(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.listen(80)
	if !l.reaches(canaryAddress, 8787) || !l.reaches(metadataAddress, 80) {
		t.Fatal("without a policy the targets must answer, or blocked means nothing")
	}
	l.policy(reject)
	r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP, metadataTCP, canaryUDP)))
	wantResult(t, r, Passed, exitPassed)
	n := r.report.Network
	if n.Targets != 3 || n.Blocked != 3 || n.Certified != 2 || n.CertifiedBlocked != 2 || n.Rounds < 3 || n.LastOpenMilliseconds != 0 {
		t.Errorf("network %+v", n)
	}
	if r.report.Nonce != "7c1e-0a" || r.report.Probe != "0.0.0-test" || r.report.Truncated {
		t.Errorf("report %+v", r.report)
	}
}

func TestASandboxThatHearsNothingPassesAfterTheSilence(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.policy(drop)
	r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP, canaryUDP)))
	wantResult(t, r, Passed, exitPassed)
	// Silence of TCP, two more rounds, silence of UDP: it cannot be known earlier.
	if least := (2*silence + 2*roundInterval).Milliseconds(); r.report.DurationMilliseconds < least {
		t.Errorf("passed after %d ms, silence needs %d", r.report.DurationMilliseconds, least)
	}
}

// Linux sends 6 refusals at once and then one a second, so that most of these 15 attempts a round look silent.
func TestWhereACertifiedTargetIsRefusedTheOthersNeedNotBeSilentForLong(t *testing.T) {
	const bySilence = int64((silence + 2*roundInterval) / time.Millisecond)
	for _, known := range []bool{true, false} {
		t.Run(fmt.Sprintf("certified %v", known), func(t *testing.T) {
			l := newLab(t)
			l.listen(8787)
			l.policy(reject)
			targets := []targetJSON{tcpTarget("canary", Canary, canaryAddress, 8787, known)}
			for i := range 14 {
				address := fmt.Sprintf("10.77.1.%d", 1+i)
				targets = append(targets, tcpTarget("other-"+address, Metadata, address, 8787, false))
			}
			r := l.attest(encoded(t, argumentFor(t, 20, targets...)))
			wantResult(t, r, Passed, exitPassed)
			if r.report.Network.Blocked != 15 {
				t.Errorf("network %+v", r.report.Network)
			}
			if quick := r.report.DurationMilliseconds < bySilence; quick != known {
				t.Errorf("passed after %d ms, by silence it takes %d", r.report.DurationMilliseconds, bySilence)
			}
		})
	}
}

func TestAFamilyThatTheSandboxLacksHoldsNothingUp(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.policy(reject)
	r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP, tcpTarget("metadata-v6", Metadata, "fd00:ec2::254", 80, false))))
	wantResult(t, r, Passed, exitPassed)
	if r.report.Network.Blocked != 2 || r.report.DurationMilliseconds > unreachableFor.Milliseconds() {
		t.Errorf("report %+v", r.report)
	}
}

func TestAnOpenSandboxIsTriedUntilItIsBlocked(t *testing.T) {
	for name, rule := range map[string]string{"by refusal": reject, "by silence": drop} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t)
			l.listen(8787)
			l.listen(80)
			l.policyAfter(time.Second, rule)
			r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP, metadataTCP, canaryUDP)))
			wantResult(t, r, Passed, exitPassed)
			n := r.report.Network
			if n.LastOpenMilliseconds == 0 || n.LastOpenMilliseconds >= r.report.DurationMilliseconds || n.Blocked != 3 {
				t.Errorf("network %+v", n)
			}
		})
	}
}

func TestATargetThatOpensAgainBetweenRoundsStartsTheCountAgain(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.policy(drop) // passing takes 1.6 s, so that the opening below falls before it
	l.policyAfter(900*time.Millisecond, "accept")
	l.policyAfter(1800*time.Millisecond, reject)
	r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP)))
	wantResult(t, r, Passed, exitPassed)
	if n := r.report.Network; n.LastOpenMilliseconds == 0 || n.Rounds < 3 {
		t.Errorf("the opening was not seen: %+v", n)
	}
}

func TestASandboxThatStaysOpenIsGivenUp(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.listen(80)
	l.policy("ip daddr " + canaryAddress + " reject")
	r := l.attest(encoded(t, argumentFor(t, 2, canaryTCP, metadataTCP)))
	wantResult(t, r, TimedOut, exitGaveUp, AddressReachable)
	if !slices.Equal(r.report.Network.Open, []string{"metadata"}) || r.report.Network.Blocked != 1 || !strings.Contains(r.report.Details[0], "metadata") {
		t.Errorf("report %+v", r.report)
	}
}

func TestNoRouteIsNotBlocked(t *testing.T) {
	l := newLab(t)
	l.disconnect()
	r := l.attest(encoded(t, argumentFor(t, 2, canaryTCP, metadataTCP)))
	wantResult(t, r, TimedOut, exitGaveUp)
	if !slices.Equal(r.report.Network.NotUp, []string{"canary", "metadata"}) || r.report.Network.Blocked != 0 || len(r.report.Details) != 1 {
		t.Errorf("report %+v", r.report)
	}
}

func TestANetworkThatComesUpLateIsWaitedFor(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.policy(reject)
	l.disconnect()
	time.AfterFunc(time.Second, l.connect)
	r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP, canaryUDP)))
	wantResult(t, r, Passed, exitPassed)
	if r.report.DurationMilliseconds < 700 {
		t.Errorf("passed after %d ms, before there was a network", r.report.DurationMilliseconds)
	}
}

func TestAUDPAnswerAfterTCPIsBlockedFailsForGood(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.policy("meta l4proto tcp reject")
	r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP, canaryUDP)))
	wantResult(t, r, Failed, exitFailed, AddressReachable)
	if !slices.Equal(r.report.Network.Open, []string{"canary-udp"}) {
		t.Errorf("open %v", r.report.Network.Open)
	}
}

func TestNoDatagramIsSentWhileTCPIsOpen(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	const count = "meta l4proto udp counter"
	l.policy(count)
	r := l.attest(encoded(t, argumentFor(t, 2, canaryTCP, canaryUDP)))
	wantResult(t, r, TimedOut, exitGaveUp, AddressReachable)
	if rules := l.in(l.world, "nft", "list chain inet netpol input"); !strings.Contains(rules, "counter packets 0 ") {
		t.Errorf("datagrams arrived: %s", rules)
	}
	l.policy(count, "meta l4proto tcp reject") // the control: the counter does count
	r = l.attest(encoded(t, argumentFor(t, 20, canaryTCP, canaryUDP)))
	wantResult(t, r, Failed, exitFailed, AddressReachable)
	if rules := l.in(l.world, "nft", "list chain inet netpol input"); !strings.Contains(rules, "counter packets 1 ") {
		t.Errorf("one datagram should have arrived: %s", rules)
	}
}

func TestAReportOnlyTargetThatAnswersIsReportedAndPasses(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.listen(10250)
	l.policy("ip daddr != " + nodeAddress + " meta l4proto { tcp, udp } reject")
	r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP, ownNodeTCP)))
	wantResult(t, r, Passed, exitPassed)
	n := r.report.Network
	if !slices.Equal(n.ReportOnlyOpen, []string{"own-node"}) || len(n.Open) != 0 || n.Targets != 2 || n.Blocked != 1 || n.LastOpenMilliseconds != 0 {
		t.Errorf("network %+v", n)
	}
}

func TestAnUncertifiedHostThatIsUnreachableForLongCountsAsBlocked(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.policy(reject)
	l.ip("-n", l.sandbox, "route", "add", "unreachable", metadataAddress)
	r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP, metadataTCP)))
	wantResult(t, r, Passed, exitPassed)
	if r.report.DurationMilliseconds < unreachableFor.Milliseconds() {
		t.Errorf("passed after %d ms", r.report.DurationMilliseconds)
	}
}

func TestACertifiedHostThatIsUnreachableNeverCountsAsBlocked(t *testing.T) {
	l := newLab(t)
	l.listen(80)
	l.policy(reject)
	l.ip("-n", l.sandbox, "route", "add", "unreachable", canaryAddress)
	r := l.attest(encoded(t, argumentFor(t, 7, canaryTCP, metadataTCP)))
	wantResult(t, r, TimedOut, exitGaveUp)
	if !slices.Equal(r.report.Network.NotUp, []string{"canary"}) || r.report.Network.CertifiedBlocked != 0 {
		t.Errorf("network %+v", r.report.Network)
	}
}

func TestIPv6TargetsAreTriedLikeOthers(t *testing.T) {
	l := newLab(t)
	l.dualStack()
	l.listen(8787)
	v6 := tcpTarget("canary-v6", Canary, canaryAddressV6, 8787, true)
	l.policy("ip daddr " + canaryAddress + " reject")
	r := l.attest(encoded(t, argumentFor(t, 3, canaryTCP, v6)))
	wantResult(t, r, TimedOut, exitGaveUp, AddressReachable)
	if !slices.Equal(r.report.Network.Open, []string{"canary-v6"}) {
		t.Errorf("open %v", r.report.Network.Open)
	}
	l.policy(reject)
	r = l.attest(encoded(t, argumentFor(t, 20, canaryTCP, v6)))
	wantResult(t, r, Passed, exitPassed)
}

func TestSixHundredOpenTargetsFitIntoTheTerminationMessage(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	var targets []targetJSON
	for i := range 600 {
		address := fmt.Sprintf("10.77.%d.%d", 1+i/200, 1+i%200)
		targets = append(targets, tcpTarget("other-sandbox-"+address, Canary, address, 8787, false))
	}
	r := l.attest(encoded(t, argumentFor(t, 5, targets...)))
	wantResult(t, r, TimedOut, exitGaveUp, AddressReachable)
	if len(r.message) >= 4096 || !r.report.Truncated || r.report.Network.Targets != 600 || len(r.report.Network.Open) < 10 {
		t.Errorf("%d bytes, report %+v", len(r.message), r.report)
	}
}

func TestALinkLocalIPv6AddressThatNoCertifiedTargetStandsForFailsAtOnce(t *testing.T) {
	l := newLab(t)
	l.policy(reject)
	wantResult(t, l.attest(encoded(t, argumentFor(t, 20, canaryTCP))), Passed, exitPassed)
	l.linkLocal(true)
	r := l.attest(encoded(t, argumentFor(t, 20, canaryTCP)))
	wantResult(t, r, Failed, exitFailed, AddressReachable)
	if len(r.report.Details) != 1 || !strings.Contains(r.report.Details[0], "fe80::") {
		t.Errorf("details: %v", r.report.Details)
	}
}
