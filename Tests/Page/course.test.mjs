import test from 'node:test';
import assert from 'node:assert/strict';
import { stageOf, choicesAfter, blackSeat, actorAt, timeLeft, clockText } from '../../Sources/Page/course.js';
import { settingsOf } from '../../Sources/Page/newgame.js';

const swap2 = { swap2: true };
const course = (...choices) => ({ choices });

test('swap2GoesThroughItsStages', () => {
  assert.equal(stageOf({}, course(), 0), 'playing');
  assert.deepEqual([0, 2, 3].map(stones => stageOf(swap2, course(), stones)), ['proposing', 'proposing', 'choosing']);
  assert.deepEqual([3, 4, 5].map(stones => stageOf(swap2, course('more'), stones)), ['adding', 'adding', 'choosingLast']);
  assert.equal(stageOf(swap2, course('more', 'black'), 5), 'playing');
  assert.equal(stageOf(swap2, course('white'), 3), 'playing');
});

test('whoChoosesHasTheColour', () => {
  assert.equal(blackSeat({}, course()), 0);
  assert.equal(blackSeat(swap2, course()), null);
  assert.equal(blackSeat(swap2, course('black')), 1);
  assert.equal(blackSeat(swap2, course('white')), 0);
  assert.equal(blackSeat(swap2, course('more')), null);
  assert.equal(blackSeat(swap2, course('more', 'black')), 0);
  assert.equal(blackSeat(swap2, course('more', 'white')), 1);
  assert.equal(actorAt(swap2, course(), 1, 'white'), 0);
  assert.equal(actorAt(swap2, course(), 3, 'white'), 1);
  assert.equal(actorAt(swap2, course('black'), 3, 'white'), 0);
  assert.equal(actorAt(swap2, course('more'), 5, 'white'), 0);
});

test('choicesFallWithTheStonesThatAreTakenBack', () => {
  assert.deepEqual(choicesAfter(['more', 'black'], 5), ['more', 'black']);
  assert.deepEqual(choicesAfter(['more', 'black'], 4), ['more']);
  assert.deepEqual(choicesAfter(['more', 'black'], 2), []);
});

test('timeIsLeftByPlayerWithIncrement', () => {
  const turns = [{ seat: 0, time: 1000 }, { seat: 1, time: 4000 }, { seat: 0, time: 500 }];
  const clock = { total: 60000, increment: 2000 };
  assert.equal(timeLeft(clock, turns, 0), 62500);
  assert.equal(timeLeft(clock, turns, 1, 700), 57300);
  assert.equal(timeLeft({ turn: 30000 }, turns, 1, 700), 29300);
});

test('clocksShowTenthsAtTheEnd', () => {
  assert.deepEqual([-5, 4321, 9999, 10000, 61000, 3723000].map(clockText),
    ['0:00.0', '0:04.3', '0:09.9', '0:10', '1:01', '1:02:03']);
});

test('theDialogMakesCompleteSettings', () => {
  const values = { kind: 'gomoku', rule: 'renju', size: 15, swap2: true, preset: 'huainan', switches: { six: 4 },
    way: 'byLot', levels: [3, 8], clock: 'game', timeMs: 500, minutes: 5, seconds: 2, turnSeconds: 9 };
  assert.deepEqual(settingsOf(values, () => .9), { kind: 'gomoku', rule: 'renju', size: 15, swap2: true,
    seats: [{ kind: 'engine', level: 3, timeMs: 500 }, { kind: 'person' }], clock: { total: 300000, increment: 2000 } });
  const watched = settingsOf({ ...values, kind: 'liuzhou', way: 'watch', clock: 'none' });
  assert.deepEqual(watched, { kind: 'liuzhou', preset: 'huainan', switches: { six: 4 }, clock: null,
    seats: [{ kind: 'engine', level: 3, timeMs: 500 }, { kind: 'engine', level: 8, timeMs: 500 }] });
});
