# Tries what a sandbox must not allow, once, and says what became of each: a line "$NONCE NAME=SEEN". For busybox's sh. The lines
# before this one set NONCE and TARGETS (ADDRESS:PORT/TCP or /UDP). Whoever calls it judges; nothing is judged here.
say() { echo "$NONCE $1=$(printf %s "$2" | tr -c ' -~' ' ' | cut -c 1-200)"; }
# "done", or the error's last line.
attempt() {
  name=$1
  shift
  if error=$("$@" 2>&1 >/dev/null); then say "$name" 'done'; else say "$name" "failed: $(printf '%s\n' "$error" | tail -n 1)"; fi
}
put() { echo written >"$1"; }
# What the kernel has there already: where it succeeds, nothing has changed.
rewrite() { value=$(cat "$1") && printf '%s\n' "$value" >"$1"; }
set_clock() { # to what it is; date says that it could not, and ends well
  said=$(date -s "$(date '+%Y-%m-%d %H:%M:%S')" 2>&1 >/dev/null)
  printf '%s\n' "$said" >&2
  [ -z "$said" ]
}
there() { # NAME PATH...: the first that is there
  name=$1
  shift
  for path in "$@"; do if [ -e "$path" ]; then say "$name" "there: $path" && return; fi; done
  say "$name" absent
}
reads() { # NAME PATH...: the first of which a byte can be read
  name=$1
  shift
  error='No such file or directory'
  for path in "$@"; do
    if error=$(dd if="$path" of=/dev/null bs=1 count=1 2>&1); then say "$name" "read: $path" && return; fi
  done
  say "$name" "failed: $(printf '%s\n' "$error" | tail -n 1)"
}

# What must work, or silence means nothing.
put /tmp/mine
say control-write "$(cat /tmp/mine 2>&1)"
there control-there /proc/self/status
(printf 'answer\n' | nc -l -p 7799 >/dev/null 2>&1) &
sleep 1
say control-loopback "$(printf 'x\n' | timeout 4 nc -w 2 127.0.0.1 7799 2>&1)"

say kernel-release "$(uname -r)"
say kernel-boot "$(cat /proc/sys/kernel/random/boot_id 2>&1)"
say kernel-log "$(dmesg 2>&1 | grep -i 'linux version\|permitted\|denied\|gvisor' | head -n 1)"
head -c 4096 /bin/busybox >/tmp/module.ko 2>/dev/null || head -c 4096 /bin/sh >/tmp/module.ko
attempt kernel-module insmod /tmp/module.ko
reads kernel-memory /dev/mem /dev/kmem /dev/port /proc/kcore
attempt kernel-setting rewrite /proc/sys/kernel/core_pattern
attempt kernel-forwarding rewrite /proc/sys/net/ipv4/ip_forward
attempt kernel-request sh -c 'echo h >/proc/sysrq-trigger'

there host-files /var/lib/kubelet /etc/kubernetes /root/.ssh /var/lib/rancher /var/log/pods
there host-sockets /run/containerd/containerd.sock /var/run/docker.sock /run/crio/crio.sock /run/k3s/containerd/containerd.sock
there host-init /proc/1/root/var/lib/kubelet /proc/1/root/etc/kubernetes
say host-processes "$(for f in /proc/[0-9]*/comm; do cat "$f" 2>/dev/null; done | grep -x 'kubelet\|containerd\|dockerd\|systemd\|crio\|kube-.*' | sort -u | tr '\n' ' ')"
say host-disks "$(find /dev -type b 2>/dev/null | head -n 3 | tr '\n' ' ')"
attempt host-device mknod /tmp/disk b 8 0
for file in /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max /sys/fs/cgroup/cgroup.procs; do
  [ -e "$file" ] && break
done
attempt host-cgroup rewrite "$file"

say user "$(id -u)"
for key in CapInh CapPrm CapEff CapBnd CapAmb NoNewPrivs; do say "process-$key" "$(sed -n "s/^$key:[[:space:]]*//p" /proc/self/status)"; done
attempt root-file chown 0:0 /tmp/mine
mkdir -p /tmp/mountpoint
attempt mount mount -t tmpfs tmpfs /tmp/mountpoint
attempt mount-proc mount -t proc proc /tmp/mountpoint
attempt mount-namespace unshare -m true
attempt network-namespace unshare -n true
attempt enter-namespace nsenter -t 1 -m true
attempt chroot chroot / /bin/sh -c true
attempt host-name hostname "$(hostname)"
attempt clock set_clock
attempt raw-socket traceroute -n -m 1 -w 1 -q 1 127.0.0.1
attempt route ip route add blackhole 203.0.113.99/32
attempt address ip addr add 203.0.113.98/32 dev lo
for directory in / /etc /usr /bin /sbin /lib /var /opt /root /dev; do
  if [ -d "$directory" ]; then attempt "root-write $directory" put "$directory/glovebox-written"; fi
done
there token /var/run/secrets/kubernetes.io/serviceaccount/token /run/secrets/kubernetes.io/serviceaccount/token
say environment "$(env | grep '^KUBERNETES_.*=.' | head -n 2 | tr '\n' ' ')"
say resolver "$(grep '^nameserver' /etc/resolv.conf 2>/dev/null | tr '\n' ' ')"
say ipv6 "$(ip -6 addr 2>&1 | sed -n 's/.*\(inet6 [^ ]*\).*/\1/p;s/.*\(not found\).*/\1/p' | grep -v 'inet6 ::1/\|inet6 fe80' | tr '\n' ' ')"

ask() { # ADDRESS:PORT/PROTOCOL
  protocol=${1##*/}
  socket=${1%/*}
  host=$(printf %s "${socket%:*}" | tr -d '[]')
  option=
  if [ "$protocol" = UDP ]; then
    if ! nc --help 2>&1 | grep -q -e '-u'; then say "ask $1" "no tool: nc has no -u" && return; fi
    option=-u
  fi
  answer=$( (printf '%s\n' "$NONCE" && sleep 2) | timeout 5 nc $option -w 2 "$host" "${socket##*:}" 2>/tmp/error.$$)
  code=$?
  if [ -n "$answer" ]; then say "ask $1" "answered: $answer"; elif [ "$code" = 0 ] && [ "$protocol" = TCP ]; then say "ask $1" connected; else say "ask $1" silent; fi
}
for target in $TARGETS; do ask "$target" & done
wait
say end reached
