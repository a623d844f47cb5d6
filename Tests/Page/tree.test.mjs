import test from 'node:test';
import assert from 'node:assert/strict';
import { Game, completeSettings, boardOf, readOrigin, presetText } from '../../Sources/Page/tree.js';

const again = game => Game.fromJSON(JSON.parse(JSON.stringify(game)));

test('moves are played, taken back and brought back', () => {
  const game = new Game({ kind: 'gomoku', rule: 'renju', size: 15 });
  const words = [];
  game.onChange = what => words.push(what);
  for (const move of ['h8', 'i9', 'j10']) game.play(move);
  assert.deepEqual(game.line(), ['h8', 'i9', 'j10']);
  assert.equal(game.sideToMove(), 'white');
  assert.ok(game.undo() && game.undo());
  assert.deepEqual(game.line(), ['h8']);
  assert.ok(game.redo());
  assert.deepEqual(game.line(), ['h8', 'i9']);
  game.undo();
  const side = game.play('g7');
  assert.deepEqual(game.root.children[0].children.map(node => node.move), ['i9', 'g7']);
  game.undo();
  assert.ok(game.redo());
  assert.equal(game.current, side, 'redo goes where the game was');
  game.goTo(game.root);
  assert.ok(!game.undo());
  while (game.redo()) ;
  assert.equal(game.current, side);
  assert.deepEqual(words.slice(0, 3), ['move', 'move', 'move']);
});

test('a move after taking back can become the main line', () => {
  const game = new Game();
  game.play('h8');
  game.play('i9');
  game.undo();
  game.play('g7', true);
  assert.deepEqual(game.line(game.end), ['h8', 'g7']);
  game.undo();
  const old = game.play('i9');
  assert.deepEqual(game.line(game.end), ['h8', 'g7']);
  game.makeMain(old);
  assert.deepEqual(game.line(game.end), ['h8', 'i9']);
});

test('removing the current line goes to its parent', () => {
  const game = new Game();
  const first = game.play('h8');
  const second = game.play('i9');
  game.play('j10');
  game.remove(second);
  assert.equal(game.current, first);
  assert.equal(first.children.length, 0);
  game.remove(game.root);
  assert.equal(game.root.children.length, 1);
  assert.throws(() => game.goTo(second));
});

test('a position that was set up goes on with the moves', () => {
  const game = new Game({ origin: 'black h8 j10 white i9 to white' });
  assert.equal(game.sideToMove(), 'white');
  game.play('a1');
  game.play('b2');
  assert.deepEqual(game.position(), { text: 'black h8 j10 b2 white i9 a1 to white' });
  assert.deepEqual(readOrigin(undefined), { black: [], white: [], side: 'black' });
  const other = new Game({ kind: 'liuzhou', origin: '6/6/6/6/6/6 b p 0' });
  other.play('c3');
  assert.deepEqual(other.position(), { origin: '6/6/6/6/6/6 b p 0', moves: ['c3'] });
  assert.deepEqual(new Game().position(), { moves: [] });
});

test('settings are completed or refused', () => {
  assert.deepEqual(completeSettings({}), { kind: 'gomoku', rule: 'freestyle', size: 15 });
  assert.deepEqual(completeSettings({ kind: 'liuzhou' }), { kind: 'liuzhou', preset: 'fengyang' });
  assert.deepEqual(boardOf(completeSettings({ size: [15, 17] })), [15, 17]);
  assert.equal(completeSettings({ size: [19, 19] }).size, 19);
  assert.equal(completeSettings({ rule: 'exact-caro' }).rule, 'exactcaro');
  assert.equal(completeSettings({ kind: 'liuzhou', preset: 'huainan six=1' }).preset, 'huainan six=1');
  assert.equal(presetText({ preset: 'huainan', switches: { six: 2, 'lose-at': 2 } }),
    'huainan six=2 lose-at=2');
  for (const wrong of [{ kind: 'chess' }, { rule: 'pente' }, { size: 4 }, { size: 23 }, { size: '15' },
    { size: [15] },
    { kind: 'liuzhou', preset: 'beijing' }, { kind: 'liuzhou', preset: 'huainan six' },
      { kind: 'liuzhou', preset: '' }, { kind: 'liuzhou', switches: { six: '2\nEND' } }]) assert.throws(() =>
      completeSettings(wrong));
});

test('properties of the record are read, set in place and removed', () => {
  const game = new Game();
  game.root.properties = [['PB', 'A'], ['EV', 'Cup']];
  game.setProperty('PB', 'B');
  game.setProperty('RE', 'W+');
  assert.deepEqual(game.root.properties, [['PB', 'B'], ['EV', 'Cup'], ['RE', 'W+']]);
  game.setProperty('PB', 'a]b\\c');
  assert.equal(game.property('PB'), 'a]b\\c');
  assert.deepEqual(game.root.properties[0], ['PB', 'a\\]b\\\\c']);
  for (const name of ['PB', 'EV', 'RE']) game.setProperty(name, null);
  assert.equal(game.root.properties, undefined);
  assert.equal(game.property('PB'), null);
});

test('random trees come back from JSON', () => {
  let seed = 1;
  const random = count => { seed = (seed * 48271) % 2147483647; return seed % count; };
  for (let round = 0; round < 300; round++) {
    const game = new Game({ size: 15, black: { name: 'A', kind: 'person' } });
    for (let step = 0; step < 60; step++) {
      const kind = random(10);
      if (kind < 6) game.play(`${'abcdefghijklmno'[random(15)]}${1 + random(15)}`, random(4) === 0);
      else if (kind < 8) game.undo();
      else if (kind === 8) game.goTo([...game.nodes()][random([...game.nodes()].length)]);
      else game.remove(game.current);
      if (random(5) === 0) game.current.comment = `“${step}”\n<b>`;
      if (random(5) === 0) game.current.info = { chance: random(100) / 100, line: ['h8'] };
      if (random(9) === 0) game.current.time = step;
    }
    const copy = again(game);
    assert.deepEqual(copy.toJSON(), game.toJSON());
    assert.deepEqual(copy.line(), game.line());
  }
});

test('a long line is no trouble, and damage is thrown', () => {
  const game = new Game({ size: 22 });
  for (let step = 0; step < 20000; step++) game.play(`a${step}`);
  assert.equal(again(game).line().length, 20000);
  for (const wrong of [null, {}, [], { format: 'wuliu game 1' },
    { ...game.toJSON(), nodes: [[-1, null], [5, 'h8']] },
    { ...game.toJSON(), nodes: [[-1, null], [0, 7]] }, { ...game.toJSON(), settings: { size: 99 } },
    { ...game.toJSON(), nodes: [null] }]) assert.throws(() => Game.fromJSON(wrong));
});
