# shellcheck shell=bash
# Sourced by cli/test: is a list of classes that an archive is made from as new as the libraries?

# unknown_classes LIST JAR...: prints what LIST names of libraries and no JAR has. Java's own classes are not looked for.
unknown_classes() {
  local list=$1 jar; shift
  comm -23 <(grep -vE '^(java|javax|jdk|sun|com/sun|org/(xml|w3c))/' "$list" | LC_ALL=C sort -u) \
    <(for jar in "$@"; do "$(jdk_25)/bin/jar" --list --file "$jar"; done | sed -n 's:^META-INF/versions/[0-9]*/::; s/\.class$//p' | LC_ALL=C sort -u)
}
