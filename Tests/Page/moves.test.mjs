import test from 'node:test';
import assert from 'node:assert/strict';
import { isOnMainLine, lineThrough, mainLine, plyOf, stepTarget } from '../../Sources/Page/moves.js';
import { Game } from '../../Sources/Page/tree.js';

// a b c, with d e beside b and f beside c.
function sample() {
  const game = new Game({ kind: 'gomoku' }), nodes = { game, root: game.root };
  const add = (from, ...moves) => {
    game.goTo(from);
    for (const move of moves) nodes[move] = game.play(move);
  };
  add(game.root, 'a', 'b', 'c');
  add(nodes.a, 'd', 'e');
  add(nodes.b, 'f');
  game.latest = new WeakMap();
  return nodes;
}
const names = nodes => nodes.map(node => node.move ?? '-').join('');

test('lines go on by the first child', () => {
  const { root, d, c } = sample();
  assert.equal(names(mainLine({ root })), '-abc');
  assert.equal(names(lineThrough(d)), '-ade');
  assert.equal(plyOf(c), 3);
  assert.ok(isOnMainLine(c));
  assert.ok(!isOnMainLine(d));
});

test('steps go along the line and to the lines beside it', () => {
  const tree = sample(), { game } = tree;
  const at = (node, step) => {
    game.current = node;
    return stepTarget(game, step).move;
  };
  assert.equal(at(tree.b, 'first'), null);
  assert.equal(at(tree.b, 'back'), 'a');
  assert.equal(at(tree.root, 'back'), null);
  assert.equal(at(tree.a, 'forward'), 'b');
  assert.equal(at(tree.c, 'forward'), 'c');
  assert.equal(at(tree.d, 'last'), 'e');
  assert.equal(at(tree.b, 'below'), 'd');
  assert.equal(at(tree.d, 'above'), 'b');
  assert.equal(at(tree.b, 'above'), 'b');
  assert.equal(at(tree.e, 'main'), 'a');
  game.goTo(tree.f);
  assert.equal(at(tree.a, 'last'), 'f');
});
