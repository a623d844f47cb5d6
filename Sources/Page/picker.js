import { text } from './text.js';
import { presetText } from './tree.js';
import { TurnEntry, formationsThrough } from './turns.js';

// Enters moves on the board, in every mode: a point of gomoku, or a turn of Liuzhou chess step by
// step. On a touch screen with small points the first touch only shows the move. A second touch of
// the same point, or a button, plays it.

// The distance of neighbouring points, in pixels, below which a touch shows the move before it is
// played.
const fingerSize = 36;

export class MovePicker {
  constructor(app) {
    this.app = app;
    this.node = null;
    this.forget();
  }

  forget() {
    Object.assign(this, { entry: null, pending: null, earning: null });
  }

  // Follows a change of the position, or of the right to enter moves. A move that is being entered
  // is then forgotten.
  follow() {
    const { app } = this, { current } = app.game, isOpen = app.mayEnter();
    if (current !== this.node || isOpen !== this.isOpen || app.rules !== this.rules) this.forget();
    Object.assign(this, { node: current, isOpen, rules: app.rules });
    if (isOpen && !app.isGomoku && !this.entry) this.entry = this.makeEntry();
    this.draw();
  }

  makeEntry() {
    const { app, node } = this;
    return new TurnEntry(app.rulesAt(node).legal(), action => app.rulesAt(node).captures(action));
  }

  get side() {
    return this.app.stateAt(this.node).side;
  }

  // MARK: Picking

  pick(point, how) {
    const { app } = this;
    if (!app.mayEnter()) {
      app.modes[app.mode].refused?.();
      return;
    }
    if (this.pending && point === this.pending.point) {
      this.confirm();
      return;
    }
    const entry = this.entry?.copy(), { move, error } = entry ? entry.pick(point) : this.pickPoint(point);
    if (error) {
      this.pending = null;
      app.say(this.errorWords(error, point), true);
    } else if (move && this.isToConfirm(how)) {
      this.pending = { point, move, how };
      app.say(text('previewed', { move: app.label(move) }));
    } else if (move) {
      this.forget();
      app.entered(move);
      return;
    } else {
      Object.assign(this, { entry, pending: null });
    }
    this.changed();
    if (!error && !move) app.say(this.prompt()?.words ?? '');
  }

  pickPoint(point) {
    const { app } = this;
    if (app.positionAt(this.node).stones.has(point)) return { error: 'occupied' };
    return app.pointNotes.has(point) ? { error: 'forbidden' } : { move: point };
  }

  errorWords(error, point) {
    const { app } = this, label = app.label(point);
    if (error === 'forbidden') return text('isForbidden',
      { point: label, reason: app.pointNotes.get(point) });
    const stone = app.positionAt(this.node).stones.get(point);
    if (stone?.isDead && (error === 'occupied' || error === 'notEmpty')) return text('isBlocked', { point: label });
    if (error === 'stoneFirst' && stone) {
      const isOwn = stone.color === this.side;
      return text(isOwn ? 'cannotSlide' : 'notYours', { point: label });
    }
    if (error === 'notTakable') {
      const isFoe = stone && stone.color !== this.side && !stone.isDead;
      return text(isFoe ? 'isProtected' : 'notTakable', { point: label });
    }
    return text(`error_${error}`, { point: label });
  }

  isToConfirm(how) {
    const { touch } = this.app.options;
    if (how === 'keyboard' || touch === 'never') return false;
    return touch === 'always' || how === 'touch' && this.app.board.cellPixels < fingerSize;
  }

  confirm() {
    const { pending } = this;
    if (!pending) return;
    this.forget();
    this.app.entered(pending.move);
  }

  pass() {
    this.forget();
    this.app.entered('pass');
  }

  // Takes the last step of entering a move back. Returns false if there was none.
  back() {
    if (this.pending) this.pending = null;
    else if (!this.entry?.back()) return false;
    this.earning = null;
    this.changed();
    this.app.say(this.prompt()?.words ?? text('stepBack'));
    return true;
  }

  changed() {
    this.draw();
    this.app.drawBoard();
    this.app.status.show();
  }

  // MARK: Pictures

  // Returns the position to draw while a turn is entered, with its stone already on the target.
  // Null if no stone has been moved yet.
  position() {
    const action = this.pending && this.entry ? this.pending.move.split('x')[0] : this.entry?.target ?
      this.entry.action : '';
    if (!action || action === 'pass') return null;
    const { marks } = this.app.positionAt(this.node);
    return { stones: this.stonesWith(action), marks: marks.filter(mark => mark.kind !== 'taken'), won: [] };
  }

  stonesWith(action) {
    const stones = new Map(this.app.positionAt(this.node).stones);
    if (action.length === 4) stones.delete(action.slice(0, 2));
    stones.set(action.slice(-2), { color: this.side });
    return stones;
  }

  hover(point) {
    const { app, entry } = this;
    if (!this.isOpen || this.pending) return null;
    if (!entry) return app.positionAt(this.node).stones.has(point) || app.pointNotes.has(point) ? null :
      this.side;
    if (entry.action) return null;
    return entry.actions.has((entry.from ?? '') + point) ? this.side : null;
  }

