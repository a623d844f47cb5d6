import { partsOf, placeOf, pointAt } from '../Report/Page/position.js';
import { BoardPicture, boardCell, measureBoard } from '../Report/Page/boardpicture.js';

// The board that one plays on: a picture with one invisible button on each point. Clicks, fingers,
// the arrow keys and screen readers all use these buttons.

// The board on which moves are entered.
export class Board {
  // `settings` has functions:
  //   pick(point, how)   takes a click; `how` is 'mouse', 'touch' or 'keyboard'
  //   describe(point)    returns a point's words for a screen reader
  //   title(point)       returns the text that the pointer shows over a point
  //   hover(point)       returns the colour of the stone that a click would put there, or null
  //   canPick(point)     returns whether a click on the point would have an effect
  //   pointed(point)     called when the cursor moves to another point, or with null to none
  //   label()            returns the board's name
  //   resized()          called after the board has got another size on the screen
  constructor(host, settings) {
    Object.assign(this, { host, settings, layers: new Map(), markedPoints: new Set(), rows: 'above',
      numbers: false, cursor: null });
    host.classList.add('board');
    this.frame = document.createElement('div');
    this.frame.className = 'board-frame';
    this.cells = document.createElement('div');
    this.cells.className = 'board-cells';
    this.cells.setAttribute('role', 'grid');
    host.append(this.frame);
    this.listen();
    // Waits for the next frame, because drawing within the observer's call could trigger the
    // observer again.
    this.observer = new ResizeObserver(() => requestAnimationFrame(() => this.resized()));
    this.observer.observe(host);
  }

  // Begins with another game, or draws the same one with other options.
  setGame(game, { rows = this.rows, numbers = this.numbers } = {}) {
    const isSameBoard = this.game && ['kind', 'width', 'height'].every(key => this.game[key] === game[key]);
    Object.assign(this, { game, rows, numbers });
    if (!isSameBoard) {
      this.cursor = null;
      this.makeCells();
    }
    this.rebuild();
  }

  get pixels() {
    return this.host.clientWidth || 600;
  }

  // The distance between neighbouring lines on the screen, in pixels.
  get cellPixels() {
    return this.picture ? this.pixels * boardCell / this.picture.m.width : 40;
  }

  resized() {
    if (!this.game || !this.picture) return;
    const old = this.picture.m, now = measureBoard(this.game, this.pixels);
    if (old.letter !== now.letter || Math.abs(old.scale - now.scale) > .08 * old.scale) this.rebuild();
    this.settings.resized?.();
  }

  rebuild() {
    this.picture = new BoardPicture(this.game, this.pixels, { rows: this.rows, numbers: this.numbers });
    this.picture.svg.setAttribute('aria-hidden', 'true');
    const { m } = this.picture, { game } = this;
    this.frame.replaceChildren(this.picture.svg, this.cells);
    this.frame.style.aspectRatio = `${m.width} / ${m.height}`;
    this.host.style.setProperty('--board-ratio', (m.width / m.height).toFixed(4));
    const share = (value, whole) => `${(100 * value / whole).toFixed(3)}%`;
    this.cells.style.left = share(m.x(0) - boardCell / 2, m.width);
    this.cells.style.top = share(m.y(0) - boardCell / 2, m.height);
    this.cells.style.width = share(boardCell * game.width, m.width);
    this.cells.style.height = share(boardCell * game.height, m.height);
    if (this.position) this.show(this.position);
    for (const [name, items] of this.layers) this.picture.setLayer(name, items);
    this.describe();
  }

  makeCells() {
    const { game } = this;
    this.buttons = new Map();
    this.cells.style.gridTemplateColumns = `repeat(${game.width}, 1fr)`;
    const rows = Array.from({ length: game.height }, (_, row) => {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (let column = 0; column < game.width; column++) {
        const button = document.createElement('button'), point = pointAt(game, column, row);
        button.type = 'button';
        button.tabIndex = -1;
        button.dataset.point = point;
        button.setAttribute('role', 'gridcell');
        this.buttons.set(point, button);
        line.append(button);
      }
      return line;
    });
    this.cells.replaceChildren(...rows);
    this.stop = pointAt(game, Math.floor(game.width / 2), Math.floor(game.height / 2));
    this.buttons.get(this.stop).tabIndex = 0;
  }

  show(position) {
    this.position = position;
    this.picture.show(position);
    this.describe();
  }

