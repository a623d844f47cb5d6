import { make, fill, makeButton, setText } from './elements.js';
import { positionText } from './threats.js';
import { boardOf, boardSides, columnLetters, gomokuRules, liuzhouPresets } from './tree.js';

// The set-up of any position by click. The user chooses what is put on a point, and who is to move.
// Liuzhou chess also has dead stones, the phase and the turns without a capture. One sentence says
// what is wrong with the position, if anything.

const tools = {
  gomoku: [['black', false], ['white', false], [null, false]],
  liuzhou: [['black', false], ['white', false], ['black', true], ['white', true], [null, false]],
};

const toolKey = ([color, isDead]) => color ? `put_${isDead ? 'dead_' : ''}${color}` : 'put_nothing';

const liuzhouFiles = 'abcdef';

// The text of a position of Liuzhou chess: ranks, side, phase, turns without a capture.
export function liuzhouPosition({ stones, side, phase, quiet }) {
  const ranks = [];
  for (let rank = 6; rank >= 1; rank--) {
    let row = '', gap = 0;
    for (const file of liuzhouFiles) {
      const stone = stones.get(`${file}${rank}`);
      if (!stone) { gap++; continue; }
      const letter = stone.color === 'black' ? 'X' : 'O';
      row += (gap || '') + (stone.isDead ? letter.toLowerCase() : letter);
      gap = 0;
    }
    ranks.push(row + (gap || ''));
  }
  const letter = phase === 'exchanging' ? 'x' : phase[0];
  return `${ranks.join('/')} ${side[0]} ${letter} ${phase === 'moving' ? quiet : 0}`;
}

// Parses a text of `liuzhouPosition`; returns null for any other text.
export function readLiuzhouPosition(text) {
  const words = /^([1-6XOxo/]+) ([bw]) ([pfmx]) (\d+)$/.exec(text.trim());
  if (!words) return null;
  const stones = new Map(), rows = words[1].split('/');
  rows.forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) { file += Number(letter); continue; }
      const color = letter.toUpperCase() === 'X' ? 'black' : 'white';
      stones.set(`${liuzhouFiles[file++]}${6 - index}`, { color, isDead: letter === letter.toLowerCase() });
    }
  });
  const phase = { p: 'placing', f: 'forcing', m: 'moving', x: 'exchanging' }[words[3]];
  return { stones, side: words[2] === 'b' ? 'black' : 'white', phase, quiet: Number(words[4]) };
}

// Returns the fault of a position that is set up, as the key of a sentence with its values, or
// null. `forceFirst` is the side that removes the first stone in Liuzhou chess.
export function faultOf({ kind, stones, side, phase, size }, forceFirst = 'black') {
  const of = (color, isDead) => [...stones.values()].filter(stone =>
    stone.color === color && (isDead === undefined || Boolean(stone.isDead) === isDead)).length;
  if (kind !== 'liuzhou') {
    const [black, white] = [of('black'), of('white')];
    return black + white >= size * size ? { key: 'fault_full' } : null;
  }
  const [black, white] = [of('black'), of('white')], all = black + white;
  const dead = of('black', true) + of('white', true);
  if (black > 18) return { key: 'fault_many', values: { side: 'black' } };
  if (white > 18) return { key: 'fault_many', values: { side: 'white' } };
  if (phase === 'placing') {
    if (all === 36) return { key: 'fault_placed' };
    const wanted = black === white ? 'black' : black === white + 1 ? 'white' : null;
    if (wanted === null) return { key: 'fault_uneven', values: { black, white } };
    return wanted === side ? null : { key: 'fault_turn', values: { side: wanted } };
  }
  if (dead) return { key: 'fault_dead' };
  if (phase === 'forcing') {
    const first = forceFirst, second = first === 'black' ? 'white' : 'black';
    const isFirst = black === 18 && white === 18 && side === first;
    const left = { black, white };
    const isSecond = left[first] === 18 && left[second] === 17 && side === second;
    return isFirst || isSecond ? null : { key: 'fault_forcing' };
  }
  if (all === 36) return { key: 'fault_noRoom' };
  return null;
}

