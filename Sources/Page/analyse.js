import { make, fill, makeButton, setText } from './elements.js';
import { presetText } from './tree.js';
import { reasonText } from './formats.js';
import { makeServices } from './services.js';
import { marksOf } from './review.js';
import { MoveList } from './moves.js';
import { PositionEditor } from './setup.js';
import { ExchangeDialog } from './exchange.js';
import { Analysis } from './search.js';
import { unfinishedButton } from './keptgames.js';
import { LineList, lineChips, scoreFigure, scoreTitle } from './lines.js';
import { ThreatPanel, glanceAtThreat, knownThreat, otherSide } from './threats.js';
import { proofAt, findProof, withProof } from './proof.js';
import { percents, shortCount, lastMove, isWin, blackChance } from './verdicts.js';

// The mode `analyse` of the page. It has the panel of the live analysis, the moves with side lines
// and comments, and the set-up of positions. A dialog copies and pastes games.

const mostLines = 10;

// The smallest part of the chance bar that has room for its figure, as a fraction of the bar.
const leastShare = .14;

// The panel of the analysis: a switch, both sides' chances, the engine's lines, proved wins, the
// opponent's threats, and forced wins on request. The panel also draws the candidate moves with
// their chances on the board.
export class AnalysePanel {
  // `services` is an object of `makeServices` in services.js.
  constructor(services) {
    this.services = services;
    this.analysis = new Analysis({
      get game() { return services.game; },
      get engine() { return services.engine; },
      position: node => services.position(node), isOver: node => services.isOver(node),
      before: (node, isCurrent) => this.before(node, isCurrent),
      keep: () => services.keep(), changed: () => this.news(),
    });
    this.lines = new LineList(services);
    this.threats = new ThreatPanel(Object.create(services, { pause: { value: work => this.pause(work) },
      news: { value: () => this.news() }, isWon: { value: (node, side) => this.isWon(node, side) } }));
    this.power = make('button', { type: 'button', role: 'switch', class: 'analysis-switch',
      'aria-checked': 'false', click: () => this.setOn(!this.isOn) });
    this.count = make('select', { change: () => this.setCount(Number(this.count.value)) });
    this.countLabel = make('label', { class: 'analysis-count' });
    this.blackPart = make('span', { class: 'chance-black' });
    this.whitePart = make('span', { class: 'chance-white' });
    this.bar = make('div', { class: 'chance-bar', role: 'img' }, this.blackPart, this.whitePart);
    this.state = make('span', { class: 'analysis-state' });
    this.deeper = makeButton('', () => this.analysis.deepen(), { class: 'analysis-deeper' });
    this.proof = make('p', { class: 'analysis-proof' });
    this.boardNote = make('p', { class: 'board-note' });
    this.threat = make('p', { class: 'analysis-threat' });
    this.element = make('section', { class: 'analysis' },
      make('div', { class: 'analysis-head' }, this.power, this.countLabel), this.bar,
      make('p', { class: 'analysis-figures' }, this.state, this.deeper), this.proof, this.lines.element,
      this.boardNote, this.threat, this.threats.element);
    this.isShown = false;
    this.frame = 0;
    this.name();
  }

  name() {
    const { text } = this.services;
    setText(this.power, text('analysis'));
    fill(this.count, Array.from({ length: mostLines }, (_, index) => make('option', { value: index + 1 },
      String(index + 1))));
    this.count.value = this.analysis.count;
    fill(this.countLabel, make('span', {}, text('lines')), this.count);
    setText(this.deeper, text('deeper'));
    this.lines.element.setAttribute('aria-label', text('lines'));
    this.threats.name();
    this.show();
  }

  // Shows the panel and continues the analysis. `leave` stops the analysis, so that the engine is
  // free.
  enter() {
    this.isShown = true;
    this.setOn(this.isOn);
  }

  async leave() {
    this.isShown = false;
    this.lines.release();
    this.services.preview(null);
    this.services.candidates([]);
    this.services.threat([]);
    await this.threats.leave();
    this.analysis.isOn = false;
    await this.analysis.halt('off');
  }

  // True if the user has the analysis switched on. A search for forced wins pauses the analysis,
  // but leaves it switched on.
  get isOn() {
    return this.wasOn ?? true;
  }

  setOn(isOn) {
    this.wasOn = isOn;
    if (this.isShown && !this.isPaused) this.analysis.switchOn(isOn);
    this.show();
  }

