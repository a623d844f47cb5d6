import test from 'node:test';
import assert from 'node:assert/strict';
import { timeLeft, clockText } from '../../Sources/Page/course.js';
import { actionsOf, openingsFor, readOpening, saidUpTo } from '../../Sources/Page/opening.js';
import { completeSettings } from '../../Sources/Page/tree.js';
import { settingsOf } from '../../Sources/Page/newgame.js';

test('actionsJoinMovesAndWords', () => {
  const said = [{ stones: 3, action: 'swap' }, { stones: 4, action: 'fifths 2' }, { stones: 4, action: 'stay' },
    { stones: 4, action: 'offer g9,h12' }];
  assert.deepEqual(actionsOf(said, ['h8', 'i9', 'i10', 'h10', 'h12', 'a1']),
    ['h8', 'i9', 'i10', 'swap', 'h10', 'fifths 2', 'stay', 'offer g9,h12', 'take h12', 'a1']);
  assert.deepEqual(actionsOf([], ['h8']), ['h8']);
  assert.deepEqual(saidUpTo(said, 3), said.slice(0, 1));
  assert.deepEqual(saidUpTo(said, 2), []);
});

test('openingRulesNeedTheirRulesAndRoom', () => {
  assert.deepEqual(openingsFor('freestyle', 15), ['', 'swap', 'swap2', 'pro', 'long-pro']);
  assert.deepEqual(openingsFor('renju', [15, 8]), ['', 'swap', 'swap2']);
  assert.ok(openingsFor('renju', 9).includes('soosyrv-8'));
});

test('theStateOfAnOpeningIsRead', () => {
  const none = { place: [], maySwap: false, fifths: null, offer: null, take: [] };
  assert.deepEqual(readOpening('OPENINGSTATE second first 3 swap stay g7,h7'),
    { ...none, actor: 1, black: 0, maySwap: true, place: ['g7', 'h7'] });
  assert.deepEqual(readOpening('OPENINGSTATE first second 4 fifths 1-8'), { ...none, actor: 0, black: 1, fifths: [1, 8] });
  assert.deepEqual(readOpening('OPENINGSTATE first second 4 offer 2 a1,b1'),
    { ...none, actor: 0, black: 1, offer: { count: 2, points: ['a1', 'b1'] } });
  assert.deepEqual(readOpening('OPENINGSTATE second first 4 take a1,b1'),
    { ...none, actor: 1, black: 0, take: ['a1', 'b1'] });
  assert.deepEqual(readOpening('OPENINGSTATE over second 5'), { ...none, actor: null, black: 1 });
});

test('gamesOfEarlierPagesKeepTheirSwap2', () => {
  const course = { choices: ['more', 'white'], live: ['h8'], ended: null, elapsed: 3 };
  assert.deepEqual(completeSettings({ rule: 'standard', swap2: true, course }), { kind: 'gomoku', rule: 'standard',
    size: 15, opening: 'swap2', course: { said: [{ stones: 5, action: 'swap' }], live: ['h8'], ended: null, elapsed: 3 } });
  assert.equal(completeSettings({ swap2: false }).opening, undefined);
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
  const values = { kind: 'gomoku', rule: 'renju', size: 15, opening: 'rif', preset: 'huainan', switches: { six: 4 },
    way: 'byLot', levels: [3, 8], clock: 'game', timeMs: 500, minutes: 5, seconds: 2, turnSeconds: 9 };
  assert.deepEqual(settingsOf(values, () => .9), { kind: 'gomoku', rule: 'renju', size: 15, opening: 'rif',
    seats: [{ kind: 'engine', level: 3, timeMs: 500 }, { kind: 'person' }], clock: { total: 300000, increment: 2000 } });
  const watched = settingsOf({ ...values, kind: 'liuzhou', way: 'watch', clock: 'none' });
  assert.deepEqual(watched, { kind: 'liuzhou', preset: 'huainan', switches: { six: 4 }, clock: null,
    seats: [{ kind: 'engine', level: 3, timeMs: 500 }, { kind: 'engine', level: 8, timeMs: 500 }] });
});
