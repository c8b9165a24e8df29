#!/bin/sh
# Applies change files of OpenStreetMap to an imported extract and imports the result (docs/operating-maps.md, 'Keep it
# fresh'):
#   sh deploy/apply-changes.sh hungary 4321.osc.gz 4322.osc.gz
# Options of the import follow the files, such as --country LI. Where the last file has its state beside it
# (4322.state.txt), changes that the extract has already are left out, and missing ones before are named. It needs
# osmium (Debian and Homebrew: osmium-tool).
set -eu
fail() {
  echo "$1" >&2
  exit 1
}
command -v osmium >/dev/null || fail "osmium is missing: install osmium-tool."
name=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd)
data=$(cd "$root" && cd "${DATA_DIR:-data}" && pwd)
# The newest one: an import that was cut off may have left two.
extract=$(ls -t "$data/extracts/$name"-????????????????.osm.pbf 2>/dev/null | head -n 1)
[ -n "$extract" ] || fail "No extract of the name $name is stored: npm run extracts lists the names."

count=0
state=
for word; do
  case $word in -*) break ;; esac
  count=$((count + 1))
  state=${word%.osc*}.state.txt
done
[ "$count" -gt 0 ] || fail "usage: sh deploy/apply-changes.sh NAME FILE.osc.gz… [options of the import]"
known() { osmium fileinfo -g "header.option.osmosis_replication_$1" "$extract"; }
number=$(known sequence_number)
time=$(known timestamp)
if [ -f "$state" ]; then
  last=$(sed -n 's/^sequenceNumber=\([0-9]*\).*/\1/p' "$state")
  # A colon is escaped, as in files of properties.
  until=$(sed -n 's/^timestamp=//p' "$state" | tr -d '\\')
  [ -n "$last" ] && [ -n "$until" ] || fail "$state is not the state of a change file: it has no sequenceNumber or no timestamp."
  if ! expr "$until" \> "$time" >/dev/null; then
    case " $* " in *" --quiet "*) ;; *) echo "$name has these changes already." ;; esac
    exit 0
  fi
  if [ -n "$number" ]; then
    [ "$last" -gt "$number" ] ||
      fail "Number $last is later than number $number of $name: it is of another series. Take files of the extract's own provider."
    [ $((last - number)) -le "$count" ] ||
      fail "$name has number $number, and some of the files up to $last are missing: give them too, or import a newer extract."
  fi
  number=$last
  time=$until
fi

mkdir -p "$data/changes"
changed=$data/changes/$name.osm.pbf
trap 'rm -f "$changed"' EXIT
trap 'exit 1' HUP INT TERM
(
  for word; do
    shift
    [ "$count" -eq 0 ] || { set -- "$@" "$word" && count=$((count - 1)); }
  done
  osmium apply-changes --no-progress --overwrite --output "$changed" \
    ${number:+--output-header=osmosis_replication_sequence_number="$number"} \
    ${time:+--output-header=osmosis_replication_timestamp="$time"} "$extract" "$@"
)
shift "$count"
npm --prefix "$root" run --silent import -- "$changed" --changes-applied "$@"
