// A game as a tree of moves: its settings, the main line and side lines, comments, kept analysis,
// and the current node.
//
// Settings of gomoku: { kind: 'gomoku', rule, size }. The rule is one of `gomokuRules`. The size is
// a side or [width, height].
//
// Settings of Liuzhou chess: { kind: 'liuzhou', preset, switches }. The preset is one of
// `liuzhouPresets`. The switches change it, as in { 'lose-at': 2 }; they may also stand behind the
// name of the preset: 'huainan lose-at=2'.
//
// `origin` is the text of a position that was set up, as in POSITION; it may be absent. Examples
// are 'black h8 white i9 to black', and in Liuzhou chess 'RANKS SIDE PHASE QUIET'. All other
// settings are kept as they are.
//
// Node: { move, parent, children, comment, info, properties, unread, time }
//   move        null at the root
//   children    the first child continues the main line
//   info        the kept analysis, as in verdicts.js
//   properties  those of a record that mean nothing here, each [name, value, …] with the escapes of
//               SGF; those of the root are of the whole game
//   unread      variations that cannot be played here, as texts in SGF
//   time        the time of the move in milliseconds, if it is known

export const gomokuRules = ['freestyle', 'standard', 'renju', 'caro', 'exactcaro'];
export const liuzhouPresets = ['fengyang', 'fengyang-app', 'huainan', 'shandong', 'shandong-app'];
export const columnLetters = 'abcdefghijklmnopqrstuv';
export const boardSides = { least: 5, most: 22 };

// Returns the numbers of the board's columns and rows.
export function boardOf(settings) {
  if (settings.kind === 'liuzhou') return [6, 6];
  return Array.isArray(settings.size) ? [...settings.size] : [settings.size, settings.size];
}

// Returns the settings with the usual values for missing ones. Throws if a value is not allowed.
export function completeSettings(settings = {}) {
  const kind = settings.kind ?? 'gomoku';
  if (kind === 'liuzhou') {
    const preset = settings.preset ?? liuzhouPresets[0], switches = Object.entries(settings.switches ?? {});
    const [name, ...more] = preset.split(' '), isWord = word => /^[a-z0-9-]+$/.test(word);
    if (!liuzhouPresets.includes(name) || ![...more.map(word => word.split('=')), ...switches].every(pair =>
      pair.length === 2 && pair.every(isWord))) throw new Error('no rules of Liuzhou chess');
    return { ...settings, kind, preset };
  }
  if (kind !== 'gomoku') throw new Error('unknown kind of game');
  const rule = (settings.rule ?? gomokuRules[0]).replace('-', ''), size = settings.size ?? 15;
  const sides = Array.isArray(size) ? size : [size, size];
  const isSide = side => Number.isInteger(side) && side >= boardSides.least && side <= boardSides.most;
  if (!gomokuRules.includes(rule)) throw new Error('unknown rule');
  if (sides.length !== 2 || !sides.every(isSide)) throw new Error('no size of a board');
  return withOpening({ ...settings, kind, rule, size: sides[0] === sides[1] ? sides[0] : [...sides] });
}

// Converts the settings of games that earlier versions kept. They knew one opening, with other
// names for its choices.
function withOpening({ swap2, ...settings }) {
  if (!swap2) return settings;
  const { choices = [], ...course } = settings.course ?? {};
  const [first, last] = choices, said = { 3: { black: 'swap', white: 'stay' }[first],
    5: { black: 'stay', white: 'swap' }[last] };
  return { ...settings, opening: 'swap2', course: { live: [], ended: null, elapsed: 0, ...course,
    said: [3, 5].filter(stones => said[stones]).map(stones => ({ stones, action: said[stones] })) } };
}

// Returns the rules of Liuzhou chess as a text: a preset, then the switches that change it.
export function presetText({ preset, switches }) {
  return [preset, ...Object.entries(switches ?? {}).map(([name, value]) => `${name}=${value}`)].join(' ');
}