  setCount(count) {
    this.count.value = count;
    this.analysis.setCount(count);
    this.services.setOption('lines', count);
    this.show();
  }

  // Follows the board to another position or another game.
  follow() {
    this.lines.release();
    this.services.preview(null);
    this.threats.follow();
    this.analysis.follow();
    this.show();
  }

  // Asks the book for a proved win and the solver for the opponent's threat, before a position is
  // searched. `isCurrent` returns false once another position is shown.
  async before(node, isCurrent) {
    const { services } = this;
    if (!services.isGomoku) return;
    await findProof(services, node);
    if (!isCurrent()) return;
    await glanceAtThreat(services, node);
    if (isCurrent()) this.news();
  }

  // Pauses the analysis while `work`, another task for the engine, runs.
  async pause(work) {
    this.isPaused = true;
    this.analysis.isOn = false;
    await this.analysis.halt('off');
    try {
      return await work();
    } finally {
      this.isPaused = false;
      this.setOn(this.isOn);
    }
  }

  // Redraws the panel at most once a frame, however fast results arrive.
  news() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.show();
    });
  }

  show() {
    const { services, analysis } = this;
    if (!services.game) return;
    const node = services.game.current;
    const found = this.foundAt(node);
    this.power.setAttribute('aria-checked', String(this.isOn));
    this.showChance(node, found);
    this.showState(found);
    this.showProof(node);
    this.showThreat(node);
    const lines = services.isOver(node) ? [] : found?.lines.slice(0, analysis.count) ?? [];
    const isSearching = !services.isOver(node) && ['starting', 'searching'].includes(analysis.state);
    this.lines.show(lines, analysis.count, isSearching);
    this.showBoardNote(node, lines);
    this.threats.element.hidden = !services.isGomoku;
    this.threats.show();
    if (this.isShown) services.candidates(this.isOn || found ? this.candidates(lines) : []);
  }

  // Returns the analysis of a position, with a proved win of the book added.
  foundAt(node) {
    const { services } = this, proof = services.isGomoku ? proofAt(node) : null;
    return withProof(this.analysis.shown(node), proof, services.sideAt(node));
  }

  // Returns whether the analysis or the book has a forced win of `side`. Such a win may need quiet
  // moves, which the solver of forced wins does not try.
  isWon(node, side) {
    const score = this.foundAt(node)?.score, isOwn = side === this.services.sideAt(node);
    return Boolean(score && 'mate' in score) && isWin(score) === isOwn;
  }

  candidates(lines) {
    return lines.map((found, index) =>
      ({ move: found.line[0], rank: index + 1, isBest: index === 0, text: scoreFigure(found) }));
  }

  showChance(node, found) {
    const { text, sideAt, resultAt } = this.services;
    const black = blackChance({ side: sideAt(node), result: resultAt(node), info: found ?? {} });
    this.bar.classList.toggle('unknown', black === null);
    this.blackPart.style.width = `${100 * (black ?? .5)}%`;
    // A narrow part has no room for its figure.
    const figures = black === null ? ['', ''] : percents(black);
    setText(this.blackPart, black < leastShare ? '' : figures[0]);
    setText(this.whitePart, black > 1 - leastShare ? '' : figures[1]);
    this.bar.setAttribute('aria-label', black === null ? text('notSearched') :
      text('bothChances', { black: figures[0], white: figures[1] }));
  }

  showState(found) {
    const { analysis, services } = this, { text } = services;
    const figures = found ? text('searchFigures', { depth: found.depth,
      nodes: shortCount(found.nodes ?? 0), count: found.nodes,
      speed: found.ms > 0 ? shortCount(1000 * found.nodes / found.ms) : '–' }) : '';
    setText(this.state, analysis.state === 'failed' ? text('searchFailed', { reason: analysis.failure }) :
      services.isOver(services.game.current) ? text('gameOver') :
      figures || text(!this.isOn ? 'analysisOff' : services.engine ? 'looking' : 'starting'));
    this.deeper.hidden = !(analysis.isOn && analysis.state === 'rested');
    this.element.dataset.state = analysis.state;
  }

  // Explains the figures on the board that have a sign, such as +7 for a win in 7 moves: once for
  // each sign.
  showBoardNote(node, lines) {
    const { services } = this, side = services.sideAt(node);
    const ends = [1, -1].map(sign =>
      lines.find(({ score }) => score && 'mate' in score && score.sign === sign));
    const words = ends.filter(Boolean).map(found => services.text('boardFigure', { figure: scoreFigure(found),
      side: services.text(isWin(found.score) ? side : otherSide(side)),
      nth: lastMove(found.score.mate, services.language()) }));
    this.boardNote.hidden = !words.length;
    setText(this.boardNote, words.join(services.text('gap')));
  }

  showProof(node) {
    const { services } = this, proof = services.isGomoku && !services.isOver(node) ? proofAt(node) : null;
    this.proof.hidden = !proof;
    if (!proof) return;
    setText(this.proof, services.text(proof.move ? 'provedWinAt' : 'provedLossAt',
      { nth: lastMove(proof.plies, services.language()), move: services.label(proof.move ?? '') }));
  }

  showThreat(node) {
    const { services } = this;
    this.threat.hidden = services.isOver(node);
    if (this.threat.hidden) {
      if (this.isShown) services.threat([]);
      return;
    }
    if (!services.isGomoku) {
      this.showTaking(node);
      return;
    }
    const side = otherSide(services.sideAt(node)), threat = knownThreat(node, side);
    const isNone = node.info?.threats?.[side]?.vcf?.result === 'none', name = services.text(side);
    const words = threat ?
      services.text(`threatensAt_${threat.kind}`, { side: name, nth: lastMove(threat.plies, services.language()) }) :
      isNone ? services.text('noThreat', { side: name }) : '';
    const line = threat?.line ?? [], signature = [words, ...line.map(services.label)].join(' ');
    if (signature !== this.threatShown) {
      this.threatShown = signature;
      fill(this.threat, `${words}${services.text('gap')}`, line.length > 0 && lineChips({ label: services.label,
        preview: moves => services.preview(moves, side) }, line));
    }
    this.threat.classList.toggle('grave', Boolean(threat));
    services.threat(threat && this.isShown ? threat.line.filter((_, index) => index % 2 === 0) : []);
  }

  // Shows the captures that the opponent's best slides threaten in Liuzhou chess.
  showTaking(node) {
    const { services } = this, side = services.text(otherSide(services.sideAt(node))), found = services.takingAt(node);
    const moves = found?.moves.slice(0, 4).map(services.label).join(services.text('comma'));
    const values = { side, count: found?.count, moves };
    const words = !found ? '' : services.text(found.count ? 'threatensTake' : 'threatensNothing', values);
    this.threatShown = words;
    setText(this.threat, words);
    this.threat.classList.toggle('grave', Boolean(found?.count));
    if (this.isShown) services.threat(found?.moves.map(move => move.slice(-2)) ?? []);
  }

  // Returns the engine's lines with their scores in words, for a screen reader on request.
  tell() {
    const { services } = this, found = this.foundAt(services.game.current);
    if (!found) return services.text('notSearched');
    return found.lines.map((one, index) => services.text('lineSpoken',
      { rank: index + 1, move: services.label(one.line[0]), score: scoreTitle(services.text, one) }))
      .join(services.text('stop_'));
  }
}