export class PositionEditor {
  // `services` is as `setupServices` of analyse.js makes it. Beyond services.js it has these
  // functions:
  //   setupOf(node)    returns the position to begin with
  //   draw(stones)     shows stones on the board; null: those of the game again
  //   check(text)      returns the fault that the rules find, as `faultOf` does
  //   begin(text)      begins a game from the position
  //   opened(isOpen)   called after the set-up has been opened or closed
  //   chosen()         called after a change of the tool
  //   change(settings) begins another game without moves
  //   keptGames(), takeBack(kept)   return the games before the set-up, and bring them back
  constructor(services) {
    this.services = services;
    this.tools = make('div', { class: 'setup-tools', role: 'radiogroup' });
    const choice = () => make('select', { change: () => this.changeGame() });
    [this.kindChoice, this.rule, this.size] = [choice(), choice(), choice()];
    this.side = make('select', { change: () => this.changed() });
    this.phase = make('select', { change: () => this.changed() });
    this.quiet = make('input', { type: 'number', min: 0, max: 999, value: 0, change: () => this.changed() });
    this.choices = make('div', { class: 'setup-choices' });
    this.verdict = make('p', { class: 'setup-verdict', role: 'status' });
    this.buttons = make('div', { class: 'setup-buttons' });
    this.heading = make('h3');
    this.element = make('section', { class: 'setup', hidden: true, keydown: event => this.pressed(event) },
      this.heading, this.tools, this.choices, this.verdict, this.buttons);
  }

  // Begins with the position that is shown.
  open() {
    const { services } = this;
    const { stones, side, phase, quiet } = services.setupOf(services.game.current);
    this.game = services.game;
    this.stones = new Map(stones);
    this.state = { side, phase: phase ?? 'moving', quiet: quiet ?? 0 };
    this.tool = 0;
    this.before = services.keptGames();
    this.name();
    this.element.hidden = false;
    services.opened(true);
    this.toolButtons[0].focus();
  }

  close() {
    this.element.hidden = true;
    this.services.draw(null);
    this.services.opened(false);
  }

