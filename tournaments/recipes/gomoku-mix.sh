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
# Games and searches are made in parts with seeds of their own, JOBS at a time (2). Started again with the same
# settings, the script keeps finished parts. SHARD=K/N makes only every Nth part, for many machines that share
# OUT. A last run without SHARD makes the parts that are missing, and learns.
#
# INSTALL=1 copies the network into the sources; then build, and renew .ci/bench-signature.
set -eu
. "$(dirname "$0")/common.sh"
need gomoku-lab
lab=$bin/gomoku-lab

variant=${VARIANT:-freestyle}
size=${SIZE:-15}
games=${GAMES:-$(usual 100000 30)}
nodes=${NODES:-$(usual 1000 200)}
whole_games=${WHOLE_GAMES:-$(usual 50000 10)}
whole_nodes=${WHOLE_NODES:-$(usual 300 100)}
label_nodes=${LABEL_NODES:-$(usual 2500 200)}
seed=${SEED:-1001}
together=${TOGETHER:-0}
if [ "$together" = 1 ]; then : "${FROM:?TOGETHER=1 learns on FROM a network}"; fi
rounds=${ROUNDS:-$(usual 5 2)}
if [ -n "${FROM:-}" ]; then rate=${RATE:-400}; else rate=${RATE:-2000}; fi
label_rounds=${LABEL_ROUNDS:-$(usual 3 1)}
pairs=${PAIRS:-$(usual 500 2)}
match_nodes=${MATCH_NODES:-$(usual 4000 300)}
threads=${THREADS:-2}

same_run "$(cksum < "$lab")" "$variant" "$size" "$games" "$nodes" "$whole_games" "$whole_nodes" \
  "$label_nodes" "$seed" "$together" "${FROM:-}" "${GAMES_FILES:-}"

network=$out/mix-$variant.weights
# learn SHARE [NAME=VALUE]… < GAMES: writes the network.
learn() {
  "$lab" pack variant="$variant" foresight=50 share="$1" > "$out/examples"
  shift
  "$lab" train-mix examples="$out/examples" threads="$threads" "$@" > "$network.new"
  mv "$network.new" "$network"
}

# games, labels: print the lines of the parts of the games, and of the searches of their positions.
seeds=$((seed * 100000))
games() {
  parts games "$games" nodes="$nodes" variant="$variant" size="$size"
  parts whole-games "$whole_games" nodes="$whole_nodes" strays=0 variant="$variant" size="$size"
}
labels() { games | awk '{ print "labels-" $1, $1 }'; }

# search_again FILE: prints positions of its games, relabelled by searches with more nodes.
search_again() { "$lab" label nodes="$label_nodes" interval=3 < "$1"; }

games | make_files "$lab" generate
labels | make_files search_again
[ "${SHARD:-1/1}" = 1/1 ] || exit 0
all labels > "$out/labels.txt"
all games > "$out/all-games.txt"
# shellcheck disable=SC2086
if [ -n "${GAMES_FILES:-}" ]; then cat $GAMES_FILES >> "$out/all-games.txt"; fi
if [ "$together" = 1 ]; then
  cat "$out/all-games.txt" "$out/labels.txt" | learn 20 from="$FROM" rounds=1 rate=800
else
  learn 30 ${FROM:+from="$FROM"} rounds="$rounds" rate="$rate" < "$out/all-games.txt"
  mv "$network" "$out/taught-by-games.weights"
  learn 30 from="$out/taught-by-games.weights" rounds="$label_rounds" rate=800 < "$out/labels.txt"
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
