// ports FROM-TO ADDRESS:PORT... sends a datagram from each of its own ports to each target, and counts what comes back: a
// connection that was tracked while the network was open would let one of them through. The last line is "end=reached".
package main

import (
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

const (
	// So many sockets at a time, and so long for an answer.
	batch   = 2000
	silence = 500 * time.Millisecond
)

// A question that a resolver answers, and a line that a canary does.
var question = []byte("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x01a\x07example\x00\x00\x01\x00\x01")
var line = []byte("0123456789abcdef\n")

func main() {
	var from, to int
	if _, err := fmt.Sscanf(os.Args[1], "%d-%d", &from, &to); err != nil {
		fmt.Println("failed=", err)
		os.Exit(2)
	}
	var targets []*net.UDPAddr
	for _, text := range os.Args[2:] {
		target, err := net.ResolveUDPAddr("udp4", text)
		if err != nil {
			fmt.Println("failed=", err)
			os.Exit(2)
		}
		targets = append(targets, target)
	}
	answers := map[string]int{}
	bound := 0
	for first := from; first <= to; first += batch {
		bound += try(first, min(first+batch-1, to), targets, answers)
	}
	for _, target := range targets {
		fmt.Printf("answers %s=%d\n", target, answers[target.String()])
	}
	fmt.Printf("bound=%d\nend=reached\n", bound)
}

// try returns from how many ports it could send, and adds to the answers by target.
func try(first, last int, targets []*net.UDPAddr, answers map[string]int) int {
	var sockets []*net.UDPConn
	for port := first; port <= last; port++ {
		socket, err := net.ListenUDP("udp4", &net.UDPAddr{Port: port})
		switch port {
		case 53, 67, 123, 443:
			fmt.Printf("port %d=%s\n", port, word(err))
		}
		if err != nil {
			continue
		}
		sockets = append(sockets, socket)
		for _, target := range targets {
			if target.Port == 53 {
				_, _ = socket.WriteToUDP(question, target)
			} else {
				_, _ = socket.WriteToUDP(line, target)
			}
		}
	}
	end := time.Now().Add(silence)
	var all sync.WaitGroup
	var lock sync.Mutex
	for _, socket := range sockets {
		all.Go(func() {
			defer socket.Close()
			_ = socket.SetReadDeadline(end)
			for {
				_, who, err := socket.ReadFromUDP(make([]byte, 512))
				if err != nil {
					return
				}
				lock.Lock()
				answers[who.String()]++
				lock.Unlock()
			}
		})
	}
	all.Wait()
	return len(sockets)
}

func word(err error) string {
	if err == nil {
		return "bound"
	}
	return err.Error()
}
