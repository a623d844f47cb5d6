#!/bin/sh
# Plays a tournament as an array of Slurm jobs, one shard each.
#
#   sbatch --array=1-10 --export=ALL,TOURNAMENT=tournaments/self-sprt/renju-15-nodes,OUT=/shared/results \
#     tournaments/cluster/slurm-array.sh
#
# OUT must be on a file system that all nodes see. A job that is requeued, or submitted again, goes
# on where its shard stopped: what is finished is in the log, not in the scheduler's memory.
#SBATCH --job-name=arena
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=arena-%a.out

set -eu
: "${TOURNAMENT:?the folder of the tournament}" "${OUT:?the folder of the results}"
shard="$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
exec "${ARENA:-.build/release/arena}" run "$TOURNAMENT" --out "$OUT" --shard "$shard" --concurrency 1
