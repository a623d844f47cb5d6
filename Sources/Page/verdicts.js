// Analysis as kept in the nodes of the tree, and the judgement of the moves of a game. No element
// of the page is touched here.

// The losses of winning chance from which a move is marked, in parts of 1. A quick search is wrong
// now and then. In 24 games of freestyle, exact five and renju between players of all strengths,
// searches of 100,000 nodes found 988 moves good. Among these moves, searches of 15,000 nodes saw 2
// % lose .05, 1 % lose .1 and one in a thousand lose .2. So an inaccuracy is rarely a false alarm,
// and a blunder hardly ever.
export const lossLimits = { inaccuracy: .05, mistake: .1, blunder: .2 };

// The signs that stand behind a marked move.
export const markSigns = { inaccuracy: '?!', mistake: '?', blunder: '??' };

// The chance of winning below which a side counts as lost. A move of such a side counts for the
// accuracy only if it loses something.
export const lostChance = .05;

// Returns the analysis of a search in the form that nodes keep. `lines` are the results that
// `onInfo` of engine.js has got, the best first.
export function analysisOf(lines, nodes, ms) {
  const [best] = lines;
  return {
    chance: best.chance, score: best.score, depth: best.depth, best: best.line[0],
    line: best.line.slice(0, keptMoves), nodes, ms,
    lines: lines.map(({ depth, score, chance, line }) =>
      ({ depth, score, chance, line: line.slice(0, keptMoves) })),
  };
}

// The number of moves of a line that are kept.
const keptMoves = 16;

export const isProved = info => Boolean(info?.score && 'mate' in info.score);

// Returns whether the analysis `found` is better than the kept one. A proof beats a chance. More
// lines are better unless they are more than two plies shallower. With no more lines, more nodes
// are better.
export function isBetter(found, kept) {
  if (!kept || !kept.line) return true;
  if (isProved(found) !== isProved(kept)) return isProved(found);
  if (found.lines.length > (kept.lines?.length ?? 1)) return found.depth >= kept.depth - 2;
  return (found.nodes ?? 0) >= (kept.nodes ?? 0);
}

// Keeps an analysis in a node if it is better than the node's own (`isBetter`); returns whether it
// is. Facts from other sources (`proved`, `threats`) stay.
export function keepAnalysis(node, found) {
  if (!isBetter(found, node.info)) return false;
  node.info = { ...node.info, ...found };
  return true;
}

// Returns Black's chance at a position with `side` to move. It is the result if the game is over,
// otherwise the chance in the analysis; null if there is none.
export function blackChance({ side, result, info }) {
  if (result && result !== 'none') return result === 'black' ? 1 : result === 'white' ? 0 : .5;
  if (typeof info?.chance !== 'number') return null;
  return side === 'black' ? info.chance : 1 - info.chance;
}

const chanceFor = (side, black) => side === 'black' ? black : 1 - black;

// Judges the moves of a game. `steps` are its positions, the start included, each { side, result,
// info, move, proof, searched }; `move` led to the position. If `proof` is true, `info` has the
// proved result and `searched` the engine's own analysis.
//
// Returns a judgement for each step: { side, before, after, loss, mark, kind, best, line, isBest }.
// It is null for the start and for moves whose two positions are not both known. `before` and
// `after` are the mover's chances. `loss` is their difference, or 0 after a gain and for the
// engine's own move. `mark` is a key of `markSigns`, or null. `kind` is 'missedWin', 'allowedWin'
// or 'worse', null without a mark. `best` and `line` are the engine's.
export function judgeMoves(steps) {
  return steps.map((step, index) => index ? judgeMove(steps[index - 1], step) : null);
}

// A position as the engine sees it, without what the book proves.
export const seenBy = step => step.proof ? { ...step, info: step.searched, proof: false } : step;

