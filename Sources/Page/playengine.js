import { timeLeft } from './course.js';

// What the engine is asked for at its seat. Each question resolves to a function that plays the answer.

// The limits of the engine at a seat, for the search.
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

// The engine's part in swap2: stones, a colour, or both.
export async function searchOpening(play) {
  const { app, stage } = play, stones = stage === 'proposing' ? [] : app.game.line(play.live).slice(0, 5);
  // What was begun is done anew: stones of a part that is not complete are taken back.
  const start = stage === 'proposing' ? 0 : stage === 'adding' ? 3 : stones.length;
  const { swap, moves = [] } = await app.engine.swap2(stones.slice(0, start), { timeMs: 2000 });
  return () => {
    if (app.game.path(play.live).length > start) play.setLive(app.game.path(play.live)[start - 1] ??
      app.game.root);
    if (stage === 'choosing' || stage === 'choosingLast') {
      play.choose(swap ? 'black' : moves.length === 2 ? 'more' : 'white');
    }
    for (const move of moves) if (!play.commit(move)) break;
  };
}
