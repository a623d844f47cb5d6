#!/bin/sh
# How the search's parameters are tuned: SPSA, then a match of the tuned values against the present ones.
#
#   [MARGINS=NAME:STEP,…] [FROM=NAME:NUMBER,…] tournaments/recipes/margins.sh
#
# The defaults are those of the run that found today's futility and razoring. `SearchParameters.all` in
# Sources/GomokuLab/Tuning/SearchParameters+Names.swift names all parameters. A parameter that ends
# within a step of its first value has not been tuned.
set -eu
. "$(dirname "$0")/common.sh"
need gomoku-lab
lab=$bin/gomoku-lab

all=razorSlope:25,futilitySlope:20,moveCountBase:120,moveCountCurve:30,reductionBase:25
all=$all,reductionFactor:12,reductionIfNotImproving:35,reductionAtCutNode:35
all=$all,reductionAtPrincipalNode:35,reductionByHistory:90,reductionByGap:15
variant=${VARIANT:-freestyle}
threads=${THREADS:-2}

"$lab" spsa margins="${MARGINS:-$all}" ${FROM:+from="$FROM"} variant="$variant" \
  rounds="${ROUNDS:-$(usual 900 2)}" pairs="${PAIRS:-$(usual 4 1)}" gain="${GAIN:-20}" \
  nodes="${NODES:-$(usual 12000 200)}" seed="${SEED:-900}" threads="$threads" > "$out/spsa.txt"

# The last line is "900 rounds: NAME:NUMBER,…". Its numbers have tenths, which are rounded off.
found=$(tail -n 1 "$out/spsa.txt" | sed 's/.*: //' |
  awk -v RS=, '{ split($1, pair, ":"); printf "%s%s:%.0f", (NR > 1 ? "," : ""), pair[1], pair[2] }')
echo "found: $found"
"$lab" match first-margins="${FROM:+$FROM,}$found" ${FROM:+second-margins="$FROM"} \
  variant="$variant" pairs="${MATCH_PAIRS:-$(usual 150 2)}" \
  nodes="${MATCH_NODES:-$(usual 30000 300)}" threads="$threads"
