#!/bin/sh
# Checks the tables of experiments and measurements; prints what is wrong and fails, or counts the rows.
#
#   tournaments/check-tables.sh
#
# Each row has all columns, none empty, with an id of its own, a date, a topic that has a page, and
# numbers where numbers belong ("-" is none); low <= elo <= high; won, lost and drawn add up to the
# games and the points; a budget begins with a word of README.md. Each row, source file and
# recipe that a page of knowledge names is there, a source file at the path that the page gives.
set -eu
cd "$(dirname "$0")"

experiments='id date commit game topic idea baseline budget games won lost drawn points elo low high kept note'
measurements='id date commit game topic what before after unit kept note'

# check FILE COLUMNS LETTER
check() {
  awk -F '\t' -v columns="$2" -v letter="$3" -v pages="$(ls knowledge)" '
    function wrong(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; errors++ }
    function value(name) { return $column[name] }
    function isGiven(name) { return value(name) != "-" }
    function needNumber(name) {
      if (isGiven(name) && value(name) !~ /^-?[0-9]+(\.[0-9]+)?$/) wrong(name ": no number: " value(name))
    }
    BEGIN {
      count = split(columns, names, " ")
      for (i = 1; i <= count; i++) column[names[i]] = i
      split(pages, list, "\n")
      for (i in list) hasPage[list[i]] = 1
      budget = "(nodes|time|clock|match|cpu|warm):[0-9]+(\\+[0-9]+)?"
      budgets = "^(" budget "(\\|" budget ")?|-)$"
      split("games won lost drawn points elo low high before after", numeric, " ")
    }
    FNR == 1 {
      for (i = 1; i <= count; i++) if ($i != names[i]) wrong("column " i " is not " names[i])
      if (NF != count) wrong(NF " columns, not " count)
      next
    }
    NF != count { wrong(NF " columns, not " count); next }
    {
      for (i = 1; i <= NF; i++) if ($i == "") wrong(names[i] ": empty")
      if (value("id") !~ ("^" letter "[0-9][0-9][0-9]+$")) wrong("id: " value("id"))
      if (seen[value("id")]++) wrong("id: " value("id") " once more")
      if (value("date") !~ /^20[0-9][0-9]-[01][0-9]-[0-3][0-9](T[0-2][0-9]:[0-5][0-9])?$/)
        wrong("date: " value("date"))
      if (value("commit") !~ /^([0-9a-f]+|-)$/) wrong("commit: " value("commit"))
      if (!((value("topic") ".md") in hasPage)) wrong("topic: no page " value("topic") ".md")
      if (value("kept") !~ /^(yes|no|open|-)$/) wrong("kept: " value("kept"))
      for (i in numeric) if (numeric[i] in column) needNumber(numeric[i])
      if ("budget" in column && value("budget") !~ budgets) wrong("budget: " value("budget"))
    }
    "elo" in column {
      if (isGiven("low") != isGiven("high") || isGiven("low") && !isGiven("elo"))
        wrong("an interval needs elo, low and high")
      if (isGiven("low") && !(value("low") + 0 <= value("elo") + 0 && value("elo") + 0 <= value("high") + 0))
        wrong("low <= elo <= high does not hold")
      if (isGiven("won") && isGiven("lost") && isGiven("drawn")) {
        if (value("won") + value("lost") + value("drawn") != value("games"))
          wrong("won, lost and drawn are not the games")
        if (value("won") + value("drawn") / 2 != value("points")) wrong("won and drawn are not the points")
      }
      if (isGiven("points") && isGiven("games") && value("points") + 0 > value("games") + 0)
        wrong("more points than games")
    }
    END {
      if (!errors) printf "%s: %d rows\n", FILENAME, FNR - 1
      exit errors > 0
    }
  ' "$1"
}

pages=$(find knowledge -name '*.md')
failed=0
check experiments.tsv "$experiments" e || failed=1
check measurements.tsv "$measurements" m || failed=1

for id in $(grep -ohwE '[em][0-9]{3,4}' $pages | sort -u); do
  grep -q "^$id	" experiments.tsv measurements.tsv && continue
  echo "knowledge: no row $id" >&2
  failed=1
done
for file in $(grep -ohE '[A-Za-z+/-]+\.swift' $pages | sort -u); do
  [ -n "$(find ../Sources -path "*/$file")" ] && continue
  echo "knowledge: no source $file" >&2
  failed=1
done
for file in $(grep -ohE 'recipes/[a-z-]+\.sh' $pages | sort -u); do
  [ -x "$file" ] && continue
  echo "knowledge: no recipe $file" >&2
  failed=1
done
exit $failed
