#!/bin/sh
# How the weights of a gomoku variant are made: games of the engine against itself, a fit, a match.
#
#   [VARIANT=freestyle] [FROM=FILE] [GAMES_FILES="FILE …"] tournaments/recipes/gomoku-weights.sh
#
# Without FROM the weights are learned from nothing, as freestyle's are; with FROM they are fine-tuned
# from those in that file, as the others are from freestyle's. GAMES_FILES names more games to learn
# from: 154,400 of 15x15 and 20x20 made freestyle's, in portions of some 12,000 with other seeds.
# Steps that were used: from nothing ROUNDS=14; standard and renju from freestyle's RATE=4
# ROUNDS=10; caro and exact-caro RATE=2 ROUNDS=6; a variant from its own weights RATE=1 ROUNDS=6.
# SCALE is the one that `calibrate` found for the generation: 170; 160 in renju.
#
# Games are made in parts as in gomoku-mix.sh, with JOBS and SHARD; finished parts are kept when the script
# is started again.
#
# INSTALL=1 copies the weights into the sources; then build, and renew .ci/bench-signature.
set -eu
. "$(dirname "$0")/common.sh"
need gomoku-lab
lab=$bin/gomoku-lab

variant=${VARIANT:-freestyle}
size=${SIZE:-15}
games=${GAMES:-$(usual 12000 30)}
nodes=${NODES:-$(usual 2000 200)}
seed=${SEED:-13}
scale=${SCALE:-170}
share=${SHARE:-80}
if [ -n "${FROM:-}" ]; then
  rounds=${ROUNDS:-$(usual 6 2)} rate=${RATE:-1}
else
  rounds=${ROUNDS:-$(usual 14 2)} rate=${RATE:-8}
fi
pairs=${PAIRS:-$(usual 150 2)}
match_nodes=${MATCH_NODES:-$(usual 8000 300)}

same_run "$(cksum < "$lab")" "$variant" "$size" "$games" "$nodes" "$seed" "${FROM:-}" "${GAMES_FILES:-}"
seeds=$((seed * 100000))
games() { parts games "$games" nodes="$nodes" variant="$variant" size="$size"; }
# make_part FILE SETTING…: plays the games of a part.
make_part() {
  part=$1
  shift
  made "$part" "$lab" generate "$@"
}
games | make_parts make_part
[ "${SHARD:-1/1}" = 1/1 ] || exit 0
all games > "$out/all-games.txt"
# shellcheck disable=SC2086
if [ -n "${GAMES_FILES:-}" ]; then cat $GAMES_FILES >> "$out/all-games.txt"; fi
"$lab" train variant="$variant" ${FROM:+from="$FROM"} scale="$scale" share="$share" \
  rounds="$rounds" rate="$rate" < "$out/all-games.txt" > "$out/$variant.weights.new"
mv "$out/$variant.weights.new" "$out/$variant.weights"
"$lab" match first="$out/$variant.weights" variant="$variant" size="$size" pairs="$pairs" \
  nodes="$match_nodes" threads=2

[ "${INSTALL:-0}" = 1 ] || exit 0
cp "$out/$variant.weights" "$root/Sources/WeightData/gomoku-$variant.weights"
