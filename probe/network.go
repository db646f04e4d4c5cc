package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

const (
	roundInterval = 200 * time.Millisecond // design step 6
	lookInterval  = 50 * time.Millisecond
	// afterCertified gives certified targets the first of the few refusals that Linux sends (see refusing).
	afterCertified = 5 * time.Millisecond
)

// network tries the targets: TCP until all are blocked, then UDP once (attest); or both until they answer (awaitAnswers).
type network struct {
	tcp, udp *ledger
	nonce    string
	// demandNonce: a canary has answered only if it sent the nonce back.
	demandNonce bool
	start       time.Time
	machine     machine
	// clean is cleanRounds when TCP had its verdict. Later it would count rounds that nobody watches any more.
	clean int
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
	ledger        *ledger
	round, target int
	outcome       outcome
}

// tryTCP starts a round every 200 ms, whether or not the rounds before it are finished.
func (n *network) tryTCP(giveUp <-chan time.Time) bool {
	// The attempts get no deadline from giveUp: one cut short by it would look like silence.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	results := make(chan attempt)
	var all []int
	for i := range n.tcp.targets {
		all = append(all, i)
	}
	startRound := func() {
		round := n.tcp.startRound(n.elapsed(), all)
		for i, t := range n.tcp.targets {
			go func() {
				if !t.Certified {
					time.Sleep(afterCertified)
				}
				err := connect(ctx, t, "")
				select {
				case results <- attempt{n.tcp, round, i, classify(err)}:
				case <-ctx.Done():
				}
			}()
		}
	}
	rounds, looks := time.NewTicker(roundInterval), time.NewTicker(lookInterval)
	defer rounds.Stop()
	defer looks.Stop()
	startRound()
	for {
		select {
		case <-giveUp:
			return false
		case <-rounds.C:
			startRound()
		case a := <-results:
			n.record(a)
		case <-looks.C:
		}
		now := n.elapsed()
		if n.clean = n.tcp.cleanRounds(now); n.clean >= roundsToPass {
			n.tcp.settle(now)
			return true
		}
	}
}

func (n *network) record(a attempt) {
	var w ways
	if a.outcome == unreachable {
		w = n.machine.ways()
	}
	a.ledger.record(a.round, a.target, a.outcome, n.elapsed(), w)
}

func (n *network) elapsed() time.Duration { return time.Since(n.start) }

func (n *network) report() NetworkReport {
	r := NetworkReport{Open: []string{}, NotUp: []string{}, ReportOnlyOpen: []string{}, Rounds: n.clean}
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
