"""What answers in the world behind the node, so that silence means something: HTTP on TCP 80, and DNS on UDP and TCP 53.

world.py ADDRESS... prints one line for each packet or connection: PROTOCOL SOURCE TARGET.
"""
import selectors
import socket
import sys


def dns(query):
    """An answer to any question: 192.0.2.53."""
    header = query[:2] + b"\x81\x80" + query[4:6] + query[4:6] + b"\0\0\0\0"
    end = query.index(b"\0", 12) + 5
    return header + query[12:end] + b"\xc0\x0c\0\x01\0\x01\0\0\0\x01\0\x04" + bytes([192, 0, 2, 53])


def main():
    selector = selectors.DefaultSelector()
    for address in sys.argv[1:]:
        for port in (80, 53):
            stream = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            stream.bind((address, port))
            stream.listen(64)
            selector.register(stream, selectors.EVENT_READ)
        datagram = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        datagram.bind((address, 53))
        selector.register(datagram, selectors.EVENT_READ)
    print("ready", flush=True)
    while True:
        for key, _ in selector.select():
            here = key.fileobj
            target = "%s:%d" % here.getsockname()
            try:
                if here.type == socket.SOCK_DGRAM:
                    query, source = here.recvfrom(4096)
                    here.sendto(dns(query), source)
                    print("udp", source[0], target, flush=True)
                else:
                    stream, source = here.accept()
                    with stream:
                        stream.sendall(b"HTTP/1.0 200 OK\r\n\r\nworld\n")
                        stream.shutdown(socket.SHUT_WR)
                    print("tcp", source[0], target, flush=True)
            except (OSError, ValueError) as failure:
                print("failed", failure, target, flush=True)


main()