  // Cancels the set-up. If it had replaced the game by another one, the old game comes back.
  cancel() {
    const { services, game, before } = this;
    this.close();
    if (services.game === game && game !== before.game) services.takeBack(before);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  // Changes to the chosen game, rules and size, and keeps the stones that fit.
  changeGame() {
    const { services } = this, old = services.game.settings, isLiuzhou = this.kindChoice.value === 'liuzhou';
    const isSameKind = isLiuzhou === (this.kind === 'liuzhou');
    const chosen = isSameKind ? this.rule.value : isLiuzhou ? liuzhouPresets[0] : gomokuRules[0];
    const sides = this.size.value.split('x').map(Number);
    const settings = isLiuzhou ? { kind: 'liuzhou', preset: chosen, ...chosen === old.preset &&
      { switches: old.switches } } :
      { kind: 'gomoku', rule: chosen, size: !isSameKind ? 15 : sides.length > 1 ? sides : sides[0] };
    this.tool = isSameKind ? this.tool : 0;
    this.isChanging = true;
    services.change(settings);
    this.isChanging = false;
    this.game = services.game;
    const [columns, rows] = boardOf(this.game.settings);
    const fits = point => columnLetters.indexOf(point[0]) < columns && Number(point.slice(1)) <= rows;
    this.stones = new Map(isSameKind ? [...this.stones].filter(([point]) => fits(point)) : []);
    if (!isSameKind) this.state = { side: 'black', phase: 'placing', quiet: 0 };
    this.name();
  }

  // Lists the games, the rules and the sizes of the board.
  nameGames() {
    const { text } = this.services, { settings } = this.services.game, isLiuzhou = this.kind === 'liuzhou';
    const options = (select, pairs, value) => {
      fill(select, pairs.map(([key, words]) => make('option', { value: key }, words)));
      select.value = value;
    };
    options(this.kindChoice, ['gomoku', 'liuzhou'].map(kind => [kind, text(`game_${kind}`)]), this.kind);
    // The text of the rules may be a preset with switches that change it.
    const presets = [...new Set([...liuzhouPresets, settings.preset])], nameOf = preset => {
      const [name, ...more] = preset.split(' ');
      return [text(`preset_${name}`), ...more].join(' ');
    };
    options(this.rule, isLiuzhou ? presets.map(preset => [preset, nameOf(preset)]) :
      gomokuRules.map(rule => [rule, text(`rule_${rule}`)]), isLiuzhou ? settings.preset : settings.rule);
    const sides = Array.from({ length: boardSides.most - boardSides.least + 1 }, (_, index) =>
      String(boardSides.least + index));
    const size = boardOf(settings), own = size[0] === size[1] ? String(size[0]) : size.join('x');
    const shown = side => text('sizeIs', { size: side }), wide = size.join(' × ');
    options(this.size, [...sides.map(side => [side, shown(side)]), ...sides.includes(own) ? [] : [[own, wide]]], own);
  }

  get kind() {
    return this.services.isGomoku ? 'gomoku' : 'liuzhou';
  }

  name() {
    const { text } = this.services;
    setText(this.heading, text('setup'));
    this.tools.setAttribute('aria-label', text('putWhat'));
    this.toolButtons = tools[this.kind].map((tool, index) => makeButton(text(toolKey(tool)),
      () => this.choose(index), { class: `setup-tool ${toolKey(tool)}`, role: 'radio' }));
    fill(this.tools, this.toolButtons);
    const options = (select, keys, value) => {
      fill(select, keys.map(key => make('option', { value: key }, text(key))));
      select.value = value;
    };
    const { activeElement } = document;
    this.nameGames();
    options(this.side, ['black', 'white'], this.state.side);
    const phases = ['placing', 'forcing', 'moving'];
    options(this.phase, phases, phases.includes(this.state.phase) ? this.state.phase : 'moving');
    this.quiet.value = this.state.quiet;
    const label = (key, input) => make('label', {}, make('span', {}, text(key)), input);
    fill(this.choices, label('setupGame', this.kindChoice), label('rules', this.rule),
      this.kind === 'gomoku' && label('boardSize', this.size), label('toMove', this.side),
      this.kind === 'liuzhou' && label('phase', this.phase),
      this.kind === 'liuzhou' && label('quietTurns', this.quiet));
    // The field that was used keeps the focus, though it was taken out for a moment.
    if (this.choices.contains(activeElement)) activeElement.focus();
    this.useButton = makeButton(text('usePosition'), () => this.use(), { class: 'main' });
    fill(this.buttons, makeButton(text('emptyBoard'), () => this.clear()),
      makeButton(text('cancel'), () => this.cancel()), this.useButton);
    this.choose(this.tool);
    this.changed();
  }

  choose(index) {
    this.tool = index;
    this.toolButtons.forEach((button, place) => {
      button.setAttribute('aria-checked', String(place === index));
      button.tabIndex = place === index ? 0 : -1;
    });
    this.services.chosen();
  }

  // Returns the content of the status line.
  status() {
    const { text } = this.services, tool = tools[this.kind][this.tool], what = text(toolKey(tool));
    return { words: text('settingUp'), more: tool[0] ? text('setupPuts', { what }) : text('setupErases') };
  }

  // Handles a key: Escape, the numbers of the tools, and arrows among the tools. Returns whether it
  // was used.
  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const count = this.toolButtons.length, isInTools = this.tools.contains(document.activeElement);
    if (event.key === 'Escape') this.cancel();
    else if (Number(event.key) >= 1 && Number(event.key) <= count && document.activeElement !== this.quiet) {
      this.choose(Number(event.key) - 1);
    } else {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!by || !isInTools) return false;
      this.choose((this.tool + by + count) % count);
      this.toolButtons[this.tool].focus();
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  // Puts the chosen stone on a point; if the same stone is there already, takes it off.
  put(point) {
    const { text, label, say } = this.services, [color, isDead] = tools[this.kind][this.tool];
    const old = this.stones.get(point);
    if (!color || old && old.color === color && Boolean(old.isDead) === isDead) this.stones.delete(point);
    else this.stones.set(point, { color, isDead });
    const now = this.stones.get(point);
    say([label(point), text(now ? toolKey([now.color, Boolean(now.isDead)]) : 'emptyPoint')]
      .join(text('colon')));
    this.changed();
  }

  clear() {
    this.stones.clear();
    this.side.value = 'black';
    this.phase.value = 'placing';
    this.changed();
  }

  // The position that the stones and controls describe now.
  get position() {
    const quiet = Math.max(0, Math.min(999, Math.floor(Number(this.quiet.value) || 0)));
    return { kind: this.kind, stones: this.stones, side: this.side.value, phase: this.phase.value, quiet,
      size: this.services.game.settings.size };
  }

  get text() {
    const { position } = this;
    return this.kind === 'liuzhou' ? liuzhouPosition(position) :
      positionText(new Map([...this.stones].map(([point, { color }]) => [point, color])), position.side);
  }

  changed() {
    const { text } = this.services, { position } = this;
    this.state = { side: position.side, phase: position.phase, quiet: position.quiet };
    this.quiet.disabled = position.phase !== 'moving';
    this.services.draw(this.stones);
    const fault = faultOf(position, this.services.forceFirst) ?? this.services.check(this.text);
    const isWrong = Boolean(fault);
    const words = !fault ? this.remark(position) :
      text(fault.key, { ...fault.values, ...fault.values?.side && { side: text(fault.values.side) } });
    this.useButton.disabled = isWrong;
    this.verdict.classList.toggle('wrong', isWrong);
    setText(this.verdict, words);
  }

  // Returns a remark on a position that may be played: its numbers of stones, and whether they are
  // unusual.
  remark({ stones, side }) {
    const { text } = this.services;
    const of = color => [...stones.values()].filter(stone => stone.color === color).length;
    const [black, white] = [of('black'), of('white')];
    const wanted = side === 'black' ? white : white + 1;
    const counts = text('stoneCounts', { black, white });
    return [counts, text(this.kind === 'gomoku' && black !== wanted ? 'unusualCounts' : 'mayBePlayed')]
      .join(text('gap'));
  }

  use() {
    const { text } = this;
    this.close();
    this.services.begin(text);
  }
}
