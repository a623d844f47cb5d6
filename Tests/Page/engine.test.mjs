import test from 'node:test';
import assert from 'node:assert/strict';
import { Engine, SearchReader, positionLine, readScore, pairOf, pointOfPair,
  isTurn } from '../../Sources/Page/engine.js';
import { canPause } from '../../Sources/Page/wasm.js';
import { compileModule, makeNodeWorker, needsModule } from './support.mjs';

const gomoku = { kind: 'gomoku', rule: 'freestyle', size: 15 };
const liuzhou = { kind: 'liuzhou', preset: 'fengyang' };

async function withEngine(settings, work, options = {}) {
  const engine = new Engine(await compileModule(), { makeWorker: makeNodeWorker, ...options });
  engine.setUp(settings);
  try {
    await work(engine);
  } finally {
    engine.close();
  }
}

// MARK: Reading

test('a block of INFO lines and the last line of a search are read', () => {
  const told = [], reader = new SearchReader('gomoku', info => told.push(info));
  for (const line of ['INFO PV 1', 'INFO NUMPV 2', 'INFO DEPTH 3', 'INFO SELDEPTH 5', 'INFO NODES 7',
    'INFO TOTALNODES 262',
    'INFO TOTALTIME 10', 'INFO SPEED 26200', 'INFO EVAL -145', 'INFO WINRATE 0.2755', 'INFO BESTLINE 7,6 6,9',
    'INFO PV DONE', 'MESSAGE depth 3-5 multipv 2 ev -145 n 262 n/ms 26 tm 10 pv h7 g10',
    'SEARCH h7 score -145 depth 3 nodes 262 time 11 pv h7 g10']) reader.take(line);
  assert.deepEqual(told, [{ rank: 2, depth: 3, selectiveDepth: 5, nodes: 262, ms: 10, score: { cp: -145 },
    chance: .2755, line: ['h7', 'g10'] }]);
  assert.equal(reader.result(false).move, 'h7');
});

test('a MESSAGE line is enough where no block comes', () => {
  const told = [], reader = new SearchReader('liuzhou', info => told.push(info));
  reader.take('MESSAGE depth 7-9 ev +M5 n 1637 n/ms 327 tm 5 pv c3xa1f6 pass');
  reader.take('MESSAGE game over: black wins');
  reader.take('c3xa1f6');
  assert.deepEqual(told[0].score, { mate: 5, sign: 1 });
  assert.deepEqual(told[0].line, ['c3xa1f6', 'pass']);
  assert.equal(reader.result(false).move, 'c3xa1f6');
});

test('broken lines are no trouble', () => {
  const reader = new SearchReader('gomoku');
  for (const line of ['', 'INFO', 'INFO PV', 'INFO EVAL', 'INFO PV DONE', 'MESSAGE depth', 'SEARCH', 'x',
    '7,7,7',
    'INFO BESTLINE', 'MESSAGE depth 1-1 ev ?? n 1 n/ms 1 tm 1 pv h8']) reader.take(line);
  assert.deepEqual(reader.result(true).lines, []);
  assert.equal(reader.result(true).move, null);
});

test('points, scores, turns and positions are written as the protocol has them', () => {
  assert.equal(pairOf('h8'), '7,7');
  assert.equal(pointOfPair('21,0'), 'v1');
  assert.deepEqual(readScore('-M4'), { mate: 4, sign: -1 });
  assert.deepEqual(readScore('-35'), { cp: -35 });
  assert.equal(readScore('M'), null);
  assert.equal(positionLine({ moves: [] }), 'POSITION start');
  assert.equal(positionLine({ moves: ['h8', 'i9'] }), 'POSITION moves h8 i9');
  assert.equal(positionLine({ text: 'black h8 white  to white' }), 'POSITION black h8 white  to white');
  assert.equal(positionLine({ origin: '6/6/6/6/6/6 b p 0', moves: ['c3'] }),
    'POSITION 6/6/6/6/6/6 b p 0 moves c3');
  assert.equal(positionLine({ origin: '6/6/6/6/6/6 b p 0' }), 'POSITION 6/6/6/6/6/6 b p 0');
  assert.ok(isTurn('c3c4xa1b2') && isTurn('xb2') && isTurn('pass') && !isTurn('c3c4c5') && !isTurn('OK'));
});

// MARK: Searching