  canPick(point) {
    const { entry } = this;
    if (!this.isOpen) return false;
    if (!entry) return this.hover(point) !== null;
    if (entry.action) return entry.takable.includes(point) || entry.taken.includes(point);
    return this.hover(point) !== null || entry.movable.has(point);
  }

  // Shows, before a turn is played, what it would capture if it ends on the point under the
  // pointer.
  pointed(point) {
    const { entry } = this, before = this.earning, note = point && this.isOpen ?
      this.app.pointNotes.get(point) : null;
    if (note !== this.note) {
      this.note = note;
      this.noted = point;
      this.app.status.show();
    }
    const action = entry && point && !entry.action && this.isOpen ? (entry.from ?? '') + point : null;
    this.earning = action && entry.actions.has(action) ? this.earningOf(action) : null;
    if (this.earning === before) return;
    this.draw();
    this.app.status.show();
  }

  // Returns the formations that an action completes, and the number of stones that it takes. Null
  // if it takes none.
  earningOf(action) {
    const { app } = this, { count } = app.rulesAt(this.node).captures(action);
    if (!count) return null;
    const formations = formationsThrough(this.stonesWith(action), action.slice(-2), this.side,
      presetText(app.game.settings));
    return { action, count, formations };
  }

  draw() {
    const { board } = this.app, { entry, pending } = this;
    const items = [];
    const add = (kind, points) => items.push(...points.map(point => ({ kind, point })));
    const earning = entry?.target ? this.earningOf(entry.action) : this.earning;
    if (this.isOpen && earning) {
      add('earning', [...new Set(earning.formations.flatMap(({ points }) => points))]);
    }
    if (this.isOpen && entry) {
      if (pending) add('taking', pending.move.split('x')[1]?.match(/../g) ?? []);
      else if (entry.action) {
        add('takable', entry.takable);
        add('taking', [...entry.duty.all, ...entry.taken]);
        add('protected', this.protectedStones());
      } else if (entry.from) {
        add('chosen', [entry.from]);
        add('target', entry.targets);
      }
    } else if (pending) items.push({ kind: 'ghost', point: pending.point, color: this.side });
    board.setLayer('entry', items);
    board.picture?.showGuides(pending?.how === 'touch' ? pending.point : null);
  }

  // The other side's stones that stand in a formation and may not be taken.
  protectedStones() {
    const { app, entry } = this, other = this.side === 'black' ? 'white' : 'black';
    const taken = [...entry.duty.others, ...entry.duty.all];
    return app.rulesAt(this.node).captures(entry.action).protected[other].filter(point =>
      !taken.includes(point));
  }

  noteAt(point) {
    const { entry } = this;
    if (!entry || !this.isOpen) return null;
    if (entry.taken.includes(point)) return text('noteTaking');
    if (entry.action) return entry.takable.includes(point) ? text('noteTakable') : null;
    if (entry.from === point) return text('noteChosen');
    if (entry.from && entry.targets.includes(point)) return text('noteTarget');
    return null;
  }

  // MARK: Words

  // Returns what the user has to do now, as { words, buttons }, or null.
  prompt() {
    const { app } = this, back = { text: text('stepBack'), click: () => this.back(), key: 'Esc' };
    if (!this.isOpen) return null;
    if (this.pending) {
      return { words: text('previewHint'), buttons: [
        { text: text('playThis', { move: app.label(this.pending.move) }), click: () => this.confirm(),
          isMain: true },
        { ...back, text: text('cancel') }] };
    }
    if (this.note) return { words: text('isForbidden', { point: app.label(this.noted), reason: this.note }),
      buttons: [] };
    return this.entry ? this.turnPrompt(back) : null;
  }

  turnPrompt(back) {
    const { app, entry } = this, { phase } = app.stateAt(this.node);
    if (entry.actions.size === 0 || entry.actions.has('pass')) {
      return { words: text('mustPass'), buttons: [{ text: text('pass'), click: () => this.pass(),
        isMain: true }] };
    }
    if (entry.action === 'remove') {
      const key = phase === 'forcing' ? 'forcedRemoval' : phase === 'exchanging' ? 'exchangeAnswer' :
        'exchangeFirst';
      return { words: text(key, { other: text(this.side === 'black' ? 'white' : 'black') }), buttons: [] };
    }
    if (entry.action) {
      const earned = this.earningWords(this.earningOf(entry.action));
      const words = `${earned}${text('gap')}${text('takeMore', { count: entry.missing })}`.trim();
      return { words, buttons: [back] };
    }
    const words = this.earning ? this.earningWords(this.earning) : text(phase === 'placing' ? 'placeStone' :
      entry.from ? 'slideWhere' : 'slideWhich', { from: entry.from });
    return { words, buttons: entry.from ? [back] : [] };
  }

  // Returns a text such as "Square and diagonal of 4: take 2 stones."
  earningWords(earning) {
    if (!earning) return '';
    const names = [...new Set(earning.formations.map(({ kind }) => text(`formation_${kind}`)))];
    return text('earns', { formations: names.join(text('and')), count: earning.count });
  }
}
