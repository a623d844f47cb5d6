import { columnLetters, presetText } from './tree.js';
import { canShareMemory } from './wasm.js';

// The engine in a worker. It takes one job after another, each a list of lines of protocol.md, of
// which the last one may be a search.
//
// Functions that other files call:
//   search(position, options)
//       Searches a position that `Game.position` of tree.js returns. Rejects with the engine's
//       words if the game is over.
//       options   lines (the number of lines of play wanted), timeMs, nodes, depth: the limits;
//                 clock: { leftMs, incrementMs, totalMs }, the clock of a whole game;
//                 level, 1 to 10: plays a move at this strength, from the book if it has one;
//                 threads: the most threads for this search;
//                 onInfo(info): called for each line of play as it is found
//       info      { rank, depth, selectiveDepth, score, chance, nodes, ms, line }: rank 1 is the
//                 best; `score` as `readScore` returns it and `chance` from 0 to 1 are those of the
//                 side to move; `line` has the moves
//       result    { move, score, chance, lines, nodes, depth, ms, book, stopped }: `lines` has the
//                 last info of each rank; `book` is true if no node was searched
//   clearHash()               forgets the hash table of earlier searches
//   askBook(position)         the book's answer as a result of `search`, or null; searches nothing
//   opening(rule, actions)    the engine's next action in an opening, such as 'h8', 'swap' or
//                             'offer g9,h12'
//   ask(line or lines)        obeys lines of the protocol and returns all lines of the answer. An
//                             ERROR is one of these lines; it does not throw
//   ready                     a promise: the module runs
//   stopWay                   the way in which a search is stopped here: 'shared', 'pause',
//                             'address' or 'restart', see worker.js
//   close()                   ends the worker

// The time that a stopped search may go on before its worker is ended, in milliseconds.
const patience = 120;

const ruleCodes = { freestyle: 0, standard: 1, renju: 4, caro: 8, exactcaro: 9 };
const noLimit = 86400000;

// The commands that may take long. `stop` ends only these.
const longCommands =
  /^(SEARCH|BEGIN|TURN|BOARD|SWAP2BOARD|SOLVE|PERFT|BENCH|YXNBEST|YXSEARCHDEFEND|YXBALANCE|YXSWAP2)/i;

// The commands that change what the lines of `setUpLines` have set. After one of them, these lines
// are sent again before the next job.
const settingCommands = /^\s*(START|RECTSTART|INFO\s+(rule|thread_num|max_memory|show_detail))\b/i;

export class Engine {
  // `compiled` is the result of `compileEngine`. `ways` are the ways to stop a search that may be
  // used (worker.js), the best first. `memory` is in bytes, for the whole module. With shared
  // memory a search uses `threads` threads, each in a worker of its own.
  constructor(compiled, { makeWorker = makePageWorker, memory = 96 << 20, ways = usualWays(),
    threads = 1 } = {}) {
    this.compiled = compiled;
    this.makeWorker = makeWorker;
    this.memory = memory;
    this.ways = ways;
    this.threads = threads;
    this.queue = [];
    this.running = null;
    this.worker = null;
    this.helpers = [];
    this.settings = { kind: 'gomoku', rule: 'freestyle', size: 15 };
    this.count = 0;
    this.open();
  }

  get busy() {
    return Boolean(this.running) || this.queue.length > 0;
  }

  setUp(settings) {
    this.settings = settings;
  }

  // Sets the number of threads that search, from the next job on.
  setThreads(threads) {
    if (threads === this.threads) return;
    this.threads = threads;
    this.isOutdated = true;
    this.next();
  }

  // MARK: The worker

  open() {
    this.known = null;
    this.isOutdated = false;
    const hasShared = this.ways.includes('shared') && canShareMemory();
    const flag = hasShared ? new SharedArrayBuffer(4) : null;
    this.flag = flag && new Int32Array(flag);
    this.address = !flag && this.ways.includes('address') ? makeAddress() : '';
    this.stopWay = 'restart';
    this.isOpen = false;
    const worker = this.worker = this.startWorker(message => this.heard(message));
    const helpers = flag && this.compiled.memory.shared ? this.threads - 1 : 0;
    this.ready ??= new Promise(resolve => { this.opened = resolve; });
    worker.postMessage({ kind: 'open', compiled: this.compiled, flag, ways: this.ways,
      address: this.address, helpers });
  }

