import test from 'node:test';
import assert from 'node:assert/strict';
import { Rules, rowWins, stonesOfRanks } from '../../Sources/Page/rules.js';
import { openMachine } from '../../Sources/Page/wasm.js';
import { compileModule, makeRandom, needsModule, pick } from './support.mjs';

const open = async settings => {
  const rules = new Rules(await openMachine(await compileModule()));
  if (settings) assert.equal(rules.start(settings), null);
  return rules;
};

test('a game of gomoku is played to its end', needsModule, async () => {
  const rules = await open({ kind: 'gomoku', rule: 'freestyle', size: 15 });
  assert.equal(rules.state().side, 'black');
  assert.equal(rules.legal().length, 225);
  for (const move of 'h8 a1 h9 a2 h10 a3 h11 a4'.split(' ')) assert.deepEqual(rules.play(move), { move });
  assert.equal(rules.state().result, 'none');
  assert.deepEqual(rules.play('h8'), { error: 'h8 is occupied', reason: null });
  assert.match(rules.play('p1').error, /off the board/);
  assert.deepEqual(rules.play('h12'), { move: 'h12' });
  const { side, phase, result, ending, winning, stones, counts } = rules.state();
  assert.deepEqual([side, phase, result, ending], ['white', 'over', 'black', 'row']);
  assert.deepEqual(winning.sort(), ['h10', 'h11', 'h12', 'h8', 'h9']);
  assert.deepEqual(counts, { black: 5, white: 4 });
  assert.equal(stones.get('a4').color, 'white');
  assert.deepEqual(rules.legal(), []);
  assert.equal(rules.play('o15').error, 'game over: black has won');
  assert.deepEqual(rules.line(), 'h8 a1 h9 a2 h10 a3 h11 a4 h12'.split(' '));
});

test('forbidden points have their reasons', needsModule, async () => {
  const rules = await open({ kind: 'gomoku', rule: 'renju', size: 15 });
  const reasons = {};
  for (const text of ['black h7 h9 g8 i8 white a1 a3 a5 a7 to black',
    'black d8 e8 f8 h9 h10 h11 white a1 a3 c8 h12 o1 o3 to black',
    'black d8 e8 f8 h8 i8 white a1 a3 a5 a7 a9 to black']) {
    assert.equal(rules.set({ text }), null);
    for (const { point, reason } of rules.forbidden()) reasons[reason] = point;
    for (const { point, reason } of rules.forbidden()) assert.equal(rules.play(point).reason, reason);
  }
  assert.deepEqual(Object.keys(reasons).sort(), ['double four', 'double three', 'overline']);
  rules.set({ text: 'black h7 h9 g8 i8 white a1 a3 a5 to white' });
  assert.deepEqual(rules.forbidden(), []);
  rules.start({ kind: 'gomoku', rule: 'freestyle', size: 15 });
  rules.set({ text: 'black h7 h9 g8 i8 white a1 a3 a5 a7 to black' });
  assert.deepEqual(rules.forbidden(), []);
  assert.deepEqual(rules.play('h8'), { move: 'h8' });
  assert.equal(rules.state().side, 'white');
  assert.equal(rules.position.text, 'black h7 h9 g8 i8 h8 white a1 a3 a5 a7 to white');
});

test('what is refused leaves the position before', needsModule, async () => {
  const rules = await open({ kind: 'gomoku', rule: 'freestyle', size: [7, 9] });
  rules.set({ moves: ['a1', 'g9'] });
  assert.match(rules.set({ moves: ['a1', 'h1'] }).error, /off the board/);
  assert.match(rules.set({ moves: ['a1', 'a1'] }).error, /occupied/);
  assert.deepEqual([...rules.state().stones.keys()].sort(), ['a1', 'g9']);
  assert.equal(rules.legal().length, 61);
  assert.match(rules.start({ kind: 'liuzhou', switches: { six: 77 } }).error, /six cannot be 77/);
  assert.equal(rules.legal().length, 61);
});

