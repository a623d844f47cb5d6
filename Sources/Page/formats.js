import { Game, boardOf, completeSettings, presetText, readOrigin, unescapeSGF } from './tree.js';
import { columnLetters, makeNode, writeOrigin } from './tree.js';
import { newCourse } from './course.js';
import { readOpeningText } from './opening.js';
import { gameOfSGF, isSGF, propertiesOf, ruleName, scanSGF, variationText, writeSGF } from './sgf.js';
import { narrowText, readPointList, readSetUp, readTurnList, takesStones } from './lists.js';
import { writePointList, writeTurnList } from './lists.js';

// Games as texts, in the forms of other programs and in our own.
//
//   readGame(content, { settings, rules, number, rowsBelow })
//       Reads a game from a text or from the bytes of a file. Throws a FormatError, a sentence for
//       the user. Returns { game, form, count, games, notes }.
//       settings   those of the game on the page, for what the text leaves open
//       rules      a Rules that checks the moves and keeps its own position; null: no check
//       number     tells which game of a collection to read, from 1
//       rowsBelow  true: in a list of gomoku moves row 1 is the lowest row of the board. Otherwise,
//                  and in all other forms, row 1 is the top row
//       game       the Game of tree.js, at the end of its main line
//       form       the form of the text: 'moves', 'sgf', 'psq', 'text', 'saved' or 'log'
//       count      the number of moves on the main line
//       games      the number of games that the text holds
//       notes      sentences on what was guessed or left out
//   writeGame(game, form, { node, rowsBelow }) -> text
//       `form` is a key of formsOf(game). SGF holds the whole tree; the other forms hold one line
//       of moves. That line ends at `node`; by default it is the main line
//   formsOf(game) -> [{ key, ending }], the forms in which the game can be written
//       `key` is 'moves', 'sgf', 'psq' or 'text'; `ending` is the ending of a file's name
//   lossesOf(game, form, node) -> sentences on what the written text would leave out
//   sentenceText(sentence, language) -> the sentence in 'en' or 'zh'. A sentence is { key, values }

// The keys of the notes that are shown as warnings. Such a note says that a part of the text is
// missing in the game, or may be misread.
export const formatWarnings = new Set(['leftOut', 'leftOutAside', 'forbiddenEnd', 'junk', 'torn', 'strangers',
  'lineUnknown', 'commentLost', 'setUpLate', 'savedDamaged', 'otherGame']);

export class FormatError extends Error {
  constructor(key, values = {}) {
    super(sentenceText({ key, values }, 'en'));
    Object.assign(this, { key, values });
  }
}

// The greatest length of a text that is read, in characters.
const mostSigns = 16 << 20;

// MARK: Reading

export function readGame(content, { settings = null, rules = null, number = 1, rowsBelow = false } = {}) {
  const notes = [], tell = (key, values = {}) => notes.push({ key, values });
  const text = typeof content === 'string' ? content : decodeBytes(content, tell);
  if (text.length > mostSigns) throw new FormatError('tooLong');
  const refuse = (key, values) => new FormatError(key, values);
  const found = parse(text.replace(/^\uFEFF/, ''), { hint: settings, number, tell, refuse });
  if (rowsBelow && found.form === 'moves' && found.game.settings.kind === 'gomoku') flipGame(found.game);
  if (rules) checkGame(found.game, rules, tell);
  const { game } = found;
  takeOpening(game);
  game.goTo(game.end);
  return { game, form: found.form, games: found.games ?? 1, count: game.line(game.end).length, notes };
}

// Takes the opening by a rule that the property ON tells of.
function takeOpening(game) {
  const { settings } = game, live = game.line(game.end);
  if (settings.kind !== 'gomoku' || settings.origin) return;
  const found = readOpeningText(game.property('ON') ?? '', settings, live);
  if (!found) return;
  game.setProperty('ON', null);
  Object.assign(settings, { opening: found.opening, course: { ...newCourse(), said: found.said, live } });
}

function parse(text, options) {
  const { number, refuse } = options;
  const start = narrowText(text).trimStart(), head = start.slice(0, 9).toLowerCase();
  // These two forms are known by their first word. They are tested first, because a comment in them
  // may contain SGF.
  const isPsq = head.startsWith('piskvork'), isRecord = /^game\s/.test(head);
  if (!isPsq && !isRecord) {
    if (isSGF(text)) return parseSGF(text, options);
    const logged = parseLog(text, options);
    if (logged) return logged;
  }
  if (number !== 1) throw refuse('onlyOne', { number });
  if (isPsq) return { form: 'psq', game: parsePsq(text.trimStart(), options) };
  if (isRecord) return { form: 'text', game: parseRecord(text.trimStart(), options) };
  if (!start) throw refuse('nothing');
  return { form: 'moves', game: parseList(start, options) };
}

