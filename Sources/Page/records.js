// Between the dialog of games and formats.js: the forms a game can be written in, and what a text holds.

// { key, ending } of the forms for a game, the usual one first.
export function gameForms() {
  return [{ key: 'moves', ending: 'txt' }];
}

export function writeGameText(game) {
  return game.line(game.end).join(game.settings.kind === 'liuzhou' ? ' ' : '');
}

export function readGameText(text, app) {
  return { error: app.text('noGame') };
}
