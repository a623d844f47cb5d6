import { make, fill, setText } from './elements.js';
import { text } from './text.js';
import { iconButton } from './icons.js';
import { MoveList } from './moves.js';
import { resultWords } from './status.js';
import { actionWords, playStatus, saidWords } from './playstatus.js';
import { searchMove, searchOpening } from './playengine.js';
import { moveWords } from './words.js';
import { newCourse, timeLeft } from './course.js';
import { actionsOf, mostStones, saidUpTo } from './opening.js';

// The mode in which a game is played: people and the engine at their seats, clocks, openings, undo
// and redo, hints, the end. Moves are played at the `live` node, the last one of the game that is
// played. A user who views another node must come back to it before the next move.

// The least time from the start of an engine's search to its move on the screen, in milliseconds.
// `answerPause` holds against a person, `watchPause` in a game of two engines.
const answerPause = 300, watchPause = 700;

const hintTime = 1500;

// The points that an opening rule allows are marked on the board only if there are at most so many.
const zoneMost = 81;

const wait = time => new Promise(resolve => { setTimeout(resolve, time); });

export class Play {
  constructor(app) {
    this.app = app;
    this.isShown = false;
    this.run = 0;
    this.offered = [];
    this.finished = Promise.resolve();
    this.list = new MoveList(app);
    this.bar = make('div', { class: 'toolbar', role: 'toolbar' });
    fill(app.hosts.play, this.list.element, this.bar);
    this.name();
    setInterval(() => this.tick(), 100);
  }

  name() {
    const button = (name, click) => iconButton(name, text(name), click, { 'data-name': name });
    this.bar.setAttribute('aria-label', text('gameTools'));
    this.buttons = { undo: button('undo', () => this.undo()), redo: button('redo', () => this.redo()),
      hint: button('hint', () => this.hint()), pause: button('pause', () => this.pause()),
      draw: button('draw', () => this.ask('draw')), resign: button('resign', () => this.ask('resign')),
      newGame: iconButton('newGame', text('newShort'), () => this.app.menus.openNewGame(),
        { 'aria-label': text('newGame'), title: text('newGame'), 'data-name': 'newGame' }) };
    fill(this.bar, Object.values(this.buttons));
    this.list.name();
  }

  // MARK: As the app's mode

  show() {
    this.isShown = true;
    this.turnBegan = performance.now();
    this.list.show();
    this.go();
    this.showTools();
  }

  async hide() {
    this.isShown = false;
    this.question = null;
    this.app.board.setLayer('hint', []);
    this.app.board.setLayer('opening', []);
    await this.halt();
  }

  update(what) {
    if (what === 'language') this.name();
    if (what === 'game') {
      this.liveNode = null;
      this.turnBegan = performance.now() - this.course.elapsed;
      this.isPaused = false;
      this.halt();
    }
    if (what === 'board') return;
    if (what === 'game' || what === 'node') {
      this.app.board.setLayer('hint', []);
      this.question = null;
      this.offered = [];
    }
    this.list.show();
    this.showOpening();
    this.showTools();
    this.go();
  }

  pressed(event) {
    const { key } = event;
    // Enter on a button is left to the browser, which presses it.
    if (key.startsWith('Arrow') || key === 'Enter' && event.target === document.body) {
      this.app.board.focus();
      return true;
    }
    const act = { u: () => this.undo(), r: () => this.redo(), h: () => this.hint(),
      '[': () => this.list.step('back'),
      ']': () => this.list.step('forward') }[key];
    act?.();
    return Boolean(act);
  }

  pressedWithControl({ key, shiftKey }) {
    if (key.toLowerCase() === 'z') return (shiftKey ? this.redo() : this.undo(), true);
    return key.toLowerCase() === 'y' && (this.redo(), true);
  }

  // MARK: The game that is played

  get settings() {
    return this.app.game.settings;
  }

