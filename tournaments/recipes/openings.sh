#!/bin/sh
# How the balanced openings are made: random stones that searches of growing length score near zero.
#
# The files wuliu-*.txt of tournaments/openings begin with their own commands, one for each seed;
# openings/README.md names the engines that made them. Another engine makes others.
set -eu
. "$(dirname "$0")/common.sh"
need arena pbrain-wuliu

nodes=${NODES:-$(usual 800000 2000)}
bias=${BIAS:-40}
seed=${SEED:-4}

# book RULE SIZE COUNT: writes the file of openings for a rule and a board size.
book() {
  file=$out/wuliu-$1-$2.txt
  "$bin/arena" openings "$bin/pbrain-wuliu" --rule "$1" --size "$2" --plies "${PLIES:-6}" \
    --count "${COUNT:-$(usual "$3" 2)}" --bias "$bias" --nodes "$nodes" --seed "$seed" > "$file"
  echo "$file: $(grep -vc '^#' "$file") openings"
}

# liuzhou FILE RULES COUNT: writes the file of openings for a rule set of Liuzhou chess.
liuzhou() {
  file=$out/wuliu-liuzhou-$1.txt
  "$bin/arena" openings "$bin/pbrain-wuliu" --liuzhou "$2" --plies "${PLIES:-6}" \
    --count "${COUNT:-$(usual "$3" 2)}" --bias "${BIAS:-30}" --nodes "${NODES:-$(usual 50000 2000)}" \
    --seed "$seed" > "$file"
  echo "$file: $(grep -vc '^#' "$file") openings"
}

book freestyle 15 500
book freestyle 20 500
book standard 15 500
book renju 15 500
book caro 15 500
liuzhou fengyang fengyang 200
for rules in fengyang-app huainan shandong mover=first blocked=loss; do
  liuzhou "$(echo "$rules" | tr = -)" "$rules" 100
done
