// Draws what both engines thought of a game, move by move: a click goes to the move.

const curveSize = { width: 800, height: 190, left: 52, right: 8, top: 10, bottom: 22 };

// A score in the mover's words on the scale from -1 (lost) to 1 (won); 300 is half of the way.
function share(score) {
  if (/^\+?M/.test(score)) return 1;
  if (score.startsWith('-M')) return -1;
  const value = Number(score);
  return value / (Math.abs(value) + 300);
}

// What was said before each move that a score is known of, from Black's view.
function verdictsOf(g) {
  return (g.n ?? []).flatMap(([, , , score], index) => {
    const ply = g.s + index;
    if (!score || ply >= g.moves.length) return [];
    const color = sideAt(g, ply);
    return [{ ply: ply + 1, color, score, value: color === 'b' ? share(score) : -share(score) }];
  });
}

const curveX = (g, ply) => {
  const { width, left, right } = curveSize;
  return left + (width - left - right) * ply / Math.max(1, g.moves.length);
};

const curveY = value => {
  const { height, top, bottom } = curveSize;
  return top + (height - top - bottom) * (1 - value) / 2;
};

function drawCurveOf(g) {
  const { width, height, left, right } = curveSize;
  const verdicts = verdictsOf(g);
  $('scores').hidden = !verdicts.length;
  if (!verdicts.length) return;
  const levels = [[1, 'won'], [share('300'), '+300'], [0, '0'], [share('-300'), '-300'], [-1, 'lost']];
  const parts = levels.map(([value, text]) =>
    `<line x1="${left}" x2="${width - right}" y1="${curveY(value)}" y2="${curveY(value)}" ` +
    `stroke="var(--line)"/><text x="${left - 6}" y="${curveY(value) + 4}" text-anchor="end">${text}</text>`);
  for (const color of ['b', 'w']) {
    const own = verdicts.filter(verdict => verdict.color === color);
    const dots = own.map(v => [curveX(g, v.ply).toFixed(1), curveY(v.value).toFixed(1)]);
    parts.push(`<polyline points="${dots.map(dot => dot.join()).join(' ')}" class="line ${color}"/>`);
    own.forEach((v, index) => parts.push(
      `<circle cx="${dots[index][0]}" cy="${dots[index][1]}" r="3" class="dot ${color}">` +
      `<title>${v.ply}. ${g.moves[v.ply - 1]}: ${escapeText(v.score)}</title></circle>`));
  }
  parts.push(`<line id="now" y1="0" y2="${height - 16}" class="now"/>`);
  parts.push(`<text x="${width - right}" y="${height - 4}" text-anchor="end">${g.moves.length} moves</text>`);
  $('curve-of-game').innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" ` +
    `aria-label="scores from Black's view">${parts.join('')}</svg>`;
  $('legend').innerHTML = `<span class="key b">${black(g)}</span> <span class="key w">${white(g)}</span>` +
    ' score from Black’s view; click to go to a move';
}

function markOnCurve(g, ply) {
  const now = $('now');
  if (!now || $('scores').hidden) return;
  now.setAttribute('x1', curveX(g, ply));
  now.setAttribute('x2', curveX(g, ply));
}

$('curve-of-game').onclick = event => {
  const box = $('curve-of-game').firstChild.getBoundingClientRect();
  const { width, left, right } = curveSize;
  const x = (event.clientX - box.left) * width / box.width;
  show(Math.round((x - left) / (width - left - right) * game.moves.length));
};
