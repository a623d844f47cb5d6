import { make, fill, makeButton, setText } from './elements.js';
import { boardOf } from './tree.js';
import { lineThrough } from './moves.js';
import { positionText } from './threats.js';
import { decodeBytes, formatWarnings, formsOf, lossesOf } from './formats.js';
import { readGame, sentenceText, writeGame } from './formats.js';

// The dialog that opens a game from a text or file, and writes the game as text or file.

// The longest file that is read, in bytes.
const mostBytes = 8 << 20;

export class ExchangeDialog {
  // `services` is an object of `makeServices` in services.js.
  constructor(app, services) {
    Object.assign(this, { app, services });
    this.area = make('textarea', { class: 'exchange-text', rows: 8, spellcheck: false, autocapitalize: 'off',
      input: () => this.typed() });
    this.verdict = make('p', { class: 'exchange-verdict', role: 'status' });
    this.form = make('select', { change: () => this.write() });
    this.number = make('input', { type: 'number', min: 1, value: 1, input: () => this.typed() });
    this.file = make('input', { type: 'file', hidden: true, change: () => this.opened() });
    this.heading = make('h2');
    this.formLabel = make('label', { class: 'exchange-form' });
    this.numberLabel = make('label', { class: 'exchange-form', hidden: true });
    this.buttons = make('div', { class: 'exchange-buttons' });
    this.element = make('dialog', { class: 'exchange', dragover: event => event.preventDefault(),
      drop: event => this.dropped(event) }, this.heading, this.formLabel, this.area, this.numberLabel,
    this.verdict, this.buttons, this.file);
    document.body.append(this.element);
    this.name();
    this.listen();
  }

  name() {
    const { text } = this.services;
    setText(this.heading, text('exchange'));
    this.element.setAttribute('aria-label', text('exchange'));
    this.area.setAttribute('aria-label', text('gameText'));
    this.area.placeholder = text('pasteHere');
    this.takeButton = makeButton(text('takeGame'), () => this.take(), { class: 'main' });
    fill(this.buttons, make('div', {}, makeButton(text('openFile'), () => this.file.click()),
      makeButton(text('copy'), () => this.copy()), makeButton(text('saveFile'), () => this.save())),
    make('div', { class: 'exchange-ends' }, makeButton(text('close'), () => this.element.close()),
      this.takeButton));
    fill(this.numberLabel, make('span', {}, text('gameNumber')), this.number);
  }

  // The game in the pasted text, otherwise the game that is shown.
  get game() {
    return this.found?.game ?? this.app.game;
  }

  // The formats in which the game can be written. If no game was pasted, one more format holds only
  // the position that is shown.
  get forms() {
    return [...formsOf(this.game), ...this.found ? [] : [{ key: 'position', ending: 'txt' }]];
  }

  // Lists the formats and selects one: `chosen`, by default the one selected before.
  nameForms(chosen = this.form.value) {
    const { text } = this.services, isLiuzhou = this.game.settings.kind === 'liuzhou';
    const nameOf = key => text(`form_${key === 'moves' && isLiuzhou ? 'turns' : key}`);
    fill(this.form, this.forms.map(({ key }) => make('option', { value: key }, nameOf(key))));
    this.form.value = this.forms.some(({ key }) => key === chosen) ? chosen : 'moves';
    fill(this.formLabel, make('span', {}, text('writtenAs')), this.form);
  }

  // Listens to pasting and copying outside the dialog, where no text is being edited, and to
  // dropped files.
  listen() {
    const isFree = event => ['analyse', 'review'].includes(this.app.mode) &&
      !document.querySelector('dialog[open]') && !event.target.closest?.('input, textarea, select');
    document.addEventListener('paste', event => {
      const content = event.clipboardData.getData('text');
      if (!isFree(event) || !content) return;
      event.preventDefault();
      this.open(content);
    });
    document.addEventListener('copy', event => {
      if (!isFree(event) || !getSelection().isCollapsed) return;
      event.preventDefault();
      this.found = null;
      this.nameForms('moves');
      event.clipboardData.setData('text/plain', this.write());
      this.app.say(this.services.text('copied'), true);
    });
    document.addEventListener('dragover', event => { if (isFree(event)) event.preventDefault(); });
    document.addEventListener('drop', event => {
      if (!isFree(event) || !event.dataTransfer.files.length) return;
      this.open();
      this.dropped(event);
    });
  }

  // Opens the dialog with the pasted text `content`, or with the current game. The game's text is
  // selected, so that pasting replaces it.
  open(content = null) {
    this.found = null;
    this.nameForms();
    this.write();
    if (content !== null) this.area.value = content;
    this.typed();
    this.element.showModal();
    if (content === null) {
      this.area.focus();
      this.area.select();
    } else this.takeButton.focus();
  }

