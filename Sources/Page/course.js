// The course of a game that is played: who has which colour, the swap2 opening, clocks, and how the game was
// ended without the rules. Plain values, no element.
//
// `settings.seats` are the players, the first and the second: { kind: 'person'|'engine', level }.
// `settings.course` is { choices: those of swap2, live: the moves played, ended: null or { kind, loser },
// elapsed: of the current turn }. `settings.clock` is null, { total, increment } or { turn }, all in
// milliseconds. `settings.isPlayed` tells that a move was played here.

export const levels = { least: 1, most: 10 };

export const newCourse = () => ({ choices: [], live: [], ended: null, elapsed: 0 });

// The stage of the opening after so many stones: 'proposing', 'choosing', 'adding', 'choosingLast' or
// 'playing'.
export function stageOf({ swap2 }, { choices }, stones) {
  if (!swap2) return 'playing';
  if (stones < 3) return 'proposing';
  if (!choices.length) return 'choosing';
  if (choices[0] !== 'more') return 'playing';
  if (stones < 5) return 'adding';
  return choices.length < 2 ? 'choosingLast' : 'playing';
}

// The choices of swap2 that are left when moves have been taken back to so many stones.
export function choicesAfter(choices, stones) {
  return stones < 3 ? [] : stones < 5 ? choices.slice(0, 1) : choices;
}

// The seat that has Black, 0 or 1; null until the opening decides it.
export function blackSeat({ swap2 }, { choices }) {
  if (!swap2) return 0;
  const [first, last] = choices;
  if (!first || first === 'more' && !last) return null;
  if (first === 'more') return last === 'black' ? 0 : 1;
  return first === 'black' ? 1 : 0;
}

// The seat of a colour; before the opening decides it, the first player's is Black.
export function seatOf(settings, course, color) {
  const black = blackSeat(settings, course) ?? 0;
  return color === 'black' ? black : 1 - black;
}

// The seat that has to move or choose.
export function actorAt(settings, course, stones, side) {
  const stage = stageOf(settings, course, stones);
  if (stage === 'proposing' || stage === 'choosingLast') return 0;
  if (stage === 'choosing' || stage === 'adding') return 1;
  return seatOf(settings, course, side);
}

// The time that a seat has left: `turns` are { seat, time } of the moves played, `elapsed` the running
// turn's.
export function timeLeft(clock, turns, seat, elapsed = 0) {
  if (clock.turn) return clock.turn - elapsed;
  return turns.filter(turn => turn.seat === seat).reduce((left, { time }) => left - time + clock.increment,
    clock.total) -
    elapsed;
}

// A time as clocks show it: 4:32, 1:02:03; below ten seconds with tenths.
export function clockText(milliseconds) {
  const rest = Math.max(0, milliseconds), two = number => String(number).padStart(2, '0');
  if (rest < 10000) return `0:0${Math.floor(rest / 1000)}.${Math.floor(rest % 1000 / 100)}`;
  const seconds = Math.ceil(rest / 1000), minutes = Math.floor(seconds / 60) % 60;
  if (seconds < 3600) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${two(minutes)}:${two(seconds % 60)}`;
}
