// The course of a game that is played: what was said in its opening, clocks, and how the game was ended without
// the rules. Plain values, no element.
//
// `settings.seats` are the players, the first and the second: { kind: 'person'|'engine', level }.
// `settings.opening` is the name of an opening rule, or ''. `settings.course` is { said: as in opening.js, live: the moves played, ended: null or { kind, loser },
// elapsed: of the current turn }. `settings.clock` is null, { total, increment } or { turn }, all in
// milliseconds. `settings.isPlayed` tells that a move was played here.

export const levels = { least: 1, most: 10 };

export const newCourse = () => ({ said: [], live: [], ended: null, elapsed: 0 });

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
