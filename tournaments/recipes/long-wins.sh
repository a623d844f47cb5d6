#!/bin/sh
# How long searches are measured: counts the known wins that they find, each with an empty hash table.
#
#   [MARGINS=NAME:NUMBER,…] [WEIGHTS=FILE] tournaments/recipes/long-wins.sh
#
# Matches at 20,000 nodes a move do not show this. Differences of three or four wins are chance.
set -eu
. "$(dirname "$0")/common.sh"
need gomoku-lab

# hunt FILE NODES: searches the positions of FILE, with NODES each.
hunt() {
  echo "$1"
  "$bin/gomoku-lab" wins ${WEIGHTS:+weights="$WEIGHTS"} ${MARGINS:+margins="$MARGINS"} \
    nodes="$(usual "$2" 1000)" threads="${THREADS:-2}" < "$root/tournaments/positions/$1.txt"
}

hunt long-wins-freestyle-15 "${NODES:-1000000}"
hunt long-wins-renju-15 "${NODES:-1000000}"
hunt 43-ply-win "${NODES_43:-4000000}"