  // Starts a worker. `heard` gets its messages until the engine ends it.
  startWorker(heard) {
    const worker = this.makeWorker();
    const isOurs = () => worker === this.worker || this.helpers.includes(worker);
    worker.onmessage = ({ data }) => { if (isOurs()) heard(data); };
    worker.onerror = event => {
      event.preventDefault?.();
      if (isOurs()) heard({ kind: 'failed', reason: event.message ?? 'the worker cannot be started' });
    };
    return worker;
  }

  // Starts the workers of the search threads beyond the first. If one fails, the engine goes on
  // without them.
  startHelpers(memory, stacks) {
    const failed = message => {
      this.threads = 1;
      this.failed(message.reason);
    };
    for (const stack of stacks) {
      const helper = this.startWorker(failed);
      this.helpers.push(helper);
      helper.postMessage({ kind: 'help', compiled: this.compiled, memory, stack });
    }
  }

  endWorkers() {
    for (const worker of [this.worker, ...this.helpers]) worker?.terminate();
    this.worker = null;
    this.helpers = [];
  }

  close() {
    this.endWorkers();
    const jobs = [this.running, ...this.queue];
    this.running = null;
    this.queue = [];
    for (const job of jobs) job?.reject(new Error('the engine was closed'));
  }

  // Ends the workers and starts new ones. The hash table of earlier searches is lost.
  restart() {
    this.endWorkers();
    if (this.address) URL.revokeObjectURL(this.address);
    this.open();
  }

  heard(message) {
    if (message.kind === 'opened') {
      this.isOpen = true;
      this.stopWay = message.way;
      this.startHelpers(message.memory, message.stacks);
      this.opened?.();
      this.next();
      return;
    }
    const job = this.running;
    if (message.kind === 'failed') {
      this.failed(message.reason);
      return;
    }
    if (!job || message.job !== job.number) return;
    if (message.kind === 'begin') {
      job.hasBegun = true;
      if (job.isStopped) this.hurry(job);
    } else if (message.kind === 'lines') {
      for (const [index, line] of message.lines) {
        if (index === job.sent.length - 1) job.take(line);
        else if (/^(ERROR|UNKNOWN)/.test(line)) job.refusal ??= line;
        if (index >= job.sent.length - job.lines.length) job.answer.push(line);
      }
    } else if (message.kind === 'done') this.done(job);
  }

  // Handles a crash of the worker: another worker tries the job once more, with less memory.
  failed(reason) {
    const job = this.running;
    this.running = null;
    clearTimeout(job?.timer);
    if (!job && !this.isOpen) {
      // The worker cannot even be started.
      const jobs = this.queue;
      this.queue = [];
      this.endWorkers();
      for (const waiting of jobs) waiting.reject(new Error(reason));
      return;
    }
    this.memory = Math.max(40 << 20, this.memory / 2);
    if (job && !job.hasFailed && !job.isStopped) {
      job.hasFailed = true;
      this.queue.unshift(job);
    } else job?.fail(reason);
    this.restart();
  }

  // MARK: Jobs

  // Puts a job into the queue. `take` gets each line of the answer to the job's last line as it
  // arrives. `rescue(job)` resolves a stopped job whose worker had to be ended.
  add(lines, { take = () => {}, rescue = null, threads } = {}) {
    return new Promise((resolve, reject) => {
      const settings = { ...this.settings, threads };
      this.queue.push({ lines, take, rescue, resolve, reject, settings, answer: [],
        fail: reason => reject(new Error(reason)) });
      if (!this.worker) this.restart();
      this.next();
    });
  }

  next() {
    if (this.running || !this.isOpen || !this.queue.length) return;
    if (this.isOutdated) {
      this.restart();
      return;
    }
    const job = this.running = this.queue.shift();
    job.number = ++this.count;
    job.answer = [];
    job.refusal = null;
    job.hasBegun = false;
    const before = this.setUpLines(job.settings), key = before.join('\n');
    job.sent = key === this.known ? job.lines : [...before, ...job.lines];
    this.known = job.lines.some(line => settingCommands.test(line)) ? null : key;
    if (this.flag) Atomics.store(this.flag, 0, 0);
    if (this.stopWay === 'address' && !this.address) this.address = makeAddress();
    this.worker.postMessage({ kind: 'run', job: job.number, lines: job.sent,
      address: this.stopWay === 'address' ? this.address : '' });
    if (job.isStopped) this.signal(job);
  }

