import { make, fill, makeButton, setText } from './elements.js';
import { text } from './text.js';
import { gomokuRules, liuzhouPresets, boardSides, presetText } from './tree.js';
import { levels } from './course.js';
import { levelWords, sizeRange } from './dialogs.js';
import { openFormations } from './formations.js';
import { formationValues } from './turns.js';
import { openingsFor } from './opening.js';
import { openingName } from './playstatus.js';

// The dialog that begins a new game. It opens with the choices of the last time.

const minute = 60000;

// The ways of play: who sits at the first and the second seat; null: the seats are drawn by lot.
const seatWays = { asFirst: ['person', 'engine'], asSecond: ['engine', 'person'], byLot: null,
  twoPeople: ['person', 'person'],
  watch: ['engine', 'engine'] };

const clockWays = ['none', 'game', 'turn'];

// The switches of Liuzhou chess with their values, the usual one first. A number has its usual,
// smallest and largest value.
const liuzhouSwitches = {
  count: ['sum', 'best'], protect: ['strict', 'last-resort', 'never'], blocked: ['pass', 'loss', 'draw',
    'exchange'],
  'force-first': ['first', 'second'], mover: ['second', 'first'], 'lose-at': [3, 0, 17], 'fly-at': [0, 0, 18],
  quiet: [100, 1, 1000], repetition: ['draw', 'none'], length: [0, 0, 1000], square: [1, 0, 9],
  diag3: [1, 0, 9], diag4: [1, 0, 9], diag5: [2, 0, 9], diag6: [3, 0, 9],
  six: [3, 0, 9], 'edge-six': [0, 0, 9],
};

// The switches in which a preset differs from the usual values. The values of formations are in
// turns.js.
const shandongSwitches = { count: 'best', protect: 'last-resort', 'force-first': 'second',
  blocked: 'exchange' };
const presetSwitches = {
  'fengyang-app': { count: 'best', protect: 'last-resort', 'lose-at': 2 },
  huainan: { protect: 'last-resort' },
  shandong: shandongSwitches,
  'shandong-app': { ...shandongSwitches, quiet: 35, repetition: 'none', length: 142 },
};

// Returns the value of a switch under a preset.
export const presetValue = (preset, name) =>
  formationValues(preset)[name] ?? presetSwitches[preset]?.[name] ?? liuzhouSwitches[name][0];

export class NewGameDialog {
  constructor(app) {
    this.app = app;
    this.element = make('dialog', { class: 'dialog new-game', 'aria-labelledby': 'new-game-title' });
    document.body.append(this.element);
    this.element.addEventListener('click', event =>
      { if (event.target === this.element) this.element.close(); });
  }

  // The choices of the last new game, or the usual ones.
  get usual() {
    return { kind: 'gomoku', rule: 'freestyle', size: 15, opening: '', preset: 'fengyang', switches: {},
      way: 'asFirst',
      levels: [4, 4], clock: 'none', timeMs: 1000, minutes: 10, seconds: 5, turnSeconds: 30,
        ...this.app.options.newGame };
  }

  // Opens the dialog. If it was closed without a decision, its choices are still there; after a
  // cancel they are forgotten.
  open() {
    const { settings } = this.app.game, { usual } = this;
    if (usual.kind !== settings.kind && this.app.options.newGame) usual.kind = settings.kind;
    this.values = this.draft ??= usual;
    this.build();
    this.element.showModal();
    this.element.querySelector('[aria-checked="true"]')?.focus();
  }

  cancel() {
    this.draft = null;
    this.element.close();
  }

  name() {
    if (this.element.open) this.build();
  }

  set(name, value) {
    this.values[name] = value;
    this.update();
  }

