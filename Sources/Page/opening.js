// Opening rules in play: the choices that players make between the moves, the actions that are
// allowed next, and the list of the rules. The engine knows the rules themselves (OPENINGSTATE).

// The names of the opening rules. Those of renju are for games with renju's rules. They and the
// rules `pro` and `long-pro` need a board of at least `zoneSide` rows and columns.
const renjuOpenings = ['rif', 'yamaguchi', 'soosyrv-8', 'taraguchi-10', 'tarannikov', 'sakata', 'five-1',
  'five-3', 'five-4', 'five-5'];
const zoneOpenings = ['pro', 'long-pro'], freeOpenings = ['swap', 'swap2'], zoneSide = 9;

// Returns the opening rules that a game may have. The first, '', is none: the players place stones
// freely.
export function openingsFor(rule, size) {
  const hasZones = Math.min(...[size].flat()) >= zoneSide;
  return ['', ...freeOpenings, ...hasZones ? zoneOpenings : [],
    ...hasZones && rule === 'renju' ? renjuOpenings : []];
}

// Returns the actions of an opening in their order: `moves`, and between them the choices of the
// players. `said` lists the choices as { stones, action }, with the number of stones on the board
// before the choice. A move after an offer becomes `take …`, because it takes one of the offered
// points.
export function actionsOf(said, moves) {
  const actions = [];
  for (let stones = 0; stones <= moves.length; stones++) {
    actions.push(...said.filter(other => other.stones === stones).map(({ action }) => action));
    const isTaken = actions.at(-1)?.startsWith('offer ');
    if (stones < moves.length) actions.push(isTaken ? `take ${moves[stones]}` : moves[stones]);
  }
  return actions;
}

// The greatest number of stones that any opening rule places.
export const mostStones = 5;

// Returns the choices that remain valid when moves are taken back and `stones` stones are left.
export const saidUpTo = (said, stones) => said.filter(other => other.stones <= stones);

// The opening of a game as a text, in the form of tournaments' records: 'swap2: h8 i9 j10 swap'.
export function openingText({ opening, course }, moves) {
  const said = saidUpTo(course?.said ?? [], moves.length);
  const isShort = /^(swap|(long-)?pro)$/.test(opening) || opening === 'swap2' && said.some(other => other.stones === 3);
  return [`${opening}:`, ...actionsOf(said, moves.slice(0, isShort ? 3 : mostStones))].join(' ');
}

// The opening of such a text, { opening, said }; null if it is none for this game, or one of other moves.
export function readOpeningText(text, { rule, size }, moves) {
  const [, opening, actions] = /^([a-z0-9-]+):(.*)$/.exec(text.trim()) ?? [];
  if (!opening || !openingsFor(rule, size).includes(opening)) return null;
  const said = [];
  let stones = 0;
  for (const action of actions.match(/(fifths|offer|take) +\S+|\S+/g) ?? []) {
    const point = action.replace(/^take +/, '');
    if (point === moves[stones]) stones++;
    else if (/^(swap|stay|fifths \d+|offer [a-v0-9,]+)$/.test(action)) said.push({ stones, action });
    else return null;
  }
  return { opening, said };
}

const seatNumbers = { first: 0, second: 1 };

// Reads the engine's line on the state of an opening. Returns:
//   actor   the seat of the player to act, 0 or 1; null if the opening is over
//   black   the seat that has Black
//   place   the points where a stone may be placed
//   maySwap true if the player may exchange the colours
//   fifths  null, or [least, most]: the player chooses how many fifth moves are offered
//   offer   null, or { count, points }: the player offers so many fifth moves, chosen among the
//           points
//   take    the offered points, of which the player takes one
export function readOpening(line) {
  const [, actor, black, , ...words] = line.split(' ');
  const state = { actor: seatNumbers[actor] ?? null, black: seatNumbers[black] ?? 0, place: [], maySwap: false,
    fifths: null, offer: null, take: [] };
  const list = word => (word ?? '').split(',');
  while (words.length) {
    const word = words.shift();
    if (word === 'swap') state.maySwap = true;
    else if (word === 'fifths') state.fifths = words.shift().split('-').map(Number);
    else if (word === 'offer') state.offer = { count: Number(words.shift()), points: list(words.shift()) };
    else if (word === 'take') state.take = list(words.shift());
    else if (word !== 'stay') state.place = list(word);
  }
  return state;
}