function parseSGF(text, { hint, number, tell, refuse }) {
  const { games, isTorn, unknownProperties } = scanSGF(text);
  if (number > games.length) throw refuse('noGame', { number, games: games.length });
  if (games.length > 1) tell('oneOfMany', { number, games: games.length });
  if (isTorn && number === games.length) tell('torn');
  if (unknownProperties.length) tell('strangers', { names: unknownProperties.join(', ') });
  const game = gameOfSGF(games[number - 1], { hint, tell, refuse, ruleOf, presetOf });
  return { form: 'sgf', game, games: games.length };
}

// Reads a list of moves, or a position. The text decides whether it is gomoku or Liuzhou chess. If
// it fits both, the game on the page decides.
function parseList(text, { hint, tell, refuse }) {
  const isLiuzhou = hint?.kind === 'liuzhou';
  const readings = {
    setUp: () => readSetUp(text, { hint, tell: note, refuse }),
    points: () => readPointList(text, { hint, tell: note, refuse }),
    turns: () => readTurnList(text, { hint, tell: note }),
  };
  let taken = [];
  const note = (key, values) => taken.push([key, values]);
  const attempt = name => {
    taken = [];
    const found = readings[name]();
    return found && { found, notes: taken };
  };
  const finish = result => {
    for (const [key, values] of result.notes) tell(key, values);
    return gameOfMoves(result.found);
  };
  const setUp = attempt('setUp');
  if (setUp) return finish(setUp);
  const turns = attempt('turns'), isPosition = Boolean(turns?.found.settings.origin);
  if (turns && (isPosition || takesStones(text))) return finish(turns);
  const points = attempt('points');
  const isBroken = result => result.notes.some(([key]) => key === 'junk');
  if (isLiuzhou && turns && !(isBroken(turns) && points && !isBroken(points))) return finish(turns);
  // A point that occurs twice means that stones slide, so the list is one of Liuzhou chess.
  const repeats = points && new Set(points.found.moves).size < points.found.moves.length;
  if (turns && repeats && !isBroken(turns)) return finish(turns);
  if (points) return finish(points);
  throw refuse('unknownForm', { text: firstWord(text) });
}

// Returns the first word of a text that is not a mere move number, cut to 20 characters.
function firstWord(text) {
  const words = text.split(/\s+/).filter(Boolean);
  const [...signs] = words.find(word => !/^\d+[.):…]*$/.test(word)) ?? words[0] ?? '';
  return signs.length > 20 ? `${signs.slice(0, 19).join('')}…` : signs.join('');
}

function gameOfMoves({ settings, moves }) {
  const game = new Game(settings);
  // A faulty list may repeat a move. It is added all the same; the check by the rules reports it.
  for (const move of moves) {
    const node = makeNode(move, game.current);
    game.current.children.push(node);
    game.current = node;
  }
  return game;
}

function flipGame(game) {
  const [, rows] = boardOf(game.settings), flip = point => `${point[0]}${rows + 1 - Number(point.slice(1))}`;
  for (const node of game.nodes()) if (node.move) node.move = flip(node.move);
  if (game.settings.origin) {
    const { black, white, side } = readOrigin(game.settings.origin);
    game.settings.origin = writeOrigin({ black: black.map(flip), white: white.map(flip), side });
  }
}

// MARK: psq, the format of Piskvork

const endReasons = new Set(['five', 'board-full', 'no-moves', 'max-plies', 'adjudicated-draw',
  'adjudicated-loss', 'proven-win', 'resigned', 'draw-agreed', 'unfinished', 'forbidden', 'illegal',
  'malformed', 'time', 'stall', 'crash', 'exit',
  'closed', 'flood', 'memory', 'start-failure']);

const lineEnds = /\r\n|[\r\n]/;

function parsePsq(text, { hint, tell, refuse }) {
  const lines = text.split(lineEnds).map(line => line.trim()).filter(Boolean);
  const sides = /^\S+\s+(\d+)\s*[x,]\s*(\d+)/.exec(narrowText(lines[0]));
  const size = [Number(sides?.[1]), Number(sides?.[2])];
  // The last number of three or more is the player who begins, 0 or 1.
  const numbers = lines[0].split(/[ ,x]+/).filter(word => /^\d+$/.test(word));
  const whiteBegins = numbers.length > 2 && numbers.at(-1) === '1';
  let settings;
  try {
    settings = completeSettings({ kind: 'gomoku', size });
  } catch {
    throw refuse('psqSize', { text: lines[0].slice(0, 40) });
  }
  const game = new Game(settings);
  let place = 1;
  for (; place < lines.length; place++) {
    const numbers = /^(\d+)\s*,\s*(\d+)\s*(?:,\s*(-?\d+)\s*)?$/.exec(lines[place]);
    // The line with the first player's name ends the moves.
    if (!numbers) break;
    const x = Number(numbers[1]), y = Number(numbers[2]);
    if (x < 1 || y < 1 || x > size[0] || y > size[1]) throw refuse('psqPoint', { text: `${x},${y}` });
    const node = makeNode(`${columnLetters[x - 1]}${y}`, game.current);
    if (Number(numbers[3]) > 0) node.time = Number(numbers[3]);
    game.current.children.push(node);
    game.current = node;
  }
  const rest = lines.slice(place), names = [];
  while (rest.length && !/^-?\d+$/.test(rest[0]) && names.length < 2) names.push(rest.shift());
  if (names.length === 2) {
    if (whiteBegins) names.reverse();
    game.setProperty('PB', names[0]);
    game.setProperty('PW', names[1]);
  }
  const end = rest.map(line => /^([012])\s*,\s*(.+)$/.exec(line)).find(Boolean);
  if (end && end[1] !== '0') game.setProperty('RE', end[1] === '1' ? 'B+' : 'W+');
  // Earlier versions of our programs wrote the reason of the end in place of the rule.
  const word = end && !endReasons.has(end[2]) ? end[2] : '';
  const fallback = hint?.kind === 'gomoku' ? hint.rule : 'freestyle', rule = ruleOf(word);
  if (!word) tell('psqNoRule', { rule: fallback });
  else if (!rule) tell('ruleUnknown', { text: word.slice(0, 40), rule: fallback });
  game.settings.rule = rule ?? fallback;
  return game;
}