export class Analyse {
  constructor(app) {
    this.app = app;
    const services = this.services = makeServices(app);
    this.panel = new AnalysePanel(services);
    this.list = new MoveList(app);
    this.editor = new PositionEditor(setupServices(app, services, isOpen => this.setUpIs(isOpen)));
    this.exchange = new ExchangeDialog(app, services);
    this.tools = make('div', { class: 'analyse-tools' });
    this.rest = make('div', { class: 'analyse-rest' }, this.panel.element, this.list.element, this.tools);
    this.isShown = false;
    this.leaving = Promise.resolve();
    this.list.isWheelOn = () => this.isShown && !this.editor.isOpen;
    this.nameTools();
    fill(app.hosts.analyse, this.editor.element, this.rest);
  }

  nameTools() {
    const { text } = this.services;
    fill(this.tools, makeButton(text('setup'), () => this.openSetup()),
      makeButton(text('exchange'), () => this.exchange.open()), unfinishedButton(this.app));
  }

  show() {
    this.isShown = true;
    if (!this.hasWheel) this.list.listenToWheel(this.app.board.host);
    this.hasWheel = true;
    this.nameTools();
    this.panel.setCount(this.services.option('lines') ?? 3);
    this.showMarks();
    if (this.editor.isOpen) this.resumeSetup(); else this.panel.enter();
  }

