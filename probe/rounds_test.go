package main

import (
	"net/netip"
	"testing"
	"time"
)

const ms = time.Millisecond

var (
	certified   = Target{Name: "canary", Kind: Canary, Protocol: TCP, Certified: true, Address: netip.MustParseAddrPort("10.0.0.1:80")}
	uncertified = Target{Name: "metadata", Kind: Metadata, Protocol: TCP, Address: netip.MustParseAddrPort("10.0.0.2:80")}
	reportOnly  = Target{Name: "own-node", Kind: OwnNode, Protocol: TCP, ReportOnly: true}
)

// blocked is how these tests write an attempt that is blocked, where the way does not matter.
const blocked = silent

var connected = ways{defaultRoute: true, v4: true, v6: true}

func begin(l *ledger, at time.Duration) int {
	var all []int
	for i := range l.targets {
		all = append(all, i)
	}
	return l.startRound(at, all)
}

// play records one whole round. A target whose outcome is pending stays so.
func play(l *ledger, at time.Duration, outcomes ...outcome) {
	round := begin(l, at)
	for target, o := range outcomes {
		if o != pending {
			l.record(round, target, o, at, connected)
		}
	}
}

func wantClean(t *testing.T, l *ledger, want int) {
	t.Helper()
	if got := l.cleanRounds(l.rounds[len(l.rounds)-1].start); got != want {
		t.Errorf("%d clean rounds, want %d", got, want)
	}
}

func TestThreeBlockedRoundsInARowCount(t *testing.T) {
	l := newLedger([]Target{certified, uncertified})
	for n := 1; n <= 3; n++ {
		play(l, 0, blocked, blocked)
		wantClean(t, l, n)
	}
}

func TestATargetThatOpensAgainStartsTheCountAgain(t *testing.T) {
	l := newLedger([]Target{certified, uncertified})
	play(l, 0, blocked, blocked)
	play(l, 200*ms, blocked, blocked)
	play(l, 400*ms, open, blocked)
	wantClean(t, l, 0)
	play(l, 600*ms, blocked, blocked)
	play(l, 800*ms, blocked, blocked)
	wantClean(t, l, 2)
	play(l, 1000*ms, blocked, blocked)
	wantClean(t, l, 3)
	if l.lastOpen != 400*ms {
		t.Errorf("last open after %v", l.lastOpen)
	}
}

func TestALaterRoundThatIsAlreadyOpenSpoilsEarlierOnesThatFinishLate(t *testing.T) {
	l := newLedger([]Target{certified, uncertified})
	var rounds []int
	for range 4 {
		rounds = append(rounds, begin(l, 0))
	}
	l.record(rounds[3], 0, open, 700*ms, connected) // the first three are still silent
	for _, round := range rounds[:3] {
		l.record(round, 0, blocked, 1200*ms, connected)
		l.record(round, 1, blocked, 1200*ms, connected)
	}
	wantClean(t, l, 0)
}

func TestRoundsStillUnderWayDoNotHoldUpFinishedOnes(t *testing.T) {
	l := newLedger([]Target{certified})
	for range 3 {
		play(l, 1200*ms, blocked)
	}
	begin(l, 1200*ms)
	begin(l, 1200*ms)
	wantClean(t, l, 3)
}

func TestAnUnfinishedRoundInBetweenInterruptsTheRun(t *testing.T) {
	l := newLedger([]Target{certified})
	play(l, 0, blocked)
	late := begin(l, 1200*ms)
	play(l, 0, blocked)
	play(l, 0, blocked)
	wantClean(t, l, 2)
	l.record(late, 0, blocked, 1200*ms, connected)
	wantClean(t, l, 4)
}

func TestNeitherUnreachableNorUnclearCountsAsBlocked(t *testing.T) {
	for _, o := range []outcome{unreachable, unclear, open} {
		l := newLedger([]Target{certified, uncertified})
		for range 5 {
			play(l, 0, blocked, o)
		}
		wantClean(t, l, 0)
	}
}

