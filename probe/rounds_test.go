package main

import (
	"testing"
	"time"
)

const ms = time.Millisecond

var (
	certified   = Target{Name: "canary", Kind: Canary, Protocol: TCP, Certified: true}
	uncertified = Target{Name: "metadata", Kind: Metadata, Protocol: TCP}
	reportOnly  = Target{Name: "own-node", Kind: OwnNode, Protocol: TCP, ReportOnly: true}
)

// play records one whole round.
func play(l *ledger, at time.Duration, outcomes ...outcome) {
	round := l.startRound(len(outcomes))
	for target, o := range outcomes {
		l.record(round, target, o, at, true)
	}
}

func wantClean(t *testing.T, l *ledger, want int) {
	t.Helper()
	if got := l.cleanRounds(); got != want {
		t.Errorf("%d clean rounds, want %d", got, want)
	}
}

func TestThreeBlockedRoundsInARowCount(t *testing.T) {
	l := newLedger([]Target{certified, uncertified})
	wantClean(t, l, 0)
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
		rounds = append(rounds, l.startRound(2))
	}
	l.record(rounds[3], 0, open, 700*ms, true) // the first three are still silent
	for _, round := range rounds[:3] {
		l.record(round, 0, blocked, 1200*ms, true)
		l.record(round, 1, blocked, 1200*ms, true)
	}
	wantClean(t, l, 0)
}

func TestRoundsStillUnderWayDoNotHoldUpFinishedOnes(t *testing.T) {
	l := newLedger([]Target{certified})
	for range 3 {
		play(l, 1200*ms, blocked)
	}
	l.startRound(1)
	l.startRound(1)
	wantClean(t, l, 3)
}

func TestAnUnfinishedRoundInBetweenInterruptsTheRun(t *testing.T) {
	l := newLedger([]Target{certified})
	play(l, 0, blocked)
	late := l.startRound(1)
	play(l, 0, blocked)
	play(l, 0, blocked)
	wantClean(t, l, 2)
	l.record(late, 0, blocked, 1200*ms, true)
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
			round := l.startRound(2)
			l.record(round, 0, blocked, time.Duration(n)*time.Second, false)
			l.record(round, 1, unreachable, time.Duration(n)*time.Second, false)
		}
		wantClean(t, l, 0)
	})
	t.Run("when nothing else is blocked", func(t *testing.T) {
		l := newLedger([]Target{uncertified, {Name: "other", Protocol: TCP}})
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
