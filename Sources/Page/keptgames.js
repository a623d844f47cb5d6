import { makeButton } from './elements.js';
import { text } from './text.js';

// The games that are kept beside the one that is shown: the game before, and the last unfinished
// game that was played here.

// Returns the text `key` with a game's name and number of moves. The name is made of its players,
// or is that of its rules.
export function gameTitle(game, key) {
  const { kind, rule } = game.settings, players = ['PB', 'PW'].map(name => game.property(name)?.trim());
  const name = players.every(Boolean) ? players.join(' – ') :
    text(kind === 'liuzhou' ? 'game_liuzhou' : `rule_${rule}`);
  return text(key, { name, count: game.path(game.end).length });
}

// Returns whether the current game has begun here, has a person at a seat, and is not over.
export function isUnderWay(app) {
  const { settings } = app.game, { play } = app.modes;
  return Boolean(settings.isPlayed) && play.seats.some(({ kind }) => kind === 'person') &&
    play.live.parent !== null && !play.isOver;
}

// Returns the button that brings back the unfinished game. Returns null if there is no such game,
// or if the button for the game before brings it back.
export function unfinishedButton(app) {
  const { unfinished, before } = app;
  if (!unfinished || unfinished === before) return null;
  return makeButton(gameTitle(unfinished, 'unfinishedGame'), () => app.takeGame(unfinished),
    { 'data-name': 'unfinished' });
}