// Returns the line to a node, with the times of its moves, as psq. A player's name fills one line,
// so line ends within it become blanks.
function writePsq(game, node) {
  const [columns, rows] = boardOf(game.settings), end = '\r\n';
  const lines = [`Piskvorky ${columns}x${rows}, 11:11, 0`];
  for (const { move, time } of game.path(node)) {
    lines.push(`${columnLetters.indexOf(move[0]) + 1},${move.slice(1)},${time ?? 0}`);
  }
  const name = key => (game.property(key) ?? '').replace(/\s+/g, ' ').trim() ||
    (key === 'PB' ? 'Black' : 'White');
  const result = game.property('RE') ?? '';
  lines.push(name('PB'), name('PW'), '-1',
    `${/^b/i.test(result) ? 1 : /^w/i.test(result) ? 2 : 0},${ruleName(game.settings.rule)}`);
  return lines.map(line => line + end).join('');
}

// MARK: The text format of our programs: lines of a keyword and a value

function parseRecord(text, { tell, refuse }) {
  let game = null, moves = [];
  const comments = [], properties = [];
  for (const line of text.split(lineEnds)) {
    const [, word, rest] = /^\s*(\S*)\s?(.*)$/.exec(line);
    const value = rest.trim();
    if (!word) continue;
    const key = word.toLowerCase();
    if (key === 'game') game = new Game(settingsNamed(value, refuse));
    else if (key === 'black') properties.push(['PB', unfoldLine(value)]);
    else if (key === 'white') properties.push(['PW', unfoldLine(value)]);
    else if (key === 'result') properties.push(['RE', resultOf(value)]);
    else if (key === 'moves' || key === 'forbidden') {
      moves = moves.concat(wordsOf(narrowText(value).toLowerCase()));
    } else if (key === 'position' && game) game.settings.origin = value;
    else if (key === 'about' && /^[A-Z]+\s/.test(value)) {
      properties.push([/^[A-Z]+/.exec(value)[0], unfoldLine(value.replace(/^[A-Z]+\s+/, ''))]);
    } else if (key === 'comment' && /^\d+(\s|$)/.test(value)) {
      comments.push([Number(/^\d+/.exec(value)[0]), unfoldLine(value.replace(/^\d+\s*/, ''))]);
    } else tell('lineUnknown', { text: line.trim().slice(0, 30) });
  }
  if (!game) throw refuse('recordNoGame');
  const isPoint = game.settings.kind === 'gomoku' ? /^[a-v]\d{1,2}$/ :
    /^(pass|([a-f][1-6]){0,2}(x([a-f][1-6])+)?)$/;
  const wrong = moves.findIndex(move => !isPoint.test(move));
  if (wrong >= 0) {
    tell('junk', { text: moves.slice(wrong).join(' ').slice(0, 30), number: wrong });
    moves = moves.slice(0, wrong);
  }
  const full = gameOfMoves({ settings: game.settings, moves });
  for (const [name, value] of properties) full.setProperty(name, value);
  const path = [full.root, ...full.path(full.end)];
  for (const [number, comment] of comments) {
    if (path[number]) path[number].comment = comment;
    else tell('commentLost', { number });
  }
  return full;
}

const wordsOf = text => text.split(/\s+/).filter(Boolean);

// Returns a result in SGF's form: 'B+', 'W+' or '0'. Any other result stays as it is.
function resultOf(text) {
  if (/^black wins/i.test(text)) return 'B+';
  if (/^white wins/i.test(text)) return 'W+';
  return /^draw/i.test(text) ? '0' : unfoldLine(text);
}

