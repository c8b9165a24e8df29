#!/bin/sh
# Fetches the newest change files of an extract's provider and applies them (docs/operating-maps.md, 'Keep it fresh'):
#   sh deploy/update-extract.sh hungary https://download.geofabrik.de/europe/hungary-updates
# Further words go to the import, such as --country LI, or --quiet, with which it prints only what is to be decided
# and what no earlier run has said: each run has a report in DATA_DIR/changes. Changes that the extract has already
# are left out, and one that is missing between is named, so it may run at any time, and again after a failure. It
# needs curl and osmium.
set -eu
name=$1
url=$2
shift 2
# Days for which the job may have stood still, of a provider with one change file a day.
days=${DAYS:-10}

cd "$(dirname "$0")/.."
# The names of the imported extracts, each with its facts in indented lines.
extracts=$(npm run --silent extracts)
if ! printf '%s\n' "$extracts" | grep -Fqx -e "$name"; then
  echo "No extract has the name $name, so nothing is fetched for it. npm run extracts lists the names:" >&2
  printf '%s\n' "$extracts" | grep '^[^ ]' >&2
  exit 1
fi

folder=${CHANGES_DIR:-${DATA_DIR:-data}/changes}/$name
mkdir -p "$folder"

last=$(curl -fsS --retry 3 "$url/state.txt" | sed -n 's/^sequenceNumber=\([0-9][0-9]*\).*/\1/p')
if [ -z "$last" ]; then
  echo "$url/state.txt has no sequenceNumber" >&2
  exit 1
fi

# The files come before the options, the oldest first.
set -- "$@" --report "$(cd "$folder/.." && pwd)/$name.json"
number=$last
while [ "$number" -gt 0 ] && [ "$number" -gt $((last - days)) ]; do
  padded=$(printf %09d "$number")
  path=$(echo "$padded" | sed 's,\(...\)\(...\)\(...\),\1/\2/\3,')
  for ending in state.txt osc.gz; do
    file=$folder/$padded.$ending
    if [ ! -s "$file" ]; then
      curl -fsS --retry 3 -o "$file.part" "$url/$path.$ending"
      mv "$file.part" "$file"
    fi
  done
  set -- "$(cd "$folder" && pwd)/$padded.osc.gz" "$@"
  number=$((number - 1))
done
# By their numbers, which no clock of the machine can have wrong; higher ones are of a series that has begun anew.
for file in "$folder"/[0-9]*; do
  number=${file##*/}
  number=${number%%.*}
  if [ "$number" -le $((last - days)) ] || [ "$number" -gt "$last" ]; then rm "$file"; fi
done

exec sh deploy/apply-changes.sh "$name" "$@"
