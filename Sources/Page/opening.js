// Opening rules in play: what has been said beside the moves, what may be done next, and which rules there are.
// The rules themselves are the engine's (OPENINGSTATE).

// The rules of an opening, with the least side of the board; those of renju need its rules.
const renjuOpenings = ['rif', 'yamaguchi', 'soosyrv-8', 'taraguchi-10', 'tarannikov', 'sakata', 'five-1',
  'five-3', 'five-4', 'five-5'];
const zoneOpenings = ['pro', 'long-pro'], freeOpenings = ['swap', 'swap2'], zoneSide = 9;

// The opening rules for a game, the free opening ('') first.
export function openingsFor(rule, size) {
  const hasZones = Math.min(...[size].flat()) >= zoneSide;
  return ['', ...freeOpenings, ...hasZones ? zoneOpenings : [],
    ...hasZones && rule === 'renju' ? renjuOpenings : []];
}

// The actions of an opening: the moves, and between them what was said: a list of { stones, action } with the
// number of stones before it. A move after an offer takes one of the offered points.
export function actionsOf(said, moves) {
  const actions = [];
  for (let stones = 0; stones <= moves.length; stones++) {
    actions.push(...said.filter(other => other.stones === stones).map(({ action }) => action));
    const isTaken = actions.at(-1)?.startsWith('offer ');
    if (stones < moves.length) actions.push(isTaken ? `take ${moves[stones]}` : moves[stones]);
  }
  return actions;
}

// No opening has more stones.
export const mostStones = 5;

// What has been said is kept when moves are taken back to so many stones.
export const saidUpTo = (said, stones) => said.filter(other => other.stones <= stones);

const seatNumbers = { first: 0, second: 1 };

// An opening's state from the engine's line: { actor, black: the seats, null if the opening is over; place: the
// points of a stone; maySwap; fifths: null or [least, most]; offer: null or { count, points }; take: points }.
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
