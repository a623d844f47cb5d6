// The course of a game that is played: the choices in its opening, the clocks, and an end that the
// players and not the rules have made. Plain values, no element.
//
//   settings.seats     the players, the first and the second: { kind: 'person'|'engine', level }
//   settings.opening   the name of an opening rule, or ''
//   settings.clock     null, { total, increment } or { turn }, in milliseconds
//   settings.isPlayed  true once a move was played here
//   settings.course    { said, live, ended, elapsed }: the choices in the opening as in opening.js;
//                      the moves played; null or { kind, loser }, the end that the players have
//                      made; the time of the running turn in milliseconds

export const levels = { least: 1, most: 10 };

export const newCourse = () => ({ said: [], live: [], ended: null, elapsed: 0 });

// Returns the time that a seat has left. `turns` has { seat, time } for each move played, `elapsed`
// is the time of the running turn. All times are in milliseconds.
export function timeLeft(clock, turns, seat, elapsed = 0) {
  if (clock.turn) return clock.turn - elapsed;
  return turns.filter(turn => turn.seat === seat).reduce((left, { time }) => left - time + clock.increment,
    clock.total) -
    elapsed;
}

// Returns a time as clocks show it: 4:32, 1:02:03; below ten seconds with tenths.
export function clockText(milliseconds) {
  const rest = Math.max(0, milliseconds), two = number => String(number).padStart(2, '0');
  if (rest < 10000) return `0:0${Math.floor(rest / 1000)}.${Math.floor(rest % 1000 / 100)}`;
  const seconds = Math.ceil(rest / 1000), minutes = Math.floor(seconds / 60) % 60;
  if (seconds < 3600) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${two(minutes)}:${two(seconds % 60)}`;
}
