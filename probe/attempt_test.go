package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
)

func TestOnlyARefusalOrSilenceIsBlocked(t *testing.T) {
	wrap := func(errno syscall.Errno) error {
		return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", errno)}
	}
	for _, c := range []struct {
		err  error
		want outcome
	}{
		{nil, open},
		{wrap(syscall.ECONNREFUSED), refused},
		{wrap(syscall.ENOPROTOOPT), refused},
		{wrap(syscall.EPERM), refused},
		{wrap(syscall.EACCES), refused},
		{wrap(syscall.ETIMEDOUT), silent},
		{&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, silent},
		{wrap(syscall.ENETUNREACH), unreachable},
		{wrap(syscall.EHOSTUNREACH), unreachable},
		{wrap(syscall.EAGAIN), unclear}, // its Timeout() is true; it means no free port
		{wrap(syscall.EMFILE), unclear},
		{wrap(syscall.EADDRNOTAVAIL), unclear},
		{wrap(syscall.ECONNRESET), unclear},
		{errors.New("something else"), unclear},
		{fmt.Errorf("wrapped: %w", wrap(syscall.EHOSTUNREACH)), unreachable},
	} {
		if got := classify(c.err); got != c.want {
			t.Errorf("%v is %d, want %d", c.err, got, c.want)
		}
	}
}

func TestTheDNSQueryIsWellFormed(t *testing.T) {
	query := datagram(DNS, "nonce")
	const want = "gb\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x0akubernetes\x07default\x03svc\x07cluster\x05local\x00\x00\x01\x00\x01"
	if string(query) != want {
		t.Errorf("query is %q", query)
	}
}

func TestADefaultRouteIsRecognised(t *testing.T) {
	const head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
	const subnet = "eth0\t0000F40A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
	const byDefault = "eth0\t00000000\t0100F40A\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
	if defaultRouteV4("") || defaultRouteV4(head+subnet) || !defaultRouteV4(head+subnet+byDefault) {
		t.Error("IPv4")
	}
	const zero = "00000000000000000000000000000000"
	const lo6 = zero + " 00 " + zero + " 00 " + zero + " ffffffff 00000001 00000000 00200200       lo\n"
	const by6 = zero + " 00 " + zero + " 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0\n"
	if defaultRouteV6("") || defaultRouteV6(lo6) || !defaultRouteV6(lo6+by6) {
		t.Error("IPv6")
	}
}