function writeRecord(game, node) {
  const { settings } = game, [columns, rows] = boardOf(settings);
  const kind = settings.kind === 'liuzhou' ? `liuzhou ${presetText(settings)}` :
    `${ruleName(settings.rule)} ${columns}x${rows}`;
  const lines = [`game ${kind}`];
  const path = game.path(node), words = { 'B+': 'black wins', 'W+': 'white wins', 0: 'draw' };
  for (const [name, value] of propertiesOf(game)) {
    const text = foldLine(unescapeSGF(value));
    if (!text || name === 'RU') continue;
    if (name === 'PB') lines.push(`black ${text}`);
    else if (name === 'PW') lines.push(`white ${text}`);
    else if (name === 'RE') lines.push(`result ${words[text] ?? text}`);
    else lines.push(`about ${name} ${text}`);
  }
  if (settings.origin) lines.push(`position ${settings.origin}`);
  lines.push(`moves ${path.map(({ move }) => move).join(' ')}`.trimEnd());
  for (const [number, { comment }] of [game.root, ...path].entries()) {
    if (comment) lines.push(`comment ${number} ${foldLine(comment)}`);
  }
  return lines.map(line => `${line}\n`).join('');
}

// Returns a text as one line: line ends, backslashes, control characters and direction marks become
// escapes.
const foldLine = text => text.replace(/\r\n/g, '\n').replace(/\\/g, '\\\\').replace(/\n/g, '\\n')
  .replace(/[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g,
    sign => `\\u{${sign.charCodeAt(0).toString(16).toUpperCase()}}`);

// The inverse of `foldLine`.
const unfoldLine = text => text.replace(/\\(u\{([0-9A-Fa-f]{1,6})\}|[\s\S]|$)/g, (all, sign, code) =>
  code && parseInt(code, 16) <= 0x10FFFF ? String.fromCodePoint(parseInt(code, 16)) : sign === 'n' ? '\n' :
    sign);

// Returns the settings of a game that is named as in `renju 15x15`, `renju 19` or `liuzhou huainan
// quiet=80`.
function settingsNamed(text, refuse) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  try {
    if (words[0] === 'liuzhou') {
      const [, name = 'fengyang', ...more] = words;
      const preset = [...name.includes('=') ? ['fengyang'] : [], name, ...more].join(' ');
      return completeSettings({ kind: 'liuzhou', preset });
    }
    const sides = (words[1] ?? '15').split('x').map(Number);
    const rule = words[0] === 'gomoku' ? 'freestyle' : words[0];
    return completeSettings({ kind: 'gomoku', rule, size: sides.length === 1 ? sides[0] : sides });
  } catch {
    throw refuse('gameUnknown', { text: text.slice(0, 40) });
  }
}

// MARK: The saved games of arena play, and the logs of tournaments

