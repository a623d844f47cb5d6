import { boardSides, columnLetters, readOrigin, writeOrigin } from './tree.js';
import { sizeFor } from './sgf.js';

// Lists of moves in the many forms in which people write them, and positions as texts. Each reader
// returns { settings, moves }, or null for a text of another kind. `hint` has the settings of the
// game on the page. `tell(key, values)` takes notes on the text. The readers throw the error that
// `refuse(key, values)` makes.

// Returns a text with full-width letters, digits and signs made narrow, and without invisible
// signs.
export function narrowText(text) {
  return text.replace(/[\u200B-\u200F\u2060\uFEFF]/g, '').replace(/[\u3000\u00A0\u2002-\u200A]/g, ' ')
    .replace(/[\uFF01-\uFF5E]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xFEE0))
    .replace(/[×✕✖]/g, 'x').replace(/[–—−→]/g, '-').replace(/[、，。；]/g, ',');
}

// Returns the text without comments behind `#`, as one line.
const withoutRemarks = text =>
  text.split(/\r\n|[\r\n\u2028\u2029\v\f]/).map(line => line.replace(/#.*/, '')).join(' ');

// MARK: Gomoku

// Reads a list of moves of gomoku; null if nothing in it is a move.
export function readPointList(content, { hint, tell, refuse }) {
  const text = withoutRemarks(linkedMoves(content)).toLowerCase();
  const scanned = scanPoints(text.replace(/^\s*(position\s+)?(moves\b\s*[:=]?|start\b)/, ''));
  if (!scanned.points.length) return null;
  if (scanned.junk) tell('junk', { text: scanned.junk, number: scanned.points.length });
  const size = sizeFor(scanned.points, hint, tell);
  if (!size) throw refuse('offEveryBoard');
  return { settings: { kind: 'gomoku', rule: hint?.kind === 'gomoku' ? hint.rule : 'freestyle', size },
    moves: scanned.points.map(([x, y]) => `${columnLetters[x]}${y + 1}`) };
}

// Returns the moves at the end of a web address, as programs on the web write them; any other text
// unchanged.
function linkedMoves(text) {
  return /^\s*https?:\/\/\S*[/#=]((?:[a-v](?:[1-9]|1\d|2[0-2])){2,})\s*$/i.exec(text)?.[1] ?? text;
}

const labels = /^((black|white|[bwxo])(?=[\s:]+[a-v\d])|黑[棋方]?|白[棋方]?)\s*:?\s*/;
const separators = /^[\s,;|/>()[\]{}"'.:-]+/;

function scanPoints(text) {
  const points = [];
  let rest = text;
  while (rest) {
    const gap = separators.exec(rest);
    if (gap) { rest = rest.slice(gap[0].length); continue; }
    const pair = /^(\d{1,2})\s*,\s*(\d{1,2})(?!\d)/.exec(rest);
    if (pair && pair.slice(1).every(number => Number(number) < boardSides.most)) {
      points.push([Number(pair[1]), Number(pair[2])]);
      rest = rest.slice(pair[0].length);
      continue;
    }
    const number = /^(\d+)\s*([.):…]+|(?=[a-z黑白]))/.exec(rest);
    if (number) {
      // A number without a full stop or the like must be the number of the next move, or of the
      // next pair of moves.
      const next = points.length + 1;
      if (!number[2] && ![next, Math.ceil(next / 2)].includes(Number(number[1]))) break;
      rest = rest.slice(number[0].length);
      continue;
    }
    const named = /^([a-v])\s*(\d{1,2})(?!\d)/.exec(rest), row = Number(named?.[2] ?? 0);
    if (named && row >= 1 && row <= boardSides.most) {
      points.push([columnLetters.indexOf(named[1]), row - 1]);
      rest = rest.slice(named[0].length);
      continue;
    }
    const label = labels.exec(rest);
    if (!label) break;
    rest = rest.slice(label[0].length);
  }
  const junk = rest.trim();
  return { points, junk: junk && (junk.length > 30 ? `${junk.slice(0, 29)}…` : junk) };
}

// Reads stones that were set up. The text has one of three forms:
//   `black h8 … white i9 … to black`, perhaps with `moves …` behind
//   the lines `x,y,1|2|3` of BOARD
//   an object with `black`, `white` and `side`, as in files of puzzles
export function readSetUp(content, { hint, tell, refuse }) {
  const found = setUpOfWords(content) ?? setUpOfBoard(content) ?? setUpOfPuzzle(content);
  if (!found) return null;
  const places = name => scanPoints(found[name].toLowerCase()).points;
  const black = places('black'), white = places('white'), moves = places('moves');
  const size = found.size ?? sizeFor([...black, ...white, ...moves], hint, tell);
  if (!size) throw refuse('offEveryBoard');
  for (const name of ['black', 'white', 'moves']) {
    const { junk } = scanPoints(found[name].toLowerCase());
    if (junk) throw refuse('noPointIn', { text: junk });
  }
  const point = ([x, y]) => `${columnLetters[x]}${y + 1}`;
  const rule = found.rule ?? (hint?.kind === 'gomoku' ? hint.rule : 'freestyle');
  const side = found.side ?? (black.length > white.length ? 'white' : 'black');
  const settings = { kind: 'gomoku', rule, size };
  if (black.length + white.length || side === 'white') {
    settings.origin = writeOrigin({ black: black.map(point), white: white.map(point), side });
  }
  return { settings, moves: moves.map(point) };
}

function setUpOfWords(content) {
  const text = withoutRemarks(content).trim().replace(/^position\b/i, '').trim();
  const [before, ...parts] = text.split(/\b(black|white|to|moves)\b/i).map(part => part.trim());
  if (before || !parts.some(part => /^to$/i.test(part))) return null;
  const found = { black: '', white: '', side: null, moves: '' };
  for (let index = 0, isSide = false; index < parts.length; index += 2) {
    const word = parts[index].toLowerCase(), points = parts[index + 1];
    if (isSide) found.side = word;
    else if (word !== 'to') found[word] += ` ${points}`;
    isSide = word === 'to';
  }
  return ['black', 'white'].includes(found.side) ? found : null;
}

function setUpOfBoard(content) {
  const text = content.trim().replace(/^(yx)?board\b/i, '').replace(/\bdone$/i, '').trim();
  if (text === content.trim()) return null;
  const lines = text.split(/\s+/).filter(Boolean);
  if (!lines.length || !lines.every(line => /^\d{1,2},\d{1,2},[123]$/.test(line))) return null;
  // The owner 1 is the side to move. It is Black if the number of stones is even.
  const own = lines.length % 2 ? 'white' : 'black',
    of = owner => lines.filter(line => line.endsWith(`,${owner}`))
    .map(line => line.slice(0, -2)).join(' ');
  return { black: of(own === 'black' ? 1 : 2), white: of(own === 'black' ? 2 : 1), side: own, moves: '' };
}

function setUpOfPuzzle(content) {
  const text = content.trim();
  if (!text.startsWith('{')) return null;
  try {
    const puzzle = JSON.parse(text.split(/\r\n|[\r\n]/)[0]);
    if (typeof puzzle.black !== 'string' || typeof puzzle.white !== 'string' || puzzle.moves) return null;
    const rule = { 0: 'freestyle', 1: 'standard', 4: 'renju', 8: 'caro', 9: 'exactcaro' }[puzzle.rule];
    return { black: puzzle.black, white: puzzle.white, moves: '', rule,
      size: Number(puzzle.size) || undefined,
      side: /^w/i.test(puzzle.side ?? '') ? 'white' : /^b/i.test(puzzle.side ?? '') ? 'black' : undefined };
  } catch {
    return null;
  }
}

export function writePointList(game, node) {
  const { origin } = game.settings, moves = game.line(node);
  if (!origin) return moves.join('');
  const { black, white, side } = readOrigin(origin);
  return `${writeOrigin({ black, white, side })}${moves.length ? ` moves ${moves.join(' ')}` : ''}`;
}

// MARK: Liuzhou chess

const positionForm = /(?:^|\s)([1-6XOxo]+(?:\/[1-6XOxo]+){5})\s+([bwBW])\s+([pfmxPFMX])\s+(\d+)(?!\S)/;
const passWords = /^(pass|过|停|停着|让|无棋)$/;

// Returns whether a list can only be one of Liuzhou chess, because it captures stones.
export const takesStones = text => /(^|[\s\d,a-f])x\s*[a-f][1-6]/i.test(text.replace(/#.*/g, ''));

// Reads turns of Liuzhou chess, perhaps behind a position; null if there is neither.
export function readTurnList(content, { hint, tell }) {
  const settings = { kind: 'liuzhou', preset: hint?.kind === 'liuzhou' ? hint.preset : 'fengyang',
    ...hint?.kind === 'liuzhou' && hint.switches ? { switches: hint.switches } : {} };
  const position = positionForm.exec(withoutRemarks(content));
  let text = withoutRemarks(content);
  if (position) {
    settings.origin = [position[1], position[2].toLowerCase(), position[3].toLowerCase(),
      Number(position[4])].join(' ');
    // Text before a position is a picture of the board or a word, and is skipped.
    text = text.slice(position.index + position[0].length);
    const moves = /^\s*moves\b(.*)$/i.exec(text);
    text = moves ? moves[1] : /[a-f][1-6]/i.test(text) && !/message|show/i.test(text) ? text : '';
  }
  text = text.toLowerCase().replace(/^\s*(position\s+)?(start\s+)?(moves\b\s*[:=]?)?/, '');
  const { turns, junk } = scanTurns(text, settings.origin);
  if (!turns.length && !position) return null;
  if (junk) tell('junk', { text: junk, number: turns.length });
  return { settings, moves: turns };
}

function scanTurns(text, origin) {
  const turns = [];
  // While stones are placed a pair of points is two turns.
  let left = origin ? (/ p /.test(origin) ? 36 - stonesIn(origin) : 0) : 36;
  const words = text.replace(/(\d[.):])(?=\S)/g, '$1 ').replace(/\s*-\s*(?=[a-f][1-6])/g, '')
    .split(/[\s,;|]+/).filter(Boolean);
  for (const [index, word] of words.entries()) {
    if (/^\d+[.):…]*$/.test(word) || /^[.):…]+$/.test(word) ||
      /^(black|white|黑棋?|白棋?):?$/.test(word)) continue;
    const points = /^((?:[a-f][1-6])*)((?:x(?:[a-f][1-6])+)*)$/.exec(word);
    if (passWords.test(word)) turns.push('pass');
    else if (points) turns.push(...splitTurn(points[1].match(/../g) ?? [], points[2].replace(/(?!^)x/g, ''),
      Math.max(0, left - placed(turns))));
    else {
      const junk = words.slice(index).join(' ');
      return { turns, junk: junk.length > 30 ? `${junk.slice(0, 29)}…` : junk };
    }
  }
  return { turns, junk: '' };
}

const placed = turns => turns.filter(turn => /^[a-f][1-6](x|$)/.test(turn)).length;

function splitTurn(points, taken, left) {
  const turns = points.slice(0, left);
  for (let index = turns.length; index < points.length; index += 2) {
    turns.push(points.slice(index, index + 2).join(''));
  }
  if (!taken) return turns;
  if (!turns.length) return [taken];
  turns.push(turns.pop() + taken);
  return turns;
}

function stonesIn(origin) {
  return origin.split(' ')[0].replace(/[^XOxo]/g, '').length;
}

export function writeTurnList(game, node) {
  const moves = game.line(node).join(' '), { origin } = game.settings;
  return origin ? `${origin}${moves ? ` moves ${moves}` : ''}` : moves;
}
