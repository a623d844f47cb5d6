import { make, fill, makeButton, setText } from './elements.js';
import { markSigns } from './verdicts.js';

// The list of the moves of a game with its side lines, the buttons that step through them, and the
// comment of the current move. Every move is a button; one of them is the stop of the Tab key,
// arrow keys go to the others.

// Returns the nodes of the line through `node`: from the root to `node`, then on by the first child
// each time.
export function lineThrough(node) {
  const nodes = [];
  for (let at = node; at; at = at.parent) nodes.unshift(at);
  for (let at = node.children[0]; at; at = at.children[0]) nodes.push(at);
  return nodes;
}

export const mainLine = game => lineThrough(game.root);

// The number of moves that led to a node.
export function plyOf(node) {
  let ply = 0;
  for (let at = node; at.parent; at = at.parent) ply++;
  return ply;
}

export const isOnMainLine = node => {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
  return true;
};

// Returns the node to which a step leads; the current node if there is none. The steps are `first`,
// `back`, `forward` and `last`. `main` goes back to the node where this side line leaves the main
// line. `above` and `below` go to the neighbouring line at the nearest fork.
export function stepTarget(game, step) {
  const { current } = game;
  if (step === 'first') return game.root;
  if (step === 'back') return current.parent ?? current;
  if (step === 'forward') return game.nextOf(current) ?? current;
  if (step === 'last') {
    let at = current;
    while (game.nextOf(at)) at = game.nextOf(at);
    return at;
  }
  if (step === 'main') {
    let at = current;
    while (!isOnMainLine(at)) at = at.parent;
    return at;
  }
  const fork = current.parent?.children ?? [];
  return fork[fork.indexOf(current) + (step === 'above' ? -1 : 1)] ?? current;
}

const stepKeys = { ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'above', ArrowDown: 'below',
  Home: 'first', End: 'last', PageUp: 'main' };

// The largest number of moves that are removed without asking a second time.
const freelyRemoved = 2;

// Returns the number of moves in a node's subtree, its own included.
function countFrom(node) {
  let count = 0;
  for (const open = [node]; open.length; count++) open.push(...open.pop().children);
  return count;
}

// The steps that have a button. The style sheet draws the signs of the buttons.
const stepButtons = ['first', 'back', 'forward', 'last'];

export class MoveList {
  constructor(app) {
    this.app = app;
    this.marks = new Map();
    this.list = make('div', { class: 'moves-list', role: 'group', keydown: event => this.pressed(event) });
    this.steps = make('div', { class: 'moves-steps', role: 'group' });
    this.tools = make('div', { class: 'moves-tools' });
    this.commentBox = make('textarea', { class: 'moves-comment', rows: 2, maxLength: 4000,
      input: () => this.commented() });
    this.commentLabel = make('label', { class: 'moves-comment-label' });
    this.element = make('section', { class: 'moves' }, this.steps, this.list, this.tools, this.commentLabel);
    this.name();
  }

  // Writes all fixed texts, also after a change of the language.
  name() {
    const t = (key, values) => this.app.text(key, values);
    this.element.setAttribute('aria-label', t('moves'));
    this.list.setAttribute('aria-label', t('moves'));
    this.steps.setAttribute('aria-label', t('stepThrough'));
    fill(this.steps, stepButtons.map(kind => makeButton('', () => this.step(kind), { class: 'step',
      'aria-label': t(`step_${kind}`), title: t(`step_${kind}`), 'data-step': kind })));
    this.removeButton = makeButton(t('deleteFromHere'), () => this.remove());
    this.mainButton = makeButton(t('makeMain'), () => this.makeMain());
    fill(this.tools, this.removeButton, this.mainButton);
    fill(this.commentLabel, make('span', {}, t('comment')), this.commentBox);
    this.show();
  }

  // Sets the marks of the review by node; signs behind the moves show them.
  setMarks(marks) {
    this.marks = marks;
    this.list.classList.toggle('marked', marks.size > 0);
    this.show();
  }

