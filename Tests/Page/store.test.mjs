import test from 'node:test';
import assert from 'node:assert/strict';
import { Store } from '../../Sources/Page/store.js';
import { Game } from '../../Sources/Page/tree.js';

// A storage that is full after so many characters.
class Storage {
  constructor(room = Infinity) {
    this.map = new Map();
    this.room = room;
  }

  get length() { return this.map.size; }
  key(index) { return [...this.map.keys()][index] ?? null; }
  getItem(key) { return this.map.get(key) ?? null; }
  removeItem(key) { this.map.delete(key); }

  setItem(key, text) {
    const used = [...this.map].reduce((sum, [other, value]) => sum + (other === key ? 0 : value.length), 0);
    if (used + text.length > this.room) throw new Error('QuotaExceededError');
    this.map.set(key, String(text));
  }
}

// The locks of all tabs of a browser; `close` of a tab gives its own back.
class Locks {
  constructor(held = new Map()) {
    this.held = held;
    this.own = [];
  }

  async request(name, options, work) {
    await null;
    if (this.held.has(name)) return work(null);
    this.held.set(name, this);
    this.own.push(name);
    return work({ name });
  }

  tab() { return new Locks(this.held); }
  close() { for (const name of this.own) this.held.delete(name); }
}

let time = 1000;
async function openTab(storage, { tab = new Storage(), locks = new Locks() } = {}) {
  const store = new Store({ storage, tab, locks, now: () => time++ });
  await store.held;
  return store;
}

function sessionOf(...moves) {
  const game = new Game();
  for (const move of moves) game.play(move);
  return { game: JSON.parse(JSON.stringify(game)), mode: 'play' };
}

const movesOf = session => session.game.nodes.slice(1).map(node => node[1]).join(' ');

test('a session comes back in the same tab and in the next one', async () => {
  const storage = new Storage(), tab = new Storage();
  const store = await openTab(storage, { tab });
  assert.equal(store.read(), null);
  store.write(() => sessionOf('h8'));
  store.write(() => sessionOf('h8', 'i9'));
  assert.equal(storage.length, 0, 'nothing is written at once');
  assert.ok(store.flush());
  assert.equal(movesOf((await openTab(storage, { tab })).read()), 'h8 i9');
  assert.equal(movesOf((await openTab(storage)).read()), 'h8 i9');
  assert.equal(storage.length, 1);
});

test('what waits is written by itself', async () => {
  const storage = new Storage(), store = await openTab(storage);
  let made = 0;
  for (let step = 0; step < 50; step++) store.write(() => { made++; return sessionOf('h8'); });
  while (!storage.length) await new Promise(resolve => setTimeout(resolve, 20));
  assert.equal(made, 1);
  assert.equal(store.problem, null);
});

test('two open tabs never overwrite each other', async () => {
  const storage = new Storage(), locks = new Locks();
  const first = locks.tab(), one = await openTab(storage, { locks: first });
  one.write(() => sessionOf('h8'));
  one.flush();
  const secondTab = new Storage(), second = locks.tab();
  const two = new Store({ storage, tab: secondTab, locks: second, now: () => time++ });
  assert.equal(movesOf(two.read()), 'h8', 'the second begins with a copy');
  // Written before the place is known: it waits.
  two.write(() => sessionOf('a1'));
  two.flush();
  await two.held;
  two.flush();
  one.write(() => sessionOf('h8', 'i9'));
  one.flush();
  assert.equal(two.sessions().length, 2);
  second.close();
  assert.equal(movesOf((await openTab(storage, { tab: secondTab, locks: locks.tab() })).read()), 'a1',
    'reloaded');
  first.close();
  assert.equal(movesOf((await openTab(storage, { locks: locks.tab() })).read()), 'h8 i9',
    'the newest of the closed ones');
});

test('damaged content is set aside, and the next session is taken', async () => {
  const storage = new Storage(), tab = new Storage();
  const other = await openTab(storage);
  other.write(() => sessionOf('h8'));
  other.flush();
  for (const text of ['{"saved":9', 'null',
    '{"saved":99999,"session":{"game":{"format":"wuliu game 1","nodes":[[-1,null],[5,"h8"]]}}}', '',
    '{"saved":99999,"session":null}']) {
    tab.setItem('wuliu.tab', 'mine');
    storage.setItem('wuliu.session.mine', text);
    const store = await openTab(storage, { tab });
    assert.equal(movesOf(store.read()), 'h8', text);
    assert.equal(storage.getItem('wuliu.session.mine'), null);
    assert.ok(store.damaged().includes(text));
    assert.ok(store.damaged().length <= 3);
  }
});

test('a full storage drops old sessions, then the analysis, then says so', async () => {
  const storage = new Storage(2500);
  for (const move of ['a1', 'a2', 'a3']) {
    const old = await openTab(storage, { locks: new Locks(), tab: new Storage() });
    old.place = move;
    old.write(() => ({ ...sessionOf(move), more: 'x'.repeat(400) }));
    assert.ok(old.flush());
  }
  const store = await openTab(storage);
  store.place = 'mine';
  store.write(() => ({ ...sessionOf('h8'), more: 'x'.repeat(1500) }));
  assert.ok(store.flush());
  assert.deepEqual(store.sessions().map(({ place }) => place), ['mine', 'a3']);
  const big = sessionOf('h8', 'i9');
  big.game.nodes[2].push({ info: { line: ['x'.repeat(5000)] }, comment: 'kept' });
  store.write(() => big);
  assert.ok(store.flush());
  assert.deepEqual(store.read().game.nodes[2][2], { comment: 'kept' });
  store.write(() => ({ ...sessionOf('h8'), more: 'x'.repeat(5000) }));
  assert.ok(!store.flush());
  assert.equal(store.problem, 'full');
  assert.equal(movesOf(store.read()), 'h8 i9', 'what was kept before is still there');
  store.write(() => sessionOf('j10'));
  assert.ok(store.flush() && store.problem === null);
});

test('only so many sessions are kept', async () => {
  const storage = new Storage();
  for (let number = 0; number < 15; number++) {
    const store = await openTab(storage);
    store.place = `place${number}`;
    store.write(() => sessionOf('h8'));
    store.flush();
  }
  assert.equal(storage.length, 10);
  assert.ok(storage.getItem('wuliu.session.place14') && !storage.getItem('wuliu.session.place0'));
});

test('without storage or with one that refuses everything nothing is thrown', async () => {
  const refusing = new Proxy({}, { get() { throw new Error('SecurityError'); } });
  for (const storage of [null, refusing]) {
    const store = new Store({ storage, tab: storage, locks: null });
    await store.held;
    assert.equal(store.read(), null);
    store.write(() => sessionOf('h8'));
    assert.ok(!store.flush());
    assert.ok(store.problem);
  }
  const locks = { request: async () => { throw new Error('no locks here'); } };
  assert.equal((await openTab(new Storage(), { locks })).read(), null);
});
