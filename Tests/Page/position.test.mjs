import test from 'node:test';
import assert from 'node:assert/strict';
import { positionAfter, placeOf, pointAt, rimName, partsOf, starPoints } from '../../Sources/Report/Page/position.js';

const gomoku = { kind: 'gomoku', width: 15, height: 15 }, liuzhou = { kind: 'liuzhou', width: 6, height: 6 };

test('pointsAndPlacesAreInverse', () => {
  for (const game of [gomoku, liuzhou, { kind: 'gomoku', width: 22, height: 5 }]) {
    for (let row = 0; row < game.height; row++) {
      for (let column = 0; column < game.width; column++) {
        assert.deepEqual(placeOf(game, pointAt(game, column, row)), [column, row]);
      }
    }
  }
  assert.equal(pointAt(gomoku, 0, 0), 'a1');
  assert.equal(pointAt(liuzhou, 0, 0), 'a6');
});

test('theRimCountsRowsOfGomokuFromBelowIfAskedTo', () => {
  assert.equal(rimName(gomoku, 'a1', 'below'), 'a15');
  assert.equal(rimName(gomoku, 'a1', 'above'), 'a1');
  assert.equal(rimName(liuzhou, 'a1', 'below'), 'a1');
});

test('stonesOfGomokuAlternateFromTheSideOfASetUpPosition', () => {
  const { stones, marks } = positionAfter({ ...gomoku, origin: 'black h8 white i9 to white' }, ['a1', 'b2']);
  assert.equal(stones.get('h8').color, 'black');
  assert.equal(stones.get('a1').color, 'white');
  assert.deepEqual(stones.get('b2'), { color: 'black', number: 2 });
  assert.deepEqual(marks, [{ point: 'b2', kind: 'to' }]);
});

test('capturedStonesStayUntilTheBoardIsFull', () => {
  const moves = ('f1 d1 e2 b5 f2 e3 b3 e4 b2 f4 a3 f3xb2 b4 a4 c6 e5 d6 c5 c1 f5xe2 c3 c4 d5 d2 d3 e6 f6 e1 c2 a2 ' +
    'b1 b6 a6 d4 a1 a5').split(' ');
  assert.equal(positionAfter(liuzhou, moves.slice(0, 12)).stones.get('b2').isDead, true);
  const full = positionAfter(liuzhou, moves).stones;
  assert.equal(full.size, 34);
  assert.ok(!full.has('b2') && !full.has('e2'));
  const { stones, marks } = positionAfter(liuzhou, [...moves, 'd2e2xc1c2f2d5']);
  assert.equal(stones.get('e2').color, 'white');
  assert.ok(!stones.has('d5') && !stones.has('d2'));
  assert.deepEqual(marks.map(({ kind }) => kind), ['from', 'to', 'taken', 'taken', 'taken', 'taken']);
});

test('turnsThatTheRulesForbidAreDrawnAsFarAsTheyCan', () => {
  assert.doesNotThrow(() => positionAfter(liuzhou, ['c3c4', 'xa1', 'pass', 'c3xf6', '']));
});

test('partsOfTurns', () => {
  assert.deepEqual(partsOf('c3c4xb2'), { from: 'c3', to: 'c4', taken: ['b2'] });
  assert.deepEqual(partsOf('xb2'), { from: null, to: null, taken: ['b2'] });
  assert.deepEqual(partsOf('pass'), { from: null, to: null, taken: [] });
  assert.deepEqual(partsOf('h8'), { from: null, to: 'h8', taken: [] });
});

test('starPointsLieOnTheBoard', () => {
  for (let size = 5; size <= 22; size++) {
    for (const [x, y] of starPoints({ kind: 'gomoku', width: size, height: size })) {
      assert.ok(x > 0 && x < size - 1 && y > 0 && y < size - 1);
    }
  }
  assert.equal(starPoints(gomoku).length, 5);
  assert.equal(starPoints({ kind: 'gomoku', width: 19, height: 19 }).length, 9);
  assert.deepEqual(starPoints(liuzhou), []);
});