// Reads a log: one JSON object a line, perhaps behind a checksum. Returns null for any other text.
// A saved game lists its actions (`deed`); a tournament has a line for each game.
function parseLog(text, { number, tell, refuse }) {
  if (!/^\s*([0-9a-f]{8} )?\{"/.test(text)) return null;
  const entries = [];
  for (const line of text.split(lineEnds)) {
    try {
      entries.push(JSON.parse(line.replace(/^[0-9a-f]{8} /, '')));
    } catch {
      if (line.trim()) entries.push(null);
    }
  }
  const [first] = entries;
  if (first?.table === 'wuliu table 1') return { form: 'saved', game: savedGame(entries, { tell, refuse }) };
  const kind = entries.map(entry => entry?.game?.rule || entry?.game?.liuzhou ? entry.game :
    entry?.tournament?.game).find(Boolean);
  const games = entries.filter(entry => typeof entry?.moves === 'string' && typeof entry.game === 'number');
  if (!games.length) return null;
  if (number > games.length) throw refuse('noGame', { number, games: games.length });
  if (games.length > 1) tell('oneOfMany', { number, games: games.length });
  const entry = games[number - 1], moves = entry.moves.split(' ').filter(Boolean);
  const isLiuzhou = !kind && moves.every(move => /^(pass|[a-f1-6x]+)$/.test(move));
  const settings = kind ? settingsOfJSON(kind, refuse) : { kind: isLiuzhou ? 'liuzhou' : 'gomoku' };
  const game = gameOfMoves({ settings, moves });
  game.setProperty('PB', entry.black);
  game.setProperty('PW', entry.black === entry.opener ? entry.replier : entry.opener);
  if (entry.winner) game.setProperty('RE', entry.winner === entry.black ? 'B+' : 'W+');
  else if (entry.winner === null) game.setProperty('RE', '0');
  if (entry.rule) game.setProperty('ON', `${entry.rule}: ${entry.actions ?? ''}`);
  const path = game.path(game.end);
  (entry.us ?? []).forEach((time, index) => {
    const node = path[(entry.start ?? 0) + index];
    if (node) node.time = Math.round(time / 1000);
  });
  return { form: 'log', game, games: games.length };
}

function settingsOfJSON({ liuzhou, rule, size }, refuse) {
  return settingsNamed(typeof liuzhou === 'string' ? `liuzhou ${liuzhou}` :
    `${rule ?? 'freestyle'} ${[size ?? 15].flat().join('x')}`, refuse);
}

function savedGame(entries, { tell, refuse }) {
  const [head, ...rest] = entries;
  const game = new Game(settingsOfJSON(head.game ?? {}, refuse));
  let steps = [], loser = null;
  for (const [index, entry] of rest.entries()) {
    if (!entry) {
      tell('savedDamaged', { number: index + 2 });
      break;
    }
    const [verb, word, more] = String(entry.deed ?? '').split(' ');
    if (verb === 'move') steps.push({ move: word, time: Number(more) });
    else if (verb === 'opening' || verb === 'choose') steps.push({});
    else if (verb === 'undo') steps = steps.slice(0, Math.max(0, steps.length - Number(word)));
    else if (verb === 'reopen') loser = null;
    else if (verb === 'resign' || verb === 'flag') loser = word;
  }
  const full = gameOfMoves({ settings: game.settings,
    moves: steps.filter(step => step.move).map(step => step.move) });
  const path = full.path(full.end), timed = steps.filter(step => step.move);
  path.forEach((node, index) => { if (timed[index].time > 0) node.time = timed[index].time; });
  for (const [name, ...values] of head.record?.root ?? []) {
    full.root.properties = [...full.root.properties ?? [], [name, ...values]];
  }
  for (const [number, list] of head.record?.moves ?? []) {
    const node = path[number - 1];
    for (const [name, ...values] of node ? list : []) {
      if (name === 'C') node.comment = unescapeSGF(values[0]);
      else node.properties = [...node.properties ?? [], [name, ...values]];
    }
  }
  // The file names players and a loser by seat, not by colour. With an opening rule swaps decide
  // the colours, so both are left out.
  if (!head.opening && !head.swap2 && head.seats?.length === 2) {
    ['PB', 'PW'].forEach((name, index) => {
      if (full.property(name) === null) full.setProperty(name, String(head.seats[index].name ?? ''));
    });
    if (loser) full.setProperty('RE', loser === '1' ? 'W+R' : 'B+R');
  }
  return full;
}

// MARK: Rules by name

const fillers = new Set(['gomoku', 'gobang', 'rule', 'rules', 'game', 'in', 'a', 'row', 'only', 'win', 'wins',
  'stones', 'swap', 'swap2', 'pro', 'the']);

const ruleNames = {
  '': 'freestyle', freestyle: 'freestyle', free: 'freestyle', fastgame: 'freestyle', fiveormore: 'freestyle',
  五子棋: 'freestyle', 无禁手: 'freestyle', 無禁手: 'freestyle', 自由: 'freestyle', standard: 'standard', exactfive: 'standard',
  exact5: 'standard', exactlyfive: 'standard', exactly5: 'standard', exact: 'standard', 国标: 'standard',
  renju: 'renju', 连珠: 'renju', 連珠: 'renju', 有禁手: 'renju',
  caro: 'caro', vietnamese: 'caro', exactcaro: 'exactcaro', caroexact: 'exactcaro',
};

const ruleCodesRead = { 0: 'freestyle', 1: 'standard', 3: 'standard', 4: 'renju', 6: 'renju', 8: 'caro',
  9: 'exactcaro', 10: 'caro', 11: 'exactcaro' };

// Returns the rule that a record names, in the words of this or another program; null if it is not
// known.
export function ruleOf(text) {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (!words.length) return null;
  // Programs disagree on the meaning of code 2.
  if (words.length === 1 && /^\d+$/.test(words[0])) return ruleCodesRead[words[0]] ?? null;
  // Then without sizes and numbers, as in Gomocup's Freestyle15_1.
  for (const parts of [words, words.map(word => word.replace(/^\p{N}.*|\p{N}+$/u, ''))]) {
    const name = parts.filter(word => !fillers.has(word)).join('');
    if (parts.some(Boolean) && Object.hasOwn(ruleNames, name)) return ruleNames[name];
  }
  return words.includes('renju') || words.includes('rif') ? 'renju' : null;
}

// Returns the preset of Liuzhou chess that a record names, with its switches; null if it names
// another game.
export function presetOf(text) {
  const words = text.trim().toLowerCase().split(/\s+/);
  if (!/^(liuzhou|liu-zhou|六洲棋?|泥棋)$/.test(words[0])) return null;
  const [, name, ...more] = words;
  const preset = [...!name || name.includes('=') ? ['fengyang'] : [], name ?? '', ...more].join(' ').trim();
  try {
    return completeSettings({ kind: 'liuzhou', preset }).preset;
  } catch {
    return null;
  }
}

// MARK: The rules

// Checks all moves of a game. A move that the rules do not allow is removed with all that follows,
// and kept with its parent as an unread variation. Throws if the rules or the start position are
// impossible.
export function checkGame(game, rules, tell) {
  const before = { settings: rules.settings, position: rules.position };
  try {
    const refused = rules.start(game.settings);
    if (refused) throw new FormatError('rulesUnknown', { reason: refused.error });
    const wrong = rules.set(game.position(game.root));
    if (wrong) throw new FormatError('badPosition', { reason: wrong.error });
    const sound = new Set([game.root]), main = new Set(game.path(game.end));
    for (const leaf of [...game.nodes()].filter(node => !node.children.length)) {
      // This leaf was removed together with an earlier move of its line.
      if (!game.has(leaf)) continue;
      const path = game.path(leaf), fault = firstFault(game, path, sound, rules);
      for (const node of fault ? path.slice(0, fault.index) : path) sound.add(node);
      if (fault) takeOut(game, path[fault.index], fault, main, tell);
    }
  } finally {
    rules.start(before.settings);
    rules.set(before.position);
  }
}

// Returns the first move of a path that is not allowed, as { index, error }; null if all are
// allowed. `sound` has the nodes that are known to be allowed.
function firstFault(game, path, sound, rules) {
  if (!rules.set(game.position(path.at(-1)))) return null;
  // A binary search: all moves before `low` are allowed; the path up to `high` is not.
  let low = path.filter(node => sound.has(node)).length, high = path.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rules.set(game.position(path[middle]))) high = middle;
    else low = middle + 1;
  }
  const { error } = rules.set(game.position(path[low])) ?? { error: '' };
  return { index: low, error: error.replace(/^turn \d+, \S+: /, '') };
}

