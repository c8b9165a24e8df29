#!/bin/sh
# Runs the newest Node.js of this machine: `sh cli/node.sh [node arguments]`.
#
# Linux gets a Node.js from npm (package.json pins its version, docs/decisions/002), which goes
# stale with this checkout. An operator who keeps the system's Node.js up to date gets that one, with
# its security fixes, as soon as it is newer than the pinned one. Previews (27.0.0-rc.1) do not count.

# Oldest version that the pages' framework runs on.
needed=22.22.0

# Prints a version as one number that sorts as the version does: 22.18.0 is 22018000.
as_number() {
  IFS=. read -r major minor patch <<VERSION
$1
VERSION
  echo $((major * 1000000 + minor * 1000 + patch))
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
newest=
newest_version=0.0.0
IFS=:
for directory in "$root/node_modules/.bin" $PATH; do
  candidate=${directory:-.}/node
  [ -x "$candidate" ] && [ ! -d "$candidate" ] || continue
  version=$("$candidate" --version 2>/dev/null) || continue
  version=${version#v}
  case $version in '' | *[!0-9.]*) continue ;; esac
  if [ "$(as_number "$version")" -gt "$(as_number "$newest_version")" ]; then
    newest=$candidate
    newest_version=$version
  fi
done
unset IFS

if [ "$(as_number "$newest_version")" -lt "$(as_number "$needed")" ]; then
  found="${newest:+, and the newest one here is $newest_version}"
  echo "mosdo: this needs Node.js $needed or newer$found: install one from https://nodejs.org, or on Linux run \"npm ci\" without leaving out optional packages, which brings its own." >&2
  exit 1
fi
exec "$newest" "$@"
