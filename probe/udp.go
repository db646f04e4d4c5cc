package main

import "time"

// tryUDP sends one datagram to each target. It comes after TCP, because an answer in the time before the policy is in
// force would leave a connection-tracking entry that the task could use. For the same reason an answer fails for good.
// Only a target to which there was no way is tried again.
func (n *network) tryUDP(giveUp <-chan time.Time) Verdict {
	wait := silence
	if n.tcp.refusing() {
		wait = refusedSilence
	}
	var remaining []int
	for i := range n.udp.targets {
		remaining = append(remaining, i)
	}
	for len(remaining) > 0 {
		round := n.udp.startRound(n.elapsed(), remaining)
		results := make(chan attempt, len(remaining))
		for _, i := range remaining {
			go func() {
				results <- attempt{n.udp, round, i, classify(exchange(n.udp.targets[i], n.nonce, wait, n.demandNonce))}
			}()
		}
		for range remaining {
			select {
			case <-giveUp:
				return TimedOut
			case a := <-results:
				n.record(a)
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
