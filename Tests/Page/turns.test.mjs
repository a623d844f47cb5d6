import test from 'node:test';
import assert from 'node:assert/strict';
import { TurnEntry, formationsThrough, formationValues, liuzhouFormations, turnText } from '../../Sources/Page/turns.js';
import { presetValue } from '../../Sources/Page/newgame.js';
import { liuzhouPresets } from '../../Sources/Page/tree.js';

const noDuty = { count: 0, all: [], others: [] };

test('thereAre47FormationsAndFourRims', () => {
  const count = kind => liuzhouFormations.filter(formation => formation.kind === kind).length;
  assert.deepEqual(['square', 'diag3', 'diag4', 'diag5', 'diag6', 'six', 'edge-six'].map(count), [25, 4, 4, 4, 2, 8, 4]);
  for (const { points } of liuzhouFormations) assert.equal(new Set(points).size, points.length);
});

test('valuesFollowPresetAndSwitches', () => {
  assert.equal(formationValues('fengyang').six, 3);
  assert.equal(formationValues('huainan')['edge-six'], 1);
  assert.equal(formationValues('shandong').diag5, 0);
  assert.equal(formationValues('shandong-app six=4').diag5, 0);
  assert.equal(formationValues('huainan six=5 lose-at=2').six, 5);
});

test('deadStonesAreInNoFormation', () => {
  const stones = new Map(['c3', 'c4', 'd3', 'd4'].map(point => [point, { color: 'black' }]));
  assert.deepEqual(formationsThrough(stones, 'd4', 'black', 'fengyang').map(({ kind }) => kind), ['square']);
  assert.deepEqual(formationsThrough(stones, 'd4', 'white', 'fengyang'), []);
  stones.set('c3', { color: 'black', isDead: true });
  assert.deepEqual(formationsThrough(stones, 'd4', 'black', 'fengyang'), []);
});

test('aPlacementThatTakesNothingIsComplete', () => {
  const entry = new TurnEntry(['c3', 'd4'], () => noDuty);
  assert.deepEqual(entry.pick('c3'), { move: 'c3' });
  assert.deepEqual(entry.pick('a1'), { error: 'notEmpty' });
});

test('stonesToTakeAreChosenOneByOneAndGivenBackOneByOne', () => {
  const duty = { count: 2, all: [], others: ['f6', 'a1', 'b2'] };
  const entry = new TurnEntry(['c3c4', 'c3d3', 'e5e6'], action => action === 'c3c4' ? duty : noDuty);
  assert.deepEqual(entry.pick('a1'), { error: 'stoneFirst' });
  assert.deepEqual(entry.pick('c3'), {});
  assert.deepEqual(entry.targets, ['c4', 'd3']);
  assert.deepEqual(entry.pick('f1'), { error: 'notBeside' });
  assert.deepEqual(entry.pick('c4'), {});
  assert.equal(entry.missing, 2);
  assert.deepEqual(entry.pick('c3'), { error: 'notTakable' });
  assert.deepEqual(entry.pick('f6'), {});
  assert.deepEqual(entry.takable, ['a1', 'b2']);
  assert.equal(entry.back(), true);
  assert.equal(entry.missing, 2);
  assert.equal(entry.back(), true);
  assert.equal(entry.action, null);
  assert.equal(entry.from, 'c3');
  assert.equal(entry.back(), true);
  assert.equal(entry.back(), false);
  for (const point of ['e5', 'c3', 'c4', 'f6']) entry.pick(point);
  assert.deepEqual(entry.pick('a1'), { move: 'c3c4xa1f6' });
});

test('aStoneThatIsChosenTwiceIsFreeAgain', () => {
  const entry = new TurnEntry(['c3'], () => ({ count: 1, all: [], others: ['a1', 'a2'] }));
  entry.pick('c3');
  const copy = entry.copy();
  assert.deepEqual(copy.pick('a1'), { move: 'c3xa1' });
  assert.equal(entry.missing, 1);
  entry.taken = ['a1'];
  assert.deepEqual(entry.pick('a1'), {});
  assert.deepEqual(entry.taken, []);
});

test('withoutAChoiceAllAreTaken', () => {
  const entry = new TurnEntry(['c3', 'd3'], action => action === 'c3' ? { count: 2, all: ['b1'], others: ['a6'] } :
    { count: 3, all: ['b1'], others: ['a6', 'a5', 'b4'] });
  assert.deepEqual(entry.copy().pick('c3'), { move: 'c3xb1a6' });
  assert.deepEqual(entry.pick('d3'), {});
  assert.equal(entry.missing, 2);
});

test('aForcedRemovalBeginsWithTheStone', () => {
  const entry = new TurnEntry(['remove'], () => ({ count: 1, all: [], others: ['a1', 'b2'] }));
  assert.equal(entry.isEmpty, true);
  assert.equal(entry.back(), false);
  assert.deepEqual(entry.pick('b2'), { move: 'xb2' });
  assert.equal(turnText('remove', ['b2', 'a2', 'f1']), 'xf1a2b2');
});

test('theDialogTellsTheValuesOfThePresets', () => {
  for (const preset of liuzhouPresets) {
    for (const [name, value] of Object.entries(formationValues(preset))) {
      assert.equal(presetValue(preset, name), value, `${preset} ${name}`);
    }
  }
  assert.deepEqual(liuzhouPresets.map(preset => presetValue(preset, 'lose-at')), [3, 2, 3, 3, 3]);
  assert.deepEqual(liuzhouPresets.map(preset => presetValue(preset, 'length')), [0, 0, 0, 0, 142]);
});
