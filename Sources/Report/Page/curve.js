// Draws the scores that both engines reported in a game, move by move, or the chances of a review.
// A click goes to the move.

const curveSize = { height: 190, left: 46, right: 8, top: 10, bottom: 22 };

// Maps a score, as the engine that moved reported it, to the scale from -1 (lost) to 1 (won). 300
// becomes 0.5.
function share(score) {
  if (/^\+?M/.test(score)) return 1;
  if (score.startsWith('-M')) return -1;
  const value = Number(score);
  return value / (Math.abs(value) + 300);
}

// The points of the curve, each after `ply` moves, with a `value` from -1 to 1 from Black's view.
// They are the chances of a review, or the scores that engines reported with their moves.
function verdictsOf(g) {
  if (g.c) {
    return g.c.map((chance, ply) => ({ ply, color: 'b', score: `${Math.round(100 * chance)} %`, value: 2 * chance - 1,
      mark: (g.k ?? []).find(mark => mark.p === ply)?.k ?? '' }));
  }
  return (g.n ?? []).flatMap(([, , , score], index) => {
    const ply = g.s + index;
    if (!score || ply >= g.moves.length) return [];
    const color = sideAt(g, ply);
    return [{ ply: ply + 1, color, score, value: color === 'b' ? share(score) : -share(score) }];
  });
}

const curveX = (g, ply, width) =>
  curveSize.left + (width - curveSize.left - curveSize.right) * ply / Math.max(1, g.moves.length);

const curveY = value => {
  const { height, top, bottom } = curveSize;
  return top + (height - top - bottom) * (1 - value) / 2;
};

// The SVG of both sides' scores. Its ground has the colour of wood, on which black and white are
// visible.
function curvePicture(g, ply, width) {
  const { height, left, right, top, bottom } = curveSize;
  const levels = g.c ? [[1, '100 %'], [.5, '75 %'], [0, '50 %'], [-.5, '25 %'], [-1, '0 %']] :
    [[1, 'won'], [share('300'), '+300'], [0, '0'], [share('-300'), '-300'], [-1, 'lost']];
  const parts = [
    `<rect x="${left}" y="${top - 6}" width="${width - left - right}" ` +
      `height="${height - top - bottom + 12}" class="ground"/>`,
    ...levels.map(([value, text]) =>
      `<line x1="${left}" x2="${width - right}" y1="${curveY(value)}" y2="${curveY(value)}" ` +
      `class="level"/>${label(left - 6, curveY(value) + 4, text, 'end')}`),
  ];
  for (const color of ['b', 'w']) {
    const own = verdictsOf(g).filter(verdict => verdict.color === color);
    const dots = own.map(v => [curveX(g, v.ply, width).toFixed(1), curveY(v.value).toFixed(1)]);
    parts.push(`<polyline points="${dots.map(dot => dot.join()).join(' ')}" class="line ${color}"/>`);
    own.forEach((v, index) => parts.push(
      `<circle cx="${dots[index][0]}" cy="${dots[index][1]}" r="${v.mark ? 5 : 3}" class="dot ${color} ${v.mark ?? ''}">` +
      `<title>${v.ply}. ${escapeText(g.moves[v.ply - 1] ?? '')}: ${escapeText(v.score)}</title></circle>`));
  }
  const now = curveX(g, ply, width);
  parts.push(`<line id="now" x1="${now}" x2="${now}" y1="${top - 6}" y2="${height - 16}" class="now"/>`);
  parts.push(label(width - right, height - 2, `${g.moves.length} moves`, 'end'));
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ` +
    `aria-label="scores from Black's view">${parts.join('')}</svg>`;
}

const redrawCurve = keepDrawn($('curve-of-game'), width => game ? curvePicture(game, ply, width) : '');

function drawCurveOf(g) {
  const verdicts = verdictsOf(g);
  $('scores').hidden = !verdicts.length;
  if (!verdicts.length) return;
  redrawCurve();
  $('legend').innerHTML = g.c ? '<span>Black’s chance; click to go to a move</span>' : `<span class="key b">${stone('b')} ${black(g)}</span> ` +
    `<span class="key w">${stone('w')} ${white(g)}</span> ` +
    '<span>score from Black’s view; click to go to a move</span>';
}

function markOnCurve(g, ply) {
  const now = $('now'), width = $('curve-of-game').clientWidth;
  if (!now || $('scores').hidden) return;
  now.setAttribute('x1', curveX(g, ply, width));
  now.setAttribute('x2', curveX(g, ply, width));
}

$('curve-of-game').onclick = event => {
  const box = $('curve-of-game').firstChild.getBoundingClientRect();
  const { left, right } = curveSize;
  const x = event.clientX - box.left;
  show(Math.round((x - left) / (box.width - left - right) * game.moves.length));
};
