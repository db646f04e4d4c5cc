package main

import "time"

// isOpen says that a target answered in one of its last three rounds.
func (l *ledger) isOpen(target int) bool {
	s := l.seen[target]
	return s.openRound >= 0 && s.openRound > s.round-roundsToPass
}

func (l *ledger) isBlocked(target int) bool {
	return l.seen[target].outcome.blocked() && !l.isOpen(target)
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
	// Rounded up, as 0 means never.
	r.LastOpenMilliseconds = max(r.LastOpenMilliseconds, (l.lastOpen + time.Millisecond - 1).Milliseconds())
}