test('the engine searches, tells its lines and asks', needsModule, () => withEngine(gomoku, async engine => {
  assert.ok(engine.busy === false);
  const told = [];
  const found = await engine.search({ moves: ['h8', 'i9', 'h9'] },
    { depth: 6, onInfo: info => told.push(info) });
  assert.match(found.move, /^[a-o]\d+$/);
  assert.equal(found.depth, 6);
  assert.equal(told.length, 6);
  assert.deepEqual(found.lines[0], told.at(-1));
  assert.ok(told.at(-1).chance > 0 && told.at(-1).chance < 1);
  const several = await engine.search({ moves: ['h8', 'i9', 'h9'] }, { depth: 4, lines: 3 });
  assert.deepEqual(several.lines.map(line => line.rank), [1, 2, 3]);
  assert.equal(several.move, several.lines[0].line[0]);
  assert.deepEqual((await engine.ask(['POSITION moves h8 a1 h9 a2 h10 a3 h11 a4',
    'SOLVE vcf'])).at(-1).slice(0, 9), 'SOLVE win');
  assert.match((await engine.ask('POSITION moves h8 h8'))[0], /^ERROR/);
  await assert.rejects(engine.search({ moves: ['h8', 'h8'] }, { timeMs: 1e8 }), /occupied/);
  await assert.rejects(engine.search({ moves: 'h8 a1 h9 a2 h10 a3 h11 a4 h12'.split(' ') }), /black has won/);
  // What was refused has not spoilt the next.
  assert.equal((await engine.search({ moves: 'h8 a1 h9 a2 h10 a3 h11 a4'.split(' ') },
    { depth: 2 })).score.mate, 1);
}));

test('an analysis looks behind a forced reply, and a player answers at once', needsModule, () =>
  withEngine(gomoku, async engine => {
    // f10 has made a four: White has one reply, and Black wins.
    const position = { moves: 'h8 i9 h10 h9 g9 i7 i10 f8 g10 j10 f10'.split(' ') };
    const told = [];
    const found = await engine.search(position, { timeMs: 20000, lines: 3, onInfo: info => told.push(info) });
    assert.equal(found.move, 'e10');
    assert.deepEqual(found.lines.map(({ line }) => line[0]), ['e10']);
    assert.equal(found.score.sign, -1);
    assert.ok(found.score.mate % 2 === 0 && found.chance < .01);
    assert.ok(told.every(({ line }) => line[0] === 'e10'));
    const played = await engine.search(position, { timeMs: 20000, level: 10 });
    assert.deepEqual([played.move, played.depth], ['e10', 1]);
  }));

test('the book tells the proved wins, and nothing where none is proved', needsModule,
  () => withEngine(gomoku, async engine => {
  const found = await engine.askBook({ moves: [] });
  assert.equal(found.move, 'h8');
  assert.ok(found.score.mate > 20 && found.score.sign === 1 && found.nodes === 0);
  assert.equal(await engine.askBook({ moves: ['a1', 'h8'] }), null);
  for (const [size, middle] of [[17, 'i9'], [19, 'j10'], [21, 'k11']]) {
    engine.setUp({ ...gomoku, size });
    const found = await engine.askBook({ moves: [] });
    assert.equal(found.move, middle);
    assert.ok(found.score.mate > 20 && found.nodes === 0);
  }
  engine.setUp({ ...gomoku, rule: 'renju' });
  assert.equal(await engine.askBook({ moves: [] }), null);
}));

test('another game is set up before the next job', needsModule, () => withEngine(gomoku, async engine => {
  const first = engine.search({ moves: [] }, { depth: 2 });
  engine.setUp(liuzhou);
  const second = engine.search({ moves: ['c3', 'd4'] }, { depth: 2, lines: 2 });
  engine.setUp({ kind: 'gomoku', rule: 'renju', size: [15, 17] });
  const third = engine.search({ moves: ['h8', 'h9'] }, { level: 1, timeMs: 100 });
  assert.ok(engine.busy);
  assert.match((await first).move, /^[a-o]\d/);
  assert.ok(isTurn((await second).move));
  assert.match((await third).move, /^[a-o]\d/);
  assert.ok((await engine.ask('SHOW')).some(line => /renju/.test(line)));
  await engine.ask('START 9');
  engine.setUp({ kind: 'gomoku', rule: 'renju', size: [15, 17] });
  assert.ok((await engine.ask('SHOW')).length > 15,
    'a START that was asked for is not mistaken for the game');
  engine.setUp({ kind: 'liuzhou', preset: 'fengyang', switches: { six: 99 } });
  assert.match((await engine.ask('SHOW'))[0], /^ERROR .*six cannot be 99/);
}));

test('openings are played to their ends', needsModule, () => withEngine(gomoku, async engine => {
  for (const rule of ['swap2', 'pro']) {
    const actions = [];
    while (true) {
      const action = await engine.opening(rule, actions, { timeMs: 100 });
      if (action === 'over') break;
      assert.match(action, /^(swap|stay|[a-o]\d+)$/);
      actions.push(action);
    }
    assert.ok(actions.length > 2, actions.join(' '));
  }
  await assert.rejects(engine.opening('rif', []), /renju/);
}));

