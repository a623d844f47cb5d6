import { boardOf, columnLetters, completeSettings, presetText, readOrigin } from './tree.js';
import { positionLine, pairOf, pointOfPair } from './engine.js';
import { readOpening } from './opening.js';

// The rules of both games, asked of a second instance of the engine's module with commands that
// search nothing, so that every answer is there at once. `machine` is one of wasm.js, or anything
// with `ask(line)`.
//
// Functions that other files call:
//   start(settings)     begins a game; returns null, or { error }
//   set(position)       sets a position that `Game.position` of tree.js has returned; returns null,
//                       or { error }: the earlier position stays
//   state()             { side, phase, result, ending, winning, stones, position, counts, reason,
//                       pattern }, where
//       result          'none' while the game goes on, else 'black', 'white' or 'draw'
//       ending          '' while the game goes on, else a key: 'row', 'full', 'noMoves',
//                       'fewStones', 'blocked', 'quiet', 'length', 'repetition'; `reason` is
//                       the engine's sentence, such as 'white wins, black has 3 stones or fewer'
//       winning         the points of the winning rows of gomoku
//       stones          Map of point to { color, isDead }; `counts` { black, white } are the live
//                       ones
//       position        in Liuzhou chess the text RANKS SIDE PHASE QUIET, for `origin` of tree.js
//       pattern         the name of renju's opening by its first three stones: 'D4 Kagetsu 花月', or
//                       ''
//   opening(rule, actions), openingAfter(rule, actions)   the state of an opening, as in opening.js
//   legal()             the points of gomoku where a stone may be placed, or the actions of a turn
//                       of Liuzhou chess: 'c3', 'c3c4', 'remove'
//   forbidden()         the points that renju forbids to Black to move: { point, reason }, the
//                       reason 'double three', 'double four' or 'overline'
//   captures(action)    { count, all, others, protected: { black, white } }: the action takes
//                       `count` stones. Those of `all` are taken in any case, the rest is chosen
//                       among `others`. `protected` are the stones of each colour that a formation
//                       protects
//   play(move)          { move } in the engine's form, or { error, reason }; the reason is that of
//                       a forbidden point, otherwise null
//   line()              the moves since the position that was set

const ruleNumbers = { freestyle: 0, standard: 1, renju: 4, caro: 8, exactcaro: 9 };

export class Rules {
  constructor(machine) {
    this.machine = machine;
    // This instance never searches, so the least memory is enough.
    this.machine.ask('INFO max_memory 33554432');
    this.start({});
  }

  start(settings) {
    const complete = completeSettings(settings);
    const line = complete.kind === 'liuzhou' ? `START liuzhou ${presetText(complete)}` :
      Array.isArray(complete.size) ? `RECTSTART ${complete.size.join(',')}` : `START ${complete.size}`;
    const error = this.errorOf(line);
    if (error) return { error };
    this.settings = complete;
    if (complete.kind === 'gomoku') this.machine.ask(`INFO rule ${ruleNumbers[complete.rule]}`);
    this.openings = new Map();
    this.key = '';
    this.position = { moves: [] };
    this.known = {};
    return null;
  }

  get isGomoku() {
    return this.settings.kind === 'gomoku';
  }

  // Sends a line to the engine and returns its error, or null.
  errorOf(line) {
    const last = this.machine.ask(line).at(-1) ?? '';
    const found = /^(?:ERROR|UNKNOWN) (.*)$/.exec(last);
    return found ? found[1] : null;
  }

  set(position) {
    const key = positionLine(position);
    if (key === this.key) return null;
    const error = this.errorOf(key);
    if (error) return { error };
    this.key = key;
    this.position = position;
    this.known = {};
    return null;
  }

  // Returns the state of an opening after the actions, as in opening.js, or { error }.
  openingAfter(rule, actions) {
    const key = [rule, ...actions].join(' ');
    if (!this.openings.has(key)) {
      const line = this.machine.ask(`OPENINGSTATE ${key}`).at(-1) ?? '', found = /^(?:ERROR|UNKNOWN) (.*)$/.exec(line);
      this.openings.set(key, found ? { error: found[1] } : readOpening(line));
    }
    return this.openings.get(key);
  }