  get course() {
    const { game } = this.app;
    game.settings.course ??= { ...newCourse(), live: game.line(game.end) };
    return game.settings.course;
  }

  get seats() {
    return this.settings.seats ?? [{ kind: 'person' }, { kind: 'person' }];
  }

  // The node at which the game goes on. If it was removed in the analysis, this is its last
  // ancestor that is left.
  get live() {
    const { game } = this.app;
    if (this.liveNode && game.has(this.liveNode)) return this.liveNode;
    let node = game.root;
    for (const move of this.course.live) {
      const next = node.children.find(child => child.move === move);
      if (!next) break;
      node = next;
    }
    return this.liveNode = node;
  }

  setLive(node) {
    const { course, app } = this;
    Object.assign(course, { live: app.game.line(node), said: saidUpTo(course.said, app.game.path(node).length),
      ended: null, elapsed: 0 });
    this.offered = [];
    this.liveNode = node;
    this.turnBegan = performance.now();
    if (app.game.current === node) app.changed('node'); else app.goTo(node);
  }

  get state() {
    return this.app.stateAt(this.live);
  }

  get isOver() {
    return Boolean(this.course.ended) || this.state.result !== 'none';
  }

  get isViewing() {
    return this.app.game.current !== this.live;
  }

  // Returns the moves and choices of the opening up to a node, as `actionsOf` in opening.js lists
  // them.
  actionsAt(node) {
    const moves = this.app.game.line(node);
    return actionsOf(saidUpTo(this.course.said, moves.length), moves.slice(0, mostStones));
  }

  get actions() {
    return this.actionsAt(this.live);
  }

  // Returns the state of the opening at a node, as `readOpening` in opening.js describes it. Null
  // without an opening rule, and before the rules are loaded.
  openingAt(node) {
    const { settings, app } = this;
    return settings.opening && app.rules ? app.rules.opening(settings.opening, this.actionsAt(node)) : null;
  }

  // The state of the opening while it goes on, else null.
  get opening() {
    const opening = this.openingAt(this.live);
    return opening && opening.actor !== null ? opening : null;
  }

  // The seat that has Black, 0 or 1.
  get blackSeat() {
    return this.openingAt(this.live)?.black ?? 0;
  }

  actorOf(node) {
    const { actor = null, black = 0 } = this.openingAt(node) ?? {};
    return actor ?? (this.app.stateAt(node).side === 'black' ? black : 1 - black);
  }

  get actor() {
    return this.actorOf(this.live);
  }

  get isPersonToAct() {
    return this.seats[this.actor].kind === 'person';
  }

  get isWatched() {
    return this.seats.every(({ kind }) => kind === 'engine');
  }

  // True if the opening asks for a choice, such as a colour or a number, and not for a point.
  get isChoosing() {
    const { opening } = this;
    return Boolean(opening) && ![opening.place, opening.take, opening.offer?.points ?? []].some(list =>
      list.length);
  }

  get mayAct() {
    return !this.isViewing && !this.isOver && this.isPersonToAct && !this.isPaused && !this.question;
  }

  mayEnter() {
    return this.mayAct && !this.isChoosing;
  }

  // Tells the user why a click on the board has no effect now.
  refused() {
    const key = !this.app.rules ? 'starting' : this.isViewing ? 'viewingHint' : this.isOver ? 'overHint' :
      this.isPaused ? 'pausedHint' : this.question ? 'answerFirst' : this.isChoosing ? 'chooseFirst' :
        'waitHint';
    this.app.say(text(key), true);
  }

  // Plays a move that a person has entered. A search for a hint is ended first.
  async entered(move) {
    if (!this.mayEnter()) return;
    const { live } = this;
    if (this.isHinting) await this.halt();
    if (live !== this.live || !this.mayEnter()) return;
    if (this.opening) this.pickedInOpening(move); else this.commit(move);
  }

