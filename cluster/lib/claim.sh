# shellcheck shell=bash
# Which cluster of this machine has which index. Sourced by `up` and `down`.
# A claim is the directory $machine_dir/<index>; its file `state` says whose. All changes are made under one lock.

lock_machine() {
  mkdir -p "$machine_dir"
  exec {machine_lock}>"$machine_dir/lock"
  flock --timeout 60 "$machine_lock" || die "$EXIT_FAILED" "$machine_dir/lock has been held for a minute by another cluster command"
}
unlock_machine() { exec {machine_lock}>&-; }

# abandoned N: its claim has no owner, or the owner's directory is gone or belongs to another index by now
abandoned() {
  local owner
  owner=$(cat "$machine_dir/$1/state" 2>/dev/null) && [ -n "$owner" ] || return 0
  [ "$(sed -n 's/^index=//p' "$owner/record" 2>/dev/null)" != "$1" ]
}

# sweep: takes away the clusters whose checkout was deleted under them. Call it with the machine locked.
sweep() {
  local n
  for n in $(claimed_indexes); do
    if abandoned "$n"; then (use_index "$n"; stop_cluster) || true; fi
  done
}

claimed_indexes() { find "$machine_dir" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' 2>/dev/null | sort -n; }

# address_taken: whether the machine has a route of its own to where the node would be
address_taken() { ip -4 route show match "$api_ip" | grep -qv '^default'; }

# claim_index [N]: takes N, or the lowest that is free, for $state
claim_index() {
  local n candidates
  if [ -n "${1:-}" ]; then candidates=$1; else candidates=$(seq 0 "$MAX_INDEX"); fi
  for n in $candidates; do
    use_index "$n"
    if ! address_taken && mkdir "$run" 2>/dev/null; then
      echo "$state" >"$run/state"
      return
    fi
  done
  if [ -n "${1:-}" ]; then
    die "$EXIT_DIFFERENT" "index $1 is taken by $(cat "$run/state" 2>/dev/null || echo "a network of this machine ($api_ip has a route)"). Leave --index out, or see cluster/status"
  fi
  die "$EXIT_FAILED" "no index from 0 to $MAX_INDEX is free; see cluster/status"
}