  // Returns the state of an opening after all actions. The opening may end earlier, also by an
  // action that the rule does not allow. In this case returns the state at its end.
  opening(rule, actions) {
    let state = this.openingAfter(rule, []);
    for (let count = 1; state.actor !== null && count <= actions.length; count++) {
      const next = this.openingAfter(rule, actions.slice(0, count));
      state = next.error ? { ...state, actor: null } : next;
    }
    return state;
  }

  line() {
    return this.position.moves ?? [];
  }

  state() {
    this.known.state ??= this.isGomoku ? this.gomokuState() : this.liuzhouState();
    return this.known.state;
  }

  legal() {
    return this.known.legal ??= this.isGomoku ?
      this.machine.ask('MOVES').filter(line => line.startsWith('MOVE ')).map(line => line.slice(5)) :
      this.duties().map(({ action }) => action);
  }

  forbidden() {
    if (!this.isGomoku || this.settings.rule !== 'renju' || this.state().side !== 'black') return [];
    return this.known.forbidden ??= this.findForbidden();
  }

  findForbidden() {
    const answer = this.machine.ask('YXSHOWFORBID').find(line => line.startsWith('FORBID ')) ?? '';
    const points = (answer.match(/\d{4}/g) ?? []).map(digits =>
      pointOfPair(`${digits.slice(0, 2)},${digits.slice(2)}`));
    return points.map(point => ({ point, reason: reasonOf(this.errorOf(`PLAY ${pairOf(point)}`)) }));
  }

  captures(action) {
    const { black, white } = this.protectedStones();
    const duty = this.duties().find(other => other.action === action) ?? { count: 0, all: [], others: [] };
    return { count: duty.count, all: duty.all, others: duty.others, protected: { black, white } };
  }

  play(move) {
    const asked = this.isGomoku ? pairOf(move) : move;
    const lines = this.machine.ask(`PLAY ${asked}`);
    const last = lines.at(-1) ?? '', found = /^(?:ERROR|UNKNOWN) (.*)$/.exec(last);
    if (found) return { error: found[1], reason: reasonOf(found[1]) };
    const played = this.isGomoku ? pointOfPair(last) : last;
    this.position = this.position.text ? { text: this.withStone(played) } :
      { ...this.position, moves: [...this.position.moves ?? [], played] };
    this.key = positionLine(this.position);
    this.known = {};
    return { move: played };
  }

  // MARK: Gomoku

  withStone(point) {
    const { black, white, side } = readOrigin(this.position.text);
    (side === 'black' ? black : white).push(point);
    return ['black', ...black, 'white', ...white, 'to', side === 'black' ? 'white' : 'black'].join(' ');
  }

  gomokuState() {
    const stones = new Map();
    const lines = this.machine.ask('SHOW');
    for (const line of lines) {
      const row = /^MESSAGE {2,3}(\d+)([ >].*)$/.exec(line);
      if (!row) continue;
      // Each cell of the row has two characters: a blank or the sign of the last move, then the
      // stone.
      for (let column = 0; 2 * column + 1 < row[2].length; column++) {
        const sign = row[2][2 * column + 1];
        if (sign === 'X' || sign === 'O') {
          stones.set(`${columnLetters[column]}${row[1]}`,
            { color: sign === 'X' ? 'black' : 'white', isDead: false });
        }
      }
    }
    const { side, phase, result } = verdictOf(lines);
    const pattern = lines.map(line => /^MESSAGE opening (.+)$/.exec(line)?.[1]).find(Boolean) ?? '';
    const winning = result === 'black' || result === 'white' ? this.winningRow(stones, result) : [];
    const [columns, rows] = boardOf(this.settings);
    const ending = result === 'none' ? '' : winning.length ? 'row' :
      stones.size === columns * rows ? 'full' : 'noMoves';
    return { side, phase, result, ending, winning, stones, counts: countsOf(stones), position: null, pattern,
      reason: result === 'none' ? '' : result === 'draw' ? 'the board is full' : `${result} has won` };
  }