  done(job) {
    clearTimeout(job.timer);
    this.running = null;
    if (job.refusal) this.known = null;
    job.resolve(job);
    this.next();
  }

  // The lines that bring the engine to a game's settings.
  setUpLines(settings) {
    const { kind, rule, size } = settings;
    const threads = Math.min(1 + this.helpers.length, settings.threads ?? Infinity);
    const lines = [`INFO max_memory ${this.memory}`, `INFO thread_num ${threads}`, 'INFO show_detail 2'];
    if (kind === 'liuzhou') return [...lines, `START liuzhou ${presetText(settings)}`];
    const start = Array.isArray(size) ? `RECTSTART ${size.join(',')}` : `START ${size}`;
    return [...lines, start, `INFO rule ${ruleCodes[rule.replace('-', '')]}`];
  }

  async ask(line) {
    const job = await this.add([line].flat());
    return job.answer.length || !job.refusal ? job.answer : [job.refusal];
  }

  // Ends the running search or other long command, which resolves within 200 ms with the results so
  // far. While the worker starts, this ends the first job that waits for it.
  stop() {
    const job = this.running ?? this.queue[0];
    if (!job || job.isStopped || !longCommands.test(job.lines.at(-1))) return;
    job.isStopped = true;
    if (job === this.running) this.signal(job);
  }

  // Tells the worker to stop a job.
  signal(job) {
    if (this.flag) Atomics.store(this.flag, 0, 1);
    else if (this.stopWay === 'pause') this.worker.postMessage({ kind: 'stop', job: job.number });
    else if (this.address) {
      URL.revokeObjectURL(this.address);
      this.address = '';
    }
    if (job.hasBegun) this.hurry(job);
  }

  // Ends the worker if a stopped job does not end by itself.
  hurry(job) {
    job.timer = setTimeout(() => {
      if (job !== this.running) return;
      this.running = null;
      this.hasHurried = true;
      this.restart();
      if (job.rescue) job.rescue(job);
      else job.resolve(job);
      this.next();
    }, patience);
  }

  // MARK: Searches

  // Searches a position. If there is a single reply, the engine ends its search at once and only
  // guesses the value. The search then goes on after that reply, for at most `forced` such replies
  // in a row.
  async search(position, options = {}, forced = 8) {
    const found = await this.searchOnce(position, options);
    const { timeMs = 5000, level, nodes, depth } = options;
    const isEarly = nodes === undefined ? found.ms < timeMs / 2 : found.nodes < nodes / 2;
    const isForced = level === undefined && depth === undefined && isEarly && !found.stopped &&
      !found.book && found.depth === 1 && found.lines.length === 1 &&
      found.score && !('mate' in found.score);
    if (!isForced || position.text || forced === 0) return found;
    const { move } = found;
    // Of the lines after the forced reply only the best counts.
    const onInfo = info => { if (info.rank === 1) options.onInfo?.(before(move, info)); };
    const next = { ...position, moves: [...position.moves ?? [], move] };
    try {
      return before(move, await this.search(next, { ...options, onInfo }, forced - 1));
    } catch {
      // The game is over after the forced reply.
      return found;
    }
  }

  async searchOnce(position, options) {
    const { settings } = this, { lines = 1, level, threads, onInfo = () => {} } = options;
    const isPlay = level !== undefined;
    const command = isPlay ? 'BEGIN' : lines > 1 ? `YXNBEST ${lines}` : 'SEARCH';
    const found = new SearchReader(settings.kind, onInfo);
    const sent = [positionLine(position), ...limitLines(options), command];
    const job = await this.add(sent, {
      threads,
      take: line => found.take(line),
      rescue: async stuck => {
        if (found.best) stuck.resolve(stuck);
        // Nothing was found yet: any move by the least search is better than none.
        else this.searchOnce(position, { ...options, timeMs: 0, nodes: 1, depth: undefined, clock: undefined })
          .then(result => stuck.resolve({ ...stuck, result }), stuck.reject);
      },
    });
    if (job.result) return { ...job.result, stopped: true };
    const error = job.refusal ?? found.error;
    if (error) throw new Error(error.replace(/^(ERROR|UNKNOWN) /, ''));
    return found.result(job.isStopped === true);
  }

  clearHash() {
    return this.ask('YXHASHCLEAR');
  }

