// Draws a position of a game: stones, what the last move did, the row that won.

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
    if (points.length === 2) {
      stones.set(points[1], stones.get(points[0]));
      stones.delete(points[0]);
    }
    for (const point of captured) {
      if (placing) stones.get(point).dead = true; else stones.delete(point);
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

// Where column or row `n` is drawn.
const at = n => 40 + n * 40;

function grid(width, height, bottom) {
  const parts = [];
  const label = (x, y, text) =>
    `<text x="${x}" y="${y}" text-anchor="middle" class="label">${text}</text>`;
  for (let x = 0; x < width; x++) {
    parts.push(`<line x1="${at(x)}" x2="${at(x)}" y1="${at(0)}" y2="${at(height - 1)}" ` +
      'stroke="var(--grid)"/>');
    parts.push(label(at(x), bottom - 8, letters[x]));
  }
  for (let y = 0; y < height; y++) {
    parts.push(`<line y1="${at(y)}" y2="${at(y)}" x1="${at(0)}" x2="${at(width - 1)}" ` +
      'stroke="var(--grid)"/>');
    parts.push(label(12, at(y) + 4, isLiuzhou ? height - y : y + 1));
  }
  return parts;
}

function drawStone([point, stone]) {
  const [x, y] = place(point).map(at), black = stone.color === 'b';
  let parts = `<circle cx="${x}" cy="${y}" r="17.5" fill="${black ? '#1d1d1f' : '#fdfdfb'}" ` +
    `stroke="#0007" opacity="${stone.dead ? .45 : 1}"/>`;
  if (stone.dead) parts += `<path d="${crossAt(x, y)}" class="dead"/>`;
  if (stone.number) {
    parts += `<text x="${x}" y="${y + 4}" text-anchor="middle" ` +
      `style="fill:${black ? '#fff' : '#111'}">${stone.number}</text>`;
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

function drawBoard(position, label) {
  const { width, height } = data.game;
  const [w, h] = [at(width - 1) + 40, at(height - 1) + 40];
  const parts = [
    `<rect width="${w}" height="${h}" rx="8" fill="var(--wood)"/>`,
    ...grid(width, height, h),
    ...[...position.stones].map(drawStone),
    ...position.marks.map(({ point, kind }) =>
      markShapes[kind](...place(point).map(at)).replace(' ', ` data-mark="${kind}" `)),
  ];
  $('board').innerHTML = `<svg viewBox="0 0 ${w} ${h}" role="img" ` +
    `aria-label="${escapeText(label)}">${parts.join('')}</svg>`;
}
