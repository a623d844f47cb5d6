import { make, fill, setText } from './elements.js';
import { percent, lastMove, movesToEnd } from './verdicts.js';
import { chosenLanguage } from './text.js';

// The list of the engine's lines of play. The rows stay the same elements while the search goes on,
// so that nothing jumps and neither focus nor pointer loses its place. A row is one stop of the Tab
// key; arrow keys go along its moves.

const movesShown = 20;

// Returns a score in words for the side to move: its chance, or the number of moves to its win or
// loss.
export function scoreWords(text, { score, chance }) {
  if (score && 'mate' in score) {
    return text(score.sign > 0 ? 'winsInMoves' : 'losesInMoves', { moves: movesToEnd(score.mate) });
  }
  return percent(chance);
}

// Returns a score as a longer text: its chance, or a sentence with the number of moves to the win
// or loss.
export function scoreTitle(text, { score, chance }) {
  if (!score || !('mate' in score)) return text('chanceTitle', { chance: percent(chance) });
  return text(score.sign > 0 ? 'winsTitle' : 'losesTitle', { nth: lastMove(score.mate, chosenLanguage()) });
}

// Returns a score in few characters, for the board: 64 for 64 %, +8 and −7 for the moves to a
// proved end.
export function scoreFigure({ score, chance }) {
  if (!score || !('mate' in score)) return String(Math.round(100 * chance));
  return `${score.sign > 0 ? '+' : '−'}${movesToEnd(score.mate)}`;
}

export class LineList {
  // `services` has text(key, values), a text of the page; label(move), its name; preview(moves),
  // which shows moves on the board, null for none; and play(moves).
  constructor(services) {
    this.services = services;
    this.rows = [];
    this.pinned = -1;
    this.element = make('ol', { class: 'lines', pointerleave: () => this.pointAt(null) });
  }

  // Shows lines, the best first, in `count` rows. Rows without a line stay empty while
  // `isSearching`, and become invisible after it. They keep their height, so that nothing jumps.
  show(lines, count, isSearching = true) {
    while (this.rows.length < count) this.rows.push(this.makeRow(this.rows.length));
    while (this.rows.length > count) this.rows.pop().element.remove();
    if (this.pinned >= count) this.pin(-1);
    this.rows.forEach((row, index) => {
      this.fillRow(row, lines[index]);
      row.element.classList.toggle('unneeded', !lines[index] && !isSearching);
    });
    if (this.pinned >= 0) this.previewRow(this.pinned);
  }

  // Removes the line that is pinned to the board.
  release() {
    this.pointed = '';
    this.pin(-1);
  }

  makeRow(index) {
    const row = { index, moves: [], chips: [] };
    row.score = make('span', { class: 'line-score' });
    row.depth = make('span', { class: 'line-depth' });
    row.head = make('button', { type: 'button', class: 'line-head', 'aria-pressed': 'false',
      click: () => { if (row.moves.length) this.pin(this.pinned === index ? -1 : index); } },
    row.score, row.depth);
    row.body = make('div', { class: 'line-moves', role: 'group',
      keydown: event => this.pressed(row, event) });
    row.element = make('li', { class: 'line', focusout: event => {
      if (!row.element.contains(event.relatedTarget)) this.pointAt(null);
    } }, row.head, row.body);
    this.element.append(row.element);
    return row;
  }

  fillRow(row, found) {
    const { text } = this.services;
    row.moves = found ? found.line.slice(0, movesShown) : [];
    row.element.classList.toggle('empty', !found);
    // A button that is only marked as disabled keeps the focus while there is no line.
    row.head.setAttribute('aria-disabled', String(!found));
    setText(row.score, found ? scoreWords(text, found) : '–');
    const sign = found?.score && 'mate' in found.score ? found.score.sign : 0;
    // The depth says nothing where the end is proved.
    setText(row.depth, found && !sign ? String(found.depth) : '');
    row.score.classList.toggle('sure', sign > 0);
    row.score.classList.toggle('lost', sign < 0);
    row.head.title = found ? scoreTitle(text, found) : '';
    row.head.setAttribute('aria-label', !found ? text('lineEmpty', { rank: row.index + 1 }) :
      text('lineHead', { rank: row.index + 1, score: scoreWords(text, found), depth: found.depth }));
    row.body.setAttribute('aria-label', text('lineMoves', { rank: row.index + 1 }));
    while (row.chips.length < row.moves.length) row.chips.push(this.makeChip(row, row.chips.length));
    row.chips.forEach((chip, place) => {
      const isHidden = place >= row.moves.length;
      if (isHidden && chip === document.activeElement) row.head.focus();
      chip.hidden = isHidden;
      if (!chip.hidden) setText(chip, this.services.label(row.moves[place]));
    });
    if (!row.chips.some(chip => chip.tabIndex === 0 && !chip.hidden) && row.chips[0]) this.makeStop(row, 0);
  }

  makeChip(row, place) {
    const chip = make('button', {
      type: 'button', class: 'line-move', tabIndex: place ? -1 : 0,
      // Only a moving pointer points at a move, not one at rest under which the lines change.
      pointermove: event => { if (event.pointerType !== 'touch') this.pointAt(row, place); },
      focus: () => { if (chip.matches(':focus-visible')) this.pointAt(row, place); },
      click: () => this.services.play(row.moves.slice(0, place + 1)),
    });
    row.body.append(chip);
    return chip;
  }

  makeStop(row, place) {
    row.chips.forEach((chip, index) => { chip.tabIndex = index === place ? 0 : -1; });
  }

  pressed(row, event) {
    const place = row.chips.indexOf(document.activeElement);
    const last = row.moves.length - 1;
    const wanted = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last }[event.key];
    if (place < 0 || wanted === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(last, wanted));
    this.makeStop(row, next);
    row.chips[next].focus();
  }

  // Shows a row's line on the board up to a move. Without a row it shows the pinned line again, if
  // there is one.
  pointAt(row, place) {
    const pointed = row ? row.moves.slice(0, place + 1).join(' ') : '';
    if (pointed && pointed === this.pointed) return;
    this.pointed = pointed;
    if (row) this.services.preview(row.moves.slice(0, place + 1));
    else if (this.pinned >= 0) this.previewRow(this.pinned);
    else this.services.preview(null);
  }

  pin(index) {
    if (this.pinned === index) return;
    this.pinned = index;
    this.rows.forEach((row, place) => {
      row.head.setAttribute('aria-pressed', String(place === index));
      row.element.classList.toggle('pinned', place === index);
    });
    if (index < 0) this.services.preview(null); else this.previewRow(index);
  }

  previewRow(index) {
    this.services.preview(this.rows[index].moves);
  }
}

// Returns a line of moves as buttons within a text, for threats and reviews. Without `play` a click
// only shows the moves on the board.
export function lineChips({ label, preview, play }, moves) {
  let pointed = null;
  const show = shown => {
    if (shown === pointed) return;
    pointed = shown;
    preview(shown);
  };
  const box = make('span', { class: 'line-inline', pointerleave: () => show(null), focusout: () => show(null) });
  return fill(box, moves.slice(0, movesShown).map((move, place) => {
    const shown = moves.slice(0, place + 1);
    // Only a moving pointer points at a move, as in `makeChip`.
    const settings = { class: 'line-move', pointermove: () => show(shown), focus: () => show(shown) };
    return make('button', { type: 'button', ...settings, click: () => play ? play(shown) : preview(shown) },
      label(move));
  }));
}
