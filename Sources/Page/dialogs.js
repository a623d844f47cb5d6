import { make, fill, makeButton, setText } from './elements.js';
import { text } from './text.js';
import { levels } from './course.js';
import { presetText } from './tree.js';
import { openFormations } from './formations.js';
import { makeLegend } from './legend.js';
import { mostThreads, usualThreads } from './engine.js';

// The smaller dialogs: options, who plays at a seat, and help.

// Makes a slider with its value in words beside it, as { element, show }. `get` and `set` access
// the value. `show(wordsOf)` displays it, with the words that `wordsOf(value)` returns.
export function sizeRange(least, most, get, set) {
  const input = make('input', { type: 'range', min: least, max: most, step: 1, input: () =>
    set(Number(input.value)) });
  const words = make('output', { class: 'range-value' });
  return { element: make('div', { class: 'range' }, input, words), show: wordsOf => {
    input.value = get();
    setText(words, wordsOf(get()));
    input.setAttribute('aria-valuetext', words.textContent);
  } };
}

// Returns a level of the engine in words: its number, the highest number, and a name.
export const levelWords = level =>
  `${level} / ${levels.most} · ${text(`level_${Math.ceil(level / 2)}`)}`;

export class SmallDialog {
  constructor(className) {
    this.element = make('dialog', { class: `dialog ${className}` });
    this.element.addEventListener('click', event =>
      { if (event.target === this.element) this.element.close(); });
    document.body.append(this.element);
  }

  show(title, body, buttons = [makeButton(text('close'), () => this.element.close(), { class: 'main' })]) {
    this.element.setAttribute('aria-label', title);
    fill(this.element, make('h2', {}, title), make('div', { class: 'dialog-body' }, body),
      make('div', { class: 'dialog-buttons' }, buttons));
    if (!this.element.open) this.element.showModal();
    this.element.querySelector('[aria-checked="true"]')?.focus();
  }
}

function selectRow(label, options, value, set) {
  const select = make('select', { change: () => set(select.value) }, options.map(([key, words]) =>
    make('option', { value: key }, words)));
  select.value = value;
  return make('label', { class: 'number' }, make('span', {}, text(label)), select);
}

function checkRow(label, value, set) {
  const input = make('input', { type: 'checkbox', checked: value, change: () => set(input.checked) });
  return make('label', { class: 'check' }, input, make('span', {}, text(label)));
}

const threadsRow = app => selectRow('threadsName',
  Array.from({ length: mostThreads() }, (_, index) => [String(index + 1), String(index + 1)]),
  String(app.engine?.threads ?? usualThreads()), value => app.setOption('threads', Number(value)));

export function openOptions(app, dialog) {
  const { options } = app, words = (prefix, keys) => keys.map(key => [key, text(`${prefix}_${key}`)]);
  const set = name => value => app.setOption(name, value);
  const again = name => value => {
    app.setOption(name, value);
    openOptions(app, dialog);
  };
  dialog.show(text('options'), [
    selectRow('languageName', [['en', 'English'], ['zh', '中文']], app.language(), again('language')),
    selectRow('themeName', words('theme', ['auto', 'light', 'dark']), options.theme, set('theme')),
    selectRow('rowsName', words('rows', ['above', 'below']), options.rows, set('rows')),
    selectRow('touchName', words('touch', ['auto', 'always', 'never']), options.touch, set('touch')),
    checkRow('numbersName', options.numbers, set('numbers')),
    ...mostThreads() > 1 ? [threadsRow(app)] : [],
    make('p', { class: 'dialog-note' }, text('touchNote')),
  ]);
}

// Opens the dialog that changes the player at a seat, at any time of the game.
export function openSeat(app, dialog, seat) {
  const { settings } = app.game, { strips } = app, color = strips.colorOf(seat);
  const { seats } = app.modes.play, values = { kind: 'person', level: 4, timeMs: 1000, ...seats[seat] };
  const { element, show } = sizeRange(levels.least, levels.most, () => values.level, level => {
    values.level = level;
    update();
  });
  element.querySelector('input').setAttribute('aria-label', text('level'));
  const row = make('div', { class: 'level-row' }, make('span', { class: 'level-label' }, text('level')),
    element);
  const kinds = ['person', 'engine'].map(kind => make('button', { type: 'button', role: 'radio',
    click: () => {
    values.kind = kind;
    update();
  } }, text(`seat_${kind}`)));
  const update = () => {
    kinds.forEach((button, index) => button.setAttribute('aria-checked',
      String(values.kind === ['person', 'engine'][index])));
    row.hidden = values.kind !== 'engine';
    show(levelWords);
  };
  update();
  const use = () => {
    dialog.element.close();
    settings.seats = seats.map((old, index) => index !== seat ? old : values.kind === 'person' ?
      { kind: 'person' } :
      values);
    app.modes.play.seatChanged();
  };
  dialog.show(text('seatTitle', { side: color ? text(color) : text(seat ? 'secondPlayer' : 'firstPlayer') }),
    [make('div', { class: 'segments', role: 'radiogroup' }, kinds), row],
    [makeButton(text('cancel'), () => dialog.element.close()), makeButton(text('change'), use,
      { class: 'main' })]);
}

// The help texts that have another wording for touch screens.
const touchTexts = ['helpGomoku_4', 'helpLiuzhou_3'];

export function openHelp(app, dialog) {
  const isLiuzhou = !app.isGomoku;
  const isCoarse = matchMedia('(pointer: coarse)').matches;
  const wordsOf = key => text(isCoarse && touchTexts.includes(key) ? `${key}_touch` : key);
  const list = (count, prefix) => make('ul', {}, Array.from({ length: count }, (_, index) =>
    make('li', {}, wordsOf(`${prefix}_${index + 1}`))));
  const formations = () => openFormations(dialog, presetText(app.game.settings), () => openHelp(app, dialog));
  const keys = ['arrows', 'enter', 'escape', 'undo', 'hint', 'steps', 'modes', 'newGame'].map(key =>
    make('div', {},
    make('dt', {}, make('kbd', {}, text(`key_${key}`))), make('dd', {}, text(`keyNote_${key}`))));
  const legend = makeLegend(app);
  dialog.show(text('help'), [
    legend && make('h3', {}, text('legend')), legend,
    make('h3', {}, text(isLiuzhou ? 'game_liuzhou' : 'game_gomoku')), list(isLiuzhou ? 8 : 5, isLiuzhou ?
      'helpLiuzhou' : 'helpGomoku'),
    isLiuzhou && makeButton(text('rulesDrawn'), formations, { class: 'link' }),
    make('h3', {}, text('helpModes')), list(3, 'helpMode'), make('h3', {}, text('keys')),
      make('dl', { class: 'keys' }, keys),
    make('p', { class: 'dialog-note' }, text('helpOffline'))]);
}
