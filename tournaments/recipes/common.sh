# The common beginning of all recipes, which source this file; it is no program of its own.
#
# Sets: root, the checkout; bin, its release builds, which BIN=DIR replaces; out, the folder for the recipe's
# results, which OUT=DIR replaces. A long run takes copies of the programs, so that the checkout can change.
# QUICK=1 makes a run with tiny numbers, to see that the recipe runs to its end.

# shellcheck disable=SC2034
root=$(cd "$(dirname "$0")/../.." && pwd)
bin=${BIN:-$root/.build/release}
out=${OUT:-$root/.build/recipes/$(basename "$0" .sh)}
mkdir -p "$out"
out=$(cd "$out" && pwd)

# need PROGRAM…: fails unless the programs are built.
need() {
  for program; do
    [ -x "$bin/$program" ] && continue
    echo "$bin/$program is missing: swift build -c release" >&2
    exit 1
  done
}

SHARD=${SHARD:-1/1}
if ! echo "$SHARD" | awk -F/ '{ exit !(NF == 2 && $1 ~ /^[1-9][0-9]*$/ && $2 ~ /^[1-9][0-9]*$/ && $1 <= $2) }'; then
  echo "SHARD is K/N with K in 1...N, not $SHARD" >&2
  exit 1
fi

# usual NUMBER QUICK: prints the number that was really used, or the one for a quick run.
usual() { if [ "${QUICK:-0}" = 1 ]; then echo "$2"; else echo "$1"; fi; }

# absolute PATH: prints the path as an absolute one.
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac; }

# same_run SETTING…: fails if OUT has results of other settings.
same_run() {
  own=$(mktemp "$out/.settings.XXXXXX")
  printf '%s\n' "$*" > "$own"
  # If several shards begin at once, only one of them makes this link.
  if [ -z "$(ls "$out")" ]; then ln "$own" "$out/settings" 2> /dev/null || true; fi
  rm "$own"
  [ "$(cat "$out/settings" 2> /dev/null)" = "$*" ] && return
  echo "$out holds what other settings have made: name another OUT, or remove it" >&2
  exit 1
}

# parts NAME GAMES SETTING…: splits the games into parts of at most 500; prints a line FILE SETTING… for each,
# with seeds from $seeds on.
parts() {
  name=$1 left=$2 part=0
  shift 2
  while [ "$left" -gt 0 ]; do
    part=$((part + 1)) seeds=$((seeds + 1))
    games=$((left < 500 ? left : 500))
    left=$((left - games))
    echo "$name-$part seed=$seeds games=$games $*"
  done
}

# all COMMAND: prints the files in OUT of the parts whose lines the command prints.
all() { "$1" | while read -r part _; do cat "$out/$part"; done; }

# made FILE COMMAND…: writes the command's output to FILE. An existing FILE stays; a failed command leaves none.
# The name of the draft is this run's own, as an earlier run that was killed may still write.
made() {
  file=$1
  shift
  [ -e "$file" ] && return
  if "$@" > "new-$$-$file" 2> "said-$$-$file" < /dev/null; then
    mv "new-$$-$file" "$file" && rm "said-$$-$file"
  else
    tail -n 1 "said-$$-$file" >&2
    rm "new-$$-$file" "said-$$-$file"
    return 1
  fi
}

# every K/N: prints every Nth line of standard input, from the Kth on.
every() { awk -v first="${1%%/*}" -v step="${1##*/}" 'NR % step == first % step'; }

# in_turn COMMAND…: for each line FILE WORD… of standard input, runs COMMAND FILE WORD… Stops after the present
# line if the recipe's own process has been killed.
in_turn() {
  failed=0
  while read -r line; do
    kill -0 $$ 2> /dev/null || return 1
    # shellcheck disable=SC2086
    "$@" $line || failed=1
  done
  return "$failed"
}

# make_parts COMMAND…: for each line FILE WORD… of standard input, runs COMMAND FILE WORD… in OUT, JOBS at a time.
# SHARD=K/N takes only every Nth line, from the Kth on.
make_parts() (
  cd "$out" || exit
  set -f
  lines=$(mktemp .lines.XXXXXX)
  every "$SHARD" > "$lines"
  workers=
  for number in $(seq "${JOBS:-2}"); do
    every "$number/${JOBS:-2}" < "$lines" | in_turn "$@" &
    workers="$workers $!"
  done
  failed=0
  for worker in $workers; do wait "$worker" || failed=1; done
  rm "$lines"
  return "$failed"
)
