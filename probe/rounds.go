package main

import "time"

// Numbers of design step 6.
const (
	// roundsToPass: one blocked round may fall between two rules that a policy engine writes.
	roundsToPass = 3
	// unreachableFor: how long "no route to host" must last before it may count as blocked (see record).
	unreachableFor = 5 * time.Second
)

// outcome of one attempt at one target.
type outcome int

const (
	pending     outcome = iota
	open                // it answered
	blocked             // refused, or silent for long enough
	unreachable         // no way there: the network may not be up yet
	unclear             // an error that says neither yes nor no; never counts as blocked
)

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
	undecided int
	dirty     bool // a target that must be blocked was not
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

// startRound returns the number of a round in which so many targets will be tried.
func (l *ledger) startRound(targets int) int {
	l.rounds = append(l.rounds, round{undecided: targets})
	return len(l.rounds) - 1
}

// record notes one attempt. routed says that the sandbox has a default route.
//
// A target that nobody certified may not exist on this network: a router then says "host unreachable" for ever, and no
// task could start. After unreachableFor without another outcome, with a default route in place and another target
// blocked, that counts as blocked. Never for a certified target: it is known to be there, so no way to it means that
// the network is not up.
func (l *ledger) record(round, target int, o outcome, at time.Duration, routed bool) {
	s, t := &l.seen[target], l.targets[target]
	switch {
	case o != unreachable:
		s.unreachableSince = -1
	case s.unreachableSince < 0:
		s.unreachableSince = at
	case !t.Certified && routed && at-s.unreachableSince > unreachableFor && l.anotherBlocked(target):
		o = blocked
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
	l.rounds[round].undecided--
	if o != blocked && !t.ReportOnly {
		l.rounds[round].dirty = true
	}
}

func (l *ledger) anotherBlocked(target int) bool {
	for i, s := range l.seen {
		if i != target && s.outcome == blocked {
			return true
		}
	}
	return false
}

// cleanRounds is the longest run of finished rounds, all blocked, since the last dirty one. A round that is dirty
// before it is finished counts already: a target that opens again starts the count again.
func (l *ledger) cleanRounds() int {
	run, longest := 0, 0
	for i := len(l.rounds) - 1; i >= 0 && !l.rounds[i].dirty; i-- {
		if l.rounds[i].undecided > 0 {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// isOpen says that a target answered in one of its last three rounds.
func (l *ledger) isOpen(target int) bool {
	s := l.seen[target]
	return s.openRound >= 0 && s.openRound > s.round-roundsToPass
}

func (l *ledger) isBlocked(target int) bool {
	return l.seen[target].outcome == blocked && !l.isOpen(target)
}

// addTo adds this ledger's targets to a report.
func (l *ledger) addTo(r *NetworkReport) {
	for i, t := range l.targets {
		r.Targets++
		isBlocked := l.isBlocked(i)
		if isBlocked {
			r.Blocked++
		}
		if t.Certified && !t.ReportOnly {
			r.Certified++
			if isBlocked {
				r.CertifiedBlocked++
			}
		}
		o := l.seen[i].outcome
		switch {
		case l.isOpen(i) && t.ReportOnly:
			r.ReportOnlyOpen = append(r.ReportOnlyOpen, t.Name)
		case l.isOpen(i):
			r.Open = append(r.Open, t.Name)
		case o == unreachable || o == unclear:
			r.NotUp = append(r.NotUp, t.Name)
		}
	}
	r.LastOpenMilliseconds = max(r.LastOpenMilliseconds, l.lastOpen.Milliseconds())
}
