#!/bin/sh
# Plays a tournament in shards with GNU parallel, on this machine or over ssh.
#
#   tournaments/cluster/parallel.sh TOURNAMENT OUT SHARDS [GNU parallel's options, such as
#     --sshlogin 4/alpha,8/beta]
#
# The folder and the engines must be at the same path on every machine, and OUT on a file system
# that all of them see. Run again, it does only the shards that are not done.
set -eu
tournament=$1 out=$2 shards=$3
shift 3
arena=${ARENA:-$PWD/.build/release/arena}
mkdir -p "$out"
# Shards that were cut off by a lost connection go on by themselves; a second one is refused by the
# log's lock, and comes back to it on the next run.
parallel --joblog "$out/parallel.jobs" --resume-failed "$@" \
  "$arena" run "$tournament" --out "$out" --shard "{}/$shards" --concurrency 1 --quiet \
  ::: $(seq "$shards")
exec "$arena" merge "$tournament" --out "$out"