  // Handles a point that was picked in the opening: places a stone or takes an offered move. If
  // moves are to be offered, adds the point to them or removes it from them.
  pickedInOpening(point) {
    const { place, take, offer } = this.opening;
    if (place.includes(point) || take.includes(point)) {
      this.commit(point);
    } else if (offer?.points.includes(point)) {
      const others = this.offered.filter(other => other !== point), isNew = others.length === this.offered.length;
      this.offered = isNew && others.length < offer.count ? [...others, point] : others;
      this.showOpening();
      this.app.draw();
    } else {
      this.app.say(text(take.length ? 'takeOffered' : 'outsideZone'), true);
    }
  }

  // Carries out an action of the opening, such as 'h8', 'swap' or 'offer g9,h12'.
  act(action) {
    const { app, actor, settings } = this, [word, value] = action.split(' ');
    if (!['swap', 'stay', 'fifths', 'offer'].includes(word)) {
      this.commit(value ?? word);
      return;
    }
    if (app.rules.openingAfter(settings.opening, [...this.actions, action]).error) {
      app.say(text('symmetricOffer'), true);
      return;
    }
    this.course.said = [...this.course.said, { stones: app.game.path(this.live).length, action }];
    this.offered = [];
    app.say(saidWords(this, actor, action), true);
    app.changed('tree');
  }

  // Marks what the opening rule asks for: the fifth moves that have been offered, or those chosen
  // so far for an offer. Also marks the points where the next stone may be placed, if they are few
  // (`zoneMost`).
  showOpening() {
    const opening = !this.isViewing && !this.isOver ? this.opening : null, marks = [];
    const offered = opening?.take.length ? opening.take : opening ? this.offered : [];
    const color = opening && this.state.side;
    offered.forEach((point, index) => marks.push({ kind: 'ghost', point, color, number: index + 1 }));
    if (opening && opening.place.length <= zoneMost && this.isPersonToAct && !opening.maySwap) {
      marks.push(...opening.place.map(point => ({ kind: 'target', point })));
    }
    this.app.board.setLayer('opening', marks);
  }

  // Plays a move at the live node.
  commit(move) {
    const { app, live, course } = this, { game } = app, isFollowed = !this.isViewing, shown = game.current;
    const { side } = this.state, found = app.rulesAt(live).play(move);
    if (found.error) {
      app.say(found.error, true);
      return false;
    }
    const time = Math.round(this.elapsed);
    game.onChange = null;
    game.goTo(live);
    const node = game.play(found.move, true);
    node.time = time;
    if (!isFollowed) game.goTo(shown);
    game.onChange = what => app.changed(what);
    Object.assign(course, { live: game.line(node), elapsed: 0 });
    app.isUntouched = false;
    game.settings.isPlayed = true;
    this.liveNode = node;
    this.turnBegan = performance.now();
    app.changed('node');
    this.tell(node, side);
    return true;
  }

  // Tells a screen reader the move that was played and what follows.
  tell(node, side) {
    const { app, state } = this, words = [moveWords(app, node)];
    if (this.isOver) words.push(this.resultWords());
    else if (state.side === side && !app.isGomoku) words.push(text('movesAgain', { side: text(side) }));
    else if (this.isPersonToAct && !this.isChoosing) words.push(text('turnOf', { side: text(state.side) }));
    app.say(words.join(text('stop_')));
  }

  // MARK: Engines

  // Starts the engine's search if the engine is to move.
  go() {
    if (!this.isShown || !this.app.engine || !this.app.isOpen) return;
    if (!this.isOver && !this.isPersonToAct && !this.isPaused && !this.isThinking &&
      !this.problem) this.think();
  }

  get thinkingSeat() {
    return this.isThinking && !this.isHinting ? this.actor : null;
  }

  // Ends a search for a move or a hint; resolves when the engine is free.
  async halt() {
    this.run++;
    if (this.isThinking) this.app.engine?.stop();
    this.isThinking = false;
    this.isHinting = false;
    this.problem = null;
    await this.finished;
  }

