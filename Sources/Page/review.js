import { make, fill, makeButton, setText } from './elements.js';
import { ChanceCurve, curveRows } from './curve.js';
import { makeServices } from './services.js';
import { unfinishedButton } from './keptgames.js';
import { lineChips, scoreFigure } from './lines.js';
import { MoveList, mainLine } from './moves.js';
import { analysisOf, keepAnalysis, isProved, isWin } from './verdicts.js';
import { judgeMoves, blackChance, seenBy, summaryOf } from './verdicts.js';
import { lastMove, percent, percents, markSigns } from './verdicts.js';
import { LineTable } from './search.js';
import { otherSide } from './threats.js';
import { findProof, proofAt, withProof } from './proof.js';

// The mode `review` of the page. The engine searches every position of the main line. The panel
// shows the curve of both sides' chances, the marked moves with the better lines, and both sides'
// accuracy.

// The limits of nodes for a position. A review searches on one thread and starts with an empty hash
// table. Limits of nodes thus make it reproducible; limits of time would not. As WebAssembly the
// engine searches about 300 nodes of gomoku in a millisecond, and four times as many of Liuzhou
// chess.
const paceNodes = { quick: 80000, normal: 300000, deep: 1200000 };

export const reviewPaces = Object.keys(paceNodes);
export const nodesOf = (pace, isGomoku = true) => isGomoku ? paceNodes[pace] : 4 * paceNodes[pace];

// The speed that is assumed until one has been measured, in nodes per millisecond. A search counts
// as many nodes as its limit allows.
const usualSpeed = { gomoku: 300, liuzhou: 1200 };

// The shortest run, in milliseconds, from which a speed is measured.
const leastMeasured = 1000;

// The largest number of moves shown of a better line.
const betterShown = 9;

// Returns whether the analysis kept for a position is enough for a limit of nodes.
export function isReviewed(info, nodes) {
  return Boolean(info?.line) && (isProved(info) || (info.judged?.limit ?? 0) >= nodes);
}

// Returns the analysis by which a move is judged: a proved end, else the search of the review,
// which is reproducible, else the live analysis.
function judgedInfo(info) {
  return isProved(info) || !info?.judged ? info : { ...info.judged, lines: [info.judged] };
}

// Searches the positions of a game from the last to the first. The results of later positions are
// then still in the hash table when the earlier ones are searched. Finished results are kept with
// the positions in the game's tree, so an interrupted review can go on at any time.
export class ReviewJob {
  // `services` is an object of `makeServices` in services.js. Its `changed` is called after each
  // position.
  constructor(services) {
    this.services = services;
    this.nodes = [];
    this.done = 0;
    // The sums of this run: the node limits of its searches, and the time that they took in
    // milliseconds.
    this.measured = { nodes: 0, ms: 0 };
    this.isRunning = false;
    this.finished = Promise.resolve();
  }

  // Returns the positions to be searched: those of the main line in which the game is not over.
  positionsOf(game) {
    return mainLine(game).filter(node => !this.services.isOver(node));
  }

  start(game, pace) {
    if (this.isRunning) return this.finished;
    this.isRunning = true;
    this.isStopped = false;
    this.failure = null;
    this.finished = this.searchAll(game, pace).catch(error => {
      this.failure = String(error?.message ?? error);
    }).then(() => {
      this.isRunning = false;
      this.services.changed();
    });
    this.services.changed();
    return this.finished;
  }

  async stop() {
    if (!this.isRunning) return;
    this.isStopped = true;
    this.services.engine.stop();
    await this.finished;
  }

  async searchAll(game, pace) {
    const { services } = this, limit = nodesOf(pace, services.isGomoku);
    this.nodes = this.positionsOf(game);
    this.measured = { nodes: 0, ms: 0 };
    const open = this.nodes.filter(node => !isReviewed(node.info, limit)).reverse();
    this.done = this.nodes.length - open.length;
    // The book is asked first, as in the analysis, because it answers at once.
    for (const node of services.isGomoku ? this.nodes : []) {
      if (this.isStopped) return;
      await findProof(services, node);
    }
    if (this.isStopped) return;
    await services.engine.clearHash();
    for (const node of open) {
      if (this.isStopped) return;
      const began = performance.now(), table = new LineTable(1);
      const onInfo = info => {
        table.add(info);
        if (this.isStopped) services.engine.stop();
      };
      await services.engine.search(services.position(node), { lines: 1, nodes: limit, threads: 1, onInfo });
      // A search that was stopped has not reached its limit of nodes, so its result is not kept.
      if (this.isStopped) return;
      if (table.lines.length) {
        const { lines, ...found } = analysisOf(table.lines, table.nodes, table.ms);
        keepAnalysis(node, { ...found, lines });
        node.info = { ...node.info, judged: { ...found, limit } };
      }
      this.measured.nodes += limit;
      this.measured.ms += performance.now() - began;
      this.done++;
      services.keep();
      services.changed();
    }
  }
}