  async askBook(position) {
    const found = await this.search(position, { level: 10, timeMs: 0, nodes: 1 });
    return found.book ? found : null;
  }

  async opening(rule, actions, { timeMs = 2000 } = {}) {
    const job = await this.add([...limitLines({ timeMs }), ['OPENING', rule, ...actions].join(' ')]);
    const answer = job.answer.findLast(line => !/^(MESSAGE|INFO)/.test(line)) ?? 'ERROR no answer';
    if (job.refusal || /^(ERROR|UNKNOWN)/.test(answer)) throw new Error(job.refusal ?? answer);
    return answer.replace(/^OPENING /, '');
  }
}

// Converts a result after a forced move to the view of the side that plays it, and puts the move
// before its lines.
function before(move, found) {
  const turned = { ...found, chance: typeof found.chance === 'number' ? 1 - found.chance : found.chance,
    score: found.score && ('mate' in found.score ?
      { mate: found.score.mate + 1, sign: -found.score.sign } : { cp: -found.score.cp }) };
  if (found.depth) turned.depth = found.depth + 1;
  if (found.line) turned.line = [move, ...found.line];
  // The lines of the result differ in the opponent's reply. For the player only the best one
  // counts.
  if (found.lines) Object.assign(turned, { move, lines: found.lines.slice(0, 1).map(line => before(move, line)) });
  return turned;
}

// The parser of the lines that the engine writes during a search.
export class SearchReader {
  constructor(kind, onInfo = () => {}) {
    this.kind = kind;
    this.onInfo = onInfo;
    this.byRank = [];
    this.block = null;
    this.move = null;
    this.last = null;
    this.error = null;
  }

  get best() {
    return this.byRank[0] ?? null;
  }

  take(line) {
    const [word, key, ...rest] = line.split(' ');
    if (word === 'INFO') this.takeInfo(key, rest);
    else if (word === 'MESSAGE') { if (key === 'depth') this.takeDepth(line); }
    else if (word === 'ERROR' || word === 'UNKNOWN') this.error ??= line;
    else if (word === 'SEARCH') this.takeEnd(line);
    else if (this.kind === 'liuzhou' ? isTurn(line) : /^\d+,\d+$/.test(line)) this.move = this.moveOf(line);
  }

  // Takes a line `INFO …`. The lines from `PV` to `PV DONE` are a block, which describes one line
  // of play.
  takeInfo(key, rest) {
    if (key === 'PV' && rest[0] === 'DONE') {
      const info = this.block;
      this.block = null;
      if (!info?.line?.length || !info.score) return;
      this.byRank[info.rank - 1] = info;
      this.hasBlocks = true;
      this.onInfo(info);
      return;
    }
    if (key === 'PV') this.block = { rank: Number(rest[0]) + 1 };
    const { block } = this;
    if (!block) return;
    if (key === 'DEPTH') block.depth = Number(rest[0]);
    else if (key === 'SELDEPTH') block.selectiveDepth = Number(rest[0]);
    else if (key === 'TOTALNODES') block.nodes = Number(rest[0]);
    else if (key === 'TOTALTIME') block.ms = Number(rest[0]);
    else if (key === 'EVAL') block.score = readScore(rest[0]);
    else if (key === 'WINRATE') block.chance = Number(rest[0]);
    else if (key === 'BESTLINE') block.line = rest.filter(Boolean).map(move => this.moveOf(move));
  }

  // Takes a line such as `MESSAGE depth 7-9 multipv 2 ev 384 n 1637 n/ms 327 tm 5 pv k13 l10`. It
  // is used only while no block of INFO lines has come.
  takeDepth(line) {
    if (this.hasBlocks) return;
    const found =
      /^MESSAGE depth (\d+)-(\d+)(?: multipv (\d+))? ev (\S+) n (\d+) n\/ms \d+ tm (\d+) pv (.+)$/.exec(line);
    const score = found && readScore(found[4]);
    if (!score) return;
    const info = { rank: Number(found[3] ?? 1), depth: Number(found[1]), selectiveDepth: Number(found[2]),
      score, chance: chanceOf(score), nodes: Number(found[5]), ms: Number(found[6]),
      line: found[7].trim().split(' ') };
    this.byRank[info.rank - 1] = info;
    this.onInfo(info);
  }