  think() {
    const run = ++this.run, node = this.live, began = performance.now(), before = this.finished;
    this.isThinking = true;
    this.finished = before.then(async () => {
      if (run !== this.run) return;
      try {
        const act = this.opening ? await searchOpening(this) : await searchMove(this, node);
        await wait(Math.max(0, (this.isWatched ? watchPause : answerPause) - (performance.now() - began)));
        if (run !== this.run) return;
        this.isThinking = false;
        if (node === this.live) act();
        this.go();
      } catch (error) {
        if (run !== this.run) return;
        this.isThinking = false;
        this.problem = String(error?.message ?? error);
        this.app.draw();
      }
    });
    this.app.draw();
  }

  async hint() {
    if (!this.mayAct || this.isThinking) return;
    const { app, opening } = this, run = ++this.run, node = this.live;
    this.isThinking = this.isHinting = true;
    this.advise(node, text('searchingHint'));
    app.draw();
    const asked = opening ? app.engine.opening(this.settings.opening, this.actions) :
      app.engine.search(app.positionOf(node), { lines: 1, timeMs: hintTime }).then(({ move }) => move);
    this.finished = asked.then(answer => {
      if (run !== this.run || node !== this.live) return;
      const [action, taken = ''] = answer.split('x'), points = action.match(/[a-v]\d+/g) ?? [];
      const isSlide = !opening && points.length > 1;
      app.board.setLayer('hint', [
        ...isSlide ? [{ kind: 'hint', point: points[1], from: points[0] }] : points.map(point => ({ kind: 'hint', point })),
        ...(taken.match(/../g) ?? []).map(point => ({ kind: 'takable', point }))]);
      this.advise(node, text('hintIs', { move: opening ? actionWords(this, answer) : app.label(answer) }));
      app.say(this.advice.words);
    }, error => this.advise(node, String(error?.message ?? error))).then(() => {
      if (run !== this.run) return;
      this.isThinking = this.isHinting = false;
      app.draw();
      this.showTools();
    });
    await this.finished;
  }

  advise(node, words) {
    this.advice = { node, words };
  }

  pause() {
    this.isPaused = !this.isPaused;
    this.turnBegan = performance.now() - this.course.elapsed;
    if (this.isPaused) this.halt();
    this.update('tree');
    this.app.draw();
  }

  // MARK: Back and forward

  get undoTarget() {
    if (this.course.ended) return this.live;
    let node = this.live.parent;
    while (node?.parent && !this.isWatched && this.seats[this.actorOf(node)].kind !== 'person') node =
      node.parent;
    return node && (this.isWatched || this.seats[this.actorOf(node)].kind === 'person') ? node : null;
  }

  get redoTarget() {
    const { game } = this.app;
    let node = game.nextOf(this.live);
    while (node && game.nextOf(node) && this.seats[this.actorOf(node)].kind !== 'person') node =
      game.nextOf(node);
    return node;
  }

  async undo() {
    const target = this.undoTarget;
    if (!target) return;
    if (this.isWatched) this.isPaused = true;
    await this.halt();
    this.setLive(target);
    this.app.say(text('saidUndo', { side: text(this.state.side) }));
  }

  async redo() {
    const target = this.redoTarget;
    if (!target) return;
    await this.halt();
    this.setLive(target);
    this.app.say(moveWords(this.app, target));
  }

  // Continues the game from the position that is shown, whose line becomes the main line.
  async playFromHere() {
    await this.halt();
    const { game } = this.app;
    game.makeMain(game.current);
    this.setLive(game.current);
  }

  // MARK: The end

  ask(what) {
    if (this.isOver) return;
    this.question = what;
    this.app.draw();
    this.showTools();
    document.querySelector('#status-buttons button')?.focus();
  }

  // The side that resigns: the side of the person who plays against an engine, otherwise the side
  // of the player who has to act.
  get resigningSide() {
    const persons = this.seats.flatMap(({ kind }, seat) => kind === 'person' ? [seat] : []);
    const seat = persons.length === 1 ? persons[0] : this.actor;
    return seat === this.blackSeat ? 'black' : 'white';
  }

