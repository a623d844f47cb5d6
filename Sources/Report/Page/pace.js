// Draws how long and how deep each engine thought, by the number of its move.

const paceColor = place => `hsl(${(place * 137 + 15) % 360} 60% 48%)`;

// The quantile of `points`, each [move number, value, weight]: the value up to which `share` of the
// weight lies.
function quantile(points, share) {
  const sorted = [...points].sort((a, b) => a[1] - b[1]);
  let left = share * sorted.reduce((sum, point) => sum + point[2], 0);
  return sorted.find(point => (left -= point[2]) <= 0)?.[1] ?? 0;
}

// The upper end of an axis: the largest value that is at most 8 times the usual value. The usual
// value is the largest of the engines' 2/3 quantiles. With `areClaims` (depths, which the engines
// only claim) a quantile above 32 times the next lower one does not count.
function axisEnd(known, areClaims) {
  const usual = known.filter(points => points.length).map(points => quantile(points, 2 / 3))
    .sort((a, b) => a - b);
  const end = usual.reduce((end, value) => areClaims && value > 32 * end ? end : value, usual[0]);
  const values = known.flat().map(point => point[1]);
  return Math.max(...values.filter(value => value <= 8 * end)) || 1;
}

// One chart, as a function of its width. `value` picks a median from `[moves, milliseconds,
// depth]`.
function paceChart(title, areClaims, value) {
  const known = data.pace.map(moves => moves.flatMap((move, index) =>
    move && value(move) !== undefined ? [[index + 1, value(move), move[0]]] : []));
  const all = known.flat();
  if (!all.length) return null;
  const end = axisEnd(known, areClaims), most = Math.max(...all.map(point => point[1]));
  const last = Math.max(...all.map(point => point[0]));
  return width => {
    const [height, left, bottom] = [220, 52, 24];
    const x = n => left + (width - left - 8) * (n - 1) / Math.max(1, last - 1);
    const y = v => 28 + (height - 28 - bottom) * (1 - Math.min(1, v / end));
    const levels = [0, .5, 1].map(part =>
      `<line x1="${left}" x2="${width - 8}" y1="${y(part * end)}" y2="${y(part * end)}" ` +
      `stroke="var(--line)"/>${label(left - 6, y(part * end) + 4, Number((part * end).toPrecision(3)), 'end')}`);
    const lines = known.map((points, engine) =>
      `<polyline points="${points.map(([n, v]) => `${x(n).toFixed(1)},${y(v).toFixed(1)}`).join(' ')}" ` +
      `fill="none" stroke="${paceColor(engine)}" stroke-width="2"><title>${escapeText(names[engine])}` +
      '</title></polyline>');
    const clipped = known.flatMap((points, engine) => points.filter(point => point[1] > end).map(([n, v]) =>
      `<path d="M${x(n).toFixed(1)},18l4,7h-8z" class="clipped" fill="${paceColor(engine)}">` +
      `<title>${escapeText(names[engine])}, move ${n}: ${v}</title></path>`));
    const above = clipped.length ? `; ▲ above the axis, up to ${most.toLocaleString('en')}` : '';
    return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ` +
      `aria-label="${title} by move number${above}">${label(left, 12, title + above)}` +
      levels.join('') + lines.join('') + clipped.join('') + label(left, height - 6, '1') +
      label(width - 8, height - 6, `${last}. move of an engine`, 'end') + '</svg>';
  };
}

const charts = {
  'pace-time': paceChart('milliseconds', false, move => move[1]),
  'pace-depth': paceChart('depth', true, move => move[2] || undefined),
};
if (!charts['pace-time']) $('pace-section').remove();
else {
  for (const [id, chart] of Object.entries(charts)) if (chart) keepDrawn($(id), chart);
  $('pace-legend').innerHTML = names.map((name, engine) =>
    `<span><span style="color:${paceColor(engine)}">━</span> ${nameText(name)}</span>`).join('') +
    '<span>medians, as far as at least a tenth of the games went</span>';
}
