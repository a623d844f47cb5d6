import { openingText } from './opening.js';
import { Game, boardOf, boardSides, columnLetters, escapeSGF, makeNode } from './tree.js';
import { presetText, readOrigin, unescapeSGF, writeOrigin } from './tree.js';

// SGF: reads any record of gomoku or of Liuzhou chess as a tree with side lines, and writes it
// again. Properties that the page does not use stay with their nodes. Variations that cannot be
// played are kept in `unread` as text.
//
// SGF knows no number for Liuzhou chess. Here it is GM[66] with RU[liuzhou fengyang …]. Moves are
// turns as in protocol.md, and B or W tells who has moved. XP holds a position that was set up.

export const liuzhouNumber = '66';

// The properties that are not kept with the nodes: they become settings or moves, and are written
// anew.
const ownProperties = new Set(['FF', 'GM', 'CA', 'SZ', 'AP', 'ST', 'PL', 'B', 'W', 'AB', 'AW', 'AE', 'C',
  'MS', 'XP']);

// The properties of the whole game, which may stand in any node.
const gameProperties = new Set(['AN', 'BR', 'BT', 'CP', 'DT', 'EV', 'GC', 'GN', 'HA', 'KM', 'ON', 'OT', 'PB',
  'PC', 'PW', 'RE', 'RO', 'RU', 'SO', 'TM', 'US', 'WR', 'WT']);

const setUpNames = /^A[BWE]$/;

// The most points that set-up values may name.
const mostSetUp = 4000;

// MARK: Scanning

