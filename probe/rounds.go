package main

import (
	"slices"
	"time"
)

// Numbers of design step 6.
const (
	// roundsToPass: one blocked round may fall between two rules that a policy engine writes.
	roundsToPass = 3
	// unreachableFor: how long "no route to host" must last before it may count as blocked (see record).
	unreachableFor = 5 * time.Second
	// refusedSilence is the silence that is enough in a network that refuses (see refusing). A sandbox's own cluster
	// answers within milliseconds; with three rounds three attempts stay without an answer for 250, 450 and 650 ms.
	refusedSilence = 250 * time.Millisecond
)

// outcome of one attempt at one target.
type outcome int

const (
	pending     outcome = iota
	open                // it answered
	refused             // blocked: something said no
	silent              // blocked: nothing came for long enough
	unreachable         // no way there: the network may not be up yet
	unclear             // an error that says neither yes nor no; never counts as blocked
)

func (o outcome) blocked() bool { return o == refused || o == silent }

// ledger keeps what the attempts showed and decides from it alone. Rounds overlap, so that their results come in any
// order. Times are since the start of the probe.
type ledger struct {
	targets []Target
	rounds  []round
	seen    []seen // by target
	// lastOpen is when a target that must be blocked last answered; 0 if never.
	lastOpen time.Duration
}

type round struct {
	start   time.Duration
	pending map[int]bool // targets without an outcome yet
	dirty   bool         // a target that must be blocked was not
	refused bool         // a certified one that must be blocked was refused
}

type seen struct {
	round            int // the newest decided one; -1 before
	outcome          outcome
	openRound        int // the newest in which it answered; -1 if none
	unreachableSince time.Duration
}

func newLedger(targets []Target) *ledger {
	l := &ledger{targets: targets, seen: make([]seen, len(targets))}
	for i := range l.seen {
		l.seen[i] = seen{round: -1, openRound: -1, unreachableSince: -1}
	}
	return l
}

// startRound returns the number of a round in which these targets will be tried.
func (l *ledger) startRound(at time.Duration, targets []int) int {
	r := round{start: at, pending: map[int]bool{}}
	for _, target := range targets {
		r.pending[target] = true
	}
	l.rounds = append(l.rounds, r)
	return len(l.rounds) - 1
}

// record notes one attempt. ways says how the sandbox is connected; it is asked only about unreachable targets.
//
// A target that nobody certified may not exist on this network: a router then says "host unreachable" for ever, and no
// task could start. After unreachableFor without another outcome, with a default route in place and another target
// blocked, that counts as blocked. It counts at once when the sandbox has a default route, but not even an address of
// the target's family. Never for a certified target: it is known to be there, so no way to it means that the network
// is not up.
func (l *ledger) record(round, target int, o outcome, at time.Duration, w ways) {
	s, t, r := &l.seen[target], l.targets[target], &l.rounds[round]
	switch {
	case o != unreachable:
		s.unreachableSince = -1
	case !t.Certified && w.defaultRoute && !w.hasFamilyOf(t):
		o = silent
	case s.unreachableSince < 0:
		s.unreachableSince = at
	case !t.Certified && w.defaultRoute && at-s.unreachableSince > unreachableFor && l.anotherBlocked(target):
		o = silent
	}
	if round > s.round {
		s.round, s.outcome = round, o
	}
	if o == open {
		s.openRound = max(s.openRound, round)
		if !t.ReportOnly {
			l.lastOpen = max(l.lastOpen, at)
		}
	}
	delete(r.pending, target)
	r.dirty = r.dirty || !o.blocked() && !t.ReportOnly
	r.refused = r.refused || o == refused && t.Certified && !t.ReportOnly
}

func (l *ledger) anotherBlocked(target int) bool {
	for i, s := range l.seen {
		if i != target && s.outcome.blocked() {
			return true
		}
	}
	return false
}

// sinceDirty is the number of the first round after the last dirty one. A round that is dirty before it is finished
// counts already: a target that opens again starts the count again.
func (l *ledger) sinceDirty() int {
	first := len(l.rounds)
	for first > 0 && !l.rounds[first-1].dirty {
		first--
	}
	return first
}

// refusing says that, since the last dirty round, a target that is known to answer was refused. So the policy is in
// force and its engine says no rather than nothing. Then the other targets will not wait for the full silence: Linux
// sends only 6 such refusals to one sandbox, and one a second after that (icmp_ratelimit), so that most of what is
// refused looks silent.
func (l *ledger) refusing() bool {
	return slices.ContainsFunc(l.rounds[l.sinceDirty():], func(r round) bool { return r.refused })
}

// cleanRounds is the longest run of finished rounds since the last dirty one: that is, all blocked.
func (l *ledger) cleanRounds(now time.Duration) int {
	run, longest := 0, 0
	refusing := l.refusing()
	for _, r := range l.rounds[l.sinceDirty():] {
		if !r.finished(refusing, now) {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

func (r round) finished(refusing bool, now time.Duration) bool {
	return len(r.pending) == 0 || refusing && now-r.start >= refusedSilence
}

// settle notes the attempts of finished rounds that are pending still as silent, once the decision has been taken.
func (l *ledger) settle(now time.Duration) {
	refusing := l.refusing()
	for i := l.sinceDirty(); i < len(l.rounds); i++ {
		if !l.rounds[i].finished(refusing, now) {
			continue
		}
		for target := range l.rounds[i].pending {
			l.record(i, target, silent, now, ways{})
		}
	}
}
