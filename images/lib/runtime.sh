# shellcheck shell=bash
# The lower layer of the operator's image: a JDK 25 cut down to the modules that are used, and the C library that it
# is linked with. Sourced by images/build.

# Found with jdeps over the class path, less java.desktop and java.sql: Jackson, SnakeYAML and Micrometer only look
# whether those are there. jdk.httpserver serves /livez, /readyz and /metrics.
readonly MODULES=java.base,java.logging,java.management,java.naming,java.net.http,java.xml,jdk.httpserver,jdk.management,jdk.unsupported
# Compressed, for nearly all classes that the operator loads come from its own archive (archive_classes in images/build).
readonly JLINK_OPTIONS=(--strip-debug --no-header-files --no-man-pages --compress zip-9)

# jdk_25: prints the home of a JDK 25 that can link
jdk_25() {
  local home
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    if [ -x "$home/bin/jlink" ] && grep -q '^JAVA_VERSION="25[."]' "$home/release" 2>/dev/null; then
      realpath "$home"
      return
    fi
  done
  die "no JDK 25 found: JAVA_HOME is '${JAVA_HOME:-}', and none is under /usr/lib/jvm. Install one, for example Debian's openjdk-25-jdk-headless or Adoptium's temurin-25-jdk, or set JAVA_HOME"
}

# java_runtime: prints the directory of the layer, from the cache if it is there. Runs in a subshell of its own: $(...)
java_runtime() {
  local jdk cache key
  jdk=$(jdk_25)
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/glovebox/runtime
  key=$({ cat "$jdk/release" "${BASH_SOURCE[0]}"; c_library "$jdk/bin/java" "$jdk/lib/server/libjvm.so" | xargs sha256sum; } | sha256sum | cut -c 1-16)
  if [ ! -d "$cache/$key" ]; then
    say "operator: linking a Java runtime from $jdk"
    mkdir -p "$cache"
    unfinished=$(mktemp -d "$cache/.unfinished.XXXXXX")
    trap 'rm -rf "$unfinished"' EXIT
    link_runtime "$jdk" "$unfinished"
    chmod 755 "$unfinished"
    # Another run may have been quicker; both made the same.
    mv -T "$unfinished" "$cache/$key" 2>/dev/null || [ -d "$cache/$key" ]
  fi
  echo "$cache/$key"
}

# c_library FILE...: the dynamic linker and the libraries outside the JDK that these files are linked with
c_library() {
  { ldd "$@" || return; } | awk '/=> \// {print $3} $1 ~ /^\/.*ld-/ {print $1}' | grep -E '^/(usr/)?lib(64)?/[^/]*(-linux-gnu[^/]*/)?[^/]+$' | LC_ALL=C sort -u
}

# link_runtime JDK ROOT: fills the empty directory
link_runtime() {
  local jdk=$1 root=$2 java=$2/opt/java library linked
  mkdir -p "$root/opt" "$root/etc"
  "$jdk/bin/jlink" --add-modules "$MODULES" "${JLINK_OPTIONS[@]}" --output "$java" >&2
  # The list that a default archive would be made from, and every program but java.
  rm -f "$java/lib/classlist"
  find "$java/bin" -type f ! -name java -delete
  mapfile -t linked < <(find "$java/lib" -name '*.so')
  c_library "$java/bin/java" "${linked[@]}" | while read -r library; do
    install -D -m 755 "$(realpath "$library")" "$root$library"
  done
  # The user's name, for people who look; and where names of hosts come from.
  echo 'glovebox:x:65532:65532::/tmp:/sbin/nologin' >"$root/etc/passwd"
  echo 'glovebox:x:65532:' >"$root/etc/group"
  echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
  # The times that it will have in the image: the operator's archive of classes was made from exactly this.
  find "$root" -exec touch --no-dereference --date=@0 {} +
}