  // Continues a set-up when the mode is shown again. If another game has come meanwhile, the set-up
  // ends.
  resumeSetup() {
    if (this.editor.game === this.app.game) this.editor.changed(); else this.editor.close();
  }

  // Shows the marks of the review in the list of moves, if the game has been reviewed.
  showMarks() {
    this.list.setMarks(this.app.game.root.info?.review ? marksOf(this.services) : new Map());
  }

  async hide() {
    this.isShown = false;
    await this.leaving;
    await this.panel.leave();
  }

  update(what) {
    if (what === 'language') {
      this.list.name();
      this.panel.name();
      if (this.editor.isOpen) this.editor.name();
      this.exchange.name();
      this.nameTools();
      return;
    }
    // Another game either comes from the set-up itself, or ends the set-up.
    if (this.editor.isChanging) return;
    if (what === 'game' && this.editor.isOpen) this.editor.close();
    if (what === 'game') this.nameTools();
    if (what === 'board') return;
    if (this.editor.isOpen) {
      this.editor.changed();
      return;
    }
    this.list.show();
    if (what === 'game') this.showMarks();
    const { current } = this.app.game;
    if (current !== this.seen || ['game', 'node'].includes(what)) this.panel.follow();
    else this.panel.show();
    this.seen = current;
  }

  status() {
    return this.editor.isOpen ? this.editor.status() : null;
  }

  // Takes a click on a point of the board; returns true if the set-up has used it.
  picked(point) {
    if (!this.editor.isOpen) return false;
    this.editor.put(point);
    return true;
  }

  pressed(event) {
    if (this.editor.isOpen) return this.editor.pressed(event);
    if (event.key === 'l') {
      this.panel.setOn(!this.panel.isOn);
      return true;
    }
    if (event.key === 'p') {
      this.app.say(this.panel.tell(), true);
      return true;
    }
    return this.list.pressed(event);
  }

  // Opens the set-up, which takes clicks at once. The engine ends its search meanwhile.
  openSetup() {
    this.leaving = this.panel.leave();
    this.editor.open();
  }

  // Hides the rest of the panel while the set-up is open, and shows it afterwards.
  setUpIs(isOpen) {
    this.rest.hidden = isOpen;
    this.app.status.show();
    this.app.strips.show();
    if (isOpen) return;
    this.leaving.then(() => { if (this.isShown && !this.editor.isOpen) this.panel.enter(); });
  }
}

// Returns `services` with the further functions that the set-up of positions needs
// (`PositionEditor`).
function setupServices(app, services, opened) {
  return Object.create(services, Object.getOwnPropertyDescriptors({
    opened,
    chosen: () => app.status.show(),
    setupOf(node) {
      const { stones } = app.positionAt(node), { side, phase, position } = app.stateAt(node);
      return { stones, side, phase, quiet: Number(position?.split(' ')[3] ?? 0) };
    },
    // While another mode is shown the set-up stays open, but the board shows that mode's position.
    draw(stones) {
      if (app.mode !== 'analyse') return;
      app.showPosition(stones && { stones, marks: [] });
      app.status.show();
    },
    check(text) {
      if (!app.rules) return null;
      const problem = app.rules.set(services.isGomoku ? { text } : { origin: text, moves: [] });
      if (problem) {
        return { key: 'fault_other', values: { reason: reasonText(problem.error, services.language()) } };
      }
      return app.rules.state().result === 'none' ? null : { key: 'fault_over' };
    },
    // The side that removes the first stone if nobody captured while placing.
    get forceFirst() {
      const words = presetText(app.game.settings), chosen = /force-first=(\w+)/.exec(words)?.[1];
      return (chosen ?? (words.startsWith('shandong') ? 'second' : 'first')) === 'first' ? 'black' : 'white';
    },
    begin: text => app.begin({ ...app.game.settings, origin: text }, []),
    change(settings) {
      const { seats, clock } = app.game.settings;
      app.begin({ ...settings, seats, clock });
    },
    keptGames: () => ({ game: app.game, before: app.before, unfinished: app.unfinished,
      isUntouched: app.isUntouched }),
    takeBack({ game, ...kept }) {
      app.takeGame(game);
      Object.assign(app, kept);
      app.changed('game');
    },
  }));
}