// Returns the stones of a gomoku position that was set up, and its side to move.
export function readOrigin(origin) {
  const stones = { black: [], white: [] };
  let side = 'black', list = null, isSide = false;
  for (const word of (origin ?? '').split(/\s+/).filter(Boolean)) {
    if (word === 'to') isSide = true;
    else if (isSide) side = word;
    else if (word in stones) list = stones[word];
    else list?.push(word);
  }
  return { ...stones, side };
}

export function writeOrigin({ black, white, side }) {
  return ['black', ...black, 'white', ...white, 'to', side].join(' ');
}

export class Game {
  constructor(settings) {
    this.settings = completeSettings(settings);
    this.root = makeNode(null, null);
    this.current = this.root;
    // Called after each change, with a word for what has changed: 'move', 'current', 'tree',
    // 'settings'.
    this.onChange = null;
    // For each node, the child that was visited last.
    this.latest = new WeakMap();
  }

  // MARK: Moves

  // Plays a move at the current node: goes to the child with this move, or adds one. With `isMain`
  // the move becomes the main line, as in a game in which moves were taken back. Otherwise a new
  // move beside others is a side line.
  play(move, isMain = false) {
    const { current } = this;
    let child = current.children.find(node => node.move === move);
    const isNew = !child;
    if (isNew) {
      child = makeNode(move, current);
      current.children.push(child);
    }
    if (isMain) moveToFront(child);
    this.current = child;
    this.latest.set(current, child);
    this.changed(isNew ? 'move' : 'current');
    return child;
  }

  // Steps back. The move stays in the tree, so `redo` brings it back. Returns false at the root.
  undo() {
    const { current } = this;
    if (!current.parent) return false;
    this.latest.set(current.parent, current);
    this.current = current.parent;
    this.changed('current');
    return true;
  }

  // Steps forward to the child that was visited last, else to the first. Returns false if there is
  // no child.
  redo() {
    const child = this.nextOf(this.current);
    if (!child) return false;
    this.current = child;
    this.changed('current');
    return true;
  }

  // The node to which `redo` goes, or null.
  nextOf(node) {
    const latest = this.latest.get(node);
    return (node.children.includes(latest) ? latest : node.children[0]) ?? null;
  }

  goTo(node) {
    if (!this.has(node)) throw new Error('a node of another game');
    for (let at = node; at.parent; at = at.parent) this.latest.set(at.parent, at);
    if (node === this.current) return;
    this.current = node;
    this.changed('current');
  }

  // Removes a node with all that follows. If the current node is among the removed ones, the parent
  // of `node` becomes current.
  remove(node) {
    if (!node.parent || !this.has(node)) return;
    const { parent } = node;
    if (isWithin(this.current, node)) this.current = parent;
    parent.children.splice(parent.children.indexOf(node), 1);
    this.latest.delete(parent);
    this.changed('tree');
  }

  // Makes the line to a node the main line, at every fork on the way.
  makeMain(node) {
    for (let at = node; at.parent; at = at.parent) moveToFront(at);
    this.changed('tree');
  }

  // MARK: Looking

  has(node) {
    let at = node;
    while (at.parent?.children.includes(at)) at = at.parent;
    return at === this.root;
  }

