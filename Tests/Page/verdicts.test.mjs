import test from 'node:test';
import assert from 'node:assert/strict';
import { analysisOf, blackChance, isBetter, judgeMoves, keepAnalysis, markOf, percent, percents, sameMove, shortCount, summaryOf }
  from '../../Sources/Page/verdicts.js';

const info = (chance, best, more = {}) => ({ chance, best, line: [best, 'z1'], score: { cp: 0 }, ...more });
const step = (side, chance, move, best, more) => ({ side, result: 'none', move, info: info(chance, best), ...more });

test('a move is judged by the chance that its side loses', () => {
  const steps = [
    step('black', .6, null, 'a1'),
    step('white', .55, 'b2', 'c3'), // Black had 60 %, now has 45 %: a mistake
    step('black', .9, 'c3', 'd4'), // White's own first choice: no loss, whatever it costs
    step('white', .14, 'e5', 'f6'), // 90 % to 86 %: nothing
    step('black', .1, 'g7', 'h8'), // White: 14 % to 90 %, no loss
  ];
  const judged = judgeMoves(steps);
  assert.equal(judged[0], null);
  assert.equal(judged[1].mark, 'mistake');
  assert.equal(judged[1].kind, 'worse');
  assert.equal(judged[1].best, 'a1');
  assert.ok(Math.abs(judged[1].loss - .15) < 1e-9);
  assert.equal(judged[2].mark, null);
  assert.equal(judged[2].isBest, true);
  assert.equal(judged[3].mark, null);
  assert.equal(judged[4].loss, 0);
});

test('a missed win and an allowed win are named', () => {
  const steps = [
    { ...step('black', 1, null, 'a1'), info: info(1, 'a1', { score: { mate: 5, sign: 1 } }) },
    step('white', .5, 'b2', 'c3'),
    { ...step('black', 1, 'd4', 'e5'), info: info(1, 'e5', { score: { mate: 3, sign: 1 } }) },
  ];
  const judged = judgeMoves(steps);
  assert.equal(judged[1].kind, 'missedWin');
  assert.equal(judged[1].mark, 'blunder');
  assert.equal(judged[2].kind, 'allowedWin');
});

test('a longer way to the same win loses nothing', () => {
  const steps = [
    { ...step('black', 1, null, 'a1'), info: info(1, 'a1', { score: { mate: 5, sign: 1 } }) },
    { ...step('white', 0, 'b2', 'c3'), info: info(0, 'c3', { score: { mate: 10, sign: -1 } }) },
  ];
  assert.equal(judgeMoves(steps)[1].mark, null);
});

test('two turns in a row of one side are judged for that side', () => {
  const steps = [step('white', .5, null, 'a1'), step('white', .3, 'b2', 'c3')];
  const [, judged] = judgeMoves(steps);
  assert.equal(judged.side, 'white');
  assert.ok(Math.abs(judged.loss - .2) < 1e-9);
  assert.equal(judged.mark, 'blunder');
});

test('the result of a game counts as certain', () => {
  assert.equal(blackChance({ side: 'white', result: 'white', info: info(.4, 'a1') }), 0);
  assert.equal(blackChance({ side: 'white', result: 'draw' }), .5);
  assert.equal(blackChance({ side: 'white', result: 'none', info: info(.25, 'a1') }), .75);
  assert.equal(blackChance({ side: 'white', result: 'none' }), null);
});

test('unknown positions have no judgement', () => {
  const judged = judgeMoves([step('black', .5, null, 'a1'), { side: 'white', result: 'none', move: 'b2' }]);
  assert.equal(judged[1], null);
});

test('limits of the marks', () => {
  assert.equal(markOf(.049), null);
  assert.equal(markOf(.05), 'inaccuracy');
  assert.equal(markOf(.1), 'mistake');
  assert.equal(markOf(.2), 'blunder');
});

test('summaries leave out moves of lost positions', () => {
  const judgements = [null, { side: 'black', before: .5, loss: .1, mark: 'mistake', isBest: false },
    { side: 'white', before: .6, loss: 0, mark: null, isBest: true },
    { side: 'black', before: .01, loss: 0, mark: null, isBest: true }];
  const black = summaryOf(judgements, 'black');
  assert.equal(black.moves, 2);
  assert.equal(black.mistake, 1);
  assert.ok(Math.abs(black.loss - .1) < 1e-9);
  assert.ok(Math.abs(black.accuracy - 64.7) < .1);
  assert.equal(summaryOf(judgements, 'white').accuracy, 100);
  assert.equal(summaryOf([], 'white').accuracy, null);
});

test('kept analysis is replaced by better only', () => {
  const line = (chance, depth, move, score = { cp: 10 }) => ({ chance, depth, score, line: [move] });
  const node = {};
  assert.ok(keepAnalysis(node, analysisOf([line(.5, 8, 'a1')], 1000, 10)));
  assert.equal(node.info.best, 'a1');
  assert.ok(!keepAnalysis(node, analysisOf([line(.6, 5, 'b2')], 500, 5)));
  assert.ok(keepAnalysis(node, analysisOf([line(.6, 7, 'b2'), line(.5, 7, 'c3')], 900, 9)));
  assert.equal(node.info.lines.length, 2);
  node.info.threats = { black: {} };
  assert.ok(keepAnalysis(node, analysisOf([line(1, 4, 'd4', { mate: 3, sign: 1 })], 100, 1)));
  assert.ok(!keepAnalysis(node, analysisOf([line(.7, 20, 'b2')], 1e6, 9000)));
  assert.deepEqual(node.info.threats, { black: {} });
  assert.ok(isBetter(node.info, undefined));
});

test('captures of a turn may stand in any order', () => {
  assert.ok(sameMove('c3xa1b2', 'c3xb2a1'));
  assert.ok(!sameMove('c3xa1b2', 'c3xa1b3'));
  assert.ok(!sameMove('c3', 'c3xa1'));
});

test('figures are short', () => {
  assert.deepEqual([percent(.5), percent(1), percent(0), percent(.9996), percent(.0312), percent(.0001)],
    ['50 %', '100 %', '0 %', '99.9 %', '3.1 %', '0.1 %']);
  for (const chance of [.745, .5, .0975, .9025, .9999, .0001, 1, 0, .1, .9, .333]) {
    const [black, white] = percents(chance).map(Number.parseFloat);
    assert.equal(Math.round(10 * (black + white)), 1000, `${chance}: ${percents(chance)}`);
  }
  assert.deepEqual([999, 15234, 3400000, 123456789].map(shortCount), ['999', '15k', '3.4M', '123M']);
});

test('beside a proof moves count by what the engine sees, and whoever follows it loses nothing', () => {
  const proved = (side, seen, move, best) => ({ ...step(side, side === 'black' ? 1 : 0, move, best),
    searched: info(seen, best), proof: true });
  const steps = [proved('black', .7, null, 'a1'), proved('white', .3, 'a1', 'b1'),
    proved('black', .9, 'c1', 'd1'), step('white', .15, 'e1', 'f1'), proved('black', .99, 'g1', 'h1')];
  const judged = judgeMoves(steps);
  assert.deepEqual(judged.map(one => one?.mark ?? null), [null, null, 'blunder', 'inaccuracy', 'mistake']);
  assert.equal(judged[3].best, 'd1');
  assert.ok(judged[3].leavesProof);
  // The engine does not see why the proof's move is good: it is sound all the same.
  const [, followed] = judgeMoves([proved('black', .7, null, 'a1'), proved('white', .6, 'a1', 'b1')]);
  assert.deepEqual([followed.mark, followed.loss, followed.isBest], [null, 0, true]);
});
