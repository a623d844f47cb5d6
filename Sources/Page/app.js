import { boardOf, Game } from './tree.js';
import { setText } from './elements.js';
import { writeTexts, showTheme } from './appearance.js';
import { offerInstallation } from './install.js';
import { positionAfter, rimName } from '../Report/Page/position.js';
import { Board } from './board.js';
import { chosenLanguage, setLanguage, text } from './text.js';
import { moveWords, pointWords } from './words.js';
import { MovePicker } from './picker.js';
import { PlayerStrips } from './strips.js';
import { StatusLine } from './status.js';
import { Menus } from './menus.js';
import { Play } from './play.js';
import { Analyse } from './analyse.js';
import { Review } from './review.js';
import { Engine, usualThreads } from './engine.js';
import { compileEngine, openMachine } from './wasm.js';
import { Rules } from './rules.js';
import { Store } from './store.js';
import { gameTitle, isUnderWay } from './keptgames.js';

// The page: starts everything, holds the one state, and routes between play, analysis and review.
//
// The interface of `app` for the other modules. `new Analyse(app)` and `new Review(app)` are made
// once, before the first game is shown. Each fills its own host, `app.hosts.analyse` or
// `app.hosts.review`, an empty <div> below the tabs. The app calls these functions of each mode:
//   show()          the mode begins; its host is visible, and `app.game` is there
//   hide()          the mode ends: it stops its search and empties its layers of the board. The app
//                   waits for its promise
//   update(what)    something has changed. `what` is 'language' (all texts) in every mode. Only the
//                   shown mode also gets 'game' (another game), 'node' (another current position),
//                   'tree' (moves, side lines, comments), 'settings' (the options rows or numbers,
//                   or the texts of the record) and 'board' (the size of the board on the screen)
//   picked(point)   optional: a click, touch or Enter on a point. True if the mode has used it;
//                   otherwise the point enters a move
//   pressed(event)  optional: a key that no control has used. True if the mode has used it
//   status()        optional: the content of the status line, as in status.js; null: the side to
//                   move or the result is shown
//
// State
//   app.game        the Game of tree.js that all modes share; app.game.settings as below
//   app.engine      the Engine, app.rules the Rules; both null until `await app.ready`
//   app.mode        'play', 'analyse' or 'review'; app.open(mode) changes it
//   app.options     the user's choices, which the store keeps: language, theme, rows ('above' or
//                   'below': the edge from which rows are counted), numbers (true: stones are
//                   numbered), touch, lines (of the engine), … app.setOption(name, value) sets one
// The settings of a game:
//   those of tree.js, and for play those of course.js: seats, clock, opening, course
//
// The game's positions. The answers are cached. A node is one of tree.js.
//   app.isGomoku          false for Liuzhou chess
//   app.stateAt(node)     { side, phase, result, ending, winning } as `state` of rules.js
//                         describes; `result` is 'none' while the game goes on
//   app.positionAt(node)  the stones and marks to draw: { stones, marks }. `stones` maps points to
//                         { color: 'black'|'white', number, isDead }
//   app.positionOf(node)  the position in the form that engine.search and rules.set take
//   app.nodeText(node)    the text for POSITION: 'moves …', or 'black … white … to …' of a game
//                         that was set up
//
// The functions that change the game. Each draws the board and tells the modes.
//   app.goTo(node)        shows another position
//   app.play(moves)       plays moves from the current position; a move that is already in the tree
//                         gets no second node. If a move is not allowed, says why and returns false
//   app.changed(what)     must be called after others have changed the tree: 'tree', 'node' or
//                         'game'
//   app.begin(settings, moves)   begins another game with these moves; the old one becomes the game
//                         before, which the user can bring back
//   app.takeGame(game)    does the same with a Game that was read from a record
//   app.lastGameButtons() the buttons for the status line that bring back the game before; in play,
//                         the unfinished game too
//   app.isUntouched       true if nothing was played in the game since it was opened
//   app.keep()            lets the store write the session soon
//
// Words
//   app.text(key, values) a text of text.js in the chosen language; app.language() is 'en' or 'zh'
//   app.label(move)       a point or a turn as the board's rim names it, as in `h8` (rows from
//                         above or below)
//   app.moveText(node)    the label of a node's move; app.moveName(node): the move in words, for a
//                         screen reader
//   app.say(words)        tells a screen reader, and shows the words for a moment if
//                         `app.say(words, true)`
//
// The board: app.board of board.js
//   app.board.setLayer(name, items)   draws items over the stones; [] removes the layer. Items of
//                                     boardpicture.js: { kind, point or move }, kind one of
//                                     candidate, threat, ghost (a stone of a line that is shown),
//                                     hint, chosen, target, takable, taking, protected, earning,
//                                     forbidden
//   app.showPosition(position)   shows other stones than those of the current node; null: the
//                                current node again

