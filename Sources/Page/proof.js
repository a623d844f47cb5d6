// The proved win of Black on 15x15: it is in the engine's book, which answers without a search.

// A win that takes fewer plies than this may have been found by the engine itself without a node.
const shortest = 7;

const bookRules = ['freestyle', 'standard'];

// The proof that holds at a position, or null: { plies, move }, without the move after Black's own.
export function proofAt(node) {
  if (node.info?.proved) return node.info.proved;
  const before = node.parent?.info?.proved;
  return before && before.move === node.move ? { plies: before.plies - 1, move: null } : null;
}

// Asks the book at a position where Black is to move, once. Keeps `proved`: { plies, move } or false.
export async function findProof(desk, node) {
  const { settings } = desk.game;
  if (node.info?.proved !== undefined || settings.size !== 15 || !bookRules.includes(settings.rule)) return;
  if (desk.sideAt(node) !== 'black' || desk.isOver(node)) return;
  const found = await desk.askBook(node);
  const isProved = found?.nodes === 0 && found.score?.mate >= shortest && found.score.sign > 0;
  node.info = { ...node.info, proved: isProved ? { plies: found.score.mate, move: found.move } : false };
}

// An analysis with what is proved: Black wins, and the move of the proof comes first with the moves to its
// end.
export function withProof(found, proof, side) {
  if (!proof) return found;
  const kept = found ?? { depth: 0, nodes: 0, ms: 0, lines: [] };
  if (side !== 'black') return { ...kept, chance: 0, score: { mate: proof.plies, sign: -1 } };
  const score = { mate: proof.plies, sign: 1 }, isProof = ({ line }) => line[0] === proof.move;
  const first = { depth: kept.depth, line: [proof.move], ...kept.lines.find(isProof), score, chance: 1 };
  return { ...kept, chance: 1, score, lines: [first, ...kept.lines.filter(line => !isProof(line))] };
}