  // Takes the last line of a search, such as `SEARCH h8 score -35 depth 9 nodes 1000 time 10 pv h8
  // i9`.
  takeEnd(line) {
    const found = /^SEARCH (\S+) score (\S+) depth (\d+) nodes (\d+) time (\d+) pv ?(.*)$/.exec(line);
    if (!found) return;
    this.move = found[1];
    this.last = { score: readScore(found[2]), depth: Number(found[3]), nodes: Number(found[4]),
      ms: Number(found[5]) };
  }

  moveOf(text) {
    return this.kind === 'liuzhou' ? text : pointOfPair(text);
  }

  result(stopped) {
    const lines = this.byRank.filter(Boolean), [best] = lines, last = this.last ?? {};
    return {
      move: this.move ?? best?.line[0] ?? null, score: last.score ?? best?.score ?? null,
      chance: best?.chance ?? null, lines, nodes: last.nodes ?? best?.nodes ?? 0,
      depth: last.depth ?? best?.depth ?? 0, ms: last.ms ?? best?.ms ?? 0, book: best?.nodes === 0, stopped,
    };
  }
}

// MARK: Texts of the protocol

export function positionLine({ moves = [], origin, text }) {
  if (text) return `POSITION ${text}`;
  const list = moves.length ? `moves ${moves.join(' ')}` : '';
  return `POSITION ${origin ?? (list ? '' : 'start')} ${list}`.replace(/ +/g, ' ').trim();
}

// Returns the lines that set all limits. Unwanted limits are set too, to remove those of the search
// before.
function limitLines({ timeMs, nodes, depth, level = 10, clock }) {
  const isBounded = nodes !== undefined || depth !== undefined;
  const turn = timeMs ?? (clock || isBounded ? noLimit : 5000);
  return [
    `INFO timeout_turn ${Math.max(0, Math.round(turn))}`, `INFO max_node ${nodes ?? 0}`,
    `INFO max_depth ${depth ?? 0}`, `INFO strength ${Math.floor((level - 1) * 100 / 9)}`,
    `INFO timeout_match ${clock ? Math.round(clock.totalMs ?? noLimit) : 0}`,
    ...clock ? [`INFO time_left ${Math.round(clock.leftMs)}`] : [],
    `INFO time_increment ${clock ? Math.round(clock.incrementMs ?? 0) : 0}`,
  ];
}

// Parses a score for the side to move. '+M7' and '-M4' are a win and a loss in so many plies: {
// mate, sign }. A number is in centistones: { cp }. Returns null for any other text.
export function readScore(text) {
  const mate = /^([+-])M(\d+)$/.exec(text);
  if (mate) return { mate: Number(mate[2]), sign: mate[1] === '+' ? 1 : -1 };
  return /^[+-]?\d+$/.test(text) ? { cp: Number(text) } : null;
}

// Returns the chance of winning for a score, where the engine has reported no chance.
const chanceOf = score => 'mate' in score ? (score.sign > 0 ? 1 : 0) : 1 / (1 + Math.exp(-score.cp / 150));

// Returns a point such as h8 as '7,7', the form of Gomocup's commands. `pointOfPair` is the
// inverse.
export const pairOf = point => `${columnLetters.indexOf(point[0])},${Number(point.slice(1)) - 1}`;

export function pointOfPair(pair) {
  const [x, y] = pair.split(',').map(Number);
  return `${columnLetters[x]}${y + 1}`;
}

export const isTurn = text => /^(pass|([a-f][1-6]){1,2}(x([a-f][1-6])+)?|x([a-f][1-6])+)$/.test(text);

// MARK: In the browser

// The largest number of threads that a search may use here. `usualThreads` is a smaller number that
// leaves the user some room.
export const mostThreads = () =>
  canShareMemory() ? Math.min(globalThis.navigator?.hardwareConcurrency || 1, 16) : 1;
export const usualThreads = () => Math.max(1, Math.min(mostThreads() - 1, 4));

// A page from a file may not load addresses in its worker: the browser would complain to the
// console.
const hasOrigin = () => Boolean(globalThis.origin) && globalThis.origin !== 'null';
const usualWays = () => ['shared', 'pause', ...hasOrigin() ? ['address'] : []];

function makeAddress() {
  return typeof URL.createObjectURL === 'function' ? URL.createObjectURL(new Blob(['go on'])) : '';
}

// Starts a worker from its source, which the page holds as text.
function makePageWorker() {
  const source = document.getElementById('worker-source').textContent;
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(address);
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  return worker;
}
