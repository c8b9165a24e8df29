#!/bin/bash
# Three nodes of PostgreSQL with Patroni and etcd behind HAProxy and PgBouncer, on one machine, to try and to pull
# plugs out of (README.md): `sudo deploy/high-availability/try.sh /tmp/mosdo-ha`. Ctrl-C ends and removes them.
#
# Each node has a network namespace of its own, at 10.77.0.1 to 10.77.0.3, so that it can be cut off.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=${1:?usage: try.sh FOLDER}
password=${PASSWORD:-$(head -c 18 /dev/urandom | base64 | tr '+/' 'ab')}
network=10.77.0
bridge=mosdo-ha

for program in etcd patroni haproxy pgbouncer ip /usr/lib/postgresql/15/bin/postgres; do
  command -v "$program" >/dev/null || {
    echo "$program is missing: apt-get install postgresql etcd-server patroni haproxy pgbouncer iproute2" >&2
    exit 1
  }
done
[ "$(id -u)" = 0 ] || { echo "Only root may make networks." >&2; exit 1; }

end() {
  trap - EXIT INT TERM
  for n in 1 2 3; do
    ip netns pids "$bridge$n" 2>/dev/null | xargs -r kill -KILL || true
    ip netns del "$bridge$n" 2>/dev/null || true
    ip link del "$bridge$n" 2>/dev/null || true
  done
  for file in "$root"/*.pid; do
    [ -f "$file" ] && kill -KILL "$(cat "$file")" 2>/dev/null || true
  done
  ip link del "$bridge" 2>/dev/null || true
  rm -rf "$root"
}

# Fills the names between @ in.
fill() {
  sed -e "s|@NAME@|node${n:-}|g; s|@ADDRESS@|$network.${n:-}|g; s|@DATA@|$root/node${n:-}/data|g" \
    -e "s|@NODE1@|$network.1|g; s|@NODE2@|$network.2|g; s|@NODE3@|$network.3|g; s|@PASSWORD@|$password|g" "$1"
}

# run NAME PROGRAM…: starts a program as the user postgres; its output is in NAME.log, its process in NAME.pid.
run() {
  local name=$1
  shift
  setsid "${inside[@]}" setpriv --reuid=postgres --regid=postgres --clear-groups "$@" \
    >>"$root/$name.log" 2>&1 </dev/null &
  echo $! >"$root/$name.pid"
}

start_node() {
  n=$1
  inside=(ip netns exec "$bridge$n")
  run "node$n/etcd" env ETCD_LOG_LEVEL=warn etcd --enable-v2 --name "node$n" --data-dir "$root/node$n/etcd" \
    --listen-peer-urls "http://$network.$n:2380" --initial-advertise-peer-urls "http://$network.$n:2380" \
    --listen-client-urls "http://$network.$n:2379" --advertise-client-urls "http://$network.$n:2379" \
    --initial-cluster "node1=http://$network.1:2380,node2=http://$network.2:2380,node3=http://$network.3:2380"
  run "node$n/patroni" env HOME="$root/node$n" patroni "$root/node$n/patroni.yml"
}

# `START_NODE=2 try.sh FOLDER` starts a node again whose processes have been killed.
if [ "${START_NODE:-}" ]; then
  start_node "$START_NODE"
  exit
fi

[ ! -e "$root" ] || { echo "$root is there already: name a folder that is not." >&2; exit 1; }
if ip link show "$bridge" >/dev/null 2>&1; then
  echo "$bridge is there already: another try.sh runs. One that was killed leaves it behind; then remove it with" >&2
  echo "for n in 1 2 3; do ip netns pids $bridge\$n | xargs -r kill -KILL; ip netns del $bridge\$n; done; ip link del $bridge" >&2
  exit 1
fi
trap end EXIT
trap 'exit 0' INT TERM
mkdir -p "$root"
chmod 755 "$root"
setpriv --reuid=postgres --regid=postgres --clear-groups test -x "$root" || {
  echo "The user postgres may not enter the folders above $root." >&2
  exit 1
}
ip link add "$bridge" type bridge
ip addr add "$network.254/24" dev "$bridge"
ip link set "$bridge" up
for n in 1 2 3; do
  ip netns add "$bridge$n"
  ip link add "$bridge$n" type veth peer name eth0 netns "$bridge$n"
  ip link set "$bridge$n" master "$bridge" up
  ip -n "$bridge$n" addr add "$network.$n/24" dev eth0
  ip -n "$bridge$n" link set lo up
  ip -n "$bridge$n" link set eth0 up
  mkdir "$root/node$n"
  # A watchdog would restart this machine.
  { fill "$here/patroni.yml" | sed 's/mode: automatic/mode: off/'; } >"$root/node$n/patroni.yml"
  chown -R postgres: "$root/node$n"
  start_node "$n"
done

inside=()
n=
# It runs as the user postgres here.
{ fill "$here/haproxy.cfg" | sed '/^\t\(user\|group\) haproxy$/d'; } >"$root/haproxy.cfg"
run haproxy haproxy -f "$root/haproxy.cfg"
sed "s|/etc/pgbouncer|$root|" "$here/pgbouncer.ini" >"$root/pgbouncer.ini"
echo "\"mosdo\" \"$password\"" >"$root/userlist.txt"
run pgbouncer pgbouncer "$root/pgbouncer.ini"

ask() { PGPASSWORD=$password psql -qAt -h 127.0.0.1 -p 5000 -U postgres postgres -c "$1"; }
until ask "select 1" >/dev/null 2>&1; do
  for name in haproxy pgbouncer; do
    kill -0 "$(cat "$root/$name.pid")" 2>/dev/null || { cat "$root/$name.log" >&2; exit 1; }
  done
  sleep 1
done
ask "create role mosdo login password '$password'"
ask "create database mosdo owner mosdo"
until [ "$(ask "select count(*) filter (where sync_state = 'sync') || ' ' || count(*) from pg_stat_replication")" = "1 2" ]; do
  sleep 1
done
cat <<END
DATABASE_URL=postgres://mosdo:$password@127.0.0.1:5000/mosdo   # or :6432, through PgBouncer
export PATRONICTL_CONFIG_FILE=$root/node1/patroni.yml
patronictl list                                            # shows the primary (Leader)
patronictl switchover                                      # makes another node the primary
ip link set ${bridge}1 down                                # cuts a node off, up joins it again
ip netns pids ${bridge}1 | xargs kill -KILL                # kills one; START_NODE=1 $0 $root starts it again
END
echo ready >"$root/ready"
sleep infinity &
echo $! >"$root/sleep.pid"
wait $!
