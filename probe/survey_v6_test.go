package main

import (
	"slices"
	"strings"
	"testing"
)

// dualStack gives both ends an IPv6 address, as a cluster with two families does.
func (l *lab) dualStack() {
	l.t.Helper()
	l.linkLocal(true)
	for namespace, address := range map[string]string{l.sandbox: "fd99::2/64", l.world: "fd99::1/64"} {
		l.ip("-n", namespace, "addr", "add", address, "dev", "eth0", "nodad")
	}
	l.ip("-n", l.world, "addr", "add", canaryAddressV6+"/128", "dev", "lo", "nodad")
	l.ip("-n", l.sandbox, "route", "add", "default", "via", "fd99::1")
}

var bothOfCanaryV6 = []targetJSON{
	tcpTarget("canary-1-tcp", Canary, "fd99::1", 8787, true),
	udpTarget("canary-1-udp", Canary, "fd99::1", 8787),
}

func TestASurveyReportsWhetherAnIPv6CanaryAnswers(t *testing.T) {
	l := newLab(t)
	l.dualStack()
	l.listen(8787)
	targets := append(slices.Clone(bothOfCanary), bothOfCanaryV6...)
	r, code := l.survey(surveyFor(t, Answered, 20, targets...))
	wantSurvey(t, r, code, Answered, exitPassed, "canary-0-tcp", "canary-0-udp", "canary-1-tcp", "canary-1-udp")
	l.policy("ip6 daddr fd99::1 meta l4proto { tcp, udp } drop")
	r, code = l.survey(surveyFor(t, Answered, 20, targets...))
	wantSurvey(t, r, code, Answered, exitPassed, "canary-0-tcp", "canary-0-udp")
	l.policy(reject) // and with an IPv6 target that is known to answer, its silence means something
	r, code = l.survey(surveyFor(t, Silent, 20, targets...))
	wantSurvey(t, r, code, Silent, exitPassed)
	if len(r.FailedChecks) != 0 {
		t.Errorf("failed %v", r.FailedChecks)
	}
}

func TestASurveyUntilSilentFailsAnIPv6AddressThatNoTargetStandsFor(t *testing.T) {
	l := newLab(t)
	l.listen(8787)
	l.policy(reject)
	r, code := l.survey(surveyFor(t, Silent, 20, bothOfCanary...))
	wantSurvey(t, r, code, Silent, exitPassed)
	l.linkLocal(true)
	r, code = l.survey(surveyFor(t, Silent, 20, bothOfCanary...))
	wantSurvey(t, r, code, Failed, exitFailed)
	if !slices.Equal(r.FailedChecks, []Check{AddressReachable}) || !strings.Contains(r.Details[0], "fe80::") {
		t.Errorf("report %+v", r)
	}
	l.policy() // and it does not hide that nothing is enforced
	r, code = l.survey(surveyFor(t, Silent, 2, bothOfCanary...))
	wantSurvey(t, r, code, Answered, exitFailed, "canary-0-tcp")
	if !slices.Equal(r.FailedChecks, []Check{AddressReachable}) {
		t.Errorf("failed %v", r.FailedChecks)
	}
}