// The time for which the words of `say` are shown, in milliseconds.
const noticeTime = 4000;

const modeNames = ['play', 'analyse', 'review'];

const usualOptions = { theme: 'auto', rows: 'above', numbers: false, touch: 'auto', marks: true };

const usualSettings = { kind: 'gomoku', rule: 'freestyle', size: 15,
  seats: [{ kind: 'person' }, { kind: 'engine', level: 4 }], clock: null };

// The changes that tree.js reports under other names than the modes know: tree.js's name, then the
// modes'.
const changeNames = { move: 'node', current: 'node' };

const byId = id => document.getElementById(id);

class App {
  constructor() {
    this.engine = null;
    this.rules = null;
    this.failure = null;
    this.states = new WeakMap();
    this.positions = new WeakMap();
    this.store = new Store();
    this.options = { ...usualOptions };
    this.ready = new Promise(resolve => { this.isReady = resolve; });
    this.text = text;
    this.hosts = Object.fromEntries(modeNames.map(name => [name, byId(`host-${name}`)]));
    this.board = new Board(byId('board'), {
      pick: (point, how) => this.picked(point, how), label: () => this.boardName(),
      describe: point => pointWords(this, point), title: point => this.pointNotes.get(point) ?? '',
      hover: point => this.picker.hover(point), canPick: point => this.picker.canPick(point),
      pointed: point => this.picker.pointed(point), resized: () => this.tellMode('board'),
    });
    this.pointNotes = new Map();
    this.mode = 'play';
  }

  // Builds the page with the game of the last session, or with a new one.
  start() {
    const kept = this.restore();
    this.applyLanguage();
    this.applyTheme();
    this.picker = new MovePicker(this);
    this.status = new StatusLine(this);
    this.strips = new PlayerStrips(this);
    this.menus = new Menus(this);
    this.before = kept?.before ?? null;
    this.unfinished = kept?.unfinished ?? null;
    this.isUntouched = Boolean(kept?.isUntouched);
    this.setGame(kept?.game ?? new Game(usualSettings));
    this.modes = { play: new Play(this), analyse: new Analyse(this), review: new Review(this) };
    // The buttons that open another game come first, above everything that needs a game.
    for (const { tools } of [this.modes.analyse, this.modes.review]) tools.parentElement.prepend(tools);
    this.listen();
    this.open(modeNames.includes(kept?.mode) ? kept.mode : 'play');
  }

  // Starts the rules and the engine once the module is compiled; the shown mode may then search.
  async attach(compiled) {
    this.rules = new Rules(await openMachine(compiled));
    this.engine = new Engine(compiled, { threads: this.options.threads ?? usualThreads() });
    this.setUpEngine();
    this.forget();
    this.isReady();
    this.changed('game');
  }

  fail(error) {
    this.failure = String(error?.message ?? error);
    this.status.show();
  }

  setUpEngine() {
    if (!this.rules) return;
    const { settings } = this.game;
    this.rules.start(settings);
    this.engine.setUp(settings);
  }

  // MARK: What is kept

  restore() {
    const session = this.store.read();
    if (!session) return null;
    Object.assign(this.options, session.options);
    try {
      const before = readKept(session.before);
      const unfinished = session.unfinished === 'before' ? before : readKept(session.unfinished);
      return { game: Game.fromJSON(session.game), before, unfinished,
        isUntouched: session.isUntouched, mode: session.mode };
    } catch {
      return null;
    }
  }

  keep() {
    this.store.write(() => ({ game: this.game.toJSON(), before: this.before?.toJSON(),
      unfinished: this.unfinished === this.before ? 'before' : this.unfinished?.toJSON(),
      isUntouched: this.isUntouched, options: this.options, mode: this.mode }));
  }

  setOption(name, value) {
    this.options[name] = value;
    this.keep();
    if (name === 'theme') this.applyTheme();
    if (name === 'language') this.applyLanguage();
    if (name === 'threads') this.engine?.setThreads(value);
    if (name === 'rows' || name === 'numbers') {
      this.board.setGame(this.shape, this.options);
      this.changed('settings');
    }
    this.menus.show();
  }

  language() {
    return chosenLanguage();
  }

  applyLanguage() {
    setLanguage(this.options.language);
    writeTexts(this.language());
    if (!this.modes) return;
    for (const mode of Object.values(this.modes)) mode.update('language');
    this.menus.name();
    this.draw();
    this.tellMode('node');
  }

  applyTheme() {
    showTheme(this.options.theme);
  }

  // MARK: Games and positions

  get isGomoku() {
    return this.game.settings.kind !== 'liuzhou';
  }

