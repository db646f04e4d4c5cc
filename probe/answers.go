package main

import (
	"context"
	"slices"
	"time"
)

// restTime is what the other targets get once a canary has answered. By then the network is up, and each has been tried;
// Linux repeats a SYN after 1 s.
const restTime = 1500 * time.Millisecond

// awaitAnswers tries TCP and UDP targets every 200 ms, each until it has answered. It returns Answered when a canary has,
// over both, and every other target has too or had restTime; Silent when the time was over without a canary's answer.
func (n *network) awaitAnswers(giveUpAfter time.Duration) Verdict {
	giveUp := time.NewTimer(time.Until(n.start.Add(giveUpAfter)))
	defer giveUp.Stop()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	results := make(chan attempt)
	rounds := time.NewTicker(roundInterval)
	defer rounds.Stop()
	n.askAll(ctx, results)
	verdict := Silent
	var rest <-chan time.Time
	for {
		select {
		case <-giveUp.C:
			return verdict
		case <-rest:
			return verdict
		case <-rounds.C:
			n.askAll(ctx, results)
		case a := <-results:
			n.record(a)
		}
		if verdict == Silent && canaryAmong(slices.Concat(n.tcp.answered(), n.udp.answered())) {
			verdict, rest = Answered, time.After(restTime)
		}
		if verdict == Answered && len(n.tcp.waiting())+len(n.udp.waiting()) == 0 {
			return verdict
		}
	}
}

// askAll starts a round of the targets that have not answered, whether or not the rounds before it are finished.
func (n *network) askAll(ctx context.Context, results chan<- attempt) {
	for _, l := range []*ledger{n.tcp, n.udp} {
		waiting := l.waiting()
		round := l.startRound(n.elapsed(), waiting)
		for _, i := range waiting {
			go func() {
				select {
				case results <- attempt{l, round, i, classify(n.ask(ctx, l.targets[i]))}:
				case <-ctx.Done():
				}
			}()
		}
	}
}

func (n *network) ask(ctx context.Context, t Target) error {
	switch {
	case t.Protocol == UDP:
		return exchange(t, n.nonce, silence, n.demandNonce)
	case t.Kind == Canary:
		return connect(ctx, t, n.nonce)
	}
	return connect(ctx, t, "")
}

// canaryAmong says that a canary is there with both its targets, TCP and UDP at one address and port.
func canaryAmong(targets []Target) bool {
	return slices.ContainsFunc(targets, func(t Target) bool {
		return t.Kind == Canary && t.Protocol == TCP && slices.ContainsFunc(targets, func(u Target) bool {
			return u.Kind == Canary && u.Protocol == UDP && u.Address == t.Address
		})
	})
}

func (l *ledger) answered() []Target {
	var answered []Target
	for i, t := range l.targets {
		if l.seen[i].openRound >= 0 {
			answered = append(answered, t)
		}
	}
	return answered
}

func (l *ledger) waiting() []int {
	var waiting []int
	for i, s := range l.seen {
		if s.openRound < 0 {
			waiting = append(waiting, i)
		}
	}
	return waiting
}

// answers names the targets that answered ever (until Answered) or are open now, in the argument's order: when the report
// is cut to fit, its end goes first.
func (n *network) answers(targets []Target, until Verdict) []string {
	named := map[string]bool{}
	for _, l := range []*ledger{n.tcp, n.udp} {
		for i, t := range l.targets {
			named[t.Name] = l.isOpen(i) || until == Answered && l.seen[i].openRound >= 0
		}
	}
	answers := []string{}
	for _, t := range targets {
		if named[t.Name] {
			answers = append(answers, t.Name)
		}
	}
	return answers
}