// Returns the positions of a line with all that is known of them, as `judgeMoves` takes them.
export function stepsOf(services, nodes) {
  return nodes.map(node => {
    const side = services.sideAt(node), result = services.resultAt(node);
    const proof = services.isGomoku && result === 'none' ? proofAt(node) : null;
    const searched = judgedInfo(node.info);
    return { side, result, info: withProof(searched, proof, side), searched, move: node.move,
      proof: Boolean(proof) };
  });
}

// Returns the marks of the main line by node, as far as it has been searched.
export function marksOf(services) {
  const nodes = mainLine(services.game), judgements = judgeMoves(stepsOf(services, nodes));
  return new Map(nodes.map((node, index) => [node, judgements[index]?.mark]).filter(([, mark]) => mark));
}

export class ReviewPanel {
  // `services` is an object of `makeServices` in services.js. Its `setMarks(map)` shows marks in
  // the list of moves.
  constructor(services) {
    this.services = services;
    this.job = new ReviewJob(Object.create(services, { changed: { value: () => this.news() } }));
    this.curve = new ChanceCurve({ select: index => this.goTo(index),
      tell: (point, index) => this.tell(index), text: key => services.text(key) });
    this.pace = make('select', { change: () => this.paceChosen() });
    this.startButton = makeButton('', () => this.pressedStart(), { class: 'main' });
    this.bar = make('progress', { max: 1, value: 0 });
    this.state = make('p', { class: 'review-state', role: 'status' });
    // The buttons that open a game. They are shown while there is no game to review.
    this.invitation = make('div', { class: 'analyse-tools' });
    this.summary = make('div', { class: 'review-summary' });
    this.marks = make('ol', { class: 'review-marks' });
    // The buttons between marks. They stay at the lower edge of the panel while it scrolls to a
    // card.
    this.steps = make('div', { class: 'review-steps', role: 'toolbar' });
    this.marksHeading = make('h3');
    this.orders = make('div', { class: 'segments', role: 'group' });
    this.marksHead = make('div', { class: 'review-head' }, this.marksHeading, this.orders);
    this.table = make('details', { class: 'review-table', toggle: () => this.fillTable() });
    this.paceLabel = make('label', { class: 'review-pace' });
    this.element = make('section', { class: 'review' }, make('div', { class: 'review-start' }, this.paceLabel,
      this.startButton), this.bar, this.state, this.invitation, this.curve.element, this.marksHead, this.marks,
    this.summary, this.table);
    this.isShown = false;
    this.name();
  }

  name() {
    const { text } = this.services;
    const chosen = this.pace.value || 'normal';
    fill(this.pace, reviewPaces.map(pace =>
      make('option', { value: pace }, text(`pace_${pace}`))));
    this.pace.value = chosen;
    fill(this.paceLabel, make('span', {}, text('pace')), this.pace);
    this.bar.setAttribute('aria-label', text('reviewProgress'));
    this.backButton = makeButton(text('mistakeBefore'), () => this.goToMark(-1));
    this.nextButton = makeButton(text('mistakeAfter'), () => this.goToMark(1));
    fill(this.steps, this.backButton, this.nextButton);
    this.steps.setAttribute('aria-label', text('markedMoves'));
    setText(this.marksHeading, text('markedMoves'));
    this.orders.setAttribute('aria-label', text('markedMoves'));
    const order = (key, isWorstFirst) => makeButton(text(key), () => this.sortMarks(isWorstFirst));
    fill(this.orders, order('asPlayed', false), order('worstFirst', true));
    this.tableHead = make('summary', {}, text('asTable'));
    this.tableBody = make('div');
    fill(this.table, this.tableHead, this.tableBody);
    this.show();
  }

  // The state of the review that is kept with the game: { pace, isRunning, hasBegun }. Null if the
  // game has none.
  get kept() {
    return this.services.game.root.info?.review ?? null;
  }

  set kept(review) {
    const { root } = this.services.game;
    root.info = { ...root.info, review };
    this.services.keep();
  }

  keepState(isRunning) {
    this.kept = { pace: this.pace.value, isRunning, hasBegun: isRunning || Boolean(this.kept?.hasBegun) };
  }