  setGame(game) {
    if (this.game) this.game.onChange = null;
    this.game = game;
    game.onChange = what => this.changed(what);
    const { kind, origin } = game.settings, [width, height] = boardOf(game.settings);
    this.shape = { kind, width, height, origin };
    document.body.dataset.game = kind;
    this.shown = null;
    this.forget();
    this.setUpEngine();
    this.menus.showGame();
    this.board.setGame(this.shape, this.options);
    for (const name of [...this.board.layers.keys()]) this.board.setLayer(name, []);
  }

  forget() {
    this.states = new WeakMap();
    this.positions = new WeakMap();
  }

  // Sets the rules to the position of a node and returns them, ready for questions about it.
  rulesAt(node) {
    this.rules.set(this.positionOf(node));
    return this.rules;
  }

  stateAt(node) {
    let state = this.states.get(node);
    if (state || !this.rules) return state ?? { side: this.game.sideToMove(node), result: 'none',
      winning: [] };
    state = this.rulesAt(node).state();
    this.states.set(node, state);
    return state;
  }

  positionAt(node) {
    let position = this.positions.get(node);
    if (!position) {
      position = positionAfter(this.shape, this.game.line(node));
      this.positions.set(node, position);
    }
    return position;
  }

  positionOf(node) {
    return this.game.position(node);
  }

  nodeText(node) {
    const { text: words, moves = [], origin } = this.positionOf(node);
    return words ?? [origin ?? 'start', ...moves.length ? ['moves', ...moves] : []].join(' ');
  }

  goTo(node) {
    this.game.goTo(node);
  }

  // Plays moves from the current position, in the analysis and the review.
  play(moves) {
    for (const move of moves) {
      const known = this.game.current.children.find(child => child.move === move);
      const found = known ? { move } : this.rulesAt(this.game.current).play(move);
      if (found.error) {
        this.say(found.error, true);
        return false;
      }
      this.game.play(found.move);
    }
    const { current } = this.game;
    if (moves.length === 1) this.say(moveWords(this, current));
    return true;
  }

  begin({ course, isPlayed, ...settings }, moves = []) {
    const game = new Game(settings.origin ? { ...settings, opening: '' } : settings);
    for (const move of moves) game.play(move);
    this.takeGame(game);
  }

  // Makes another game current. The old one becomes the game before. If the old one has neither
  // moves nor a set-up position, the present game before is kept.
  takeGame(game) {
    const { game: old } = this;
    if (isUnderWay(this)) this.unfinished = old;
    if (old.root.children.length || old.settings.origin) this.before = old;
    if (this.before === game) this.before = null;
    if (this.unfinished === game) this.unfinished = null;
    this.isUntouched = true;
    this.hideNotice();
    this.setGame(game);
    this.changed('game');
    document.querySelector('.panel').scrollTop = 0;
    scrollTo(0, 0);
  }

  lastGameButtons() {
    const games = new Set([this.before, this.mode === 'play' ? this.unfinished : null]);
    return [...games].filter(Boolean).map(game => ({ text: gameTitle(game, 'backTo'), name: 'lastGame',
      click: () => this.takeGame(game) }));
  }

  changed(what = 'tree') {
    if (changeNames[what] || what === 'node') this.hideNotice();
    this.shown = null;
    this.draw();
    this.keep();
    this.tellMode(changeNames[what] ?? what);
  }

  tellMode(what) {
    if (this.isOpen) this.modes[this.mode].update(what);
  }

  // MARK: The picture

  showPosition(position) {
    this.shown = position;
    this.drawBoard();
  }

  draw() {
    if (!this.game) return;
    this.picker?.follow();
    this.drawBoard();
    this.strips?.show();
    this.status?.show();
  }

  drawBoard() {
    const { current } = this.game;
    if (this.shown) {
      this.board.show(this.shown);
      return;
    }
    this.drawForbidden(current);
    const entered = this.picker?.position(), position = entered ?? this.positionAt(current);
    this.board.picture.svg.classList.toggle('entering', Boolean(entered));
    this.board.show({ ...position, won: this.stateAt(current).winning ?? [] });
    this.board.drawCursor();
  }

  // True if the players have ended the game that is played: by resignation, by agreement or on
  // time.
  get isEnded() {
    return this.mode === 'play' && Boolean(this.game.settings.course?.ended);
  }

  // Marks the points that renju forbids to Black, each with its reason.
  drawForbidden(node) {
    const { side, result } = this.stateAt(node);
    const isAsked = this.rules && this.game.settings.rule === 'renju' && side === 'black' &&
      result === 'none' && !this.isEnded;
    const points = isAsked ? this.rulesAt(node).forbidden() : [];
    this.pointNotes = new Map(points.map(({ point, reason }) =>
      [point, text(`forbidden_${reason.replace(' ', '_')}`)]));
    this.board.setLayer('forbidden', points.map(({ point }) => ({ kind: 'forbidden', point })));
  }

