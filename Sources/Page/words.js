import { text } from './text.js';
import { partsOf } from '../Report/Page/position.js';

// Points and moves in words, for screen readers and messages.

// Returns the stone on a point in words, or the words for an empty point.
function stoneWords(stone) {
  if (!stone) return text('emptyPoint');
  return text(`${stone.isDead ? 'dead_' : ''}stone_${stone.color}`);
}

// Returns the engine's mark on a point in words: 'best', or in a review 'better' (than the move
// played). Its winning chance in per cent, or the moves to a proved win or loss, follows. Empty if
// the point has no mark.
function candidateWords(app, point) {
  const items = app.board.layers.get('candidates') ?? [];
  const found = items.find(({ move }) => partsOf(move).to === point);
  if (!found) return '';
  const name = found.isBetter ? text('markBetter') : found.isBest ? text('markBest') : '';
  const number = Number(found.text.slice(1)), key = { '+': 'winsInMoves', '−': 'losesInMoves' }[found.text[0]];
  const figure = key ? text(key, { moves: number }) : `${found.text} %`;
  return [name, figure].filter(Boolean).join(text('comma'));
}

// Returns a point of the board in words: its name, its stone, and all marks that the board shows at
// the point.
export function pointWords(app, point) {
  const { position } = app.board, stone = position?.stones.get(point);
  const parts = [app.label(point), stoneWords(stone)];
  if (stone?.number && app.options.numbers) parts.push(text('moveNumber', { number: stone.number }));
  if (position?.marks?.some(mark => mark.point === point && mark.kind === 'to')) parts.push(text('lastMove'));
  if (position?.won?.includes(point)) parts.push(text('inWinningRow'));
  const note = app.pointNotes.get(point) ?? app.picker?.noteAt(point);
  if (note) parts.push(note);
  const candidate = candidateWords(app, point);
  if (candidate) parts.push(candidate);
  return parts.join(text('comma'));
}

// Returns the move of a node in words: the side, the points, and the captured stones.
export function moveWords(app, node) {
  if (!node.move) return text('theStart');
  const side = text(app.stateAt(node.parent).side);
  if (app.isGomoku) return text('saidMove', { side, move: app.label(node.move) });
  if (node.move === 'pass') return text('saidPass', { side });
  const { from, to, taken } = partsOf(node.move), points = taken.join(text('comma'));
  const key = from ? 'saidSlide' : to ? 'saidPlace' : 'saidRemove';
  const words = text(key, { side, from, to, taken: points });
  return to && taken.length ? `${words}${text('comma')}${text('saidTakes', { taken: points })}` : words;
}