  // Shows the panel. A review that was interrupted goes on.
  enter() {
    this.isShown = true;
    if (this.kept) this.pace.value = this.kept.pace;
    if (this.kept?.isRunning && this.services.engine) this.start();
    this.news();
  }

  // Leaves the panel and frees the engine. The review goes on when the panel is shown again.
  async leave() {
    this.isShown = false;
    this.services.candidates([]);
    await this.job.stop();
  }

  // Follows the page to another game, whose own review goes on if it was interrupted.
  async changeGame() {
    await this.job.stop();
    if (this.isShown) this.enter();
  }

  paceChosen() {
    this.keepState(this.job.isRunning);
    this.show();
  }

  pressedStart() {
    if (this.job.isRunning) {
      this.keepState(false);
      this.job.stop();
    } else this.start();
  }

  start() {
    const { game } = this.services;
    this.keepState(true);
    this.pace.disabled = true;
    this.job.start(game, this.pace.value).then(() => {
      this.pace.disabled = false;
      this.keepSpeed();
      if (this.services.game !== game || this.job.isStopped) return;
      this.keepState(false);
      this.services.say(this.job.failure ?? this.services.text('reviewDone', { count: this.marked.length }));
    });
  }

  news() {
    this.show();
    this.services.setMarks(this.markMap());
  }

  // Judges the game anew and shows everything.
  show() {
    const { services } = this;
    if (!services.game) return;
    this.nodes = mainLine(services.game);
    const steps = stepsOf(services, this.nodes);
    this.judgements = judgeMoves(steps);
    this.points = steps.map((step, index) =>
      ({ chance: blackChance(seenBy(step)), mark: this.judgements[index]?.mark ?? null, isProof: step.proof }));
    this.marked = this.judgements.flatMap((judgement, index) => judgement?.mark ? [index] : []);
    this.order = this.isWorstFirst ?
      [...this.marked].sort((a, b) => this.judgements[b].loss - this.judgements[a].loss) : this.marked;
    this.showState();
    this.curve.show(this.points, this.currentIndex());
    this.showMarks();
    this.showSummary();
    this.fillTable();
  }

  // Shows the new current position without judging the game anew. Everything is judged and shown
  // again if the main line has another length.
  follow() {
    if (this.nodes?.length !== mainLine(this.services.game).length) { this.show(); return; }
    this.curve.goTo(this.currentIndex());
    this.showCurrent();
  }

  // Returns the index of the current position on the main line. In a side line, this is the index
  // of the position where the side line begins.
  currentIndex() {
    let at = this.services.game.current;
    while (at.parent && !this.nodes.includes(at)) at = at.parent;
    return Math.max(0, this.nodes.indexOf(at));
  }

  markMap() {
    return new Map(this.marked.map(index => [this.nodes[index], this.judgements[index].mark]));
  }

  showState() {
    const { job, services } = this, { text } = services;
    const nodes = job.positionsOf(services.game), pace = this.pace.value || 'normal';
    const limit = nodesOf(pace, services.isGomoku);
    const done = nodes.filter(node => isReviewed(node.info, limit)).length;
    this.bar.max = Math.max(1, nodes.length);
    this.bar.value = done;
    const all = nodes.length, isDone = done === all;
    setText(this.startButton, text(job.isRunning ? 'stop' :
      this.kept?.hasBegun && done && !isDone ? 'reviewGoOn' : 'reviewStart'));
    this.startButton.disabled = !job.isRunning && (all < 2 || isDone || !services.engine);
    this.invitation.hidden = all > 1;
    const seconds = Math.ceil((all - done) * limit / this.speed / 1000);
    const key = job.failure ? 'reviewFailed' : all < 2 ? 'reviewNothing' : isDone ? 'reviewDone' :
      job.isRunning ? 'reviewRunning' : 'reviewOffer';
    setText(this.state, text(key, { done, all, seconds, count: this.marked.length, reason: job.failure }));
  }

  // The measured speed, in nodes per millisecond. Until this run is long enough, it is the speed of
  // the last one.
  get speed() {
    const { nodes, ms } = this.job.measured, kind = this.services.isGomoku ? 'gomoku' : 'liuzhou';
    return ms > leastMeasured ? nodes / ms : this.services.option('reviewSpeeds')?.[kind] ?? usualSpeed[kind];
  }

  keepSpeed() {
    if (this.job.measured.ms <= leastMeasured) return;
    const kind = this.services.isGomoku ? 'gomoku' : 'liuzhou';
    this.services.setOption('reviewSpeeds', { ...this.services.option('reviewSpeeds'), [kind]: this.speed });
  }

