import { timeLeft } from './course.js';

// The requests to an engine that has a seat. Each function resolves to a function that plays the
// engine's answer.

// Returns the limits of a search by the engine at a seat.
function limitsOf(play, seat) {
  const { level = 10, timeMs = 1000 } = play.seats[seat], { clock } = play.settings;
  if (!clock) return { level, timeMs };
  const left = timeLeft(clock, play.turns, seat, play.elapsed) - 150;
  if (clock.turn) return { level, timeMs: Math.max(30, left) };
  return { level, clock: { leftMs: Math.max(50, left), incrementMs: clock.increment, totalMs: clock.total } };
}

export async function searchMove(play, node) {
  const { app } = play, answer = await app.engine.search(app.positionOf(node),
    { lines: 1, ...limitsOf(play, play.actor) });
  return () => play.commit(answer.move);
}

// Asks for the engine's next action in the opening.
export async function searchOpening(play) {
  const action = await play.app.engine.opening(play.settings.opening, play.actions);
  return () => play.act(action);
}
