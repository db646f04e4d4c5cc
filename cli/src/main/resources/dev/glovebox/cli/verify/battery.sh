# Tries what a sandbox must not allow, once, and says what became of each: a line "$NONCE NAME=SEEN". For busybox's sh. The lines
# before this one set NONCE and TARGETS (ADDRESS:PORT/TCP or /UDP). Whoever calls it judges; nothing is judged here.
say() { echo "$NONCE $1=$(printf %s "$2" | tr -c ' -~' ' ' | cut -c 1-200)"; }
# "done", or the error's last line. 126 and 127 are the shell's: it could not start the tool, and nothing was tried.
attempt() {
  name=$1
  shift
  error=$("$@" 2>&1 >/dev/null)
  code=$?
  last=$(printf '%s\n' "$error" | tail -n 1)
  case $code in
    0) say "$name" 'done' ;;
    126 | 127) say "$name" "no tool: $last" ;;
    *) say "$name" "failed: $last" ;;
  esac
}
put() { echo written >"$1"; }
# What the kernel has there already: where it succeeds, nothing has changed. What cannot be read may still be writable.
rewrite() { if value=$(cat "$1"); then printf '%s\n' "$value" >"$1"; else : >>"$1"; fi; }
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

# What must work, or what is not seen means nothing: each with the tools of the checks that rely on it.
processes() { for f in /proc/[0-9]*/comm; do cat "$f" 2>/dev/null; done; }
services() { env | grep '^KUBERNETES_.*=.' | head -n 2 | tr '\n' ' '; }
put /tmp/mine
say control-write "$(cat /tmp/mine 2>&1)"
there control-there /proc/self/status
say control-processes "$(processes | grep -cx "$(cat /proc/$$/comm)")"
say control-devices "$(find /dev -type c 2>/dev/null | head -n 1)"
say control-environment "$(export KUBERNETES_CONTROL=seen && services)"
say control-addresses "$(ip addr 2>&1 | sed -n 's/.*\(inet 127[^ ]*\).*/\1/p' | head -n 1)"

say kernel-release "$(uname -r)"
say kernel-boot "$(cat /proc/sys/kernel/random/boot_id 2>&1)"
if log=$(dmesg 2>&1); then
  line=$(printf '%s\n' "$log" | grep -i 'linux version\|starting gvisor' | head -n 1)
  say kernel-log "read: ${line:-$(printf '%s\n' "$log" | head -n 1)}"
else
  say kernel-log "failed: $(printf '%s\n' "$log" | tail -n 1)"
fi
head -c 4096 /bin/busybox >/tmp/module.ko 2>/dev/null || head -c 4096 /bin/sh >/tmp/module.ko
attempt kernel-module insmod /tmp/module.ko
reads kernel-memory /dev/mem /dev/kmem /dev/port /proc/kcore
attempt kernel-setting rewrite /proc/sys/kernel/core_pattern
attempt kernel-forwarding rewrite /proc/sys/net/ipv4/ip_forward
attempt kernel-request sh -c 'echo h >/proc/sysrq-trigger'

there host-files /var/lib/kubelet /etc/kubernetes /root/.ssh /var/lib/rancher /var/log/pods
there host-sockets /run/containerd/containerd.sock /var/run/docker.sock /run/crio/crio.sock /run/k3s/containerd/containerd.sock
there host-init /proc/1/root/var/lib/kubelet /proc/1/root/etc/kubernetes
say host-processes "$(processes | grep -x 'kubelet\|containerd\|dockerd\|systemd\|crio\|kube-.*' | sort -u | tr '\n' ' ')"
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
say environment "$(services)"
if [ ! -e /etc/resolv.conf ]; then
  say resolver absent
elif file=$(cat /etc/resolv.conf 2>&1); then
  say resolver "read: $(printf '%s\n' "$file" | grep '^nameserver' | tr '\n' ' ')"
else
  say resolver "failed: $file"