  // Returns a position in words: number, move, both chances, mark.
  tell(index) {
    const { text } = this.services, point = this.points[index];
    const name = index ? `${index}. ${this.services.moveName(this.nodes[index])}` : text('theStart');
    const [black, white] = point.chance === null ? [] : percents(point.chance);
    // The curve shows the engine's estimate even where a win is proved.
    const chances = black ? text(point.isProof ? 'provedAndSeen' : 'bothChances', { black, white }) :
      text(point.isProof ? 'isProvedWin' : 'notSearched');
    const parts = [chances, point.mark && text(point.mark)].filter(Boolean);
    return `${name}${text('colon')}${parts.join(text('comma'))}`;
  }

  goTo(index) {
    this.services.goTo(this.nodes[index]);
  }

  // Returns the index of the marked move after the current one (`direction` 1) or before it (-1);
  // undefined if there is none. The order is that of the game, or of the list with the worst move
  // first.
  markBeside(direction) {
    const now = this.cardIndex() ?? this.currentIndex(), { order } = this;
    if (this.isWorstFirst) return order[order.includes(now) ? order.indexOf(now) + direction : direction - 1];
    return direction > 0 ? order.find(index => index > now) : order.findLast(index => index < now);
  }

  goToMark(direction) {
    const next = this.markBeside(direction);
    if (next === undefined) return;
    this.goToCard(next);
    this.services.say(this.explain(next));
  }

  goToCard(index) {
    this.goTo(index);
    this.items.get(index)?.scrollIntoView({ block: 'nearest' });
  }

  sortMarks(isWorstFirst) {
    this.isWorstFirst = isWorstFirst;
    this.show();
  }

  // Returns the index of the marked move whose card belongs to the current position, or null. The
  // current position comes after that move, or is on a side line that replaces it.
  cardIndex() {
    const { current } = this.services.game, now = this.currentIndex();
    const index = this.nodes[now] === current ? now : now + 1;
    return this.marked.includes(index) ? index : null;
  }

  showMarks() {
    const signature = JSON.stringify([this.services.language(), this.services.option('rows'),
      this.order.map(index => [index, this.judgements[index]])]);
    if (signature !== this.marksShown) {
      this.marksShown = signature;
      this.items = new Map(this.order.map(index => [index, this.markItem(index)]));
      fill(this.marks, [...this.items.values()]);
    }
    this.marks.hidden = this.steps.hidden = !this.marked.length;
    this.marksHead.hidden = this.marked.length < 2;
    [...this.orders.children].forEach((button, place) =>
      button.setAttribute('aria-pressed', String(Boolean(this.isWorstFirst) === Boolean(place))));
    this.showCurrent();
  }

  showCurrent() {
    const card = this.cardIndex(), isInGame = this.nodes.includes(this.services.game.current);
    for (const [index, item] of this.items) {
      item.classList.toggle('current', index === card);
      item.querySelector('.review-return').hidden = index !== card || isInGame;
    }
    this.backButton.disabled = this.markBeside(-1) === undefined;
    this.nextButton.disabled = this.markBeside(1) === undefined;
    if (this.isShown) this.drawBetter(isInGame ? this.judgements[card] : null);
  }

  // Draws on the board the move that would have been better than a marked move, with its winning
  // chance.
  drawBetter(judgement) {
    const { best, before, score } = judgement ?? {};
    this.services.candidates(!best ? [] :
      [{ move: best, rank: 1, isBest: true, isBetter: true, text: scoreFigure({ score, chance: before }) }]);
  }

  // Returns the fault of a move in one or two sentences.
  explain(index) {
    const { text } = this.services, judgement = this.judgements[index];
    const { side, kind, before, after, score, replyScore, best, leavesProof } = judgement;
    const values = { side: text(side), other: text(otherSide(side)), before: percent(before),
      after: percent(after), move: this.services.moveText(this.nodes[index]), best: this.services.label(best) };
    if (leavesProof) return text('leavesProof', values);
    const parts = [];
    const last = ({ mate }) => lastMove(mate, this.services.language());
    if (kind === 'missedWin') parts.push(text('missedWinAt', { ...values, nth: last(score) }));
    else parts.push(text('wasWorse', values));
    if (isWin(replyScore) && this.services.sideAt(this.nodes[index]) !== side) {
      parts.push(text('nowLostAt', { ...values, nth: last(replyScore) }));
    }
    return parts.join(text('gap'));
  }

