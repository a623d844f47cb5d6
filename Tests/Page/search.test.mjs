import test from 'node:test';
import assert from 'node:assert/strict';
import { Analysis, LineTable } from '../../Sources/Page/search.js';
import { ReviewJob, isReviewed, nodesOf, stepsOf } from '../../Sources/Page/review.js';

const info = (rank, depth, move, chance = .5) =>
  ({ rank, depth, line: [move], score: { cp: 0 }, chance, nodes: 100 * depth, ms: depth });
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

// An engine whose searches last until `finish` or `stop`.
function slowEngine() {
  const engine = {
    asked: [], stops: 0,
    search(position, options) {
      engine.asked.push(position);
      return new Promise(resolve => { engine.finish = () => resolve({}); engine.onInfo = options.onInfo; });
    },
    clearHash: async () => {},
    stop() { engine.stops++; engine.finish?.(); },
  };
  return engine;
}

function treeOf(...moves) {
  const root = { move: null, parent: null, children: [] };
  let node = root;
  for (const move of moves) {
    const child = { move, parent: node, children: [] };
    node.children.push(child);
    node = child;
  }
  return { root, current: root, last: node };
}

const servicesFor = (game, engine) => ({ game, engine, position: node => node, isOver: node => node.move === 'over',
  before: async () => {}, changed() {}, keep() { this.kept = (this.kept ?? 0) + 1; } });

test('a move that rises is listed once', () => {
  const table = new LineTable(3);
  table.add(info(1, 4, 'a'));
  table.add(info(2, 4, 'b'));
  table.add(info(3, 4, 'c'));
  table.add(info(1, 5, 'b'));
  assert.deepEqual(table.lines.map(({ line }) => line[0]), ['b', 'c']);
  table.add(info(2, 5, 'a'));
  table.add(info(3, 5, 'c'));
  assert.deepEqual(table.lines.map(({ line }) => line[0]), ['b', 'a', 'c']);
  assert.equal(table.depth, 5);
});

test('the analysis follows the current position and keeps what it finds', async () => {
  const game = treeOf('a', 'b'), engine = slowEngine(), services = servicesFor(game, engine);
  const analysis = new Analysis(services);
  analysis.switchOn(true);
  await pause(120);
  assert.equal(analysis.state, 'searching');
  engine.onInfo(info(1, 6, 'x', .7));
  assert.equal(analysis.shown(game.root).chance, .7);
  game.current = game.root.children[0];
  analysis.follow();
  await pause(150);
  assert.equal(engine.stops, 1);
  assert.equal(engine.asked.length, 2);
  assert.equal(game.root.info.best, 'x');
  assert.equal(analysis.shown(game.root).chance, .7);
  engine.onInfo(info(1, 3, 'y', .2));
  engine.finish();
  await pause(10);
  assert.equal(analysis.state, 'rested');
  assert.equal(game.current.info.best, 'y');
  await analysis.halt('off');
});

test('positions that only pass by are not searched', async () => {
  const game = treeOf('a', 'b', 'c'), engine = slowEngine(), analysis = new Analysis(servicesFor(game, engine));
  analysis.switchOn(true);
  for (let at = game.root; at; at = at.children[0]) {
    game.current = at;
    analysis.follow();
  }
  await pause(150);
  assert.equal(engine.asked.length, 1);
  assert.equal(engine.asked[0].move, 'c');
  await analysis.halt('off');
});

test('a finished game is not searched', async () => {
  const game = treeOf('over'), engine = slowEngine(), analysis = new Analysis(servicesFor(game, engine));
  game.current = game.last;
  analysis.switchOn(true);
  await pause(120);
  assert.equal(analysis.state, 'over');
  assert.equal(engine.asked.length, 0);
});

test('an engine that fails is reported', async () => {
  const game = treeOf('a'), engine = { search: () => Promise.reject(new Error('no memory')), stop() {} };
  const analysis = new Analysis(servicesFor(game, engine));
  analysis.switchOn(true);
  await pause(120);
  assert.equal(analysis.state, 'failed');
  assert.equal(analysis.failure, 'no memory');
});

test('a review goes from the end to the start, can be stopped and goes on', async () => {
  const game = treeOf('a', 'b', 'over'), engine = slowEngine(), services = servicesFor(game, engine);
  const job = new ReviewJob(services);
  job.start(game, 'quick');
  await pause(5);
  assert.equal(engine.asked.at(-1).move, 'b');
  engine.onInfo(info(1, 6, 'x'));
  engine.finish();
  await pause(5);
  assert.equal(engine.asked.at(-1).move, 'a');
  await job.stop();
  assert.equal(job.isRunning, false);
  assert.ok(isReviewed(game.root.children[0].children[0].info, nodesOf('quick')));
  assert.ok(!isReviewed(game.root.children[0].info, nodesOf('quick')));
  job.start(game, 'quick');
  await pause(5);
  assert.equal(engine.asked.at(-1).move, 'a');
  assert.equal(job.done, 1);
  engine.onInfo(info(1, 6, 'x'));
  engine.finish();
  await pause(5);
  engine.onInfo(info(1, 6, 'x'));
  engine.finish();
  await job.finished;
  assert.equal(job.done, 3);
  assert.ok(isReviewed(game.root.info, nodesOf('quick')));
  assert.ok(!isReviewed(game.root.info, nodesOf('deep')));
});

test('a review judges by its own searches, and by ends that the analysis has found', () => {
  const services = { sideAt: () => 'black', resultAt: () => 'none', isGomoku: true };
  const judged = { chance: .6, best: 'a', line: ['a'], limit: nodesOf('quick') };
  const chanceOf = info => stepsOf(services, [{ info }])[0].info.chance;
  assert.equal(chanceOf({ chance: .9, best: 'b', line: ['b'], judged }), .6);
  assert.equal(chanceOf({ chance: 1, best: 'b', line: ['b'], score: { mate: 5, sign: 1 }, judged }), 1);
  assert.equal(chanceOf({ chance: .9, best: 'b', line: ['b'] }), .9);
});
