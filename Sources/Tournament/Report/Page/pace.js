// Draws how long and how deep each engine thought, by the number of its move.

const paceColor = place => `hsl(${(place * 137 + 15) % 360} 60% 48%)`;

// One chart: `value` takes the mean of an engine's moves of a number, `[count, milliseconds, depth]`.
function paceChart(title, value) {
  const [width, height, left, bottom] = [480, 220, 52, 24];
  const known = data.pace.map(moves => moves.flatMap((move, index) =>
    move && value(move) !== undefined ? [[index + 1, value(move)]] : []));
  const all = known.flat();
  if (!all.length) return '';
  const last = Math.max(...all.map(point => point[0]));
  const high = Math.max(...all.map(point => point[1])) || 1;
  const x = n => left + (width - left - 8) * (n - 1) / Math.max(1, last - 1);
  const y = v => 24 + (height - 24 - bottom) * (1 - v / high);
  const levels = [0, .5, 1].map(part =>
    `<line x1="${left}" x2="${width - 8}" y1="${y(part * high)}" y2="${y(part * high)}" ` +
    `stroke="var(--line)"/><text x="${left - 6}" y="${y(part * high) + 4}" text-anchor="end">` +
    `${Math.round(part * high * 10) / 10}</text>`);
  const lines = known.map((points, engine) =>
    `<polyline points="${points.map(([n, v]) => `${x(n).toFixed(1)},${y(v).toFixed(1)}`).join(' ')}" ` +
    `fill="none" stroke="${paceColor(engine)}" stroke-width="2"><title>${escapeText(names[engine])}` +
    '</title></polyline>');
  return `<svg viewBox="0 0 ${width} ${height}" width="100%" role="img" aria-label="${title}">` +
    `<text x="${left}" y="14">${title}</text>${levels.join('')}${lines.join('')}` +
    `<text x="${left}" y="${height - 6}">1</text>` +
    `<text x="${width - 8}" y="${height - 6}" text-anchor="end">${last}. move of an engine</text></svg>`;
}

$('pace-time').innerHTML = paceChart('milliseconds', move => move[1]);
$('pace-depth').innerHTML = paceChart('depth', move => move[2] || undefined);
if (!$('pace-time').innerHTML) $('pace-section').remove();
else {
  $('pace-legend').innerHTML = names.map((name, engine) =>
    `<span style="color:${paceColor(engine)}">━</span> ${escapeText(name)}`).join(' &nbsp; ') +
    '; means, as far as at least a tenth of the games went';
}