  answer(isYes) {
    const { question } = this;
    this.question = null;
    if (isYes) {
      this.end(question === 'draw' ? { kind: 'agreed' } : { kind: 'resigned', loser: this.resigningSide });
    } else {
      this.showTools();
      this.app.draw();
    }
  }

  async end(ended) {
    this.course.ended = ended;
    await this.halt();
    this.app.board.setLayer('hint', []);
    this.app.changed('tree');
    this.app.say(this.resultWords());
  }

  resultWords() {
    const { ended } = this.course;
    if (!ended) return resultWords(this.state);
    if (ended.kind === 'agreed') return `${text('isDraw')}${text('colon')}${text('ending_agreed')}`;
    const winner = ended.loser === 'black' ? 'white' : 'black';
    const reason = text(`ending_${ended.kind}`, { side: text(ended.loser) });
    return `${text('hasWon', { side: text(winner) })}${text('colon')}${reason}`;
  }

  rematch() {
    const { seats, course, ...settings } = this.settings;
    this.app.begin({ ...settings, ...seats && { seats: [...seats].reverse() } });
  }

  // Continues after a seat has got another player.
  async seatChanged() {
    await this.halt();
    this.app.changed('tree');
  }

  // MARK: Clocks

  get isClockRunning() {
    return this.isShown && this.app.rules && !this.isPaused && !this.isOver && this.app.isOpen &&
      (this.settings.clock?.turn || this.live.parent !== null);
  }

  get elapsed() {
    return this.isClockRunning ? performance.now() - this.turnBegan : this.course.elapsed;
  }

  // For each move of the game, the seat of its player and the time it took in milliseconds.
  get turns() {
    return this.app.game.path(this.live).map(node => ({ seat: this.actorOf(node.parent), time: node.time ??
      0 }));
  }

  timesLeft() {
    const { clock } = this.settings;
    if (!clock || !this.app.rules) return null;
    const { actor, turns } = this;
    return [0, 1].map(seat => timeLeft(clock, turns, seat, seat === actor && !this.isOver ? this.elapsed :
      0));
  }

  tick() {
    if (!this.settings.clock || !this.isShown || !this.app.rules || this.isOver) return;
    if (!this.isClockRunning) {
      this.turnBegan = performance.now() - this.course.elapsed;
      return;
    }
    this.course.elapsed = this.elapsed;
    const { actor } = this, left = this.timesLeft()[actor], allowance = this.seats[actor].kind === 'engine' ?
      300 : 0;
    this.app.strips.showClocks();
    if (left + allowance > 0) return;
    this.end({ kind: 'time', loser: actor === this.blackSeat ? 'black' : 'white' });
  }

  // MARK: What is shown

  showTools() {
    const { buttons } = this, isOver = this.app.rules && this.isOver, isTwo = this.seats.every(({ kind }) =>
      kind === 'person');
    const canAct = Boolean(this.app.rules) && !isOver && !this.question;
    buttons.undo.disabled = !this.app.rules || !this.undoTarget;
    buttons.redo.disabled = !this.app.rules || !this.redoTarget;
    buttons.hint.disabled = !canAct || !this.mayAct;
    buttons.hint.hidden = this.isWatched;
    buttons.pause.hidden = !this.isWatched;
    buttons.pause.disabled = Boolean(isOver);
    setText(buttons.pause.querySelector('.icon-text'), text(this.isPaused ? 'goOn' : 'pause'));
    buttons.pause.setAttribute('aria-pressed', String(Boolean(this.isPaused)));
    buttons.draw.hidden = !isTwo;
    buttons.draw.disabled = !canAct;
    buttons.resign.hidden = this.isWatched;
    buttons.resign.disabled = !canAct || !this.live.parent;
  }

  // Returns the content of the status line.
  status() {
    return playStatus(this);
  }
}
