import test from 'node:test';
import assert from 'node:assert/strict';
import { isOnMainLine, lineThrough, mainLine, makeMain, plyOf, stepTarget } from '../../Sources/Page/moves.js';

const add = (parent, move) => {
  const node = { move, parent, children: [] };
  parent.children.push(node);
  return node;
};

// a b c, with d e beside b and f beside c.
function sample() {
  const root = { move: null, parent: null, children: [] };
  const a = add(root, 'a'), b = add(a, 'b'), c = add(b, 'c'), d = add(a, 'd'), e = add(d, 'e'), f = add(b, 'f');
  return { root, a, b, c, d, e, f };
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
  const tree = sample(), at = (current, step) => stepTarget({ root: tree.root, current }, step).move;
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
});

test('a side line becomes the main line at every fork', () => {
  const tree = sample();
  assert.ok(makeMain(tree.e));
  assert.equal(names(mainLine(tree)), '-ade');
  assert.ok(!makeMain(tree.e));
  assert.ok(makeMain(tree.f));
  assert.equal(names(mainLine(tree)), '-abf');
});
