# Sourced by scripts that run named parts, each with a time limit, and end with a table of them.
#   part NAME MINUTES COMMAND [ARG...]   runs it; a failure or the limit is noted, the next part still runs
#   parts_end                            prints the table; exits 1 when a part failed
parts_table=
parts_failed=0

part() {
  part_name=$1 part_minutes=$2
  shift 2
  printf '\n==> %s (limit %s min)\n' "$part_name" "$part_minutes"
  part_start=$(date +%s)
  part_status=ok
  timeout --signal=INT --kill-after=20 "${part_minutes}m" "$@" || part_status="FAILED (exit $?)"
  part_seconds=$(($(date +%s) - part_start))
  [ "$part_status" = ok ] || parts_failed=1
  parts_table="$parts_table$(printf '%-28s %6s s of %5s s  %s' "$part_name" "$part_seconds" "$((part_minutes * 60))" "$part_status")
"
}

parts_end() {
  printf '\npart by part:\n%s' "$parts_table"
  return "$parts_failed"
}