func TestAReportOnlyTargetNeverSpoilsARound(t *testing.T) {
	for _, o := range []outcome{open, unreachable, unclear, blocked} {
		l := newLedger([]Target{certified, reportOnly})
		for range 3 {
			play(l, 100*ms, blocked, o)
		}
		wantClean(t, l, 3)
		if l.lastOpen != 0 {
			t.Error("a report-only target does not move lastOpen")
		}
		var r NetworkReport
		l.addTo(&r)
		if got := len(r.ReportOnlyOpen) == 1; got != (o == open) || len(r.Open) != 0 {
			t.Errorf("outcome %d: reportOnlyOpen %v, open %v", o, r.ReportOnlyOpen, r.Open)
		}
	}
}

func TestAnUncertifiedTargetUnreachableForMoreThanFiveSecondsCountsAsBlocked(t *testing.T) {
	l := newLedger([]Target{certified, uncertified})
	play(l, 0, blocked, unreachable)
	play(l, 5000*ms, blocked, unreachable)
	wantClean(t, l, 0)
	play(l, 5001*ms, blocked, unreachable)
	wantClean(t, l, 1)
}

func TestAnUncertifiedTargetOfAFamilyThatTheSandboxLacksIsBlockedAtOnce(t *testing.T) {
	v6 := uncertified
	v6.Address = netip.MustParseAddrPort("[fd00:ec2::254]:80")
	for _, c := range []struct {
		ways ways
		want int
	}{
		{ways{defaultRoute: true, v4: true}, 1},
		{ways{defaultRoute: true, v4: true, v6: true}, 0},
		{ways{v4: true}, 0}, // no default route: nothing is up
	} {
		l := newLedger([]Target{certified, v6})
		round := begin(l, 0)
		l.record(round, 0, blocked, 0, connected)
		l.record(round, 1, unreachable, 0, c.ways)
		wantClean(t, l, c.want)
	}
}

func TestWhereACertifiedTargetIsRefusedAShortSilenceIsEnough(t *testing.T) {
	l := newLedger([]Target{certified, uncertified, reportOnly})
	play(l, 0, open, open, open)
	play(l, 200*ms, refused, pending, pending)
	play(l, 400*ms, pending, pending, pending)
	play(l, 600*ms, pending, pending, pending)
	for at, want := range map[time.Duration]int{449 * ms: 0, 450 * ms: 1, 650 * ms: 2, 849 * ms: 2, 850 * ms: 3} {
		if got := l.cleanRounds(at); got != want {
			t.Errorf("%d clean rounds after %v, want %d", got, at, want)
		}
	}
	l.settle(850 * ms)
	var r NetworkReport
	l.addTo(&r)
	if r.Blocked != 3 || r.CertifiedBlocked != 1 || len(r.ReportOnlyOpen) != 0 {
		t.Errorf("report %+v", r)
	}
}

func TestAShortSilenceIsNotEnough(t *testing.T) {
	pendingRounds := func(first ...outcome) *ledger {
		l := newLedger([]Target{certified, uncertified, reportOnly})
		for n := range 5 {
			play(l, time.Duration(n)*200*ms, first...)
		}
		return l
	}
	t.Run("where nothing is refused", func(t *testing.T) {
		if got := pendingRounds(silent, pending, pending).cleanRounds(time.Minute); got != 0 {
			t.Errorf("%d clean rounds", got)
		}
	})
	t.Run("where only an uncertified target is refused", func(t *testing.T) {
		if got := pendingRounds(pending, refused, refused).cleanRounds(time.Minute); got != 0 {
			t.Errorf("%d clean rounds", got)
		}
	})
	t.Run("where the refusal is older than the last opening", func(t *testing.T) {
		l := pendingRounds(refused, pending, pending)
		play(l, 1000*ms, open, pending, pending)
		play(l, 1200*ms, pending, pending, pending)
		if got := l.cleanRounds(time.Minute); got != 0 {
			t.Errorf("%d clean rounds", got)
		}
	})
	t.Run("when a pending attempt answers after all", func(t *testing.T) {
		l := pendingRounds(refused, pending, pending)
		if l.cleanRounds(1300*ms) < 3 {
			t.Fatal("it would have passed")
		}
		l.record(3, 1, open, 1300*ms, connected)
		if got := l.cleanRounds(1300 * ms); got >= 3 {
			t.Errorf("%d clean rounds", got)
		}
	})
}

