import { make, fill, setText } from './elements.js';
import { text } from './text.js';
import { recordWords } from './status.js';
import { clockText } from './course.js';

// The strips of the two players, above and below the board: colour, name, stones, clock. In play a
// strip is a button that changes who plays.

export class PlayerStrips {
  constructor(app) {
    this.app = app;
    this.strips = ['top', 'bottom'].map(place => this.makeStrip(place));
  }

  makeStrip(place) {
    const strip = { stone: make('span', { class: 'strip-stone', 'aria-hidden': 'true' }),
      name: make('span', { class: 'strip-name' }),
      note: make('span', { class: 'strip-note' }), clock: make('span', { class: 'strip-clock',
        role: 'timer' }) };
    strip.element = make('button', { type: 'button', class: 'strip-button', click: () =>
      this.app.menus.openSeat(strip.seat) },
      strip.stone, strip.name, strip.note);
    fill(document.getElementById(`strip-${place}`), strip.element, strip.clock);
    return strip;
  }

  // The seat at the bottom: the only person's, else Black's.
  get bottomSeat() {
    const seats = this.app.game.settings.seats ?? [], persons = seats.flatMap(({ kind }, seat) =>
      kind === 'person' ? [seat] : []);
    return persons.length === 1 ? persons[0] : this.blackSeat ?? 0;
  }

  // The seat that has Black; null until the opening decides it.
  get blackSeat() {
    const { play } = this.app.modes ?? {};
    return play?.opening ? null : play?.blackSeat ?? 0;
  }

  colorOf(seat) {
    const black = this.blackSeat;
    return black === null ? null : black === seat ? 'black' : 'white';
  }

  show() {
    const { app } = this, { settings, current } = app.game, { bottomSeat } = this;
    const state = app.stateAt(current);
    const isSettingUp = app.mode === 'analyse' && Boolean(app.modes?.analyse.editor.isOpen);
    const isOver = isSettingUp || app.isEnded || app.mode !== 'play' && recordWords(app, current);
    [1 - bottomSeat, bottomSeat].forEach((seat, index) => {
      const strip = this.strips[index], color = this.colorOf(seat);
      strip.seat = seat;
      strip.stone.className = `strip-stone ${color ?? 'undecided'}`;
      // While a position is set up, the strips name the colours, and have no notes on stones in
      // hand.
      setText(strip.name, isSettingUp && color ? text(color) : this.nameOf(seat, color));
      setText(strip.note, isSettingUp ? '' : this.note(color, state));
      strip.element.classList.toggle('one-line', !strip.note.textContent);
      const isToMove = state.result === 'none' && color === state.side && !isOver;
      strip.element.parentElement.classList.toggle('to-move', isToMove);
      strip.element.disabled = app.mode !== 'play';
      strip.element.title = strip.element.disabled ? '' : text('changePlayer');
    });
    this.showClocks();
  }

  // Returns the name of a player with the colour, for everyone who cannot see the stone.
  nameOf(seat, color) {
    const { app } = this, { seats } = app.game.settings, side = color ? text(color) :
      text(seat ? 'secondPlayer' : 'firstPlayer');
    const recorded = color && app.game.property?.(color === 'black' ? 'PB' : 'PW');
    const { kind = 'person', level } = seats?.[seat] ?? {};
    // The level tells how strongly Wuliu plays, not how well it analyses.
    const engine = text(app.mode === 'play' ? 'engineName' : 'engineAlone', { level });
    if (kind === 'engine') return `${side}${text('colon')}${engine}`;
    if (recorded) return `${side}${text('colon')}${recorded}`;
    if (!seats) return side;
    const isOnly = seats.filter(other => other.kind === 'person').length === 1;
    return isOnly ? `${side}${text('colon')}${text('you')}` : side;
  }

  // Returns the note beside a player in Liuzhou chess: the stones still to place and those
  // captured; after the placing phase, those on the board.
  note(color, { counts, phase }) {
    const { app } = this;
    if (app.isGomoku || !color) return '';
    const { stones } = app.positionAt(app.game.current), own = [...stones.values()].filter(stone =>
      stone.color === color);
    if (phase !== 'placing') return text('stonesLeft', { count: counts?.[color] ?? own.length });
    const dead = own.filter(stone => stone.isDead).length;
    return text(dead ? 'stonesInHandDead' : 'stonesInHand', { count: Math.max(0, 18 - own.length), dead });
  }

  showClocks() {
    const { app } = this, times = app.modes?.play.timesLeft() ?? null;
    for (const strip of this.strips) {
      const left = times?.[strip.seat];
      strip.clock.hidden = left === undefined;
      if (left === undefined) continue;
      setText(strip.clock, clockText(left));
      strip.clock.classList.toggle('low', left < 10000);
    }
    const thinking = app.modes?.play.thinkingSeat ?? null;
    for (const strip of this.strips) strip.element.classList.toggle('thinking', strip.seat === thinking);
  }
}
