#!/bin/sh
# How the weights of Liuzhou chess are made, from nothing but the worth of stones: four rounds of
# games of the engine against itself, each fitted and played with by the next, then a match.
#
# Seeded and on one thread: the same calls give the same weights. Some 25 minutes of a processor.
# The weights are OUT/g4; to install them, copy them to Sources/WeightData/liuzhou.weights, build, and
# renew .ci/bench-signature-liuzhou.
set -eu
. "$(dirname "$0")/common.sh"
need liuzhou-lab
lab=$bin/liuzhou-lab

# round NUMBER WEIGHTS GAMES NODES: the positions sNUMBER, from games of these weights.
round() {
  "$lab" selfplay weights="$2" games="$3" nodes="$4" seed="$1" > "$out/s$1"
}

round 1 stones "${GAMES_1:-$(usual 4000 20)}" "${NODES_1:-$(usual 500 100)}"
"$lab" tune < "$out/s1" > "$out/g1"
round 2 "$out/g1" "${GAMES_2:-$(usual 6000 20)}" "${NODES:-$(usual 1000 100)}"
"$lab" tune < "$out/s2" > "$out/g2"
round 3 "$out/g2" "${GAMES:-$(usual 10000 20)}" "${NODES:-$(usual 1000 100)}"
"$lab" tune < "$out/s3" > "$out/g3"
round 4 "$out/g3" "${GAMES:-$(usual 10000 20)}" "${NODES:-$(usual 1000 100)}"
cat "$out/s3" "$out/s4" > "$out/s34"
"$lab" tune < "$out/s34" > "$out/g4"

match_nodes=${MATCH_NODES:-$(usual 10000 200)}
"$lab" match first="nodes:$match_nodes" second="nodes:$match_nodes" first-weights="$out/g4" \
  pairs="${PAIRS:-$(usual 60 2)}" opening=6 seed="${SEED:-1}"
