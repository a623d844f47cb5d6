# What every recipe begins with; sourced by them, no program of its own.
#
# Sets: root, the checkout; bin, its release builds; out, the folder for what the recipe makes.
# OUT=DIR names another one. QUICK=1 asks for tiny numbers: a run to the end, to see that it runs.

# shellcheck disable=SC2034
root=$(cd "$(dirname "$0")/../.." && pwd)
bin=$root/.build/release
out=${OUT:-$root/.build/recipes/$(basename "$0" .sh)}
mkdir -p "$out"
out=$(cd "$out" && pwd)

# need PROGRAM…: that they are built.
need() {
  for program; do
    [ -x "$bin/$program" ] && continue
    echo "$bin/$program is missing: swift build -c release" >&2
    exit 1
  done
}

# usual NUMBER QUICK: the number that was really used, or the one of a quick run.
usual() { if [ "${QUICK:-0}" = 1 ]; then echo "$2"; else echo "$1"; fi; }
