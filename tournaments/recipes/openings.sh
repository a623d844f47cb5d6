#!/bin/sh
# How the balanced openings are made: random stones that searches of growing length score near zero.
#
# The files wuliu-*.txt of tournaments/openings begin with their own commands, one for each seed; this recipe gives
# these commands again. NODES, BIAS, SEED and COUNT set others. openings/README.md names the engines that made the
# files. Another engine makes others.
set -eu
. "$(dirname "$0")/common.sh"
need arena pbrain-wuliu

# openings FILE NODES BIAS SEED:COUNT… -- OPTION…: writes a file of openings, with the heads of all its commands.
openings() {
  file=$out/wuliu-$1.txt nodes=${NODES:-$(usual "$2" 2000)} bias=${BIAS:-$3} parts='' total=0
  shift 3
  while [ "$1" != -- ]; do parts="$parts $1" && shift; done
  shift
  if [ -n "${SEED:-}${COUNT:-}" ]; then parts="${SEED:-4}:${COUNT:-100}"; fi
  if [ "${QUICK:-0}" = 1 ]; then parts="${SEED:-4}:${COUNT:-2}"; fi
  : > "$file.heads" && : > "$file.moves"
  for part in $parts; do
    "$bin/arena" openings "$bin/pbrain-wuliu" "$@" --plies "${PLIES:-6}" --count "${part#*:}" --bias "$bias" \
      --nodes "$nodes" --seed "${part%:*}" > "$file.part"
    title=$(sed -n '1s/^# [0-9]* //p' "$file.part")
    sed -n 2p "$file.part" >> "$file.heads"
    grep -v '^#' "$file.part" >> "$file.moves"
    total=$((total + ${part#*:}))
  done
  { echo "# $total $title" && cat "$file.heads" "$file.moves"; } > "$file"
  rm "$file.part" "$file.heads" "$file.moves"
  echo "$file: $total openings"
}

openings freestyle-15 800000 40 4:100 5:398 6:2 -- --rule freestyle --size 15
openings freestyle-20 200000 30 3:500 -- --rule freestyle --size 20
openings standard-15 200000 30 3:500 -- --rule standard --size 15
openings renju-15 800000 40 4:97 5:291 6:56 7:56 -- --rule renju --size 15
openings caro-15 200000 30 3:500 -- --rule caro --size 15
openings liuzhou-fengyang 50000 30 4:200 -- --liuzhou fengyang
for rules in fengyang-app huainan shandong; do
  openings "liuzhou-$rules" 50000 30 4:100 -- --liuzhou "$rules"
done
# The searches of these openings are those of shandong, so another seed makes others.
openings liuzhou-shandong-app 50000 30 5:100 -- --liuzhou shandong-app
for switch in mover=first blocked=loss; do
  openings "liuzhou-$(echo "$switch" | tr = -)" 50000 30 4:100 -- --liuzhou "fengyang $switch"
done
