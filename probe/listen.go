package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

const (
	// maxConversations at once: the canary answers every sandbox of the cluster and must not be worn out by one.
	maxConversations = 512
	conversationTime = 5 * time.Second
)

func runListen(arguments []string, stderr io.Writer) int {
	text, err := single("listen", arguments)
	var port uint16
	if err == nil {
		port, err = parseListen(text)
	}
	if err != nil {
		fmt.Fprintf(stderr, "probe listen: bad argument: %v\n", err)
		return exitBadArgument
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if err := listen(ctx, port); err != nil {
		fmt.Fprintf(stderr, "probe listen: %v\n", err)
		return exitFailed
	}
	return exitPassed
}

func parseListen(text string) (uint16, error) {
	o, err := parseObject(text)
	if err != nil {
		return 0, err
	}
	port := o.integer("port", 1, 65535)
	o.done()
	return uint16(port), *o.first
}

// listen answers on TCP and UDP until ctx ends. Either one failing ends both, so that the kubelet starts anew.
func listen(ctx context.Context, port uint16) error {
	address := fmt.Sprintf(":%d", port)
	tcp, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	udp, err := net.ListenPacket("udp", address)
	if err != nil {
		return errors.Join(err, tcp.Close())
	}
	ended := make(chan error, 2)
	go func() { ended <- serveTCP(tcp) }()
	go func() { ended <- serveUDP(udp) }()
	select {
	case <-ctx.Done():
		err = nil
	case err = <-ended:
	}
	tcp.Close()
	udp.Close()
	return err
}

// serveTCP ends the oldest conversation for a new one when there are too many: who asks is answered within milliseconds, and
// who holds connections open without asking, as any pod of the cluster can, keeps nobody else from being answered.
func serveTCP(listener net.Listener) error {
	latest := make(chan net.Conn, maxConversations)
	for {
		connection, err := listener.Accept()
		if err != nil {
			return err
		}
		if len(latest) == cap(latest) {
			(<-latest).Close() // mostly it has ended already
		}
		latest <- connection
		go func() {
			defer connection.Close()
			converse(connection)
		}()
	}
}

func converse(connection net.Conn) {
	if err := connection.SetDeadline(time.Now().Add(conversationTime)); err != nil {
		return
	}
	line, err := bufio.NewReaderSize(connection, 2*maxNonce).ReadSlice('\n')
	if err != nil {
		return
	}
	if answer, ok := canaryAnswer(string(line)); ok {
		_, _ = io.WriteString(connection, answer)
	}
}

func serveUDP(socket net.PacketConn) error {
	buffer := make([]byte, 2*maxNonce)
	for {
		n, from, err := socket.ReadFrom(buffer)
		if err != nil {
			return err
		}
		if answer, ok := canaryAnswer(string(buffer[:n])); ok {
			_, _ = socket.WriteTo([]byte(answer), from) // who asked may be gone again
		}
	}
}

// canaryAnswer echoes a nonce, and nothing else: an echo of anything would be of use to others.
func canaryAnswer(line string) (string, bool) {
	nonce, ok := strings.CutSuffix(line, "\n")
	if !ok || !validNonce(nonce) {
		return "", false
	}
	return "glovebox-canary " + nonce + "\n", true
}
