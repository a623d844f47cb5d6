#!/bin/sh
# How the weights of Liuzhou chess are made, from nothing but the worth of stones: rounds of games of
# the engine against itself, each learned from and played with by the next, then a match. The last
# rounds search deeper where games are decided, and play by several rule sets.
#
# Seeded and on one thread: the same calls give the same weights. Some three hours of a processor.
# The weights are OUT/n3; to install them, copy them to Sources/WeightData/liuzhou.weights, build, and
# renew .ci/bench-signature-liuzhou.
set -eu
. "$(dirname "$0")/common.sh"
need liuzhou-lab
lab=$bin/liuzhou-lab

# games WEIGHTS SEED GAMES NODES DECISIVE RULES…: the positions sSEED, by each of the rule sets.
games() {
  weights=$1 seed=$2 count=$3 nodes=$4 decisive=$5
  shift 5
  : > "$out/s$seed"
  for rules; do
    "$lab" selfplay weights="$weights" rules="$rules" games="$count" nodes="$nodes" \
      decisive="$decisive" random=8 strays=0 seed="$seed" >> "$out/s$seed"
  done
}

others='shandong huainan fengyang-app mover=first blocked=loss'
deep=$(usual 10000 50)

games stones 1 "${GAMES_1:-$(usual 4000 8)}" "$(usual 500 20)" "$(usual 500 20)" fengyang
"$lab" tune < "$out/s1" > "$out/n1"
# Stray turns show what happens to stones that stand badly.
"$lab" selfplay weights="$out/n1" games="${GAMES_2:-$(usual 4000 8)}" nodes="$(usual 3000 20)" \
  seed=2 > "$out/s2"
games "$out/n1" 3 "${GAMES_3:-$(usual 8000 8)}" "$(usual 1500 20)" "$deep" fengyang
cat "$out/s2" "$out/s3" | "$lab" tune > "$out/n2"
games "$out/n2" 4 "${GAMES:-$(usual 12000 8)}" "$(usual 1500 20)" "$deep" fengyang
# shellcheck disable=SC2086
games "$out/n2" 5 "${GAMES_5:-$(usual 1000 4)}" "$(usual 1000 20)" "$(usual 5000 20)" $others
cat "$out/s2" "$out/s4" "$out/s5" | "$lab" tune > "$out/n3"

match_nodes=${MATCH_NODES:-$(usual 10000 200)}
"$lab" match first="nodes:$match_nodes" second="nodes:$match_nodes" first-weights="$out/n3" \
  pairs="${PAIRS:-$(usual 60 2)}" opening=4 seed="${SEED:-1}"
