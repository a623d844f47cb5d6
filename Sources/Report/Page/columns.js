function faultText(engine) {
  const faults = Object.entries(engine.faults).map(([kind, count]) => `${escapeText(kind)} ${count}`);
  return faults.length ? `<span class="lost">${faults.join(', ')}</span>` : '<span class="won">none</span>';
}

// The columns of the table of ratings. They show fields that ReportData.swift writes for each
// engine.
function ratingColumns() {
  return [
    { head: 'engine', kind: 'text engine', cell: engine => nameText(engine.name) },
    { head: 'Elo', cell: ({ rating }) => rating === undefined ? '–' : signed(rating) },
    { head: '95 %', cell: ({ error }) => error === undefined ? '' : '± ' + error.toFixed(1) },
    { head: '', kind: 'wide', cell: ratingBars() },
    { head: 'points', cell: engine => `${engine.points} / ${engine.games}` },
    { head: 'faults', kind: 'text', cell: faultText },
  ];
}
