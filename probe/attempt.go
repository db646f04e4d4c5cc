package main

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"time"
)

// silence: Linux repeats a SYN after 1 s, so that a single lost packet does not look like a block (design step 6).
const silence = 1200 * time.Millisecond

// errNotTheNonce: something came, or a connection was taken, but the canary with this nonce it is not.
var errNotTheNonce = errors.New("it did not send the nonce back")

// connect returns nil when the target took a connection, whatever it would have said afterwards. With a nonce, it must
// say what the canary says.
func connect(ctx context.Context, t Target, nonce string) error {
	dialer := net.Dialer{Timeout: silence, KeepAlive: -1}
	connection, err := dialer.DialContext(ctx, "tcp", t.Address.String())
	if err != nil {
		return err
	}
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // leave no TIME_WAIT behind, five times a second
	}
	defer connection.Close()
	if nonce != "" && converses(connection, nonce, silence) != nil {
		return errNotTheNonce
	}
	return nil
}

// exchange returns nil when the target sent anything back within the time; a canary, if asked for, the nonce.
func exchange(t Target, nonce string, silence time.Duration, demandNonce bool) error {
	connection, err := net.DialTimeout("udp", t.Address.String(), silence)
	if err != nil {
		return err
	}
	defer connection.Close()
	if demandNonce && t.Kind == Canary {
		return converses(connection, nonce, silence)
	}
	if err := connection.SetDeadline(time.Now().Add(silence)); err != nil {
		return err
	}
	if _, err := connection.Write(datagram(t.Kind, nonce)); err != nil {
		return err
	}
	_, err = connection.Read(make([]byte, 1500))
	return err
}

// converses returns nil when the other side says what the canary says to this nonce. Silence is the error that it always is.
func converses(connection net.Conn, nonce string, silence time.Duration) error {
	if err := connection.SetDeadline(time.Now().Add(silence)); err != nil {
		return err
	}
	line := nonce + "\n"
	if _, err := io.WriteString(connection, line); err != nil {
		return err
	}
	want, _ := canaryAnswer(line)
	got, buffer := "", make([]byte, 1500)
	for came := false; strings.HasPrefix(want, got); came = true { // an empty datagram has come too
		n, err := connection.Read(buffer)
		got += string(buffer[:n])
		switch {
		case got == want:
			return nil
		case err != nil && !came:
			return err
		case err != nil:
			return errNotTheNonce
		}
	}
	return errNotTheNonce
}

// datagram is what makes a target of this kind answer.
func datagram(kind Kind, nonce string) []byte {
	if kind != DNS {
		return []byte(nonce + "\n")
	}
	// A query (RFC 1035 §4.1) for a name that a cluster's resolver knows without asking another: header with
	// recursion desired and one question, the name, type A, class IN.
	query := []byte{0x67, 0x62, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}
	for _, label := range []string{"kubernetes", "default", "svc", "cluster", "local"} {
		query = append(append(query, byte(len(label))), label...)
	}
	return append(query, 0, 0, 1, 0, 1)
}

// classify says what an attempt's error means. Refusals: policy engines that REJECT send port or protocol unreachable,
// or a reset; EPERM and EACCES come from a filter on this side.
func classify(err error) outcome {
	if err == nil {
		return open
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		switch errno {
		case syscall.ECONNREFUSED, syscall.ENOPROTOOPT, syscall.EPERM, syscall.EACCES:
			return refused
		case syscall.ETIMEDOUT:
			return silent
		case syscall.ENETUNREACH, syscall.EHOSTUNREACH:
			return unreachable
		}
		return unclear // not Timeout(): Errno says yes to that for EAGAIN too
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return silent
	}
	return unclear
}
