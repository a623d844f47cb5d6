#!/bin/sh
# How the mix network of a gomoku variant is made: games of the engine against itself, a fit, and a
# match. The fit is to the results of the games, and to the scores and moves of their searches.
#
#   [VARIANT=freestyle] [FROM=FILE] [GAMES_FILES="FILE …"] tournaments/recipes/gomoku-mix.sh
#
# The games of nodes=NODES have random moves, for a great variety of positions. The WHOLE_GAMES have none: only they
# are as long as games of matches, and teach the value of full boards. Finally the network learns from one position in
# three, relabelled by a search with more nodes.
#
# Without FROM the network is learned from nothing, as freestyle's is; with FROM it is fine-tuned from the one in that
# file, as the others are from freestyle's. GAMES_FILES names more games to learn from: some 250,000 are needed,
# see tournaments/knowledge/history/evaluation.md.
#
# TOGETHER=1, with FROM, is renju's last step: one round over games and relabelled positions together.
#
# Games are made in parts with seeds of their own, JOBS parts at a time (2), on boards of all SIZES in equal
# shares. Each part is played, relabelled and packed. Started again with the same settings, or with larger numbers
# of games, the script keeps what is finished; the training goes on from its last window. SHARD=K/N makes only every
# Nth part, for many machines that share OUT. A last run without SHARD makes the parts that are missing, and learns.
#
# LEARN=0 makes the parts only, for days in the background (BIN holds copies of the programs):
#
#   LEARN=0 JOBS=1 BIN=DIR OUT=DIR GAMES=1000000 WHOLE_GAMES=300000 tournaments/recipes/gomoku-mix.sh
#
# After `kill` it ends with the step of the present part, which the next run takes up again.
#
# INSTALL=1 copies the network into the sources; then build, and renew .ci/bench-signature.
set -eu
. "$(dirname "$0")/common.sh"
need gomoku-lab
lab=$bin/gomoku-lab

variant=${VARIANT:-freestyle}
sizes=${SIZES:-15 20}
size=${sizes%% *}
games=${GAMES:-$(usual 100000 30)}
nodes=${NODES:-$(usual 1000 200)}
whole_games=${WHOLE_GAMES:-$(usual 50000 10)}
whole_nodes=${WHOLE_NODES:-$(usual 300 100)}
label_nodes=${LABEL_NODES:-$(usual 2500 200)}
seed=${SEED:-1001}
together=${TOGETHER:-0}
share=30
if [ "$together" = 1 ]; then
  share=20
  : "${FROM:?TOGETHER=1 learns on FROM a network}"
fi
rounds=${ROUNDS:-$(usual 5 2)}
if [ -n "${FROM:-}" ]; then rate=${RATE:-400}; else rate=${RATE:-2000}; fi
label_rounds=${LABEL_ROUNDS:-$(usual 3 1)}
pairs=${PAIRS:-$(usual 500 2)}
match_nodes=${MATCH_NODES:-$(usual 4000 300)}
threads=${THREADS:-2}

same_run "$(cksum < "$lab")" "$variant" "$sizes" "$nodes" "$whole_nodes" "$label_nodes" "$seed" \
  "$together" "${FROM:-}" "${GAMES_FILES:-}"

network=$out/mix-$variant.weights
# learn EXAMPLES [NAME=VALUE]…: writes the network.
learn() {
  examples=$1
  shift
  "$lab" train-mix examples="$examples" state="$examples.state" threads="$threads" "$@" > "$network.new"
  mv "$network.new" "$network"
  rm "$examples.state"
}

# games: prints the lines of all parts. The kinds take turns, so that an unfinished run has its share of each.
games() {
  boards=$(echo "$sizes" | wc -w) kind=0
  for side in $sizes; do
    seeds=$((seed * 100000 + kind * 10000))
    parts "games-$side" $((games / boards)) nodes="$nodes" variant="$variant" size="$side" | shares
    seeds=$((seeds + 10000)) kind=$((kind + 2))
    parts "whole-games-$side" $((whole_games / boards)) nodes="$whole_nodes" strays=0 variant="$variant" \
      size="$side" | shares
  done | sort -gs | cut -d' ' -f2-
}
# shares: puts before each line of standard input its share of the way to the last.
shares() { awk '{ lines[NR] = $0 } END { for (n = 1; n <= NR; n++) print n / NR, lines[n] }'; }

# make_part FILE SETTING…: plays the games of a part, searches their positions again with more nodes, packs both.
make_part() {
  part=$1
  shift
  made "$part" "$lab" generate "$@" && made "labels-$part" search_again "$part" &&
    made "packed-$part" pack "$part" && made "packed-labels-$part" pack "labels-$part"
}
search_again() { "$lab" label nodes="$label_nodes" interval=3 < "$1"; }
pack() { "$lab" pack variant="$variant" share="$share" foresight=50 < "$1"; }

# packed PREFIX: prints the examples of all parts of a kind.
packed() { games | while read -r part _; do cat "$out/$1$part"; done; }

games | make_parts make_part
[ "${LEARN:-1}" = 1 ] || exit 0
[ "${SHARD:-1/1}" = 1/1 ] || exit 0
packed packed- > "$out/games.examples"
# shellcheck disable=SC2086
if [ -n "${GAMES_FILES:-}" ]; then cat $GAMES_FILES | pack /dev/stdin >> "$out/games.examples"; fi
packed packed-labels- > "$out/labels.examples"
if [ "$together" = 1 ]; then
  cat "$out/labels.examples" >> "$out/games.examples"
  learn "$out/games.examples" from="$FROM" rounds=1 rate=800
else
  learn "$out/games.examples" ${FROM:+from="$FROM"} rounds="$rounds" rate="$rate"
  mv "$network" "$out/taught-by-games.weights"
  learn "$out/labels.examples" from="$out/taught-by-games.weights" rounds="$label_rounds" rate=800
fi
# Games that neither network has seen, and on them the loss of the compiled-in network, then of the new one.
{
  "$lab" generate games="$(usual 2000 10)" nodes="$nodes" seed="$((seed * 100000 + 99998))" \
    variant="$variant" size="$size"
  "$lab" generate games="$(usual 700 5)" nodes="$nodes" seed="$((seed * 100000 + 99999))" \
    variant="$variant" size="$size" strays=0
} > "$out/new-games.txt"
"$lab" judge variant="$variant" threads="$threads" < "$out/new-games.txt"
"$lab" judge variant="$variant" weights="$network" threads="$threads" \
  < "$out/new-games.txt"
"$lab" match first="$network" variant="$variant" size="$size" pairs="$pairs" \
  nodes="$match_nodes" threads="$threads"

[ "${INSTALL:-0}" = 1 ] || exit 0
cp "$network" "$root/Sources/WeightData/mix-$variant.weights"
