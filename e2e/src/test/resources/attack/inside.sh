# Tries what a process can try on its own machine, once, and says what became of it: one line "WHAT=SEEN" each. The same text runs in
# the sandbox and in a privileged pod. HOST is where the control has the node's files; API the address of the API server.
mkdir -p /tmp
attempt() { # NAME COMMAND...: "done", or the error's last line
  name=$1
  shift
  if "$@" >/tmp/out 2>&1; then echo "$name=done"; else echo "$name=$(tail -n 1 /tmp/out)"; fi
}
put() { echo written >"$1"; }
for directory in / /etc /bin /usr /opt /lib /var /sbin; do attempt "write $directory" put "$directory/written"; done
attempt "write context" put /context/skills/skill
attempt "write new context" put /context/skills/written
attempt "remove context" rm /context/skills/skill
echo "context=$(cat /context/skills/skill 2>&1)"
attempt "write workspace" put /workspace/written
echo "workspace=$(cat /workspace/written 2>&1)"

for path in root/.ssh var/lib/kubelet etc/kubernetes var/run/docker.sock run/containerd/containerd.sock var/lib/containerd etc/passwd proc/1/root/var/lib/kubelet; do
  if [ -e "$HOST/$path" ]; then echo "host $path=there"; else echo "host $path=absent"; fi
done
for path in /var/run/secrets/kubernetes.io /run/secrets/kubernetes.io; do
  if [ -e "$path/serviceaccount/token" ]; then echo "token $path=$(head -c 3 $path/serviceaccount/token)"; else echo "token $path=absent"; fi
done
echo "api=$(printf 'GET / HTTP/1.0\r\n\r\n' | timeout 3 nc -w 2 "$API" 443 2>&1 | tr -dc 'A-Za-z0-9 ' | head -c 60)"

tr '\0' '\n' </proc/1/environ | sed 's/^/env /'
secret=$(cat /run/secrets/canary 2>/dev/null)
echo "secret mode=$(stat -L -c '%a %u %g' /run/secrets/canary 2>&1)"
echo "secret digest=$(printf %s "$secret" | sha256sum | cut -c 1-64)"
everything=$(for file in /proc/[0-9]*/cmdline /proc/[0-9]*/environ; do tr '\0' ' ' <"$file" 2>/dev/null; done)
case "$secret:$everything" in ":"*) echo "secret seen=no secret" ;; *:*"$secret"*) echo "secret seen=yes" ;; *) echo "secret seen=no" ;; esac
case "$everything" in *inside-marker*) echo "processes=read" ;; *) echo "processes=unread" ;; esac # inside-marker

for key in CapInh CapPrm CapEff CapBnd NoNewPrivs Uid Gid Seccomp; do echo "process $key=$(sed -n "s/^$key:[[:space:]]*//p" /proc/1/status | tr '\t' ' ')"; done
attempt "privilege new network" unshare -n true
attempt "privilege new mounts" unshare -m true
attempt "privilege mount" mount -t tmpfs tmpfs /tmp
attempt "privilege route" ip route add blackhole 203.0.113.99/32
attempt "privilege address" ip addr add 203.0.113.98/32 dev lo
attempt "privilege link" ip link set dev lo mtu 1400
attempt "privilege device" mknod /tmp/device c 1 3
attempt "privilege chroot" chroot / true
attempt "privilege hostname" hostname escaped
: >/tmp/mine
attempt "privilege owner" chown 0:1 /tmp/mine
echo "kernel release=$(uname -r)"
echo "kernel boot=$(cat /proc/sys/kernel/random/boot_id 2>&1)"
echo "end=reached"
