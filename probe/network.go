package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// roundInterval is from design step 6.
const roundInterval = 200 * time.Millisecond

// network tries the targets: TCP until all are blocked, then UDP once.
type network struct {
	tcp, udp *ledger
	nonce    string
	start    time.Time
	machine  machine
}

func newNetwork(targets []Target, nonce string, start time.Time, m machine) *network {
	var tcp, udp []Target
	for _, t := range targets {
		if t.Protocol == TCP {
			tcp = append(tcp, t)
		} else {
			udp = append(udp, t)
		}
	}
	return &network{tcp: newLedger(tcp), udp: newLedger(udp), nonce: nonce, start: start, machine: m}
}

// attest returns Passed, Failed (a UDP target answered) or TimedOut. The time counts from the probe's start.
func (n *network) attest(giveUpAfter time.Duration) Verdict {
	giveUp := time.NewTimer(time.Until(n.start.Add(giveUpAfter)))
	defer giveUp.Stop()
	if !n.tryTCP(giveUp.C) {
		return TimedOut
	}
	return n.tryUDP(giveUp.C)
}

type attempt struct {
	round, target int
	outcome       outcome
}

// tryTCP starts a round every 200 ms, whether or not the rounds before it are finished.
func (n *network) tryTCP(giveUp <-chan time.Time) bool {
	// The attempts get no deadline from giveUp: one cut short by it would look like silence.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	results := make(chan attempt)
	startRound := func() {
		round := n.tcp.startRound(len(n.tcp.targets))
		for i, t := range n.tcp.targets {
			go func() {
				err := connect(ctx, t)
				select {
				case results <- attempt{round, i, classify(err)}:
				case <-ctx.Done():
				}
			}()
		}
	}
	tick := time.NewTicker(roundInterval)
	defer tick.Stop()
	startRound()
	for {
		select {
		case <-giveUp:
			return false
		case <-tick.C:
			startRound()
		case a := <-results:
			n.record(n.tcp, a)
			if n.tcp.cleanRounds() >= roundsToPass {
				return true
			}
		}
	}
}

// tryUDP sends one datagram to each target. It comes after TCP, because an answer in the time before the policy is in
// force would leave a connection-tracking entry that the task could use. For the same reason an answer fails for good.
// Only a target to which there was no way is tried again.
func (n *network) tryUDP(giveUp <-chan time.Time) Verdict {
	var remaining []int
	for i := range n.udp.targets {
		remaining = append(remaining, i)
	}
	for len(remaining) > 0 {
		round := n.udp.startRound(len(remaining))
		results := make(chan attempt, len(remaining))
		for _, i := range remaining {
			go func() { results <- attempt{round, i, classify(exchange(n.udp.targets[i], n.nonce))} }()
		}
		for range remaining {
			select {
			case <-giveUp:
				return TimedOut
			case a := <-results:
				n.record(n.udp, a)
			}
		}
		remaining = nil
		for i, t := range n.udp.targets {
			switch {
			case t.ReportOnly:
			case n.udp.isOpen(i):
				return Failed
			case !n.udp.isBlocked(i):
				remaining = append(remaining, i)
			}
		}
		if len(remaining) > 0 {
			select {
			case <-giveUp:
				return TimedOut
			case <-time.After(roundInterval):
			}
		}
	}
	return Passed
}

func (n *network) record(l *ledger, a attempt) {
	routed := a.outcome == unreachable && n.machine.hasDefaultRoute()
	l.record(a.round, a.target, a.outcome, time.Since(n.start), routed)
}

func (n *network) report() NetworkReport {
	r := NetworkReport{Open: []string{}, NotUp: []string{}, ReportOnlyOpen: []string{}, Rounds: n.tcp.cleanRounds()}
	n.tcp.addTo(&r)
	n.udp.addTo(&r)
	return r
}

// undecided says why the time was over although nothing was open.
func (n *network) undecided() string {
	if notUp := n.report().NotUp; len(notUp) > 0 {
		return printable("gave up: the network was not up, no way to "+strings.Join(notUp, " "), 300)
	}
	return fmt.Sprintf("gave up: the targets were not all blocked in %d consecutive rounds", roundsToPass)
}
