package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"testing"
	"time"
)

// canary runs listen on a free loopback port until the test ends.
func canary(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- listen(ctx, uint16(port)) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the canary ended with %v", err)
		}
	})
	address := fmt.Sprintf("127.0.0.1:%d", port)
	for range 100 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return address
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the canary did not come up")
	return ""
}

func ask(t *testing.T, protocol, address, line string) string {
	t.Helper()
	c, err := net.Dial(protocol, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(300 * time.Millisecond))
	if _, err := c.Write([]byte(line)); err != nil {
		t.Fatal(err)
	}
	answer, _ := bufio.NewReader(c).ReadString('\n')
	return answer
}

func TestTheCanaryAnswersANonceOnTCPAndUDP(t *testing.T) {
	address := canary(t)
	for _, protocol := range []string{"tcp", "udp"} {
		for _, nonce := range []string{"7c1e-0a", "another"} {
			if got := ask(t, protocol, address, nonce+"\n"); got != "glovebox-canary "+nonce+"\n" {
				t.Errorf("%s: %q answered %q", protocol, nonce, got)
			}
		}
	}
}

func TestTheCanaryEchoesNothingButANonce(t *testing.T) {
	address := canary(t)
	for _, line := range []string{"\n", "two words\n", "<script>\n", "no end of line", fmt.Sprintf("%065d\n", 0), fmt.Sprintf("%0300d\n", 0)} {
		for _, protocol := range []string{"tcp", "udp"} {
			if got := ask(t, protocol, address, line); got != "" {
				t.Errorf("%s: %q answered %q", protocol, line, got)
			}
		}
	}
	if got := ask(t, "tcp", address, "still-there\n"); got != "glovebox-canary still-there\n" {
		t.Errorf("afterwards it answered %q", got)
	}
}

func TestWhoHoldsConnectionsKeepsNobodyFromBeingAnswered(t *testing.T) {
	address := canary(t)
	for range 2 * maxConversations {
		silent, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
	}
	if got := ask(t, "tcp", address, "me-too\n"); got != "glovebox-canary me-too\n" {
		t.Errorf("beside silent connections it answered %q", got)
	}
}

func TestACanaryWhosePortIsTakenEndsWithAnError(t *testing.T) {
	taken, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if err := listen(context.Background(), uint16(taken.Addr().(*net.TCPAddr).Port)); err == nil {
		t.Error("no error")
	}
}
