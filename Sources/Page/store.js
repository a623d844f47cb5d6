import { Game } from './tree.js';

// Keeps the session in the browser's storage: `write` soon, `flush` at once, `read` when the page
// opens.
//
// Each tab has a place of its own in the storage. A new tab begins with a copy of the newest
// session. If the tab that wrote this session is still open, the new tab takes another place. Thus
// two tabs never overwrite each other. Damaged content is moved aside under another name. Without
// storage everything works, but a closed tab loses its session.

const sessionPrefix = 'wuliu.session.', damagedPrefix = 'wuliu.damaged.', tabKey = 'wuliu.tab';

// The time for which changes are gathered before they are written, in milliseconds.
const writeAfter = 400;

// The largest number of sessions that are kept, and of damaged ones.
const mostSessions = 10, mostDamaged = 3;

export class Store {
  constructor({ storage = storageOf('localStorage'), tab = storageOf('sessionStorage'),
    locks = globalThis.navigator?.locks,
    now = () => Date.now() } = {}) {
    this.storage = storage;
    this.tab = tab;
    this.now = now;
    // The reason why the last write failed: 'none' without storage, 'full' without room; otherwise
    // null.
    this.problem = storage ? null : 'none';
    this.make = null;
    this.timer = null;
    this.place = this.get(tab, tabKey) ?? this.sessions()[0]?.place ?? newPlace();
    this.held = this.hold(locks);
  }

  // Takes this tab's place, or another one if an open tab has it.
  async hold(locks) {
    const isHeld = async place => {
      try {
        return await new Promise((resolve, reject) => {
          // The lock stays until the tab is closed.
          locks.request(`wuliu ${place}`, { ifAvailable: true }, lock => {
            resolve(!lock);
            return lock ? new Promise(() => {}) : undefined;
          }).catch(reject);
        });
      } catch {
        return false;
      }
    };
    if (locks && await isHeld(this.place)) {
      this.place = newPlace();
      await isHeld(this.place);
    }
    this.set(this.tab, tabKey, this.place);
    this.isHeld = true;
    if (this.make && !this.timer) this.flush();
  }

  // MARK: The session

  // Returns the session kept for this tab, otherwise the newest of all; null if there is none.
  // Never throws.
  read() {
    const others = this.sessions().map(({ place }) => place).filter(place => place !== this.place);
    for (const place of [this.place, ...others]) {
      const key = sessionPrefix + place, text = this.get(this.storage, key);
      if (text === null) continue;
      try {
        const { session } = JSON.parse(text);
        Game.fromJSON(session.game);
        return session;
      } catch {
        this.setAside(key, text);
      }
    }
    return null;
  }

  // Writes the session that `make` returns, after `writeAfter`.
  write(make) {
    this.make = make;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.flush();
    }, writeAfter);
  }

  // Writes a waiting session at once. Returns whether everything is written.
  flush() {
    clearTimeout(this.timer);
    this.timer = null;
    // Nothing may be written to the place before it is known to be free.
    if (!this.make || !this.isHeld) return !this.make;
    const session = this.make(), key = sessionPrefix + this.place, saved = this.now();
    let isDone = this.set(this.storage, key, JSON.stringify({ saved, session }));
    for (const other of this.sessions().reverse()) {
      if (isDone) break;
      // Older sessions are removed to make room for this one.
      if (other.place === this.place) continue;
      this.remove(sessionPrefix + other.place);
      isDone = this.set(this.storage, key, JSON.stringify({ saved, session }));
    }
    if (!isDone) isDone = this.set(this.storage, key,
      JSON.stringify({ saved, session: withoutAnalysis(session) }));
    this.problem = isDone ? null : this.storage ? 'full' : 'none';
    if (!isDone) return false;
    this.make = null;
    for (const { place } of this.sessions().slice(mostSessions)) {
      if (place !== this.place) this.remove(sessionPrefix + place);
    }
    return true;
  }

  // Returns the kept sessions, the newest first: { place, saved }, with the time in milliseconds
  // since 1970.
  sessions() {
    return this.keys(sessionPrefix).map(key => ({ place: key.slice(sessionPrefix.length),
      saved: Number(/^\{"saved":(\d+)/.exec(this.get(this.storage, key) ?? '')?.[1] ?? 0) }))
      .sort((a, b) => b.saved - a.saved || (a.place < b.place ? -1 : 1));
  }

  // Returns the damaged sessions that were moved aside, the newest first.
  damaged() {
    return this.keys(damagedPrefix).sort().reverse().map(key => this.get(this.storage, key));
  }

  setAside(key, text) {
    this.remove(key);
    this.set(this.storage, `${damagedPrefix}${String(this.now()).padStart(15, '0')}.${newPlace()}`, text);
    for (const old of this.keys(damagedPrefix).sort().reverse().slice(mostDamaged)) this.remove(old);
  }

  // MARK: The storage, which may refuse anything

  get(storage, key) {
    try {
      return storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  set(storage, key, text) {
    try {
      storage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }

  remove(key) {
    try {
      this.storage.removeItem(key);
    } catch {
      // An item that cannot be removed stays.
    }
  }

  keys(prefix) {
    try {
      return Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index))
        .filter(key => key?.startsWith(prefix));
    } catch {
      return [];
    }
  }
}

const newPlace = () => Math.floor(Math.random() * 2 ** 52).toString(36);

// Returns a storage of the page. Null if there is none, or if the browser forbids access to it.
function storageOf(name) {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

// Returns the session without the engine's analysis and without the game before, for a storage that
// is full.
function withoutAnalysis(session) {
  const bare = game => game?.nodes && { ...game, nodes: game.nodes.map(([parent, move, more]) =>
    more ? [parent, move, { ...more, info: undefined }] : [parent, move]) };
  const game = bare(session.game), { before, unfinished } = session;
  // The unfinished game is kept, even if it is the game before.
  return game ? { ...session, before: undefined, unfinished: bare(unfinished === 'before' ? before : unfinished),
    game } : session;
}