test('Liuzhou chess tells what a turn takes', needsModule, async () => {
  const rules = await open({ kind: 'liuzhou', preset: 'fengyang' });
  assert.equal(rules.legal().length, 36);
  assert.equal(rules.set({ origin: 'O4O/6/2X1X1/2XXX1/6/oO3O b p 0', moves: [] }), null);
  assert.deepEqual(rules.captures('d4'), { count: 2, all: [], others: ['b1', 'f1', 'a6', 'f6'],
    protected: { black: [], white: [] } });
  assert.deepEqual(rules.captures('d5').count, 0);
  assert.deepEqual(rules.play('d4xf6b1'), { move: 'd4xb1f6' });
  const { stones, counts, side, phase, position } = rules.state();
  assert.deepEqual([side, phase, position.split(' ').slice(1).join(' ')], ['white', 'placing', 'w p 0']);
  assert.deepEqual(stones.get('f6'), { color: 'white', isDead: true });
  assert.deepEqual(counts, { black: 6, white: 2 });
  assert.match(rules.play('d4').error, /occupied/);
  assert.match(rules.play('zz').error, /PLAY|no such point/);
  rules.set({ origin: 'XXOXXO/XXOXXO/OOXOOX/OOXOOX/XXOXXO/XOOXOO b f 0', moves: [] });
  assert.equal(rules.state().phase, 'forcing');
  assert.deepEqual(rules.legal(), ['remove']);
  rules.set({ origin: 'XO2OX/OOOOOO/OXO1OO/4O1/O3OO/3OO1 b m 0' });
  const over = rules.state();
  assert.deepEqual([over.result, over.ending, over.phase], ['white', 'fewStones', 'over']);
  assert.match(over.reason, /white wins/);
});

test('whole games by legal turns alone end, in all rules', needsModule, async () => {
  const rules = await open(), random = makeRandom(7);
  const games = [{ kind: 'gomoku', rule: 'renju', size: 9 }, { kind: 'gomoku', rule: 'caro', size: 7 },
    { kind: 'gomoku', rule: 'standard', size: [5, 8] }, { kind: 'gomoku', rule: 'exactcaro', size: 6 },
    ...['fengyang', 'fengyang-app', 'huainan', 'shandong', 'shandong-app', 'fengyang length=40']
      .map(preset => ({ kind: 'liuzhou', preset }))];
  for (const settings of [...games, ...games]) {
    rules.start(settings);
    let turns = 0;
    while (rules.state().result === 'none') {
      const { side } = rules.state();
      assert.ok(side === 'black' || side === 'white');
      let move = pick(random, rules.legal());
      if (settings.kind === 'liuzhou') {
        const { count, all, others } = rules.captures(move), chosen = [...all], open = [...others];
        while (chosen.length < count) chosen.push(...open.splice(random(open.length), 1));
        if (move === 'remove') move = '';
        if (chosen.length) move += `x${chosen.join('')}`;
      }
      const played = rules.play(move);
      assert.ok(played.move, `${move}: ${played.error}`);
      assert.ok(++turns < 3000);
    }
    const { ending, winning, result } = rules.state();
    assert.ok(['row', 'full', 'noMoves', 'fewStones', 'blocked', 'quiet', 'length', 'repetition'].includes(ending));
    if (settings.preset === 'fengyang length=40') assert.equal(ending, 'length');
    if (ending === 'row') assert.ok(winning.length >= 5 && result !== 'draw');
    // The whole game as one position is the same.
    const copy = rules.state().stones, moves = rules.line();
    rules.start(settings);
    assert.equal(rules.set({ moves }), null);
    assert.deepEqual(rules.state().stones, copy);
  }
});

test('rows win by the rule', () => {
  assert.ok(rowWins('freestyle', 'black', 6, true) && !rowWins('standard', 'white', 6, false));
  assert.ok(rowWins('renju', 'white', 6, false) && !rowWins('renju', 'black', 6, false));
  assert.ok(!rowWins('caro', 'black', 5, true) && rowWins('caro', 'black', 6, true));
  assert.ok(!rowWins('exactcaro', 'black', 6, false) && rowWins('exactcaro', 'black', 5, false));
  assert.deepEqual(stonesOfRanks('X4o/6/6/6/6/1O4 b p 0'), new Map([['a6', { color: 'black', isDead: false }],
    ['f6', { color: 'white', isDead: true }], ['b1', { color: 'white', isDead: false }]]));
});
