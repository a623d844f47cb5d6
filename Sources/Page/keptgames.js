import { makeButton } from './elements.js';
import { text } from './text.js';

// The games that are kept beside the one that is shown: the game before, and the last unfinished game that was
// played here.

// A text with the name of a game, its players or its kind, and the number of its moves.
export function gameTitle(game, key) {
  const { kind, rule } = game.settings, players = ['PB', 'PW'].map(name => game.property(name)?.trim());
  const name = players.every(Boolean) ? players.join(' – ') :
    text(kind === 'liuzhou' ? 'game_liuzhou' : `rule_${rule}`);
  return text(key, { name, count: game.path(game.end).length });
}

// Whether a game of a person is under way: moves were played in it, and nothing has ended it.
export function isUnderWay(app) {
  const { settings } = app.game, { play } = app.modes;
  return Boolean(settings.isPlayed) && play.seats.some(({ kind }) => kind === 'person') &&
    play.live.parent !== null && !play.isOver;
}

// The button that brings back the unfinished game, where the button of the game before does not.
export function unfinishedButton(app) {
  const { unfinished, before } = app;
  if (!unfinished || unfinished === before) return null;
  return makeButton(gameTitle(unfinished, 'unfinishedGame'), () => app.takeGame(unfinished),
    { 'data-name': 'unfinished' });
}