function judgeMove(from, to) {
  // The engine's own view of both positions is compared, also where the book proves that Black
  // wins. By the proof alone Black would blunder by any sound move that is not in the book, and
  // White could do no wrong.
  if (from.proof || to.proof) {
    const judged = judgeMove(seenBy(from), seenBy(to)), { info, side } = from;
    if (!judged || !from.proof || side !== 'black') return judged;
    const isBest = judged.isBest || sameMove(info.best, to.move);
    // A move that keeps the proved win loses nothing, however the engine sees it.
    if (to.proof) return { ...judged, isBest, loss: 0, mark: null, kind: null };
    return { ...judged, best: info.best, line: info.line, score: info.score, leavesProof: true };
  }
  const blackBefore = blackChance(from), blackAfter = blackChance(to);
  if (blackBefore === null || blackAfter === null) return null;
  const side = from.side, before = chanceFor(side, blackBefore), after = chanceFor(side, blackAfter);
  const isBest = from.info?.best !== undefined && sameMove(from.info.best, to.move);
  // A drop after the engine's own move shows that it saw too little before, not that the move was
  // wrong.
  const loss = isBest ? 0 : Math.max(0, before - after);
  const mark = markOf(loss);
  const hadWin = isWin(from.info?.score), nowLost = to.result && to.result !== 'none' ? after === 0 :
    isWin(to.info?.score) && to.side !== side;
  const kind = !mark ? null : hadWin ? 'missedWin' : nowLost ? 'allowedWin' : 'worse';
  return { side, before, after, loss, mark, kind, isBest, best: from.info?.best, line: from.info?.line ?? [],
    score: from.info?.score, reply: to.info?.line ?? [], replyScore: to.info?.score };
}

export const isWin = score => Boolean(score && 'mate' in score && score.sign > 0);

export function markOf(loss) {
  return ['blunder', 'mistake', 'inaccuracy'].find(mark => loss >= lossLimits[mark] - 1e-9) ?? null;
}

// Returns whether two texts name the same move; the captures of a turn of Liuzhou chess may stand
// in any order.
export function sameMove(a, b) {
  if (a === b) return true;
  if (!a || !b || !a.includes('x') || !b.includes('x')) return false;
  const sorted = move => {
    const [action, taken] = move.split('x');
    return `${action}x${taken.match(/[a-f][1-6]/g)?.sort().join('')}`;
  };
  return sorted(a) === sorted(b);
}

// Returns the accuracy of one move: 100 for no loss, 80, 65 and 42 at the limits of the marks. The
// formula is that of lichess.
const moveAccuracy = loss => 100 * Math.exp(-4.354 * loss);

// Returns the sums of one side: its moves, the moves that were the engine's first choice, marks by
// kind, the mean loss and the accuracy. Moves of a side that was lost already count for the last
// two only if they lose something.
export function summaryOf(judgements, side) {
  const own = judgements.filter(judgement => judgement?.side === side);
  const open = own.filter(judgement => judgement.before >= lostChance || judgement.isBest === false &&
    judgement.loss > 0);
  const mean = values => values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
  const count = mark => own.filter(judgement => judgement.mark === mark).length;
  return {
    moves: own.length, best: own.filter(judgement => judgement.isBest).length,
    inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder'),
    loss: mean(open.map(judgement => judgement.loss)),
    accuracy: mean(open.map(judgement => moveAccuracy(judgement.loss))),
  };
}

// Returns a chance as a text: whole per cents from 10 to 90, tenths near 0 and 100.
export function percent(chance) {
  const value = 100 * chance;
  if (value > 99.9 && chance < 1) return '99.9 %';
  if (value < .1 && chance > 0) return '0.1 %';
  return `${value < 10 || value > 90 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0)} %`;
}

// Returns both sides' chances as texts that add up to 100 %, Black's first.
export function percents(black) {
  const own = percent(black), number = Number.parseFloat(own), digits = own.split('.')[1] ? 1 : 0;
  return [own, `${(100 - number).toFixed(digits)} %`];
}

// Returns a number of nodes in few characters: 950, 15.2k, 3.40M.
export function shortCount(count) {
  if (count < 1000) return String(Math.round(count));
  if (count < 1e6) return `${(count / 1e3).toFixed(count < 1e4 ? 1 : 0)}k`;
  if (count < 1e9) return `${(count / 1e6).toFixed(count < 1e8 ? 1 : 0)}M`;
  return `${(count / 1e9).toFixed(1)}G`;
}

// Returns the number of the winner's own moves to a proved end that is `plies` away.
export const movesToEnd = plies => Math.ceil(plies / 2);

// Returns a number as an ordinal: 1st, 2nd, 3rd, 4th; in Chinese the number alone.
export function nth(number, language = 'en') {
  if (language === 'zh') return String(number);
  const ending = Math.floor(number / 10) % 10 === 1 ? 'th' : ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
  return `${number}${ending}`;
}

// Returns the number of the winner's own moves to a proved end, as an ordinal.
export const lastMove = (plies, language) => nth(movesToEnd(plies), language);