  // Returns the points of all winning rows of a colour.
  winningRow(stones, color) {
    const { rule } = this.settings, found = new Set();
    for (const [point, stone] of stones) {
      if (stone.color !== color) continue;
      const column = columnLetters.indexOf(point[0]), row = Number(point.slice(1));
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        const name = step => `${columnLetters[column + step * dx] ?? '-'}${row + step * dy}`;
        const isOwn = step => stones.get(name(step))?.color === color;
        if (isOwn(-1)) continue;
        let length = 1;
        while (isOwn(length)) length++;
        const isEnclosed = stones.has(name(-1)) && stones.has(name(length));
        if (!rowWins(rule, color, length, isEnclosed)) continue;
        for (let step = 0; step < length; step++) found.add(name(step));
      }
    }
    return [...found];
  }

  // MARK: Liuzhou chess

  liuzhouState() {
    const lines = this.machine.ask('SHOW');
    const text = lines.map(line => /^MESSAGE position (.*)$/.exec(line)?.[1]).find(Boolean) ?? '';
    const reason = lines.map(line => /^MESSAGE game over: (.*)$/.exec(line)?.[1]).find(Boolean) ?? '';
    const { side, phase, result } = verdictOf(lines);
    const stones = stonesOfRanks(text);
    const ending = result === 'none' ? '' : /or fewer/.test(reason) ? 'fewStones' :
      /no slide/.test(reason) ? 'blocked' : /third time/.test(reason) ? 'repetition' :
        /steps/.test(reason) ? 'length' : 'quiet';
    return { side, phase, result, ending, winning: [], stones, counts: countsOf(stones), position: text,
      reason };
  }

  // Returns each action of the turn with the captures that it earns: { action, count, all, others
  // }.
  duties() {
    return this.findDuties().duties;
  }

  protectedStones() {
    return this.findDuties().guarded;
  }

  findDuties() {
    if (this.known.duties) return this.known;
    const duties = [], guarded = { black: [], white: [] };
    for (const line of this.machine.ask('CAPTURES')) {
      const duty = /^CAPTURE (\S+) (\d+)(?: with (\S+))?(?: of (\S+))?$/.exec(line);
      if (duty) duties.push({ action: duty[1], count: Number(duty[2]), all: pointList(duty[3]),
        others: pointList(duty[4]) });
      const stones = /^PROTECTED (black|white) (\S+)$/.exec(line);
      if (stones) guarded[stones[1]] = pointList(stones[2]);
    }
    return Object.assign(this.known, { duties, guarded });
  }
}

// Returns the stones in a position's text of Liuzhou chess, or in the first word of such a text.
export function stonesOfRanks(text) {
  const stones = new Map();
  text.split(' ')[0].split('/').forEach((row, index) => {
    let column = 0;
    for (const sign of row) {
      if (/\d/.test(sign)) { column += Number(sign); continue; }
      stones.set(`${columnLetters[column++]}${6 - index}`,
        { color: /x/i.test(sign) ? 'black' : 'white', isDead: sign === sign.toLowerCase() });
    }
  });
  return stones;
}

const pointList = text => text?.match(/[a-f][1-6]/g) ?? [];

const reasonOf = error => /is forbidden: (.*)$/.exec(error ?? '')?.[1] ?? null;

function countsOf(stones) {
  const live = [...stones.values()].filter(stone => !stone.isDead);
  return { black: live.filter(stone => stone.color === 'black').length,
    white: live.filter(stone => stone.color === 'white').length };
}

function verdictOf(lines) {
  const [, side = 'black', phase = 'over', result = 'none'] = (lines.at(-1) ?? '').split(' ');
  return { side, phase, result };
}

// Returns whether a row of `length` stones wins, as `Variant.rowWins` of the engine does.
export function rowWins(rule, color, length, isEnclosed) {
  if (rule === 'standard' || (rule === 'renju' && color === 'black')) return length === 5;
  if (rule === 'caro') return length >= 6 || (length === 5 && !isEnclosed);
  if (rule === 'exactcaro') return length === 5 && !isEnclosed;
  return length >= 5;
}
