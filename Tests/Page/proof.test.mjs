import test from 'node:test';
import assert from 'node:assert/strict';
import { findProof, proofAt, withProof } from '../../Sources/Page/proof.js';

const servicesOf = (settings, side, answer) => ({ asked: 0, game: { settings }, sideAt: () => side, isOver: () => false,
  async askBook() { this.asked++; return answer; } });
const freestyle = { kind: 'gomoku', rule: 'freestyle', size: 15 };
const win = { move: 'h8', nodes: 0, score: { mate: 63, sign: 1 } };

test('a win of the book is kept as proved, and holds after its move', async () => {
  const node = { parent: null }, services = servicesOf(freestyle, 'black', win);
  await findProof(services, node);
  await findProof(services, node);
  assert.equal(services.asked, 1);
  assert.deepEqual(proofAt(node), { plies: 63, move: 'h8' });
  assert.deepEqual(proofAt({ parent: node, move: 'h8' }), { plies: 62, move: null });
  assert.equal(proofAt({ parent: node, move: 'i8' }), null);
});

test('no book is asked where there is none', async () => {
  for (const [settings, side] of [[freestyle, 'white'], [{ ...freestyle, size: 16 }, 'black'],
    [{ ...freestyle, size: [17, 19] }, 'black'], [{ ...freestyle, rule: 'standard', size: 19 }, 'black'],
    [{ ...freestyle, rule: 'renju' }, 'black']]) {
    const services = servicesOf(settings, side, win), node = { parent: null };
    await findProof(services, node);
    assert.equal(services.asked, 0);
    assert.equal(proofAt(node), null);
  }
});

test('what the engine finds by itself is no proof of the book', async () => {
  for (const answer of [null, { ...win, nodes: 12 }, { ...win, score: { mate: 1, sign: 1 } },
    { ...win, score: { cp: 30 } }]) {
    const node = { parent: null };
    await findProof(servicesOf(freestyle, 'black', answer), node);
    assert.equal(proofAt(node), null);
  }
});

test('the move of the proof comes first', () => {
  const lines = [{ line: ['i9', 'j9'], score: { cp: 200 }, chance: .8, depth: 9 },
    { line: ['h8', 'a1'], score: { cp: 100 }, chance: .7, depth: 9 }];
  const shown = withProof({ depth: 9, lines }, { plies: 63, move: 'h8' }, 'black');
  assert.deepEqual(shown.lines.map(({ line }) => line[0]), ['h8', 'i9']);
  assert.deepEqual(shown.lines[0].score, { mate: 63, sign: 1 });
  assert.equal(shown.chance, 1);
  assert.equal(withProof({ depth: 9, lines }, { plies: 62, move: null }, 'white').chance, 0);
  assert.equal(withProof(null, { plies: 63, move: 'h8' }, 'black').lines.length, 1);
  assert.equal(withProof(null, null, 'black'), null);
});

test('a position of which only the proof is known has its line', () => {
  assert.deepEqual(withProof({ proved: {} }, { plies: 63, move: 'h8' }, 'black').line, ['h8']);
});

test('a move that is the same by symmetry keeps the proof', async () => {
  for (const [size, middle, reply, move, same, other] of [[15, 'h8', 'i9', 'g9', 'i7', 'g7'],
    [17, 'i9', 'j10', 'h10', 'j8', 'h8'], [19, 'j10', 'k11', 'i11', 'k9', 'i9'], [21, 'k11', 'l12', 'j12', 'l10', 'j10']]) {
    const first = { move: middle, parent: { parent: null } }, second = { move: reply, parent: first };
    await findProof(servicesOf({ ...freestyle, size }, 'black', { ...win, move }), second);
    assert.deepEqual(proofAt({ parent: second, move: same }).plies, 62);
    assert.equal(proofAt({ parent: second, move: other }), null);
  }
});