  build() {
    this.parts = {
      kind: this.choice('kind', ['gomoku', 'liuzhou'], key => text(`game_${key}`)),
      rule: this.cards('rule', gomokuRules, 'rule'), size: this.size(),
      opening: this.opening(),
      preset: this.cards('preset', liuzhouPresets, 'preset'), switches: this.switches(),
      way: this.choice('way', Object.keys(seatWays), key => text(`way_${key}`)), levels: [this.level(0),
        this.level(1)],
      clock: this.choice('clock', clockWays, key => text(`clock_${key}`)), times: this.times(),
    };
    const { parts } = this;
    const group = (label, ...content) => make('section', { class: 'dialog-group' },
      make('h3', {}, text(label)), ...content);
    this.gomokuParts = [group('rules', parts.rule.element), make('div', { class: 'dialog-pair' },
      group('boardSize', parts.size.element),
      group('opening', parts.opening.element))];
    const drawn = makeButton(text('rulesDrawn'), () => openFormations(this.app.menus.small,
      presetText(this.values)), { class: 'link' });
    this.liuzhouParts = [group('rules', parts.preset.element, drawn, parts.switches.element)];
    fill(this.element, make('form', { method: 'dialog', submit: event => this.submitted(event) },
      make('h2', { id: 'new-game-title' }, text('newGame')), make('div', { class: 'dialog-body' },
        parts.kind.element,
        this.gomokuParts, this.liuzhouParts,
        group('players', parts.way.element, parts.levels.map(({ element }) => element)),
        group('time', parts.clock.element, parts.times.element)),
      make('div', { class: 'dialog-buttons' }, makeButton(text('cancel'), () => this.cancel()),
        make('button', { type: 'submit', class: 'main' }, text('start')))));
    this.update();
  }

  update() {
    const { values, parts } = this, isLiuzhou = values.kind === 'liuzhou';
    for (const part of this.gomokuParts) part.hidden = isLiuzhou;
    for (const part of this.liuzhouParts) part.hidden = !isLiuzhou;
    for (const part of [parts.kind, parts.rule, parts.opening, parts.preset, parts.way,
      parts.clock]) part.show();
    parts.size.show();
    parts.switches.show();
    const kinds = seatWays[values.way] ?? ['engine', 'person'], isWatched =
      kinds.every(kind => kind === 'engine');
    parts.levels.forEach((level, seat) => {
      level.element.hidden = kinds[seat] !== 'engine';
      level.show(isWatched ? text(seat ? 'white' : 'black') : text('level'));
    });
    parts.times.show(kinds.includes('engine'));
  }

  // MARK: Parts

  // Makes the list of the opening rules that fit the chosen rule and size, with a sentence about
  // the chosen one.
  opening() {
    const select = make('select', { 'aria-label': text('opening'), change: () =>
      this.set('opening', select.value) });
    const note = make('p', { class: 'dialog-note' });
    return { element: make('div', {}, select, note), show: () => {
      const { values } = this, rules = openingsFor(values.rule, values.size);
      if (!rules.includes(values.opening)) values.opening = '';
      fill(select, rules.map(rule => make('option', { value: rule }, openingName(rule))));
      select.value = values.opening;
      setText(note, text(`openingNote_${values.opening.replace(/^five-.*/, 'five') || 'free'}`));
    } };
  }

  // Makes a row of buttons of which one is chosen, as { element, show }. Arrow keys go along it.
  choice(name, options, wordsOf, className = 'segments') {
    const buttons = options.map(option => make('button', { type: 'button', role: 'radio', click: () =>
      this.set(name, option) },
      ...[wordsOf(option)].flat()));
    const element = make('div', { class: className, role: 'radiogroup', keydown: event => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = (options.indexOf(this.values[name]) + step + options.length) % options.length;
      this.set(name, options[next]);
      buttons[next].focus();
    } }, buttons);
    const show = () => buttons.forEach((button, index) => {
      const isChosen = this.values[name] === options[index];
      button.setAttribute('aria-checked', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    });
    return { element, show };
  }

  // Makes a row of buttons as `choice` does, each with a sentence.
  cards(name, options, prefix) {
    return this.choice(name, options, key => [make('b', {}, text(`${prefix}_${key}`)),
      make('span', {}, text(`${prefix}Note_${key}`))], 'cards');
  }

  size() {
    const { element, show } = sizeRange(boardSides.least, boardSides.most, () => this.values.size,
      size => this.set('size', size));
    const presets = [15, 19, 20].map(size => makeButton(`${size}`, () => this.set('size', size),
      { class: 'small', 'aria-label': text('sizeIs', { size }) }));
    element.querySelector('input').setAttribute('aria-label', text('boardSize'));
    return { element: make('div', { class: 'size-row' }, element, presets), show: () =>
      show(size => text('sizeIs', { size })) };
  }

  level(seat) {
    const { element, show } = sizeRange(levels.least, levels.most, () => this.values.levels[seat], level => {
      this.values.levels = this.values.levels.map((old, index) => index === seat ? level : old);
      this.update();
    });
    const label = make('span', { class: 'level-label' });
    return { element: make('div', { class: 'level-row' }, label, element), show: words => {
      setText(label, words);
      element.querySelector('input').setAttribute('aria-label', words);
      show(levelWords);
    } };
  }

