#!/bin/sh
# How the use of time is tuned: SPSA and a match, in which each side has a number of nodes for its
# whole game instead of time. The result is the same on every machine.
#
# The defaults are those of the run that found today's time policy.
set -eu
. "$(dirname "$0")/common.sh"
need gomoku-lab
lab=$bin/gomoku-lab

all=horizon:5,greatestShare:5,unsettled:25,settledStep:3,settled:12,alarmingFall:50,usualEffort:15
all=$all,effortWeight:50
# The values of the time policy before that run.
before=horizon:28,greatestShare:20,unsettled:120,settledStep:6,effortWeight:0
clock=${CLOCK:-$(usual 600000 6000)}
threads=${THREADS:-2}

"$lab" spsa clock="$clock" margins="${MARGINS:-$all}" \
  from="${FROM:-horizon:20,effortWeight:100,usualEffort:40}" \
  rounds="${ROUNDS:-$(usual 300 2)}" pairs="${PAIRS:-$(usual 4 1)}" gain="${GAIN:-40}" \
  seed="${SEED:-500}" threads="$threads" > "$out/spsa.txt"
tail -n 1 "$out/spsa.txt"
"$lab" match clock="$clock" second-margins="${BEFORE:-$before}" \
  pairs="${MATCH_PAIRS:-$(usual 300 2)}" threads="$threads"
