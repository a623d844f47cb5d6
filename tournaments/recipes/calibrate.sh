#!/bin/sh
# How scores become chances: plays games to the end without random moves, and fits the scale that
# predicts their results best. The figures go to `winScale`: Sources/Gomoku/Evaluation/WinScale.swift
# and Sources/Liuzhou/Evaluation/WinScale.swift. For Liuzhou chess this is the first part of the games
# of knowledge/scores-as-chances.md; the second is SEED=9911 PLACEMENTS=4, with fewer games.
set -eu
. "$(dirname "$0")/common.sh"
need gomoku-lab liuzhou-lab
nodes=${NODES:-$(usual 4000 200)}

# gomoku VARIANT SIZE GAMES
gomoku() {
  echo "$1 $2"
  "$bin/gomoku-lab" generate variant="$1" size="$2" games="$(usual "$3" 5)" nodes="$nodes" strays=0 \
    seed="${SEED:-1}" > "$out/games.txt"
  "$bin/gomoku-lab" calibrate < "$out/games.txt"
}

# liuzhou RULES GAMES
liuzhou() {
  echo "liuzhou $1"
  "$bin/liuzhou-lab" selfplay rules="$1" games="$(usual "$2" 5)" nodes="$(usual 6000 100)" \
    decisive="$(usual 15000 100)" random="${PLACEMENTS:-2}" strays=0 seed="${SEED:-4077}" > "$out/positions.txt"
  "$bin/liuzhou-lab" calibrate rules="$1" < "$out/positions.txt"
}

gomoku freestyle 15 500
gomoku freestyle 20 200
gomoku standard 15 500
gomoku renju 15 500
gomoku caro 15 300
gomoku exact-caro 15 300
liuzhou fengyang 500
liuzhou shandong 400
liuzhou huainan 400
liuzhou fengyang-app 400
liuzhou mover=first 300
liuzhou blocked=loss 300