  // The nodes from the root to a node, without the root.
  path(node = this.current) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.push(at);
    return nodes.reverse();
  }

  // The moves from the start to a node.
  line(node = this.current) {
    return this.path(node).map(({ move }) => move);
  }

  // The last node of the main line.
  get end() {
    let at = this.root;
    while (at.children.length) at = at.children[0];
    return at;
  }

  // All nodes, each before its children.
  * nodes() {
    const open = [this.root];
    while (open.length) {
      const node = open.pop();
      yield node;
      for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]);
    }
  }

  // The position at a node for the engine and the rules: { moves }, { text } or { origin, moves }.
  // A gomoku position that was set up becomes one text with the stones that were played.
  position(node = this.current) {
    const moves = this.line(node), { kind, origin } = this.settings;
    if (!origin) return { moves };
    if (kind === 'liuzhou') return { origin, moves };
    const stones = readOrigin(origin);
    for (const move of moves) {
      stones[stones.side].push(move);
      stones.side = stones.side === 'black' ? 'white' : 'black';
    }
    return { text: writeOrigin(stones) };
  }

  // The side to move in gomoku. In Liuzhou chess a side may have two turns in a row: ask the rules.
  sideToMove(node = this.current) {
    const first = readOrigin(this.settings.origin).side, second = first === 'black' ? 'white' : 'black';
    return this.path(node).length % 2 ? second : first;
  }

  // MARK: Properties of the record

  // The value of a property of the whole game as plain text, such as PB, the name of Black; null if
  // there is none.
  property(name) {
    const value = this.root.properties?.find(([other]) => other === name)?.[1];
    return value === undefined ? null : unescapeSGF(value);
  }

  // Sets a property of the whole game; null removes it.
  setProperty(name, text) {
    const { root } = this, others = root.properties ?? [];
    const place = others.findIndex(([other]) => other === name);
    const properties = others.filter(([other]) => other !== name);
    const entry = [name, escapeSGF(String(text))];
    if (text !== null) properties.splice(place < 0 ? properties.length : place, 0, entry);
    root.properties = properties.length ? properties : undefined;
    this.changed('settings');
  }

  setComment(node, text) {
    node.comment = text;
    this.changed('tree');
  }

  changed(what) {
    this.onChange?.(what);
  }

  // MARK: As JSON

  // Returns the game as a plain value for JSON. Each node is [index of its parent, move, its other
  // properties], and comes after its parent.
  toJSON() {
    const places = new Map(), nodes = [];
    for (const node of this.nodes()) {
      places.set(node, nodes.length);
      const more = {};
      for (const key of keptKeys) if (node[key] !== undefined && node[key] !== '') more[key] = node[key];
      const entry = [node.parent ? places.get(node.parent) : -1, node.move];
      if (Object.keys(more).length) entry.push(more);
      nodes.push(entry);
    }
    return { format: gameFormat, settings: this.settings, nodes, current: places.get(this.current) };
  }

  // Creates the game from a value of `toJSON`; throws for any other value.
  static fromJSON(value) {
    const isGame = value?.format === gameFormat && Array.isArray(value.nodes) && value.settings;
    if (!isGame) throw new Error('not a kept game');
    const game = new Game(value.settings);
    const nodes = [];
    for (const [index, entry] of value.nodes.entries()) {
      if (!Array.isArray(entry)) throw new Error('a kept move is damaged');
      const [place, move, more] = entry;
      let node = game.root;
      if (index > 0) {
        const parent = nodes[place];
        if (!parent || typeof move !== 'string' || !move) throw new Error('a kept move is damaged');
        node = makeNode(move, parent);
        parent.children.push(node);
      }
      for (const key of keptKeys) if (more && more[key] !== undefined) node[key] = more[key];
      if (typeof node.comment !== 'string') node.comment = '';
      nodes.push(node);
    }
    game.current = nodes[value.current] ?? game.root;
    return game;
  }
}

// Converts a text to a value of SGF, and back. A backslash takes away the meaning of the next
// character; before a line break, it joins two lines.
export const escapeSGF = text => text.replace(/[\\\]]/g, '\\$&');
export const unescapeSGF = value =>
  value.replace(/\\(\r\n|\n\r|[\s\S]|$)/g, (all, sign) => /^[\r\n]/.test(sign) ? '' : sign);

const gameFormat = 'wuliu game 1';

// The properties of a node that `toJSON` keeps, besides its move and its parent.
const keptKeys = ['comment', 'info', 'properties', 'unread', 'time'];

export function makeNode(move, parent) {
  return { move, parent, children: [], comment: '', info: undefined };
}

function moveToFront(node) {
  const { children } = node.parent, index = children.indexOf(node);
  if (index < 1) return;
  children.splice(index, 1);
  children.unshift(node);
}

const isWithin = (node, top) => {
  for (let at = node; at; at = at.parent) if (at === top) return true;
  return false;
};