fi
say ipv6 "$(ip -6 addr 2>&1 | sed -n 's/.*\(inet6 [^ ]*\).*/\1/p;s/.*\(not found\).*/\1/p' | grep -v 'inet6 ::1/\|inet6 fe80' | tr '\n' ' ')"

# What an answer is: "connected" when the other side took the connection, whatever it said afterwards. Once nc has it, it
# runs the shell below, which leaves a mark; without the mark there was none, and nc says why.
ask() { # NAME ADDRESS:PORT/PROTOCOL
  name=$1
  socket=${2%/*}
  host=$(printf %s "${socket%:*}" | tr -d '[]')
  port=${socket##*:}
  if [ "${2##*/}" = UDP ]; then
    ask_udp "$name" "$host" "$port"
    return
  fi
  mark=/tmp/ask.$(printf %s "$name" | tr -c '0-9A-Za-z' _)
  rm -f "$mark.connected" "$mark.answer"
  error=$(timeout 15 nc -w 4 "$host" "$port" -e /bin/sh -c "echo >$mark.connected; echo $NONCE; timeout 3 head -n 1 >$mark.answer" 2>&1 >/dev/null)
  code=$?
  answer=$(cat "$mark.answer" 2>/dev/null)
  if [ -n "$answer" ]; then
    say "$name" "answered: $answer"
  elif [ -e "$mark.connected" ]; then
    say "$name" connected
  else
    say "$name" "failed: $code: $(printf '%s\n' "$error" | tail -n 1)"
  fi
}
ask_udp() { # NAME HOST PORT
  if nc --help 2>&1 | grep -q -e '-u'; then
    answer=$( (printf '%s\n' "$NONCE" && sleep 2) | timeout 8 nc -u -w 3 "$2" "$3" 2>/dev/null)
    if [ -n "$answer" ]; then say "$1" "answered: $answer"; else say "$1" silent; fi
  elif [ "$3" = 53 ] && answer=$(timeout 12 nslookup kubernetes.default.svc.cluster.local "$2" 2>&1); then
    say "$1" "answered: $(printf %s "$answer" | tail -n 1)"
  else # no answer to nslookup shows nothing: no control shows that it would have had one
    say "$1" 'no tool: nc has no -u'
  fi
}
# Before the targets and alone, and again until they hold, three times at most (some 10 s): a busy machine is no finding. Each
# round has ports of its own, and no server outlives it for long: its client may have come too early.
controls() { # PORT, of the first of four
  timeout 12 nc -l -p $(($1 + 3)) -e /bin/sh -c 'read -r line; echo answer' >/dev/null 2>&1 &
  timeout 12 nc -l -p $(($1 + 2)) -e /bin/sleep 8 >/dev/null 2>&1 &
  if nc --help 2>&1 | grep -q -e '-u'; then
    (printf 'answer\n' | timeout 10 nc -u -l -p $(($1 + 1)) >/dev/null 2>&1) &
  fi
  sleep 1
  ask control-answer "127.0.0.1:$(($1 + 3))/TCP" &
  asked=$!
  ask control-silent "127.0.0.1:$(($1 + 2))/TCP" &
  asked="$asked $!"
  ask control-closed "127.0.0.1:$1/TCP" &
  asked="$asked $!"
  ask control-udp "127.0.0.1:$(($1 + 1))/UDP" &
  # shellcheck disable=SC2086 # several
  wait $asked $!
}
hold() {
  [ "$(grep -c -e 'control-answer=answered: answer$' -e 'control-silent=connected$' -e 'control-closed=failed: ' \
    -e 'control-udp=answered: answer$' -e 'control-udp=no tool: ' /tmp/controls)" = 4 ]
}
for first in 7796 7792 7788; do
  controls $first >/tmp/controls
  if hold; then break; fi
done
cat /tmp/controls
for target in $TARGETS; do ask "ask $target" "$target" & done
wait
say end reached