  markItem(index) {
    const { services } = this, { text } = services, judgement = this.judgements[index], node = this.nodes[index];
    const from = node.parent;
    // The pointer may press the whole card; its title is the button for keys and screen readers.
    const pressed = event => { if (!event.target.closest('button')) this.goToCard(index); };
    return make('li', { class: `review-mark ${judgement.mark}`, click: pressed },
      makeButton(`${index}. ${services.moveName(node)} ${markSigns[judgement.mark]} ${text(judgement.mark)}`,
        () => this.goToCard(index), { class: 'review-move' }),
      make('p', {}, this.explain(index)),
      judgement.line.length > 0 && make('p', { class: 'review-better' }, `${text('better')}${text('gap')}`,
        lineChips({ label: services.label, preview: moves => services.preview(moves && { moves, from }),
          play: moves => services.playFrom(from, moves) }, judgement.line.slice(0, betterShown))),
      makeButton(text('backToGame'), () => this.goTo(index), { class: 'review-return', hidden: true }));
  }

  showSummary() {
    const { text } = this.services, sides = ['black', 'white'];
    const sums = sides.map(side => summaryOf(this.judgements, side));
    const isComplete = this.judgements.length > 1 && this.judgements.slice(1).every(Boolean);
    this.summary.hidden = !sums.some(sum => sum.moves);
    const share = value => value === null ? '–' : `${value.toFixed(0)} %`;
    const rows = [
      // Until all positions are searched, the accuracy would be too high.
      ['accuracy', sum => isComplete ? share(sum.accuracy) : '…'],
      ['inaccuracies', sum => sum.inaccuracy], ['mistakes', sum => sum.mistake],
      ['blunders', sum => sum.blunder],
      ['meanLoss', sum => sum.loss === null ? '–' : `${(100 * sum.loss).toFixed(1)} %`],
      ['firstChoices', sum => text('ofMoves', { count: sum.best, all: sum.moves })],
    ];
    fill(this.summary, make('table', {}, make('caption', {}, text('summary')),
      make('thead', {}, make('tr', {}, make('td'), sides.map(side => make('th', { scope: 'col' },
        text(side))))),
      make('tbody', {}, rows.map(([key, value]) => make('tr', {}, make('th', { scope: 'row' }, text(key)),
        sums.map(sum => make('td', {}, String(value(sum)))))))),
    make('p', { class: 'review-note' }, text('limitsNote')));
  }

  fillTable() {
    if (!this.table.open) return;
    const { text, moveText } = this.services;
    const rows = curveRows(this.points, index => index ? moveText(this.nodes[index]) : text('theStart'));
    const heads = ['number', 'move', 'black', 'white', 'mark'].map(key =>
      make('th', { scope: 'col' }, text(key)));
    fill(this.tableBody, make('table', {}, make('thead', {}, make('tr', {}, heads)), make('tbody', {},
      rows.map(cells => make('tr', {}, cells.map(cell => make('td', {}, String(cell))))))));
  }
}

export class Review {
  constructor(app) {
    this.app = app;
    this.list = new MoveList(app);
    this.services = makeServices(app);
    this.services.setMarks = marks => this.list.setMarks(marks);
    this.panel = new ReviewPanel(this.services);
    this.isShown = false;
    this.list.isWheelOn = () => this.isShown;
    // The buttons that open a game, by the dialog of the analysis.
    this.tools = make('div', { class: 'analyse-tools' });
    this.name();
    fill(app.hosts.review, this.panel.element, this.list.element, this.tools, this.panel.steps);
  }

  name() {
    const open = () => this.app.modes.analyse.exchange.open();
    fill(this.tools, makeButton(this.services.text('exchange'), open), unfinishedButton(this.app));
    fill(this.panel.invitation, makeButton(this.services.text('pasteGame'), open));
  }

  show() {
    this.isShown = true;
    if (!this.hasWheel) this.list.listenToWheel(this.app.board.host);
    this.hasWheel = true;
    this.name();
    this.panel.enter();
  }

  async hide() {
    this.isShown = false;
    await this.panel.leave();
    this.services.preview(null);
  }

  update(what) {
    if (what === 'language') {
      this.list.name();
      this.panel.name();
      this.name();
    } else if (what === 'game') {
      this.name();
      this.panel.changeGame();
    } else if (what === 'node') {
      this.services.preview(null);
      this.list.show();
      this.panel.follow();
    } else if (what !== 'board') this.panel.news();
  }

  pressed(event) {
    const direction = { m: 1, M: -1 }[event.key];
    if (direction) this.panel.goToMark(direction);
    return Boolean(direction) || this.list.pressed(event);
  }
}
