// The proved win of Black from the empty board. It is in the engine's book, which answers without a
// search.

// The shortest win, in plies, that counts as the book's. The engine finds shorter wins itself, also
// without searching a node.
const shortest = 7;

// The sizes of the boards for which the engine has a book, by rule.
const bookSizes = { freestyle: [15, 17, 19, 21], standard: [15] };

// Returns the proof that holds at a position, as { plies, move }, or null. After a move of Black
// that keeps the win, `move` is null.
export function proofAt(node) {
  if (node.info?.proved) return node.info.proved;
  const before = node.parent?.info?.proved;
  const holds = before && (before.move === node.move || before.equal?.includes(node.move));
  return holds ? { plies: before.plies - 1, move: null } : null;
}

// Returns the eight symmetries of a square board, as functions of points [column, row] that count
// from 0.
const mirroringsOf = size => [0, 1, 2, 3, 4, 5, 6, 7].map(bits => ([x, y]) => {
  const [across, up] = bits & 4 ? [y, x] : [x, y];
  return [bits & 1 ? size - 1 - across : across, bits & 2 ? size - 1 - up : up];
});

const cellOf = point => [point.charCodeAt(0) - 97, Number(point.slice(1)) - 1];
const pointOfCell = ([x, y]) => `${String.fromCharCode(97 + x)}${y + 1}`;

// Returns the other moves that equal `move` by a symmetry that leaves all stones in place. The game
// has to begin at the empty board.
function equalMoves(node, move, size) {
  const stones = [[], []], moves = [];
  for (let at = node; at.parent; at = at.parent) moves.unshift(at.move);
  moves.forEach((one, index) => stones[index % 2].push(one));
  const mirrored = (mirror, point) => pointOfCell(mirror(cellOf(point)));
  const keeping = mirroringsOf(size).filter(mirror =>
    stones.every(own => own.every(stone => own.includes(mirrored(mirror, stone)))));
  return [...new Set(keeping.map(mirror => mirrored(mirror, move)))].filter(one => one !== move);
}

// Asks the book once at a position where Black is to move. Keeps the answer in the node as
// `proved`: { plies, move }, or false. `proved.equal` has the moves that are as good by symmetry.
export async function findProof(services, node) {
  const { settings } = services.game;
  if (node.info?.proved !== undefined || !bookSizes[settings.rule]?.includes(settings.size)) return;
  if (services.sideAt(node) !== 'black' || services.isOver(node)) return;
  const found = await services.askBook(node);
  const isProved = found?.nodes === 0 && found.score?.mate >= shortest && found.score.sign > 0;
  const equal = isProved && !settings.origin ? equalMoves(node, found.move, settings.size) : [];
  const proved = { plies: found?.score?.mate, move: found?.move, ...equal.length > 0 && { equal } };
  node.info = { ...node.info, proved: isProved ? proved : false };
}

// Returns an analysis with a proof added: Black wins. If Black is to move, the proof's move comes
// first, with the plies to its end.
export function withProof(found, proof, side) {
  if (!proof) return found;
  const kept = { depth: 0, nodes: 0, ms: 0, lines: [], ...found };
  if (side !== 'black') return { ...kept, chance: 0, score: { mate: proof.plies, sign: -1 } };
  const score = { mate: proof.plies, sign: 1 }, isProof = ({ line }) => line[0] === proof.move;
  const first = { depth: kept.depth, line: [proof.move], ...kept.lines.find(isProof), score, chance: 1 };
  return { ...kept, chance: 1, score, best: proof.move, line: first.line,
    lines: [first, ...kept.lines.filter(line => !isProof(line))] };
}
