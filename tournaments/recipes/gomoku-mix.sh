#!/bin/sh
# How the mix network of a gomoku variant is made: games of the engine against itself, a fit to their
# results, to what searches said and to the moves that they chose, and a match.
#
#   [VARIANT=freestyle] [FROM=FILE] [GAMES_FILES="FILE …"] tournaments/recipes/gomoku-mix.sh
#
# Without FROM the network is learned from nothing, as freestyle's is; with it, on from that in a file,
# as the others are from freestyle's. GAMES_FILES names more games to learn from: it takes some 250,000,
# see tournaments/knowledge/evaluation.md. On another number of threads sums are rounded otherwise, and
# the network is another.
#
# INSTALL=1 puts the network into the sources; then build, and renew .ci/bench-signature.
set -eu
. "$(dirname "$0")/common.sh"
need gomoku-lab
lab=$bin/gomoku-lab

variant=${VARIANT:-freestyle}
size=${SIZE:-15}
games=${GAMES:-$(usual 250000 30)}
nodes=${NODES:-$(usual 2000 200)}
seed=${SEED:-1001}
rounds=${ROUNDS:-$(usual 5 2)}
if [ -n "${FROM:-}" ]; then rate=${RATE:-400}; else rate=${RATE:-2000}; fi
pairs=${PAIRS:-$(usual 500 2)}
match_nodes=${MATCH_NODES:-$(usual 4000 300)}
threads=${THREADS:-2}

"$lab" generate variant="$variant" size="$size" games="$games" nodes="$nodes" seed="$seed" \
  > "$out/games.txt"
# shellcheck disable=SC2086
cat "$out/games.txt" ${GAMES_FILES:-} > "$out/all-games.txt"
"$lab" train-mix variant="$variant" ${FROM:+from="$FROM"} rounds="$rounds" rate="$rate" \
  threads="$threads" < "$out/all-games.txt" > "$out/mix-$variant.weights"
# Games that neither network has seen: the loss of what is part of the program, then of the new one.
"$lab" generate variant="$variant" size="$size" games="$(usual 2000 10)" nodes="$nodes" \
  seed="$((seed + 1))" > "$out/new-games.txt"
"$lab" judge variant="$variant" threads="$threads" < "$out/new-games.txt"
"$lab" judge variant="$variant" weights="$out/mix-$variant.weights" threads="$threads" \
  < "$out/new-games.txt"
"$lab" match first="$out/mix-$variant.weights" variant="$variant" size="$size" pairs="$pairs" \
  nodes="$match_nodes" threads="$threads"

[ "${INSTALL:-0}" = 1 ] || exit 0
cp "$out/mix-$variant.weights" "$root/Sources/WeightData/mix-$variant.weights"
