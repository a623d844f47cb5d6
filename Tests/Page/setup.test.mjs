import test from 'node:test';
import assert from 'node:assert/strict';
import { faultOf, liuzhouPosition, readLiuzhouPosition } from '../../Sources/Page/setup.js';
import { keepThreat, knownThreat, passedPosition, positionText, slidesThatTake, solveAnswer } from '../../Sources/Page/threats.js';

const stonesOf = (black, white, dead = 0) => {
  const points = [...'123456'].flatMap(rank => [...'abcdef'].map(file => file + rank));
  const stones = new Map();
  for (let index = 0; index < black + white; index++) {
    const color = index < black ? 'black' : 'white';
    stones.set(points[index], { color, isDead: index < dead });
  }
  return stones;
};
const liuzhou = (black, white, side, phase, dead) =>
  faultOf({ kind: 'liuzhou', stones: stonesOf(black, white, dead), side, phase, size: 6 })?.key ?? null;

test('a position of Liuzhou chess is written and read', () => {
  for (const text of ['O4O/6/2X1X1/2XXX1/6/oO3O b p 0', 'XO2OX/OOOOOO/OXO1OO/4O1/O3OO/3OO1 b m 17',
    '6/6/6/6/6/6 b p 0']) assert.equal(liuzhouPosition(readLiuzhouPosition(text)), text);
  assert.equal(readLiuzhouPosition('h8i9'), null);
});

test('one sentence says what is wrong with a position of Liuzhou chess', () => {
  assert.equal(liuzhou(0, 0, 'black', 'placing'), null);
  assert.equal(liuzhou(5, 4, 'white', 'placing', 2), null);
  assert.equal(liuzhou(5, 4, 'black', 'placing'), 'fault_turn');
  assert.equal(liuzhou(7, 4, 'black', 'placing'), 'fault_uneven');
  assert.equal(liuzhou(19, 4, 'black', 'moving'), 'fault_many');
  assert.equal(liuzhou(18, 18, 'white', 'placing'), 'fault_placed');
  assert.equal(liuzhou(18, 18, 'white', 'moving'), 'fault_noRoom');
  assert.equal(liuzhou(9, 9, 'white', 'moving', 1), 'fault_dead');
  assert.equal(liuzhou(18, 18, 'black', 'forcing'), null);
  assert.equal(liuzhou(18, 17, 'white', 'forcing'), null);
  assert.equal(liuzhou(18, 16, 'white', 'forcing'), 'fault_forcing');
  assert.equal(liuzhou(12, 3, 'white', 'moving'), null);
});

test('a full board of gomoku cannot be played', () => {
  const stones = new Map(Array.from({ length: 25 }, (_, index) =>
    [`${'abcde'[index % 5]}${1 + Math.floor(index / 5)}`, { color: index % 2 ? 'white' : 'black' }]));
  assert.equal(faultOf({ kind: 'gomoku', stones, side: 'black', size: 5 }).key, 'fault_full');
  stones.delete('a1');
  assert.equal(faultOf({ kind: 'gomoku', stones, side: 'black', size: 5 }), null);
});

test('a position is written with any side to move', () => {
  assert.equal(positionText(new Map([['h8', 'black'], ['i9', 'white'], ['j8', 'black']]), 'black'),
    'black h8 j8 white i9 to black');
  assert.equal(positionText(new Map(), 'white'), 'black white to white');
});

test('answers of SOLVE are read', () => {
  assert.deepEqual(solveAnswer(['MESSAGE nodes 1', 'SOLVE win 3 pv g8 f8 k8']),
    { result: 'win', plies: 3, line: ['g8', 'f8', 'k8'] });
  assert.deepEqual(solveAnswer(['SOLVE none']), { result: 'none' });
  assert.deepEqual(solveAnswer(['SOLVE unknown']), { result: 'unknown' });
  assert.equal(solveAnswer(['ERROR game over: black has won']).result, 'unknown');
});

test('a known forced win is not lost to a shorter search', () => {
  const node = {};
  keepThreat(node, 'white', 'vct', { result: 'win', plies: 7, line: ['a1'] });
  keepThreat(node, 'white', 'vct', { result: 'unknown' });
  keepThreat(node, 'white', 'vcf', { result: 'none' });
  assert.equal(knownThreat(node, 'white').kind, 'vct');
  assert.equal(knownThreat(node, 'black'), null);
});

test('the other side of Liuzhou chess is asked only while stones slide', () => {
  assert.equal(passedPosition('O4O/6/2X1X1/2XXX1/6/O3O1 b m 3'), 'O4O/6/2X1X1/2XXX1/6/O3O1 w m 3');
  assert.equal(passedPosition('6/6/6/6/6/6 b p 0'), null);
  assert.equal(passedPosition(undefined), null);
});

test('the slides that take most are named', () => {
  const counts = { a1a2: 0, b1b2: 2, c1c2: 2, d1d2: 1 };
  const rules = { set: () => null, legal: () => Object.keys(counts), captures: action => ({ count: counts[action] }) };
  assert.deepEqual(slidesThatTake(rules, '6/6/6/6/6/6 b m 0'), { count: 2, moves: ['b1b2', 'c1c2'] });
  assert.equal(slidesThatTake({ set: () => ({ error: 'no' }) }, '6/6/6/6/6/6 b m 0'), null);
});