function takeOut(game, node, { index, error }, main, tell) {
  const { parent } = node, text = variationText(game, node);
  parent.children.splice(parent.children.indexOf(node), 1);
  parent.unread = [...parent.unread ?? [], text];
  if (!game.has(game.current)) game.current = parent;
  let rest = -1;
  for (const open = [node]; open.length; rest++) for (const child of open.pop().children) open.push(child);
  const isEnd = main.has(node) && rest === 0 && /is forbidden/.test(error);
  tell(isEnd ? 'forbiddenEnd' : main.has(node) ? 'leftOut' : 'leftOutAside',
    { number: index + 1, move: node.move, rest, reason: { key: isEnd ? 'asIs' : 'byRules', text: error } });
}

// MARK: Bytes

// Returns the text of a file. It is UTF-16 if the file begins with a byte order mark, else UTF-8 if
// that is valid. Otherwise SGF's property `CA` names the encoding, or it is guessed from the bytes.
// If all fails, each byte becomes the character of its value, so that nothing is lost.
export function decodeBytes(bytes, tell = () => {}) {
  const whole = (label, isFatal = true) => new TextDecoder(label, { fatal: isFatal }).decode(bytes);
  if (bytes[0] === 0xFF && bytes[1] === 0xFE) return whole('utf-16le', false);
  if (bytes[0] === 0xFE && bytes[1] === 0xFF) return whole('utf-16be', false);
  try {
    return whole('utf-8');
  } catch {
    // The file is not UTF-8.
  }
  const latin = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  const name = /CA\[([^\]]{1,40})\]/.exec(latin.slice(0, 4096))?.[1].trim();
  if (name && !/^utf-?8$/i.test(name)) {
    try {
      return whole(/^gb/i.test(name) ? 'gb18030' : name);
    } catch {
      // The encoding is unknown here, or the text is not in it.
    }
  }
  const found = likelyCode(bytes);
  if (found) {
    tell('codeGuessed', { code: found });
    return whole(found);
  }
  tell('codeUnknown', { code: name ?? '?' });
  return latin;
}

