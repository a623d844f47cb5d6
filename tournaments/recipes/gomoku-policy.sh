#!/bin/sh
# How the policy network of a gomoku variant is made: games of the engine against itself, a fit to the
# moves that the searches chose, a match.
#
#   [VARIANT=freestyle] [FROM=FILE] [GAMES_FILES="FILE …"] tournaments/recipes/gomoku-policy.sh
#
# Without FROM the network is learned from nothing, as freestyle's is; with it, on from that in a file,
# as the others are from freestyle's. GAMES_FILES names more games to learn from: 100,000 of 15x15 made
# freestyle's, in portions of 10,000 with the seeds 1001 to 1010, played before there was a policy. On
# another number of threads sums are rounded otherwise, and the network is another.
#
# INSTALL=1 puts the network into the sources; then build, and renew .ci/bench-signature. A variant's first
# network also needs its lines in WeightData.c and Package.swift.
set -eu
. "$(dirname "$0")/common.sh"
need gomoku-lab
lab=$bin/gomoku-lab

variant=${VARIANT:-freestyle}
size=${SIZE:-15}
games=${GAMES:-$(usual 10000 30)}
nodes=${NODES:-$(usual 2000 200)}
seed=${SEED:-1001}
rounds=${ROUNDS:-$(usual 5 2)}
if [ -n "${FROM:-}" ]; then rate=${RATE:-1}; else rate=${RATE:-2}; fi
pairs=${PAIRS:-$(usual 150 2)}
match_nodes=${MATCH_NODES:-$(usual 10000 300)}

"$lab" generate variant="$variant" size="$size" games="$games" nodes="$nodes" seed="$seed" \
  > "$out/games.txt"
# shellcheck disable=SC2086
cat "$out/games.txt" ${GAMES_FILES:-} > "$out/all-games.txt"
"$lab" train-policy variant="$variant" ${FROM:+from="$FROM"} rounds="$rounds" rate="$rate" \
  threads="${THREADS:-1}" < "$out/all-games.txt" > "$out/policy-$variant.weights"
"$lab" match first="$out/policy-$variant.weights" variant="$variant" size="$size" pairs="$pairs" \
  nodes="$match_nodes" threads=2

[ "${INSTALL:-0}" = 1 ] || exit 0
cp "$out/policy-$variant.weights" "$root/Sources/WeightData/policy-$variant.weights"
