package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"regexp"
	"testing"
	"time"
)

var nonceLine = regexp.MustCompile(`\A[A-Za-z0-9-]{1,64}\n`)

var canaryLines = []string{"", "\n", "7c1e-0a\n", "7c1e-0a", "7c1e-0a\nmore\n", "7c1e-0a\r\n", "two words\n", "\x00\n", "\xff\xfe\n",
	fmt.Sprintf("%064d\n", 0), fmt.Sprintf("%065d\n", 0), fmt.Sprintf("%0127d\n", 0), fmt.Sprintf("%0128d\n", 0), fmt.Sprintf("%09000d\n", 0)}

// The canary is asked by everybody. Whatever it is sent, it says nothing but a nonce that it was sent.
func FuzzTheCanaryEchoesNothingButANonceOverTCP(f *testing.F) {
	for _, line := range canaryLines {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		ours, theirs := net.Pipe()
		go func() {
			_, _ = ours.Write(sent)
			if !bytes.Contains(sent, []byte("\n")) {
				_ = ours.Close() // or it would wait for the end of the line
			}
		}()
		ended := make(chan struct{})
		go func() { converse(theirs); _ = theirs.Close(); close(ended) }()
		got, _ := io.ReadAll(ours)
		<-ended
		want := ""
		if line := nonceLine.Find(sent); line != nil {
			want = "glovebox-canary " + string(line)
		}
		if string(got) != want {
			t.Errorf("%q was answered %q, want %q", sent, got, want)
		}
		_ = ours.Close()
	})
}

// oneDatagram is a socket that takes one datagram, and then ends.
type oneDatagram struct {
	net.PacketConn
	datagram, answer []byte
	answers, reads   int
}

func (o *oneDatagram) ReadFrom(buffer []byte) (int, net.Addr, error) {
	if o.reads++; o.reads > 1 {
		return 0, nil, io.EOF
	}
	return copy(buffer, o.datagram), &net.UDPAddr{}, nil
}

func (o *oneDatagram) WriteTo(answer []byte, _ net.Addr) (int, error) {
	o.answers++
	o.answer = bytes.Clone(answer)
	return len(answer), nil
}

func FuzzTheCanaryEchoesNothingButANonceOverUDP(f *testing.F) {
	for _, line := range canaryLines {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		socket := &oneDatagram{datagram: sent}
		if err := serveUDP(socket); !errors.Is(err, io.EOF) || socket.reads != 2 {
			t.Fatalf("it ended with %v after %d reads", err, socket.reads)
		}
		want := ""
		if line := nonceLine.Find(sent); len(line) == len(sent) && len(line) > 0 {
			want = "glovebox-canary " + string(line)
		}
		// An answer much longer than the question would make the canary an amplifier of forged datagrams.
		if string(socket.answer) != want || socket.answers > 1 || len(socket.answer) > len(sent)+len("glovebox-canary ") {
			t.Errorf("%q was answered %q", sent, socket.answer)
		}
	})
}

// answering is a connected datagram socket on which these bytes come back, and then nothing.
type answering struct {
	net.Conn
	answer []byte
	reads  int
}

func (a *answering) SetDeadline(time.Time) error        { return nil }
func (a *answering) Write(question []byte) (int, error) { return len(question), nil }
func (a *answering) Read(buffer []byte) (int, error) {
	if a.reads++; a.reads > 1 {
		return 0, errNothing{}
	}
	return copy(buffer, a.answer), nil
}

type errNothing struct{}

func (errNothing) Error() string   { return "nothing came" }
func (errNothing) Timeout() bool   { return true }
func (errNothing) Temporary() bool { return true }

func FuzzOnlyTheNonceIsACanarysAnswer(f *testing.F) {
	const want = "glovebox-canary 7c1e-0a\n"
	for _, answer := range []string{"", want, want[:5], want + "x", "glovebox-canary other\n", "7c1e-0a\n", "\x00"} {
		f.Add([]byte(answer))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		err := converses(&answering{answer: answer}, "7c1e-0a", silence)
		if (err == nil) != (string(answer) == want) {
			t.Errorf("answer %q: %v", answer, err)
		}
		if err != nil && classify(err) != unclear {
			t.Errorf("something came, and counts as %d: %q", classify(err), answer)
		}
	})
}

// Whatever comes from the address of a resolver came through: an error, another's answer, what is not DNS at all.
func FuzzAnyDatagramFromAnotherTargetIsAnAnswer(f *testing.F) {
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = server.Close() })
	target := Target{Kind: DNS, Protocol: UDP, Address: netip.MustParseAddrPort(server.LocalAddr().String())}
	query := datagram(DNS, "")
	f.Add(append(bytes.Clone(query[:2]), 0x81, 0x80))                   // an answer's start
	f.Add(append(bytes.Clone(query[:2]), 0x81, 0x83, 0, 1, 0, 0, 0, 0)) // NXDOMAIN
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{0xc0}, 4000)) // compression pointers without end, longer than the buffer
	f.Fuzz(func(t *testing.T, answer []byte) {
		if len(answer) > 9000 {
			return // more than one datagram may be
		}
		replied := make(chan error, 1)
		go func() {
			buffer := make([]byte, 1500)
			n, from, err := server.ReadFrom(buffer)
			if err == nil && !bytes.Equal(buffer[:n], query) {
				err = fmt.Errorf("the question was %q", buffer[:n])
			}
			if err == nil {
				_, err = server.WriteTo(answer, from)
			}
			replied <- err
		}()
		if err := exchange(target, "7c1e-0a", silence, true); err != nil { // the nonce is demanded of canaries only
			t.Errorf("a datagram of %d bytes: %v", len(answer), err)
		}
		if err := <-replied; err != nil {
			t.Error(err)
		}
	})
}