  setLayer(name, items) {
    if (!items.length && !this.layers.has(name)) return;
    if (items.length) this.layers.set(name, items); else this.layers.delete(name);
    this.picture?.setLayer(name, items);
    // Only the candidates change the names of points. They change often during a search.
    if (name === 'candidates') this.nameMarks(items);
  }

  // Renames the points that have or had a mark of the engine. The focused point keeps its name,
  // because a screen reader would read it again at each change.
  nameMarks(items) {
    const points = new Set(items.map(({ move }) => partsOf(move).to).filter(Boolean));
    const focused = this.focused();
    for (const point of new Set([...this.markedPoints, ...points])) {
      if (point !== focused) this.namePoint(point);
    }
    this.markedPoints = points;
  }

  // Renames all points for screen readers. Only names that have changed are written.
  describe() {
    this.cells.setAttribute('aria-label', this.settings.label?.() ?? '');
    for (const point of this.buttons.keys()) this.namePoint(point);
  }

  namePoint(point) {
    const button = this.buttons.get(point);
    if (!button) return;
    const words = this.settings.describe?.(point) ?? point;
    if (button.getAttribute('aria-label') !== words) button.setAttribute('aria-label', words);
    const title = this.settings.title?.(point) ?? '';
    if (button.title !== title) button.title = title;
  }

  // MARK: Pointer and keys

  listen() {
    const { cells } = this, pointOf = event => event.target.closest?.('[data-point]')?.dataset.point ?? null;
    let touch = 'mouse';
    cells.addEventListener('pointerdown', event => { touch = event.pointerType === 'touch' ? 'touch' :
      'mouse'; });
    // A click leaves the focus where it is, so that arrow keys go on stepping through the game.
    cells.addEventListener('mousedown', event => event.preventDefault());
    cells.addEventListener('click', event => {
      const point = pointOf(event);
      if (!point) return;
      // Enter and screen readers make clicks without a position, whose `detail` is 0.
      const how = event.detail === 0 ? 'keyboard' : touch;
      this.setStop(point);
      this.settings.pick(point, how);
    });
    cells.addEventListener('contextmenu', event => { if (touch === 'touch') event.preventDefault(); });
    cells.addEventListener('pointermove', event => {
      if (event.pointerType !== 'touch') this.point(pointOf(event), false);
    });
    cells.addEventListener('pointerleave', () => this.point(this.focused(), true));
    cells.addEventListener('focusin', event => {
      this.namePoint(pointOf(event));
      this.setStop(pointOf(event));
      this.point(pointOf(event), true);
    });
    cells.addEventListener('focusout', () => this.point(null, false));
    cells.addEventListener('keydown', event => this.pressed(event));
  }

  focused() {
    const { activeElement } = document;
    return this.cells.contains(activeElement) ? activeElement.dataset.point : null;
  }

  setStop(point) {
    if (!point || point === this.stop) return;
    this.buttons.get(this.stop).tabIndex = -1;
    this.buttons.get(point).tabIndex = 0;
    this.stop = point;
  }

  // Moves the cursor to the point under the pointer, or with `isCursor` to the point that has the
  // keyboard's focus. Null removes the cursor.
  point(point, isCursor) {
    if (point === this.cursor && isCursor === this.isCursor) return;
    Object.assign(this, { cursor: point, isCursor });
    this.drawCursor();
    this.settings.pointed?.(point);
  }

  drawCursor() {
    if (!this.picture) return;
    const color = this.cursor ? this.settings.hover?.(this.cursor) ?? null : null;
    this.picture.showCursor(this.cursor && (this.isCursor || color) ? this.cursor : null, color);
    this.picture.groups.cursor.classList.toggle('keyboard', Boolean(this.isCursor));
    this.cells.classList.toggle('can-pick', Boolean(this.cursor && (this.settings.canPick?.(this.cursor) ??
      color)));
  }

  focus() {
    this.buttons.get(this.stop)?.focus({ preventScroll: true });
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const [column, row] = placeOf(this.game, this.stop), { width, height } = this.game;
    const wanted = { ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1], Home: [0, row], End: [width - 1, row], PageUp: [column, 0],
      PageDown: [column, height - 1] }[event.key];
    if (!wanted) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = [Math.max(0, Math.min(width - 1, wanted[0])),
      Math.max(0, Math.min(height - 1, wanted[1]))];
    this.buttons.get(pointAt(this.game, x, y)).focus({ preventScroll: true });
  }
}
