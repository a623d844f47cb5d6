function faultText(engine) {
  const faults = Object.entries(engine.faults).map(([kind, count]) => `${kind} ${count}`);
  return faults.join(', ') || '<span class="won">none</span>';
}

// The columns of the table of ratings: a field of an engine in ReportData.swift each.
function ratingColumns() {
  return [
    { head: 'engine', cell: engine => escapeText(engine.name) },
    { head: 'Elo', cell: ({ rating }) => rating === undefined ? '–' : signed(rating) },
    { head: '95 %', cell: ({ error }) => error === undefined ? '' : '± ' + error.toFixed(1) },
    { head: '', cell: ratingBars() },
    { head: 'points', cell: engine => `${engine.points} / ${engine.games}` },
    { head: 'faults', tone: 'lost', cell: faultText },
  ];
}