// Returns the Chinese or Japanese encoding in which most pairs of bytes are frequent characters;
// null if none fits.
function likelyCode(bytes) {
  const counts = { gb18030: 0, big5: 0, shift_jis: 0 };
  let pairs = 0;
  for (let place = 0; place < bytes.length; place++) {
    const [first, second] = [bytes[place], bytes[place + 1] ?? 0];
    if (first < 0x80) continue;
    pairs++;
    if (first >= 0xB0 && first <= 0xD7 && second >= 0xA1 && second <= 0xFE) counts.gb18030++;
    const isBig5 = second >= 0xA1 && second <= 0xFE || second >= 0x40 && second <= 0x7E;
    if (first >= 0xA4 && first <= 0xC6 && isBig5) counts.big5++;
    if (first >= 0x82 && first <= 0x83 && second >= 0x40) counts.shift_jis++;
    place += second >= 0x40 ? 1 : 0;
  }
  const fits = label => {
    try {
      new TextDecoder(label, { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  return Object.keys(counts).filter(code => counts[code] > .6 * pairs && fits(code))
    .sort((a, b) => counts[b] - counts[a])[0] ?? null;
}

// MARK: Writing

export function formsOf(game) {
  const { kind, origin } = game.settings;
  return [{ key: 'moves', ending: 'txt' }, { key: 'sgf', ending: 'sgf' },
    ...kind === 'gomoku' && !origin ? [{ key: 'psq', ending: 'psq' }] : [], { key: 'text', ending: 'txt' }];
}

export function writeGame(game, form, { node = game.end, rowsBelow = false } = {}) {
  if (form === 'sgf') return writeSGF(game);
  if (form === 'psq') return writePsq(game, node);
  if (form === 'text') return writeRecord(game, node);
  if (game.settings.kind === 'liuzhou') return writeTurnList(game, node);
  if (!rowsBelow) return writePointList(game, node);
  const copy = gameOfMoves({ settings: { ...game.settings }, moves: game.line(node) });
  flipGame(copy);
  return writePointList(copy, copy.end);
}

export function lossesOf(game, form, node = game.end) {
  if (form === 'sgf') return [];
  const losses = [], path = new Set([game.root, ...game.path(node)]),
    others = [...game.nodes()].filter(other => !path.has(other));
  if (others.length) losses.push({ key: 'lostLines', values: { count: others.length } });
  const kept = form === 'psq' ? new Set(['PB', 'PW', 'RE', 'RU']) : new Set(form === 'text' ? null : ['RU']);
  const names = form === 'text' ? [] :
    propertiesOf(game).map(([name]) => name).filter(name => !kept.has(name));
  if (names.length) losses.push({ key: 'lostNames', values: { names: names.join(' ') } });
  const remarks = [...path].filter(other => (form !== 'text' && other.comment) ||
    (other.parent && other.properties)).length;
  if (remarks) losses.push({ key: 'lostRemarks', values: { count: remarks } });
  return losses;
}

// MARK: Sentences

export const formatSentences = {
  en: {
    nothing: 'There is no move in it.',
    unknownForm: '“{text}” is not understood: this is neither a list of moves (h8i9j10…), turns or a position of ' +
      'Liuzhou chess, SGF, psq nor a text of Wuliu.',
    tooLong: 'This is too long for a game.',
    onlyOne: 'There is no game {number}: only SGF holds several.',
    noGame: 'There is no game {number}: the file holds {games}.',
    oneOfMany: 'This is game {number} of {games}.',
    torn: 'The file ends in the middle of the game, as if cut off.',
    strangers: 'Not understood and skipped: {names}.',
    otherGame: 'GM[{number}] stands for another game; the moves are read as gomoku.',
    ruleUnknown: 'The rule “{text}” is not known here; {rule} is used.',
    rulesUnknown: 'These rules are not known: {reason}.',
    psqNoRule: 'The file names no rule; {rule} is used.',
    psqSize: 'There is no size of a board in “{text}”.',
    psqPoint: '{text} is off the board.',
    sgfSize: 'SZ[{text}] is no size of a board, 5 to 22.',
    sgfPoint: '{text} is no point of the board.',
    sgfSetUp: '{name} has more values than the board has points.',
    sizeGuessed: 'No size is named; the moves need {size}x{size}.',
    offEveryBoard: 'A move is off every board.',
    noPointIn: '“{text}” is no point of a board.',
    gameUnknown: 'The game “{text}” is not known.',
    recordNoGame: 'There is no line “game”.',
    lineUnknown: 'The line “{text}” is not understood and left out.',
    commentLost: 'There is a comment on move {number}, but no such move.',
    junk: '“{text}” after move {number} is no move; it is left out.',
    setUpLate: 'Stones set up after the first move ({name}) are kept, but not shown.',
    leftOut: 'Move {number} {reason}. It and the {rest} {rest|move|moves} after it are kept, but not shown.',
    leftOutAside: 'In a side line move {number} {reason}. It and the {rest} {rest|move|moves} after it are ' +
      'kept, but not shown.',
    leftOutLast: 'Move {number} {reason}. It is kept, but not shown.',
    leftOutAsideLast: 'In a side line move {number} {reason}. It is kept, but not shown.',
    forbiddenEnd: 'Move {number}: {reason}. The game ends before it, and White wins.',
    isSetUp: 'stands after stones that are set up anew',
    isPass: 'is a pass, which this game does not have',
    outOfTurn: 'is out of turn: {text}',
    noPoint: 'is no point of the board: {text}',
    noTurn: 'is no turn of Liuzhou chess: {text}',
    isOccupied: 'is on an occupied point: {text}',
    asIs: '{text}',
    byRules: 'is not allowed: {text}',
    badPosition: 'This position is not possible: {reason}.',
    savedDamaged: 'Line {number} is damaged; the rest is left out.',
    codeGuessed: 'The texts are read as {code}, which they seem to be.',
    codeUnknown: 'The texts are in an unknown code ({code}) and read as Latin-1.',
    lostLines: '{count} {count|move|moves} of side lines',
    lostNames: 'the texts {names}',
    lostRemarks: 'the remarks on {count} {count|move|moves}',
  },
  zh: {
    nothing: '里面没有任何着法。',
    unknownForm: '看不懂“{text}”：既不是着法（h8i9j10…），也不是六洲棋着法或局面、SGF、psq 或 Wuliu 文本。',
    tooLong: '内容太长，不像是一盘棋。',
    onlyOne: '没有第 {number} 盘：只有 SGF 能存多盘棋。',
    noGame: '没有第 {number} 盘：文件中共有 {games} 盘。',
    oneOfMany: '这是 {games} 盘中的第 {number} 盘。',
    torn: '文件在棋局中途结束，可能被截断。',
    strangers: '无法识别、已跳过：{names}。',
    otherGame: 'GM[{number}] 表示别的棋种；着法按五子棋读取。',
    ruleUnknown: '不认识规则“{text}”，按 {rule} 处理。',
    rulesUnknown: '不认识这套规则：{reason}。',
    psqNoRule: '文件没有写明规则，按 {rule} 处理。',
    psqSize: '“{text}”中没有棋盘大小。',
    psqPoint: '{text} 不在棋盘上。',
    sgfSize: 'SZ[{text}] 不是有效的棋盘大小（5 到 22）。',
    sgfPoint: '{text} 不是棋盘上的点。',
    sgfSetUp: '{name} 的值比棋盘的点还多。',
    sizeGuessed: '没有写明棋盘大小；按着法需要 {size}x{size}。',
    offEveryBoard: '有一手棋超出了任何棋盘。',
    noPointIn: '“{text}”不是棋盘上的点。',
    gameUnknown: '不认识棋种“{text}”。',
    recordNoGame: '缺少“game”这一行。',
    lineUnknown: '看不懂这一行，已略去：“{text}”。',
    commentLost: '有对第 {number} 手的注释，但没有这一手。',
    junk: '第 {number} 手之后的“{text}”不是着法，已略去。',
    setUpLate: '开局之后的摆子（{name}）会保留，但不显示。',
    leftOut: '第 {number} 手{reason}。这一手及其后 {rest} 手会保留，但不显示。',
    leftOutAside: '变化中第 {number} 手{reason}。这一手及其后 {rest} 手会保留，但不显示。',
    leftOutLast: '第 {number} 手{reason}。这一手会保留，但不显示。',
    leftOutAsideLast: '变化中第 {number} 手{reason}。这一手会保留，但不显示。',
    forbiddenEnd: '第 {number} 手：{reason}。棋局到此为止，白胜。',
    isSetUp: '之前另外摆了子',
    isPass: '是停一手，这里没有这种着法',
    outOfTurn: '轮次不对：{text}',
    noPoint: '不是棋盘上的点：{text}',
    noTurn: '不是六洲棋的着法：{text}',
    isOccupied: '下在已有棋子的点上：{text}',
    asIs: '{text}',
    byRules: '不合规则：{text}',
    badPosition: '不可能出现的局面：{reason}。',
    savedDamaged: '第 {number} 行已损坏，其后略去。',
    codeGuessed: '文字按 {code} 编码读取，看来是这种编码。',
    codeUnknown: '文字编码未知（{code}），按 Latin-1 读取。',
    lostLines: '变化中的 {count} 手',
    lostNames: '文字 {names}',
    lostRemarks: '{count} 手的注释',
  },
};

// The engine's objections to a move, and their Chinese wording.
const reasonsInChinese = [
  [/^(\S+) is occupied$/, '$1 已有棋子'], [/^"?(.+?)"? is off the board$/, '$1 不在棋盘上'],
  [/^no such point (\S+)$/, '没有 $1 这个点'],
  [/^(\S+) is forbidden: double three$/, '$1 是禁手（三三）'], [/^(\S+) is forbidden: double four$/, '$1 是禁手（四四）'],
  [/^(\S+) is forbidden: overline$/, '$1 是禁手（长连）'], [/^game over: .*$/, '棋局已经结束'],
  [/^(\S+) is not yours$/, '$1 不是自己的棋子'],
  [/^(\S+) is not adjacent to (\S+)$/, '$1 与 $2 不相邻'], [/^must capture (\d+)$/, '必须提 $1 子'],
  [/^may not capture (\S+)$/, '不能提 $1'],
  [/^wrong phase, this is the placing phase$/, '现在是放子阶段'],
  [/^wrong phase, this is the forcing phase$/, '现在是逼子阶段'],
  [/^wrong phase, this is the moving phase$/, '现在是走子阶段'], [/^may not pass$/, '不能停着'], [/^must pass$/, '只能停着'],
];

export function reasonText(text, language) {
  if (language !== 'zh') return text;
  for (const [form, words] of reasonsInChinese) if (form.test(text)) return text.replace(form, words);
  return text;
}

export function sentenceText({ key, values = {} }, language = 'en') {
  const sentences = formatSentences[language] ?? formatSentences.en;
  const wanted = values.rest <= 0 ? sentences[`${key}Last`] ?? sentences[key] : sentences[key];
  return (wanted ?? key).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (all, name, one, many) => {
    const value = values[name];
    if (one !== undefined) return value === 1 ? one : many;
    if (value && typeof value === 'object') {
      const words = reasonText(value.text ?? '', language);
      return sentenceText({ key: value.key, values: { text: words } }, language);
    }
    return name === 'reason' ? reasonText(String(value), language) : String(value ?? '');
  });
}

