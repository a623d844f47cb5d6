// Draws a position of a game: stones, what the last move did, the row that won.

// The game on the board, and how many of its moves are played.
let game = null, ply = 0;

const letters = 'abcdefghijklmnopqrstuv';
const isLiuzhou = data.game.kind === 'liuzhou';

// The position after the first `count` moves of a game: stones by point, and marks by what the last move did
// there: `to`, `from`, `taken`, or `won` for the stones of the winning row.
function positionOf(g, count) {
  const position = isLiuzhou ? liuzhou(g.moves, count) : gomoku(g.moves, count);
  if (count === g.moves.length && g.v) {
    position.marks.push(...g.v.split(' ').map(point => ({ point, kind: 'won' })));
  }
  return position;
}

function gomoku(moves, count) {
  const stones = new Map();
  moves.slice(0, count).forEach((move, index) =>
    stones.set(move, { color: index % 2 ? 'w' : 'b', number: index + 1 }));
  return { stones, marks: count ? [{ point: moves[count - 1], kind: 'to' }] : [] };
}

// A turn is a placement, a slide, a removal or a pass, then captures after an x. Stones captured
// while placing stay, marked, until the board is full.
function liuzhou(moves, count) {
  const stones = new Map();
  let placed = 0, marks = [];
  for (const turn of moves.slice(0, count)) {
    const [action, taken] = turn.split('x');
    const points = action.match(/[a-f][1-6]/g) ?? [];
    const captured = (taken ?? '').match(/[a-f][1-6]/g) ?? [];
    const placing = placed < 36;
    if (points.length === 1) stones.set(points[0], { color: placed++ % 2 ? 'w' : 'b' });
    // A file may hold turns that the rules do not allow.
    if (points.length === 2 && stones.has(points[0])) {
      stones.set(points[1], stones.get(points[0]));
      stones.delete(points[0]);
    }
    for (const point of captured) {
      if (!placing) stones.delete(point); else if (stones.has(point)) stones.get(point).dead = true;
    }
    if (placing && placed === 36) {
      for (const [point, stone] of [...stones]) if (stone.dead) stones.delete(point);
    }
    marks = points.map((point, index) => ({ point, kind: index < points.length - 1 ? 'from' : 'to' }));
    marks.push(...captured.map(point => ({ point, kind: 'taken' })));
  }
  return { stones, marks };
}

// Column and row of a point, from the top left.
function place(point) {
  const x = letters.indexOf(point[0]), number = Number(point.slice(1));
  return [x, isLiuzhou ? data.game.height - number : number - 1];
}

// The geometry of a board in units of 1/40 of the distance of two lines. Letters, and with them the margin of
// the labels, are larger in these units on a small screen.
function measure(pixels) {
  const { width, height } = data.game;
  const scale = Math.min(640, pixels) / (40 * (width + 1));
  const letter = Math.round(Math.max(6, Math.min(30, 12 / scale)));
  const left = Math.round(22 + 1.2 * letter), top = 28;
  return {
    scale, letter, x: n => left + n * 40, y: n => top + n * 40,
    width: left + 40 * (width - 1) + 28, height: top + 40 * (height - 1) + left,
  };
}

function grid(m) {
  const { width, height } = data.game, parts = [];
  const label = (x, y, text) =>
    `<text x="${x}" y="${y + .35 * m.letter}" text-anchor="middle" class="label" ` +
    `style="font-size:${m.letter}px">${text}</text>`;
  for (let n = 0; n < width; n++) {
    parts.push(`<line x1="${m.x(n)}" x2="${m.x(n)}" y1="${m.y(0)}" y2="${m.y(height - 1)}" ` +
      'stroke="var(--grid)"/>');
    parts.push(label(m.x(n), m.height - .8 * m.letter, letters[n]));
  }
  for (let n = 0; n < height; n++) {
    parts.push(`<line y1="${m.y(n)}" y2="${m.y(n)}" x1="${m.x(0)}" x2="${m.x(width - 1)}" ` +
      'stroke="var(--grid)"/>');
    parts.push(label(.8 * m.letter, m.y(n), isLiuzhou ? height - n : n + 1));
  }
  return parts;
}

// A stone, with its move number if the number is large enough to be read.
function drawStone(m, point, { color, dead, number }) {
  const [column, row] = place(point), x = m.x(column), y = m.y(row), black = color === 'b';
  let parts = `<circle cx="${x}" cy="${y}" r="17.5" fill="${black ? '#1d1d1f' : '#fdfdfb'}" ` +
    `stroke="#0007" opacity="${dead ? .45 : 1}"/>`;
  if (dead) parts += `<path d="${crossAt(x, y)}" class="dead"/>`;
  const size = Math.max(13, Math.min(number > 99 ? 17 : 20, 10 / m.scale));
  if (number && size * m.scale >= 8) {
    parts += `<text x="${x}" y="${y + .35 * size}" text-anchor="middle" ` +
      `style="fill:${black ? '#fff' : '#111'};font-size:${size}px">${number}</text>`;
  }
  return parts;
}

const crossAt = (x, y) => `M${x - 9},${y - 9}l18,18m0,-18l-18,18`;

// A mark of each kind has a shape of its own: colour alone tells nothing.
const markShapes = {
  to: (x, y) => `<circle cx="${x}" cy="${y}" r="19" class="mark"/>`,
  from: (x, y) => `<circle cx="${x}" cy="${y}" r="13" class="mark" stroke-dasharray="5 4"/>`,
  taken: (x, y) => `<path d="M${x - 18},${y - 18}h36v36h-36z${crossAt(x, y)}" class="mark"/>`,
  won: (x, y) => `<circle cx="${x}" cy="${y}" r="14" class="mark won"/>`,
};

// The SVG of a position, for a box of `pixels` width.
function boardPicture(position, name, pixels) {
  const m = measure(pixels);
  const parts = [
    `<rect width="${m.width}" height="${m.height}" rx="8" fill="var(--wood)"/>`,
    ...grid(m),
    ...[...position.stones].map(([point, stone]) => drawStone(m, point, stone)),
    ...position.marks.map(({ point, kind }) => {
      const [column, row] = place(point);
      return markShapes[kind](m.x(column), m.y(row)).replace(' ', ` data-mark="${kind}" `);
    }),
  ];
  return `<svg viewBox="0 0 ${m.width} ${m.height}" role="img" ` +
    `aria-label="${escapeText(name)}">${parts.join('')}</svg>`;
}
