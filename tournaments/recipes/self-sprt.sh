#!/bin/sh
# How a change is judged: the new build against a kept old one, until a sequential test decides.
#
#   [GAME=freestyle-15] [FORM=nodes] [BASE=.build/base/pbrain-wuliu] tournaments/recipes/self-sprt.sh
#
# GAME is freestyle-15, freestyle-20, standard-15, renju-15 or liuzhou-fengyang; FORM is nodes or
# time. LIMITS='{…}' replaces the tournament's limits. '{"turn": 500, "memory": 367001600,
# "tolerance": 5000}' was used against the engine of e967536, '{"turn": 1000, "memory": 367001600,
# "tolerance": 1000}' against others. A quick run uses the new build as the old one too.
set -eu
. "$(dirname "$0")/common.sh"
need arena pbrain-wuliu

engine=$(absolute "${ENGINE:-$bin/pbrain-wuliu}")
base=$(absolute "${BASE:-$(usual "$root/.build/base/pbrain-wuliu" "$engine")}")
if [ ! -x "$base" ]; then
  echo "no old build at $base: copy .build/release/pbrain-wuliu there before the change" >&2
  exit 1
fi
game=${GAME:-freestyle-15}
# Writes the tournament's file, with paths that hold in OUT.
sed -e "s|\"[./]*/.build/release/pbrain-wuliu\"|\"$engine\"|" \
  -e "s|\"[./]*/.build/base/pbrain-wuliu\"|\"$base\"|" \
  -e "s|\"[./]*/openings/|\"$root/tournaments/openings/|" \
  -e "s|\"pairs\": [0-9]*|\"pairs\": ${PAIRS:-$(usual 4000 2)}|" \
  -e "s|\"nodes\": [0-9]*|\"nodes\": ${NODES:-$(usual 20000 300)}|" \
  ${LIMITS:+-e "s|\"limits\": {[^}]*}|\"limits\": $LIMITS|"} \
  "$root/tournaments/self-sprt/$game-${FORM:-nodes}/tournament.json" > "$out/tournament.json"

"$bin/arena" run "$out" --quiet
"$bin/arena" rate "$out"
