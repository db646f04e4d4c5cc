# Tries all targets again and again, until it is ended. Each try is a line "ROUND NAME=ANSWER"; what answers is printed, an error is
# not. The same text runs in the sandbox and in the control. It also listens on port 7777.
tidy() { tr -dc 'A-Za-z0-9 .:' | head -c 120; }
tcp() { echo "$n $1=$(printf 'GET / HTTP/1.0\r\n\r\n' | timeout 2 nc -w 1 "$2" "$3" 2>/dev/null | tidy)"; }
dns() { echo "$n $1=$(timeout 2 nslookup -type=a kubernetes.default.svc.cluster.local "$2" 2>/dev/null | tail -n +4 | tidy)"; }
icmp() { echo "$n $1=$(timeout 2 ping -c 1 -W 1 "$2" 2>/dev/null | tidy)"; }
arp() { echo "$n $1=$(timeout 2 arping -c 1 -w 1 -I eth0 "$2" 2>/dev/null | tidy)"; }
mkdir -p /tmp/www && echo listening >/tmp/www/index.html && httpd -p 7777 -h /tmp/www
n=0
while :; do
  n=$((n + 1))
TARGETS
  echo "$n six=$(grep -v ' lo$' /proc/net/if_inet6 2>/dev/null | tidy)"
  wait
  echo "$n done"
  sleep 1
done