  number(name, label, least, most, step = 1) {
    const input = make('input', { type: 'number', min: least, max: most, step, value: this.values[name],
      inputMode: 'decimal',
      input: () => {
        const value = Number(input.value);
        if (value >= least && value <= most) this.values[name] = value;
      }, change: () => { input.value = this.values[name]; } });
    return make('label', { class: 'number' }, make('span', {}, text(label)), input);
  }

  times() {
    const think = make('select', { change: () => { this.values.timeMs = Number(think.value); } },
      [300, 1000, 3000, 5000, 10000, 30000].map(time => make('option', { value: time },
        text('seconds', { seconds: time / 1000 }))));
    think.value = this.values.timeMs;
    const rows = { none: make('label', { class: 'number' }, make('span', {}, text('thinkTime')), think),
      game: make('div', { class: 'number-row' }, this.number('minutes', 'minutesEach', .5, 600, .5),
        this.number('seconds', 'secondsMore', 0, 600)),
      turn: this.number('turnSeconds', 'secondsTurn', 1, 3600) };
    return { element: make('div', { class: 'times' }, Object.values(rows)), show: hasEngine => {
      for (const [key, row] of Object.entries(rows)) row.hidden = key !== this.values.clock ||
        key === 'none' && !hasEngine;
    } };
  }

  switches() {
    const rows = Object.entries(liuzhouSwitches).map(([name, options]) => this.switchRow(name, options));
    const element = make('details', { class: 'switches' }, make('summary', {}, text('switches')),
      make('p', { class: 'dialog-note' }, text('switchesNote')), make('div', { class: 'switch-rows' },
        rows.map(({ element: row }) => row)));
    element.open = Object.keys(this.values.switches).length > 0;
    return { element, show: () => { for (const row of rows) row.show(); } };
  }

  // Makes the row of a switch. A switch that is left at the preset's value is not written into the
  // rules.
  switchRow(name, options) {
    const isNumber = typeof options[0] === 'number', [, least, most] = options;
    const set = value => {
      const { [name]: old, ...others } = this.values.switches;
      this.values.switches = value === '' ? others : { ...others, [name]: isNumber ? Number(value) : value };
    };
    const input = isNumber ? make('input', { type: 'number', min: least, max: most, step: 1,
      value: this.values.switches[name] ?? '', input: () => {
        const value = Number(input.value);
        set(input.value !== '' && Number.isInteger(value) && value >= least && value <= most ? value : '');
      } }) : make('select', { change: () => set(input.value) }, make('option', { value: '' }),
      options.map(option => make('option', { value: option }, text(`switch_${name}_${option}`))));
    if (!isNumber) input.value = this.values.switches[name] ?? '';
    // An empty field shows the value that the chosen preset has.
    const show = () => {
      const { preset } = this.values, value = presetValue(preset, name);
      const words = text('asPreset', { value: isNumber ? value : text(`switch_${name}_${value}`),
        preset: text(`preset_${preset}`) });
      if (isNumber) input.placeholder = words; else setText(input.options[0], words);
    };
    return { element: make('label', { class: 'number' }, make('span', {}, text(`switch_${name}`)), input), show };
  }

  // MARK: The game

  submitted(event) {
    event.preventDefault();
    this.cancel();
    const { values, app } = this;
    app.options.newGame = { ...values };
    app.begin(settingsOf(values));
    app.open('play');
    app.say(text('gameBegins'));
  }
}

// Returns the settings of the game that was chosen in the dialog. `random` draws the seats.
export function settingsOf(values, random = Math.random) {
  const { kind, rule, size, preset, switches, way, clock } = values;
  const kinds = seatWays[way] ?? (random() < .5 ? ['person', 'engine'] : ['engine', 'person']);
  const isWatched = kinds.every(seat => seat === 'engine');
  const seats = kinds.map((seat, index) => seat === 'person' ? { kind: seat } : { kind: seat,
    level: values.levels[isWatched ? index : kinds.indexOf('engine')], timeMs: values.timeMs });
  const clocks = { none: null, turn: { turn: values.turnSeconds * 1000 },
    game: { total: values.minutes * minute, increment: values.seconds * 1000 } };
  const game = kind === 'liuzhou' ? { kind, preset, switches } : { kind, rule, size, opening: values.opening };
  return { ...game, seats, clock: clocks[clock] };
}