// Returns the index at which the next game begins, or -1. A game begins with a parenthesis before a
// semicolon. At the very beginning of a text a parenthesis before a property is enough.
function findGame(text, from) {
  const first = /^\s*\(\s*(;|\w+\s*\[)/;
  if (from === 0 && first.test(text)) return text.indexOf('(');
  const found = /\(\s*;/g;
  found.lastIndex = from;
  return found.exec(text)?.index ?? -1;
}

export const isSGF = text => findGame(text, 0) >= 0;

// Returns the games of a text as trees of raw nodes, { properties: [[name, value, …], …], children
// }. `isTorn` is true if the last game has no end. `unknownProperties` are names that no property
// can have.
export function scanSGF(text) {
  const games = [], unknownProperties = new Set();
  let place = findGame(text, 0), isTorn = false;
  while (place >= 0) {
    const scanned = scanGame(text, place, unknownProperties);
    games.push(scanned.root);
    isTorn = scanned.isTorn;
    place = isTorn ? -1 : findGame(text, scanned.end);
  }
  return { games, isTorn, unknownProperties: [...unknownProperties] };
}

const blank = /\s/, nameLetter = /[A-Za-z0-9_\u0080-\uFFFF-]/;

function scanGame(text, start, unknownProperties) {
  const top = { properties: [], children: [] };
  let at = top, place = start, end = -1;
  // For each open parenthesis, the node before it.
  const open = [];
  while (place < text.length) {
    const sign = text[place];
    if (sign === '(') {
      open.push(at);
      place++;
    } else if (sign === ')') {
      at = open.pop();
      place++;
      if (!open.length) { end = place; break; }
    } else if (sign === ';') {
      at = addRaw(at);
      place++;
    } else if (blank.test(sign)) place++;
    else {
      const found = scanProperty(text, place);
      place = found.end;
      if (!found.values.length) continue;
      const name = plainName(found.name);
      if (!/^[A-Z]+$/.test(name)) {
        if (unknownProperties.size < 5) unknownProperties.add(name || '[]');
        continue;
      }
      if (at === top) at = addRaw(top);
      const known = at.properties.find(([other]) => other === name);
      // The standard forbids a name to occur twice in a node. Some programs repeat one all the
      // same, and one writes all moves into a single node.
      if (name === 'B' || name === 'W') for (const value of found.values) at.properties.push([name, value]);
      else if (known) for (const value of found.values) known.push(value);
      else at.properties.push([name, ...found.values]);
    }
  }
  const root = top.children[0] ?? { properties: [], children: [] };
  // Several first nodes are variations without a common root.
  if (top.children.length > 1) return { root: top, end, isTorn: end < 0 };
  return { root, end, isTorn: end < 0 };
}

function addRaw(parent) {
  const node = { properties: [], children: [] };
  parent.children.push(node);
  return node;
}

// Scans a property's name and values, or one character that begins no property.
function scanProperty(text, start) {
  let place = start;
  while (place < text.length && nameLetter.test(text[place])) place++;
  const name = text.slice(start, place), values = [];
  const skip = () => { while (place < text.length && blank.test(text[place])) place++; };
  let end = place;
  skip();
  while (text[place] === '[') {
    const from = ++place;
    while (place < text.length && text[place] !== ']') place += text[place] === '\\' ? 2 : 1;
    values.push(text.slice(from, Math.min(place, text.length)));
    end = ++place;
    skip();
  }
  return { name, values, end: Math.max(end, start + 1) };
}

// Returns a property's name without small letters, which meant nothing before FF[4].
function plainName(name) {
  const capitals = name.replace(/[^A-Z]/g, '');
  return /^[A-Za-z]+$/.test(name) && capitals ? capitals : name;
}

// MARK: Reading

// Returns the game of a raw tree. `hint` has the settings that are used where the record names
// none. `tell(key, values)` takes notes on the record. Throws the error that `refuse(key, values)`
// makes.
export function gameOfSGF(raw, { hint, tell, refuse, ruleOf, presetOf }) {
  const reader = new SGFReader(raw, { hint, tell, refuse, ruleOf, presetOf });
  return reader.game();
}

class SGFReader {
  constructor(raw, { hint, tell, refuse, ruleOf, presetOf }) {
    Object.assign(this, { raw, hint, tell, refuse, ruleOf, presetOf });
  }

  game() {
    // The nodes before the first move describe the game.
    this.head = [];
    let at = this.raw;
    while (at && !hasMove(at)) {
      this.head.push(at);
      if (at.children.length !== 1) break;
      [at] = at.children;
    }
    this.firstMove = at && hasMove(at) ? at : at?.children.find(hasMove);
    const settings = this.isLiuzhou() ? this.liuzhouSettings() : this.gomokuSettings();
    const game = new Game(settings);
    this.build(game);
    // The usual name of the rule need not be kept, because `writeSGF` writes it anyway.
    if (game.property('RU') === rulesText(settings)) game.setProperty('RU', null);
    return game;
  }

  // Returns the first value of a property in the nodes before the first move, or in the node of the
  // first move.
  value(name) {
    for (const node of [...this.head, this.firstMove]) {
      const found = node?.properties.find(([other]) => other === name);
      if (found) return unescapeSGF(found[1]);
    }
    return null;
  }

  isLiuzhou() {
    return this.value('GM')?.trim() === liuzhouNumber || this.presetOf(this.value('RU') ?? '') !== null;
  }

  liuzhouSettings() {
    const words = this.value('RU'), preset = this.presetOf(words ?? '');
    if (preset === null && words?.trim()) this.tell('ruleUnknown', { text: words, rule: 'fengyang' });
    const origin = this.value('XP')?.trim();
    return { kind: 'liuzhou', preset: preset ?? 'fengyang', ...origin ? { origin } : {} };
  }

  gomokuSettings() {
    const number = this.value('GM')?.trim();
    if (number && number !== '4') this.tell('otherGame', { number: number.slice(0, 9) });
    const hintRule = this.hint?.kind === 'gomoku' ? this.hint.rule : 'freestyle';
    const words = this.value('RU') ?? '', rule = this.ruleOf(words);
    if (!rule && words.trim()) this.tell('ruleUnknown', { text: words.slice(0, 40), rule: hintRule });
    const size = this.size();
    const origin = this.setUp(size);
    return { kind: 'gomoku', rule: rule ?? hintRule, size, ...origin ? { origin } : {} };
  }

  size() {
    const text = this.value('SZ');
    if (text !== null) {
      const sides = text.split(/[:x]/i).map(side => Number(side.trim()));
      const isSide = side => Number.isInteger(side) && side >= boardSides.least && side <= boardSides.most;
      if (sides.length > 2 || !sides.every(isSide)) {
        throw this.refuse('sgfSize', { text: text.slice(0, 9) });
      }
      return sides.length === 2 && sides[0] !== sides[1] ? sides : sides[0];
    }
    const points = [];
    for (const node of rawNodes(this.raw)) {
      for (const [name, ...values] of node.properties) {
        if (!/^(B|W|AB|AW)$/.test(name)) continue;
        for (const part of values.slice(0, mostSetUp).join(':').split(':')) points.push(placeOfSGF(part));
        if (points.length > mostSetUp) break;
      }
    }
    return sizeFor(points.filter(Boolean), this.hint, this.tell) ?? 22;
  }

  // The stones that were set up before the first move, as the origin of the game; null if there are
  // none.
  setUp(size) {
    const stones = new Map();
    let count = 0, hasAny = false;
    for (const node of [...this.head, this.firstMove]) {
      for (const [name, ...values] of node?.properties ?? []) {
        if (!setUpNames.test(name)) continue;
        hasAny = true;
        for (const value of values) {
          for (const point of this.rectangle(value, name, size)) {
            if (++count > mostSetUp) throw this.refuse('sgfSetUp', { name });
            if (name === 'AE') stones.delete(point);
            else stones.set(point, name === 'AB' ? 'black' : 'white');
          }
        }
      }
    }
    const of = color => [...stones].filter(([, other]) => other === color).map(([point]) => point);
    const black = of('black'), white = of('white');
    const first = this.firstMove?.properties.find(([name]) => name === 'B' || name === 'W')?.[0];
    const turn = first ?? this.value('PL')?.trim().toUpperCase()[0];
    const side = turn === 'W' || turn === 'B' ? (turn === 'W' ? 'white' : 'black') :
      black.length > white.length ? 'white' : 'black';
    if (!stones.size && !(side === 'white' && (first || hasAny))) return null;
    return writeOrigin({ black, white, side });
  }

  rectangle(value, name, size) {
    const [from, to = from, ...more] = value.split(':').map(part => placeOfSGF(part));
    if (!from || !to || more.length || from[0] > to[0] || from[1] > to[1]) {
      throw this.refuse('sgfPoint', { text: `${name}[${value.slice(0, 9)}]` });
    }
    const [columns, rows] = Array.isArray(size) ? size : [size, size], points = [];
    if (to[0] >= columns || to[1] >= rows) {
      throw this.refuse('sgfPoint', { text: `${name}[${value.slice(0, 9)}]` });
    }
    for (let y = from[1]; y <= to[1]; y++) {
      for (let x = from[0]; x <= to[0]; x++) points.push(`${columnLetters[x]}${y + 1}`);
    }
    return points;
  }

  // Adds the nodes of the raw tree to the game. A raw node without a move adds its texts to the
  // node before it.
  build(game) {
    const { settings } = game, origin = settings.kind === 'gomoku' ? readOrigin(settings.origin) : null;
    const taken = new Set(origin ? [...origin.black, ...origin.white] : []);
    const board = boardOf(settings);
    const isMain = new Set();
    for (let at = this.raw; at; [at] = at.children) isMain.add(at);
    // The nodes still to be added, as a stack: raw node, parent, depth.
    const open = [[this.raw, game.root, 0]];
    while (open.length) {
      const [raw, parent, depth] = open.pop();
      const moves = raw.properties.filter(([name]) => name === 'B' || name === 'W');
      let node = parent, count = depth, fault = null;
      for (const [name, value] of moves) {
        const found = origin ? this.gomokuMove(game, node, count, name, value, { origin, taken, board }) :
          liuzhouMove(value);
        fault = found.fault ?? null;
        if (fault) break;
        const known = node.children.find(child => child.move === found.move);
        const child = known ?? makeNode(found.move, node);
        if (!known) node.children.push(child);
        node = child;
        count++;
      }
      if (fault) {
        // A node may hold two moves, of which the first was played.
        const played = new Set(moves.slice(0, count - depth));
        const left = { properties: raw.properties.filter(property => !played.has(property)),
          children: raw.children };
        this.leaveOut(node, left, count + 1, fault, isMain.has(raw));
        continue;
      }
      if (node === game.root && this.isLateSetUp(raw)) {
        this.leaveOut(node, raw, 1, { key: 'isSetUp' }, isMain.has(raw));
        continue;
      }
      this.keepTexts(game, node, raw, isMain.has(raw));
      for (const child of [...raw.children].reverse()) open.push([child, node, count]);
    }
  }

  gomokuMove(game, node, count, name, value, { origin, taken, board }) {
    const text = unescapeSGF(value).replace(/\s/g, '');
    const isFirst = count % 2 === 0, color = name === 'B' ? 'black' : 'white';
    if (!text || (text === 'tt' && board[0] <= 19)) return { fault: { key: 'isPass' } };
    if ((color === origin.side) !== isFirst) {
      return { fault: { key: 'outOfTurn', text: `${name}[${text.slice(0, 9)}]` } };
    }
    const place = placeOfSGF(text);
    if (!place || place[0] >= board[0] || place[1] >= board[1]) {
      return { fault: { key: 'noPoint', text: `${name}[${text.slice(0, 9)}]` } };
    }
    const move = `${columnLetters[place[0]]}${place[1] + 1}`;
    let isTaken = taken.has(move);
    for (let at = node; at.parent && !isTaken; at = at.parent) isTaken = at.move === move;
    return isTaken ? { fault: { key: 'isOccupied', text: move } } : { move };
  }

  // Keeps a variation that cannot be played here as text, and reports the fault.
  leaveOut(node, raw, number, fault, isMain) {
    node.unread = [...node.unread ?? [], rawText(raw)];
    let rest = 0;
    const isMove = ([name]) => name === 'B' || name === 'W';
    for (const other of rawNodes(raw)) rest += other.properties.filter(isMove).length;
    this.tell(isMain ? 'leftOut' : 'leftOutAside', { number, reason: fault, rest: rest - 1 });
  }

  // Returns whether a node after the first move sets up stones.
  isLateSetUp(raw) {
    return !this.head.includes(raw) && raw !== this.firstMove &&
      raw.properties.some(([name]) => setUpNames.test(name));
  }

  keepTexts(game, node, raw, isMain) {
    for (const [name, ...values] of raw.properties) {
      if (name === 'C') {
        const text = unescapeSGF(values.join('\n'));
        node.comment = node.comment && text ? `${node.comment}\n${text}` : node.comment || text;
      } else if (name === 'MS' && /^\d+$/.test(values[0])) node.time ??= Number(values[0]);
      else if (!ownProperties.has(name)) {
        keepProperty(isMain && gameProperties.has(name) ? game.root : node, name, values);
      } else if (setUpNames.test(name) && this.isLateSetUp(raw)) {
        keepProperty(node, name, values);
        this.tell('setUpLate', { name });
      }
    }
  }
}

// Keeps a property with a node. If the node already has the property, its first value stays for one
// of the whole game. Any other property gets the values that are new.
function keepProperty(node, name, values) {
  const known = node.properties?.find(([other]) => other === name);
  if (!known) node.properties = [...node.properties ?? [], [name, ...values]];
  else if (!gameProperties.has(name)) {
    const old = new Set(known.slice(1));
    for (const value of values) if (!old.has(value)) known.push(value);
  }
}

const hasMove = node => node.properties.some(([name]) => name === 'B' || name === 'W');

function * rawNodes(top) {
  const open = [top];
  while (open.length) {
    const node = open.pop();
    yield node;
    for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]);
  }
}

// Column and row of a point, `aa` from the top left as SGF defines, or `h8` as some programs write;
// null if it is none.
export function placeOfSGF(text) {
  const point = text.trim().toLowerCase();
  const pair = /^([a-v])([a-v])$/.exec(point);
  if (pair) return [columnLetters.indexOf(pair[1]), columnLetters.indexOf(pair[2])];
  const named = /^([a-v])(\d{1,2})$/.exec(point), row = Number(named?.[2] ?? 0);
  return named && row >= 1 && row <= boardSides.most ? [columnLetters.indexOf(named[1]), row - 1] : null;
}

function liuzhouMove(value) {
  const turn = unescapeSGF(value).trim().toLowerCase();
  return /^(pass|([a-f][1-6]){0,2}(x([a-f][1-6])+)?)$/.test(turn) && turn ? { move: turn } :
    { fault: { key: 'noTurn', text: turn.slice(0, 20) } };
}

// Returns the size of a board that holds all `places`, each [column, row]: the size in `hint` if
// they fit, otherwise the smallest usual one. Null if there is none.
export function sizeFor(places, hint, tell) {
  const needs = [0, 1].map(axis => places.reduce((most, place) => Math.max(most, place[axis] + 1), 0));
  const fits = ([columns, rows]) => needs[0] <= columns && needs[1] <= rows;
  if (hint?.kind === 'gomoku' && fits(boardOf(hint))) return hint.size;
  const size = [15, 19, 20, 22].find(side => fits([side, side]));
  if (size && size !== 15) tell('sizeGuessed', { size });
  return size ?? null;
}

// MARK: Writing

// The properties of the whole game, with the opening by a rule.
export function propertiesOf(game) {
  const { settings, root } = game, own = root.properties ?? [];
  if (!settings.opening || own.some(([name]) => name === 'ON')) return own;
  return [...own, ['ON', openingText(settings, game.line(game.end))]];
}

export function writeSGF(game) {
  const { settings, root } = game, isGomoku = settings.kind !== 'liuzhou';
  const [columns, rows] = boardOf(settings);
  const size = columns === rows ? columns : `${columns}:${rows}`;
  const parts = [`(;FF[4]GM[${isGomoku ? 4 : liuzhouNumber}]CA[UTF-8]SZ[${size}]`];
  const own = propertiesOf(game);
  if (!own.some(([name]) => name === 'RU')) parts.push(`RU[${rulesText(settings)}]`);
  parts.push(...own.map(propertyText));
  if (settings.origin) parts.push(isGomoku ? setUpText(settings.origin) : `XP[${settings.origin}]`);
  parts.push(commentText(root), nodesText(game, continuation(root, 0)), ')\n');
  return parts.join('');
}

// Returns a node and its whole subtree as SGF.
export const variationText = (game, node) => nodesText(game, [[node, game.path(node).length]]);

// Returns the SGF of `open`, a stack of what is still to be written: nodes with their depth, or
// texts.
function nodesText(game, open) {
  const { settings } = game, isGomoku = settings.kind !== 'liuzhou', parts = [];
  const sides = isGomoku ? null : liuzhouSides(game);
  const first = isGomoku ? readOrigin(settings.origin).side : '';
  while (open.length) {
    const next = open.pop();
    if (typeof next === 'string') { parts.push(next); continue; }
    const [node, depth] = next;
    const isBlack = isGomoku ? (depth % 2 === 1) === (first === 'black') : sides.get(node) === 'black';
    const value = isGomoku ? `${node.move[0]}${columnLetters[Number(node.move.slice(1)) - 1]}` : node.move;
    // Stones that are set up after a move are written in a node of their own.
    const own = node.properties ?? [], late = own.filter(([name]) => setUpNames.test(name));
    parts.push(`;${isBlack ? 'B' : 'W'}[${value}]`, node.time === undefined ? '' : `MS[${node.time}]`,
      ...own.filter(property => !late.includes(property)).map(propertyText), commentText(node),
      late.length ? ';' : '', ...late.map(propertyText));
    for (const piece of continuation(node, depth)) open.push(piece);
  }
  return parts.join('');
}

// Returns the parts that follow a node, in reverse order, because the last one pushed is written
// first.
function continuation(node, depth) {
  const unread = node.unread ?? [];
  const isFork = node.children.length + unread.length > 1;
  const pieces = [];
  const part = piece => isFork ? ['(', piece, ')'] : [piece];
  for (const child of node.children) pieces.push(...part([child, depth + 1]));
  for (const text of unread) pieces.push(...part(text));
  // The parts of a child are pushed later, above its closing parenthesis, so they are written
  // before it.
  return pieces.reverse();
}

// The rules as our programs name them.
const rulesText = settings => settings.kind === 'liuzhou' ? `liuzhou ${presetText(settings)}` :
  ruleName(settings.rule);

export const ruleName = rule => rule === 'exactcaro' ? 'exact-caro' : rule;

const propertyText = ([name, ...values]) => name + values.map(value => `[${value}]`).join('');
const commentText = node => node.comment ? `C[${escapeSGF(node.comment)}]` : '';

function setUpText(origin) {
  const { black, white, side } = readOrigin(origin);
  const list = (name, points) => points.length ?
    name + points.map(point => `[${point[0]}${columnLetters[Number(point.slice(1)) - 1]}]`).join('') : '';
  return `${list('AB', black)}${list('AW', white)}PL[${side === 'black' ? 'B' : 'W'}]`;
}

// Returns a raw variation as SGF.
function rawText(top) {
  const parts = [], open = [top];
  while (open.length) {
    const next = open.pop();
    if (typeof next === 'string') { parts.push(next); continue; }
    parts.push(';', ...next.properties.map(propertyText));
    const isFork = next.children.length > 1;
    for (const child of [...next.children].reverse()) open.push(...isFork ? [')', child, '('] : [child]);
  }
  return parts.join('');
}

// Returns the side that has moved to each node of Liuzhou chess. The stones tell it: a slide
// belongs to the owner of its stone.
function liuzhouSides(game) {
  const sides = new Map(), { origin } = game.settings;
  const start = new Map();
  let first = 'black';
  if (origin) {
    const [ranks, side] = origin.split(' ');
    first = side === 'w' ? 'white' : 'black';
    ranks.split('/').forEach((row, index) => {
      let column = 0;
      for (const sign of row) {
        if (/\d/.test(sign)) column += Number(sign);
        else start.set(`${columnLetters[column++]}${6 - index}`, /x/i.test(sign) ? 'black' : 'white');
      }
    });
  }
  const other = side => side === 'black' ? 'white' : 'black';
  const open = [...game.root.children].reverse().map(node => [node, start, null]);
  while (open.length) {
    const [node, before, last] = open.pop();
    const stones = new Map(before), [action, taken = ''] = node.move.split('x');
    const points = action === 'pass' ? [] : action.match(/[a-f][1-6]/g) ?? [],
      gone = taken.match(/[a-f][1-6]/g) ?? [];
    let side = last ? other(last) : first;
    if (points.length === 2) {
      side = stones.get(points[0]) ?? side;
      stones.delete(points[0]);
      stones.set(points[1], side);
    } else if (points.length === 1) stones.set(points[0], side);
    else if (gone.length) side = other(stones.get(gone[0]) ?? other(side));
    // While stones are placed the dead stay in place.
    if (points.length !== 1) for (const point of gone) stones.delete(point);
    sides.set(node, side);
    for (const child of [...node.children].reverse()) open.push([child, stones, side]);
  }
  return sides;
}