for (const [way, options] of [['shared', {}], ['pause', { ways: ['pause'] }], ['restart', { ways: [] }]]) {
  const isMissing = way === 'pause' && !canPause();
  test(`a search is stopped by the way "${way}"`, isMissing ? { skip: 'Node cannot pause a search' } :
    needsModule, () => withEngine(gomoku, async engine => {
    await engine.ready;
    assert.equal(engine.stopWay, way);
    for (const wait of [0, 30, 600]) {
      const began = performance.now();
      const search = engine.search({ moves: ['h8', 'i9', 'h9'] }, { timeMs: 600000, lines: 2 });
      const stopped = (async () => {
        await new Promise(resolve => setTimeout(resolve, wait));
        engine.stop();
        engine.stop();
      })();
      const found = await search;
      await stopped;
      assert.match(found.move, /^[a-o]\d/);
      assert.equal(found.stopped, true);
      // Half of the time that the search had: no machine is as busy as that.
      assert.ok(performance.now() - began < 300000);
    }
    engine.stop();
    const next = await engine.search({ moves: ['h8'] }, { depth: 3 });
    assert.equal(next.depth, 3, 'a stop without a search does nothing to the next one');
    const solve = engine.ask(['POSITION moves h8 i9 h9', 'SOLVE game time 100000']);
    setTimeout(() => engine.stop(), 300);
    await solve;
  }, options));
}

test('a crash is mended once, and told if it comes again', needsModule, async () => {
  let crashes = 1;
  const makeWorker = () => {
    const worker = makeNodeWorker(), { postMessage } = worker;
    worker.postMessage = message => {
      if (message.kind === 'run' && crashes > 0) {
        crashes--;
        setTimeout(() =>
          worker.onmessage({ data: { kind: 'failed', job: message.job, reason: 'unreachable' } }));
      } else postMessage(message);
    };
    return worker;
  };
  await withEngine(gomoku, async engine => {
    assert.equal((await engine.search({ moves: ['h8', 'i9'] }, { depth: 2 })).depth, 2);
    crashes = 2;
    await assert.rejects(engine.search({ moves: ['h8', 'i9'] }, { depth: 2 }), /unreachable/);
    assert.equal((await engine.search({ moves: ['h8', 'i9'] }, { depth: 2 })).depth, 2);
  }, { makeWorker });
});

test('a worker that cannot be started refuses, and is tried again', needsModule, async () => {
  let isBroken = true;
  const makeWorker = () => {
    if (!isBroken) return makeNodeWorker();
    const worker = { postMessage: () => setTimeout(() => worker.onerror({ message: 'no worker here' })),
      terminate() {} };
    return worker;
  };
  await withEngine(gomoku, async engine => {
    await assert.rejects(engine.search({ moves: ['h8', 'i9'] }, { depth: 2 }), /no worker here/);
    isBroken = false;
    assert.equal((await engine.search({ moves: ['h8', 'i9'] }, { depth: 2 })).depth, 2);
  }, { makeWorker });
});

test('a search of so many nodes on one thread finds the same again', needsModule, async () => {
  const moves = 'h8 i9 j8 i8 i7 h6 k9 j7'.split(' ');
  const found = async engine => {
    await engine.clearHash();
    const answers = [];
    for (const count of [8, 7, 6]) {
      const { move, nodes, score } = await engine.search({ moves: moves.slice(0, count) }, { nodes: 15000, threads: 1 });
      answers.push({ move, nodes, score });
    }
    return answers;
  };
  let first;
  await withEngine(gomoku, async engine => {
    first = await found(engine);
    await engine.search({ moves: ['h8', 'i9'] }, { timeMs: 300, lines: 2 });
    assert.deepEqual(await found(engine), first);
  });
  await withEngine(gomoku, async engine => { assert.deepEqual(await found(engine), first); }, { threads: 2 });
});

test('a closed engine leaves nothing waiting', needsModule, async () => {
  const engine = new Engine(await compileModule(), { makeWorker: makeNodeWorker });
  const search = engine.search({ moves: [] }, { timeMs: 100000 });
  engine.close();
  await assert.rejects(search, /closed/);
});

test('several threads search together, and the engine goes on if one cannot be started', needsModule, async () => {
  const search = async engine => {
    await engine.ask(['START 15']);
    return engine.search({ moves: ['h8', 'i9', 'h9'] }, { depth: 9 });
  };
  let alone;
  await withEngine(gomoku, async engine => { alone = await search(engine); });
  await withEngine(gomoku, async engine => {
    // The helpers come a little later than the first thread, and a busy machine may give them no time.
    for (let found = alone; found.nodes === alone.nodes;) found = await search(engine);
    const stopped = engine.search({ moves: ['h8', 'i9', 'h9'] }, { timeMs: 600000 });
    engine.stop();
    assert.equal((await stopped).stopped, true);
    engine.setThreads(1);
    assert.equal((await search(engine)).nodes, alone.nodes);
  }, { threads: 3 });
  const makeWorker = () => {
    const worker = makeNodeWorker(), { postMessage } = worker;
    worker.postMessage = message => message.kind === 'help' ?
      setTimeout(() => worker.onerror({ message: 'no more workers' })) : postMessage(message);
    return worker;
  };
  await withEngine(gomoku, async engine => {
    await engine.ready;
    // The failure ends the search that may have begun; it is tried again.
    while (engine.threads > 1) await search(engine);
    assert.equal((await search(engine)).nodes, alone.nodes);
  }, { makeWorker, threads: 2 });
});