  boardName() {
    const { width, height } = this.shape;
    return text(this.isGomoku ? 'boardGomoku' : 'boardLiuzhou', { width, height });
  }

  // MARK: Words

  label(move) {
    if (this.isGomoku) return rimName(this.shape, move, this.options.rows);
    const [action, taken] = move.split('x');
    if (move === 'pass') return text('pass');
    const way = action.length === 4 ? `${action.slice(0, 2)}–${action.slice(2)}` : action;
    return `${way}${taken ? `×${taken.match(/../g).join(' ')}` : ''}`;
  }

  moveText(node) {
    return node.move ? this.label(node.move) : text('theStart');
  }

  moveName(node) {
    return moveWords(this, node);
  }

  say(words, isShown = false) {
    const live = byId('live');
    // A screen reader says only changed text, so a repeated message gets an invisible character.
    live.textContent = live.textContent === words ? `${words}\u00A0` : words;
    if (!isShown) return;
    // Words that the page shows elsewhere are not shown a second time.
    if ([document.querySelector('.status'), this.hosts[this.mode]].some(({ textContent }) =>
      textContent.includes(words))) {
      this.hideNotice();
      return;
    }
    const notice = byId('notice');
    setText(notice, words);
    notice.classList.add('shown');
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => this.hideNotice(), noticeTime);
  }

  // Hides the words that `say` has shown. The next move hides them too.
  hideNotice() {
    byId('notice').classList.remove('shown');
  }

  // MARK: What the user does

  async open(mode) {
    // A mode that is asked for while another one is being left opens after that.
    if (this.isChanging) {
      this.wanted = mode;
      return;
    }
    if (this.isOpen && mode === this.mode) return;
    this.isChanging = true;
    const old = this.isOpen ? this.modes[this.mode] : null;
    this.isOpen = false;
    this.mode = mode;
    for (const name of modeNames) {
      this.hosts[name].hidden = name !== mode;
      byId(`tab-${name}`).setAttribute('aria-selected', String(name === mode));
      byId(`tab-${name}`).tabIndex = name === mode ? 0 : -1;
    }
    document.body.dataset.mode = mode;
    await old?.hide();
    this.picker.forget();
    this.shown = null;
    this.isChanging = false;
    const { wanted } = this;
    this.wanted = null;
    if (wanted && wanted !== mode) {
      this.open(wanted);
      return;
    }
    this.isOpen = true;
    this.draw();
    this.modes[mode].show();
    this.draw();
    this.keep();
  }

  picked(point, how) {
    if (this.modes[this.mode].picked?.(point, how)) return;
    this.picker.pick(point, how);
  }

  // Plays a move that the user has entered on the board.
  entered(move) {
    if (this.mode === 'play') this.modes.play.entered(move);
    else this.play([move]);
  }

  mayEnter() {
    if (this.shown || !this.rules || !this.isOpen) return false;
    return this.mode === 'play' ? this.modes.play.mayEnter() :
      this.stateAt(this.game.current).result === 'none';
  }

  listen() {
    for (const name of modeNames) byId(`tab-${name}`).addEventListener('click', () => this.open(name));
    byId('tabs').addEventListener('keydown', event => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = modeNames[(modeNames.indexOf(this.mode) + step + modeNames.length) % modeNames.length];
      this.open(next);
      byId(`tab-${next}`).focus();
    });
    document.addEventListener('keydown', event => this.pressed(event));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applyTheme());
    addEventListener('pagehide', () => this.store.flush());
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.store.flush(); });
  }

  pressed(event) {
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.target.closest?.('input, textarea, select')) return;
    if (event.ctrlKey || event.metaKey) {
      if (this.mode === 'play' && this.modes.play.pressedWithControl(event)) event.preventDefault();
      return;
    }
    const isUsed = event.key === 'Escape' && this.picker.back() || this.modes[this.mode].pressed?.(event) ||
      this.menus.pressed(event) || this.openByKey(event.key);
    if (isUsed) event.preventDefault();
  }

  openByKey(key) {
    const mode = modeNames[Number(key) - 1];
    if (mode) this.open(mode);
    return Boolean(mode);
  }
}

// Returns a game that was kept beside the current one; null if there is none or it cannot be read.
function readKept(value) {
  try {
    return value ? Game.fromJSON(value) : null;
  } catch {
    return null;
  }
}

// Compiles the engine's module, which the page holds as text: gzip in base64.
async function loadEngine() {
  const source = byId('engine-module').textContent;
  const bytes = Uint8Array.from(atob(source.trim()), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return compileEngine(new Uint8Array(await new Response(stream).arrayBuffer()));
}

async function startPage() {
  const app = new App();
  app.start();
  offerInstallation(text('pageTitle'));
  try {
    await app.attach(await loadEngine());
  } catch (error) {
    app.fail(error);
  }
}

if (typeof document !== 'undefined' && byId('board')) startPage();