  show() {
    const { game } = this.app;
    if (!game) return;
    const focused = this.list.contains(document.activeElement);
    this.buttons = new Map();
    fill(this.list, game.root.children.length ? this.lineFrom(game.root, 1) :
      make('p', { class: 'moves-none' }, this.app.text('noMoves')));
    this.removeButton.disabled = !game.current.parent;
    if (this.armed !== game.current) {
      this.armed = null;
      setText(this.removeButton, this.app.text('deleteFromHere'));
    }
    this.mainButton.hidden = isOnMainLine(game.current);
    if (document.activeElement !== this.commentBox) this.commentBox.value = game.current.comment ?? '';
    for (const button of this.steps.children) {
      button.disabled = stepTarget(game, button.dataset.step) === game.current;
    }
    const chosen = this.buttons.get(game.current) ?? this.buttons.values().next().value;
    if (!chosen) return;
    chosen.tabIndex = 0;
    if (focused) chosen.focus({ preventScroll: true });
    this.reveal(this.buttons.get(game.current));
  }

  // Returns the buttons of the moves that follow a node. After each move come the side lines that
  // have another move in its place.
  lineFrom(start, depth) {
    const parts = [];
    let node = start, ply = plyOf(start);
    while (node.children.length) {
      const [main, ...others] = node.children;
      ply++;
      parts.push(this.moveButton(main, ply));
      if (main.comment) parts.push(make('span', { class: 'moves-said' }, main.comment));
      for (const other of others) {
        parts.push(make('div', { class: depth > 4 ? 'moves-side deep' : 'moves-side', role: 'group',
          'aria-label': this.app.text('sideLine', { number: ply }) }, this.moveButton(other, ply),
        other.comment && make('span', { class: 'moves-said' }, other.comment),
        this.lineFrom(other, depth + 1)));
      }
      node = main;
    }
    return parts;
  }

  moveButton(node, ply) {
    const { app } = this, mark = this.marks.get(node), isCurrent = node === app.game.current;
    const button = make('button', {
      type: 'button', tabIndex: -1, class: `move${isCurrent ? ' current' : ''}${mark ? ` ${mark}` : ''}`,
      'aria-current': isCurrent ? 'step' : undefined,
      'aria-label': [`${ply}. ${app.moveName(node)}`, mark && app.text(mark),
        node.comment && app.text('hasComment')].filter(Boolean).join(app.text('comma')),
      click: () => this.goTo(node),
    }, make('span', { class: 'move-number' }, String(ply)), app.moveText(node),
    mark && make('span', { class: 'move-sign' }, markSigns[mark]));
    this.buttons.set(node, button);
    return button;
  }

  // Scrolls the list, and nothing but the list, until a move is visible.
  reveal(button) {
    const { list } = this;
    if (!button) { list.scrollTop = 0; return; }
    const [box, inside] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (inside.top < box.top) list.scrollTop -= box.top - inside.top + 4;
    else if (inside.bottom > box.bottom) list.scrollTop += inside.bottom - box.bottom + 4;
  }

  goTo(node) {
    if (node === this.app.game.current) return;
    this.app.goTo(node);
  }

  // Takes a step of `stepTarget`. Returns false if it leads nowhere.
  step(kind) {
    const { game } = this.app, target = stepTarget(game, kind);
    if (target === game.current) return false;
    this.app.goTo(target);
    return true;
  }

  // Handles a key; returns whether it was used.
  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
    if (event.key !== 'Delete' && !stepKeys[event.key]) return false;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Delete') this.remove(); else this.step(stepKeys[event.key]);
    return true;
  }

  // Steps through the moves with the mouse wheel over `element`. Small movements of a touch pad are
  // summed up.
  listenToWheel(element) {
    let sum = 0, last = 0;
    element.addEventListener('wheel', event => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || !this.isWheelOn?.()) return;
      event.preventDefault();
      if (event.timeStamp - last > 400) sum = 0;
      last = event.timeStamp;
      sum += event.deltaMode ? event.deltaY * 40 : event.deltaY;
      if (Math.abs(sum) < 40) return;
      this.step(sum < 0 ? 'back' : 'forward');
      sum = 0;
    }, { passive: false });
  }

  remove() {
    const { app } = this, node = app.game.current;
    if (!node.parent) return;
    const count = countFrom(node);
    if (count > freelyRemoved && this.armed !== node) {
      this.armed = node;
      this.removeButton.textContent = app.text('deleteSure', { count });
      app.say(app.text('deleteSure', { count }));
      return;
    }
    const name = app.moveText(node);
    app.game.remove(node);
    app.say(app.text('deleted', { move: name }));
  }

  makeMain() {
    const { app } = this;
    app.game.makeMain(app.game.current);
    app.say(app.text('isMainNow'));
  }

  commented() {
    this.app.game.setComment(this.app.game.current, this.commentBox.value);
  }
}
