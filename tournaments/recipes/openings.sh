#!/bin/sh
# How the balanced openings are made: random stones that a ladder of searches scores near zero.
#
# The files wuliu-*.txt of tournaments/openings are the defaults, by the engine of bench signature
# 132380, but that of freestyle 15x15 is by 143953, with SEED=2 NODES=100000; another engine makes others.
set -eu
. "$(dirname "$0")/common.sh"
need arena pbrain-wuliu

nodes=${NODES:-$(usual 200000 2000)}
bias=${BIAS:-30}
seed=${SEED:-3}

# book RULE SIZE COUNT
book() {
  file=$out/wuliu-$1-$2.txt
  "$bin/arena" openings "$bin/pbrain-wuliu" --rule "$1" --size "$2" --plies "${PLIES:-6}" \
    --count "${COUNT:-$(usual "$3" 2)}" --bias "$bias" --nodes "$nodes" --seed "$seed" > "$file"
  echo "$file: $(grep -vc '^#' "$file") openings"
}

book freestyle 15 500
book freestyle 20 500
book standard 15 500
book renju 15 500
book caro 15 500
