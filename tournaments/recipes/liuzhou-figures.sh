#!/bin/sh
# How the first figures of Liuzhou chess were made: games at a second a turn, matches of unequal
# nodes, and the exact table of four stones against four.
set -eu
. "$(dirname "$0")/common.sh"
need liuzhou-lab
lab=$bin/liuzhou-lab

# Plays each opening once; the 300 games of a seed take some hours.
for seed in 6001 6002; do
  milliseconds=$(usual 1000 1)
  "$lab" match first="cpu:$milliseconds" second="cpu:$milliseconds" pairs="$(usual 300 2)" opening=2 \
    level=0 swap=0 seed="$seed" games=1 > "$out/games-$seed.txt"
  grep '^+' "$out/games-$seed.txt"
done

# odds FIRST SECOND PAIRS OPENING SEED: plays a match of unequal sides. Of the seeds below, 425000, 90
# and the second 31 are known to be the ones that were used.
odds() {
  echo "$1 against $2, opening $4"
  "$lab" match first="$1" second="$2" pairs="$(usual "$3" 1)" opening="$4" level=0 seed="$5"
}

thousand=$(usual 1000 10)
odds "nodes:$((25 * thousand))" "nodes:$((25 * thousand / 2))" 50 2 425000
odds "nodes:$((50 * thousand))" "nodes:$((25 * thousand / 2))" 50 2 450000
odds "nodes:$((100 * thousand))" "nodes:$((25 * thousand / 2))" 50 2 4100000
odds "warm:$((200 * thousand))" "nodes:$((2 * thousand))" 30 2 31
odds "warm:$((200 * thousand))" "nodes:$((2 * thousand))" 20 4 31
odds "cpu:$(usual 100 1)" "nodes:$((2 * thousand))" 50 0 90
odds "nodes:$((2 * thousand))" random 100 6 1
odds "nodes:$((2 * thousand))" greedy 100 6 1

# Takes some three minutes, in a quick run too.
"$lab" endgame rules=fengyang > "$out/endgame.txt"
tail -n 1 "$out/endgame.txt"
