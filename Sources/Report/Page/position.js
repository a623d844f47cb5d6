// Points, and the stones of a position after moves. Plain values, no element.
//
// `game` is { kind: 'gomoku'|'liuzhou', width, height, origin }; `origin` is the position that was
// set up, as POSITION takes it, or nothing. Points of gomoku count rows from above, those of
// Liuzhou chess from below.

export const boardLetters = 'abcdefghijklmnopqrstuv';

const otherColor = { black: 'white', white: 'black' };

const liuzhouPoints = text => text.match(/[a-f][1-6]/g) ?? [];

// Column and row of a point, counted from the top left, from 0.
export function placeOf(game, point) {
  const number = Number(point.slice(1));
  return [boardLetters.indexOf(point[0]), game.kind === 'liuzhou' ? game.height - number : number - 1];
}

export function pointAt(game, column, row) {
  return `${boardLetters[column]}${game.kind === 'liuzhou' ? game.height - row : row + 1}`;
}

// The name of a point by the labels at the board's rim. With `rows` 'below', gomoku's rows count
// from below.
export function rimName(game, point, rows) {
  if (game.kind === 'liuzhou' || rows !== 'below') return point;
  return `${point[0]}${game.height + 1 - Number(point.slice(1))}`;
}

// The points of a move: { from, to, taken }. A removal and a pass have neither `from` nor `to`.
export function partsOf(move) {
  const [action, taken = ''] = move.split('x');
  const points = action.match(/[a-v]\d+/g) ?? [];
  return { from: points.length > 1 ? points[0] : null, to: points[points.length - 1] ?? null,
    taken: liuzhouPoints(taken) };
}

// Returns the position after moves. `stones` maps points to { color, number, isDead }. `marks` are
// the points of the last move: { point, kind: 'to', 'from' or 'taken' }.
export function positionAfter(game, moves) {
  return game.kind === 'liuzhou' ? liuzhouAfter(game, moves) : gomokuAfter(game, moves);
}

// The stones and the side to move of a set-up position of gomoku, `black h8 … white i9 … to black`.
function gomokuOrigin(text) {
  const stones = new Map();
  let color = 'black', isSide = false;
  for (const word of (text ?? '').split(/\s+/)) {
    if (word === 'to') isSide = true;
    else if (word === 'black' || word === 'white') color = word;
    else if (word) stones.set(word, { color });
  }
  return { stones, side: isSide ? color : 'black' };
}

function gomokuAfter(game, moves) {
  const { stones, side } = gomokuOrigin(game.origin);
  moves.forEach((move, index) =>
    stones.set(move, { color: index % 2 ? otherColor[side] : side, number: index + 1 }));
  return { stones, marks: moves.length ? [{ point: moves[moves.length - 1], kind: 'to' }] : [] };
}

// The stones of a set-up position of Liuzhou chess, `RANKS SIDE PHASE QUIET`.
function liuzhouOrigin(text) {
  const stones = new Map(), [ranks, , phase] = (text || '6/6/6/6/6/6 b p 0').trim().split(/\s+/);
  ranks.split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else {
        stones.set(`${boardLetters[file++]}${6 - index}`, { color: letter.toUpperCase() === 'X' ? 'black' :
          'white',
          isDead: letter === letter.toLowerCase() });
      }
    }
  });
  return { stones, isPlacing: phase === 'p' };
}

// Stones captured while placing stay, marked, until the board is full. A file may hold a turn that
// the rules do not allow. Such a turn is played as far as that is possible.
function liuzhouAfter(game, moves) {
  let { stones, isPlacing } = liuzhouOrigin(game.origin), marks = [];
  for (const move of moves) {
    const { from, to, taken } = partsOf(move);
    if (to && !from) stones.set(to, { color: stones.size % 2 ? 'white' : 'black' });
    if (from && stones.has(from)) {
      stones.set(to, stones.get(from));
      stones.delete(from);
    }
    marks = [from && { point: from, kind: 'from' }, to && { point: to, kind: 'to' },
      ...taken.map(point => ({ point, kind: 'taken', color: stones.get(point)?.color }))].filter(Boolean);
    for (const point of taken) {
      if (!isPlacing) stones.delete(point);
      else if (stones.has(point)) stones.set(point, { ...stones.get(point), isDead: true });
    }
    if (isPlacing && stones.size === game.width * game.height) {
      isPlacing = false;
      stones = new Map([...stones].filter(([, stone]) => !stone.isDead));
    }
  }
  return { stones, marks };
}

// The star points of a board, as columns and rows from 0.
export function starPoints({ kind, width, height }) {
  if (kind === 'liuzhou' || width < 9 || height < 9) return [];
  const along = length => {
    const edge = length < 13 ? 2 : 3;
    return length % 2 ? [edge, (length - 1) / 2, length - 1 - edge] : [edge, length - 1 - edge];
  };
  const columns = along(width), rows = along(height);
  const isShown = (x, y) => width > 17 || height > 17 || columns.length < 3 || rows.length < 3 ||
    (columns.indexOf(x) === 1) === (rows.indexOf(y) === 1);
  return columns.flatMap(x => rows.flatMap(y => isShown(x, y) ? [[x, y]] : []));
}
