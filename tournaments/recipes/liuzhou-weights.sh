#!/bin/sh
# How the weights of Liuzhou chess are made, starting from the value of stones alone. The engine plays
# generations of games against itself. Weights are learned from each generation, and play the next;
# a match comes last. More than a third of a generation's games are played by other rules: every
# preset, and switches that no preset sets.
#
# Games are played in parts of at most 500, each with a seed of its own, JOBS at a time. Parts that an
# earlier run with the same settings finished are kept. JOBS does not change the weights. A run takes
# three hours of a processor; SCALE=10 plays a tenth of the games.
# The weights are OUT/n5, the table of openings that they find is OUT/openings. To install them, copy
# them to Sources/WeightData/liuzhou.weights and liuzhou.openings, build, and renew
# .ci/bench-signature-liuzhou.
set -eu
. "$(dirname "$0")/common.sh"
need liuzhou-lab
lab=$(absolute "${LAB:-$bin/liuzhou-lab}")
scale=${SCALE:-$(usual 1 500)}
nodes=$(usual 1500 20)
deep=$(usual 10000 50)
if [ "${SHARD:-1/1}" != 1/1 ]; then
  echo 'these games come in no shards: each generation needs the network before it' >&2
  exit 1
fi
same_run "$(cksum < "$lab")" "$scale" "$nodes" "$deep"

# scaled GAMES: prints how many of the games are played.
scaled() { echo "$(($1 / scale + 1))"; }
seeds=0

# play: plays the parts that standard input names.
play() { make_parts play_part; }
# play_part FILE SETTING…: plays the games of a part.
play_part() {
  part=$1
  shift
  made "$part" "$lab" selfplay "$@"
}

# generation N GAMES PRESET-GAMES SWITCH-GAMES: plays games of the network N-1, by all rules.
generation() {
  before=$(($1 - 1))
  seeds=$(($1 * 1000))
  settings="weights=n$before random=8 strays=0 nodes=$nodes decisive=$deep"
  {
    # shellcheck disable=SC2086
    parts "g$1-fengyang" "$(scaled "$2")" rules=fengyang $settings
    for rules in shandong huainan fengyang-app mover=first blocked=loss; do
      # shellcheck disable=SC2086
      parts "g$1-$rules" "$(scaled "$3")" "rules=$rules" $settings
    done
    for rules in count=best protect=last-resort protect=never blocked=draw blocked=exchange \
      force-first=second \
      lose-at=2 fly-at=4 fly-at=7 square=2 diag3=0 diag5=1 six=1 edge-six=3; do
      # shellcheck disable=SC2086
      parts "g$1-$rules" "$(scaled "$4")" "rules=$rules" $settings
    done
  } | play
}

# learn N PREFIX…: makes the network N from the parts whose names begin with a prefix.
learn() {
  number=$1
  shift
  [ -e "$out/n$number" ] && return
  for names; do cat "$out/$names"-*; done | "$lab" tune > "$out/n$number.new"
  mv "$out/n$number.new" "$out/n$number"
}

# The value of stones alone does not tell where to place. Searches of few nodes suffice for the first network.
parts g1 "$(scaled 4000)" weights=stones rules=fengyang random=8 strays=0 "nodes=$(usual 500 20)" | play
learn 1 g1
# Random turns show what happens to stones that stand badly.
parts strays "$(scaled 2000)" weights=n1 rules=fengyang "nodes=$nodes" | play
generation 2 6000 400 100
learn 2 strays g2
generation 3 10000 800 200
learn 3 strays g3
generation 4 10000 1000 250
learn 4 strays g3 g4
generation 5 8000 800 250
learn 5 strays g3 g4 g5

# Searches all positions of the first four stones, in another hour. The engine contains the lines of three
# stones and fewer. The lines of fengyang, with 50000 nodes each, are tournaments/liuzhou/openings-fengyang.txt.
for rules in fengyang fengyang-app huainan shandong; do
  case $rules in fengyang) leaf_nodes=$(usual 50000 20) ;; *) leaf_nodes=$(usual 20000 20) ;; esac
  "$lab" openings stones=4 rules="$rules" nodes="$leaf_nodes" weights="$out/n5" \
    > "$out/openings-$rules"
  awk '/^#/ || NF < 6' "$out/openings-$rules"
done > "$out/openings"

match_nodes=${MATCH_NODES:-$(usual 10000 200)}
"$lab" match first="nodes:$match_nodes" second="nodes:$match_nodes" first-weights="$out/n5" \
  pairs="${PAIRS:-$(usual 60 2)}" seed="${SEED:-1}"