  // Writes the game in the selected format: the pasted game if there is one, otherwise the current
  // one.
  write() {
    const { app, services, game } = this, form = this.form.value, node = lineThrough(game.current).at(-1);
    // The new text holds one game, and the notes on the old text do not concern it.
    if (this.found) this.found = { ...this.found, games: 1, notes: [] };
    const rowsBelow = services.option('rows') === 'below', { current } = game;
    if (form === 'position') {
      this.area.value = services.isGomoku ? positionText(services.stonesAt(current), services.sideAt(current)) :
        app.stateAt(current).position ?? '';
    } else this.area.value = writeGame(game, form, { node, rowsBelow });
    this.written = this.area.value;
    this.losses = form === 'position' ? [] : lossesOf(game, form, node);
    this.typed();
    return this.written;
  }

  // Parses the text after each change, and says whether it is a game.
  typed() {
    const { services } = this, { text } = services, content = this.area.value;
    let words = '', isWrong = false, notes = [];
    // A pasted game that was written in another form stays the same game.
    const isWritten = content === this.written && Boolean(content.trim());
    if (!isWritten) this.found = null;
    if (!content.trim()) words = text('pasteHint');
    else if (isWritten) {
      words = [this.found && this.nameOf(this.found), this.lossWords()].filter(Boolean).join(text('gap')) ||
        text('pasteHint');
    } else {
      try {
        this.found = this.read(content);
        words = this.nameOf(this.found);
        notes = [...this.notes ?? [], ...this.found.notes];
      } catch (error) {
        if (!error.key) throw error;
        words = sentenceText(error, services.language());
        isWrong = true;
      }
    }
    if (!isWritten) this.nameForms(this.found?.form);
    const games = this.found?.games ?? 1;
    if (!isWrong) {
      this.numberLabel.hidden = games < 2;
      this.number.max = games;
    }
    this.takeButton.disabled = !this.found;
    this.verdict.classList.toggle('wrong', isWrong);
    fill(this.verdict, words, notes.map(note => [text('gap'), make('span',
      { class: formatWarnings.has(note.key) ? 'exchange-warning' : '' }, sentenceText(note, services.language()))]));
  }

  read(content) {
    const { app, services } = this;
    const number = this.numberLabel.hidden ? 1 : Math.max(1, Math.floor(Number(this.number.value) || 1));
    return readGame(content, { settings: app.game.settings, rules: app.rules, number,
      rowsBelow: services.option('rows') === 'below' });
  }

  lossWords() {
    const { text, language } = this.services;
    if (!this.losses.length) return '';
    const words = this.losses.map(loss => sentenceText(loss, language()));
    return text('formLoses', { list: words.join(text('comma')) });
  }

  nameOf({ game, count }) {
    const { text } = this.services, { kind, rule, size, preset } = game.settings;
    const name = kind === 'liuzhou' ? `${text('game_liuzhou')} (${text(`preset_${preset.split(' ')[0]}`)})` :
      `${text(`rule_${rule}`)} ${boardOf(game.settings).join('×')}`;
    return text('isGame', { name, count });
  }

  // Makes the game in the text the current one. Two people play it without a clock, whatever the
  // game before had.
  take() {
    if (!this.found) return;
    const { game } = this.found;
    game.settings = { seats: [{ kind: 'person' }, { kind: 'person' }], clock: null, ...game.settings,
      recordEnd: game.path(game.end).length };
    this.element.close();
    this.app.takeGame(game);
    this.app.say(this.nameOf(this.found));
  }

  async copy() {
    const { text, say } = this.services;
    try {
      await navigator.clipboard.writeText(this.area.value);
    } catch {
      // Without permission for the clipboard, only the older command `copy` is left.
      this.area.select();
      if (!document.execCommand('copy')) {
        setText(this.verdict, text('copyByHand'));
        return;
      }
    }
    setText(this.verdict, text('copied'));
    say(text('copied'));
  }

  save() {
    const address = URL.createObjectURL(new Blob([this.area.value], { type: 'text/plain' }));
    const { ending } = this.forms.find(({ key }) => key === this.form.value);
    const link = make('a', { href: address, download: `wuliu.${ending}` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  opened() {
    const [file] = this.file.files;
    if (file) this.readFile(file);
    this.file.value = '';
  }

  dropped(event) {
    const { files } = event.dataTransfer;
    if (!files.length) return;
    event.stopPropagation();
    event.preventDefault();
    this.readFile(files[0]);
  }

  async readFile(file) {
    if (file.size > mostBytes) {
      setText(this.verdict, this.services.text('fileTooLong'));
      return;
    }
    this.notes = [];
    this.area.value = decodeBytes(new Uint8Array(await file.arrayBuffer()),
      (key, values) => this.notes.push({ key, values }));
    this.written = null;
    this.typed();
    this.notes = null;
  }
}