func TestUnreachableNeverCountsAsBlocked(t *testing.T) {
	t.Run("for a certified target", func(t *testing.T) {
		l := newLedger([]Target{certified, uncertified})
		for n := range 100 {
			play(l, time.Duration(n)*time.Second, unreachable, blocked)
		}
		wantClean(t, l, 0)
	})
	t.Run("without a default route", func(t *testing.T) {
		l := newLedger([]Target{certified, uncertified})
		for n := range 100 {
			round := begin(l, 0)
			l.record(round, 0, blocked, time.Duration(n)*time.Second, ways{v4: true})
			l.record(round, 1, unreachable, time.Duration(n)*time.Second, ways{v4: true})
		}
		wantClean(t, l, 0)
	})
	t.Run("for a certified target of a family that the sandbox lacks", func(t *testing.T) {
		v6 := certified
		v6.Address = netip.MustParseAddrPort("[fd00::1]:80")
		l := newLedger([]Target{v6, uncertified})
		for n := range 100 {
			round := begin(l, 0)
			l.record(round, 0, unreachable, time.Duration(n)*time.Second, ways{defaultRoute: true, v4: true})
			l.record(round, 1, blocked, time.Duration(n)*time.Second, connected)
		}
		wantClean(t, l, 0)
	})
	t.Run("when nothing else is blocked", func(t *testing.T) {
		l := newLedger([]Target{uncertified, {Name: "other", Protocol: TCP, Address: netip.MustParseAddrPort("10.0.0.3:80")}})
		for n := range 100 {
			play(l, time.Duration(n)*time.Second, unreachable, unreachable)
		}
		wantClean(t, l, 0)
	})
	t.Run("when another outcome came in between", func(t *testing.T) {
		l := newLedger([]Target{certified, uncertified})
		play(l, 0, blocked, unreachable)
		play(l, 4000*ms, blocked, blocked)
		play(l, 6000*ms, blocked, unreachable)
		wantClean(t, l, 0)
	})
}

func TestTheReportCountsEachTargetOnce(t *testing.T) {
	l := newLedger([]Target{certified, uncertified, {Name: "api", Certified: true}, {Name: "kubelet"}, reportOnly})
	play(l, 250*ms, blocked, open, unreachable, unclear, blocked)
	var r NetworkReport
	l.addTo(&r)
	if r.Targets != 5 || r.Blocked != 2 || r.Certified != 2 || r.CertifiedBlocked != 1 || r.LastOpenMilliseconds != 250 {
		t.Errorf("counted %+v", r)
	}
	if len(r.Open) != 1 || r.Open[0] != "metadata" || len(r.NotUp) != 2 {
		t.Errorf("named %+v", r)
	}
}

func TestATargetThatFlickersIsStillNamedAsOpen(t *testing.T) {
	l := newLedger([]Target{certified})
	play(l, 0, open)
	play(l, 200*ms, blocked)
	play(l, 400*ms, blocked)
	if !l.isOpen(0) || l.isBlocked(0) {
		t.Error("open in one of the last three rounds is open")
	}
	play(l, 600*ms, blocked)
	if l.isOpen(0) || !l.isBlocked(0) {
		t.Error("three blocked rounds later it is blocked")
	}
}
