import { make, fill, makeButton, setText } from './elements.js';

// The dialog that takes a game as text or file, and gives the game as text or file.

// A file longer than this is no game.
const mostBytes = 1 << 20;

export class ExchangeDialog {
  // `desk` as in desk.js, and: forms(), { key, ending } of the forms that this game can be written in;
  // write(key), its text; read(text), { take(), count, name } or { error }.
  constructor(desk) {
    this.desk = desk;
    this.area = make('textarea', { class: 'exchange-text', rows: 8, spellcheck: false, autocapitalize: 'off',
      input: () => this.typed() });
    this.verdict = make('p', { class: 'exchange-verdict', role: 'status' });
    this.form = make('select', { change: () => this.write() });
    this.file = make('input', { type: 'file', hidden: true, accept: '.sgf,.psq,.txt,.rec,.lz,text/plain',
      change: () => this.opened() });
    this.heading = make('h2');
    this.formLabel = make('label', { class: 'exchange-form' });
    this.buttons = make('div', { class: 'exchange-buttons' });
    this.element = make('dialog', { class: 'exchange', dragover: event => event.preventDefault(),
      drop: event => this.dropped(event) }, this.heading, this.formLabel, this.area, this.verdict,
    this.buttons, this.file);
    document.body.append(this.element);
    this.name();
  }

  name() {
    const { text } = this.desk;
    setText(this.heading, text('exchange'));
    this.element.setAttribute('aria-label', text('exchange'));
    this.area.setAttribute('aria-label', text('gameText'));
    this.area.placeholder = text('pasteHere');
    this.takeButton = makeButton(text('takeGame'), () => this.take(), { class: 'main' });
    fill(this.buttons, this.takeButton, makeButton(text('copy'), () => this.copy()),
      makeButton(text('saveFile'), () => this.save()), makeButton(text('openFile'), () => this.file.click()),
      makeButton(text('close'), () => this.element.close()));
    this.nameForms();
  }

  nameForms() {
    const { text } = this.desk, forms = this.desk.forms(), chosen = this.form.value;
    fill(this.form, forms.map(({ key }) => make('option', { value: key }, text(`form_${key}`))));
    this.form.value = (forms.find(({ key }) => key === chosen) ?? forms[0]).key;
    fill(this.formLabel, make('span', {}, text('writtenAs')), this.form);
  }

  // Shows the current game; whoever pastes replaces its text.
  open() {
    this.nameForms();
    this.write();
    this.element.showModal();
    this.area.focus();
    this.area.select();
  }

  write() {
    this.area.value = this.desk.write(this.form.value);
    this.written = this.area.value;
    this.typed();
  }

  // Says of each text at once whether it is a game.
  typed() {
    const { text } = this.desk, content = this.area.value;
    this.game = null;
    let words = '';
    if (!content.trim()) words = text('pasteHint');
    else if (content !== this.written) {
      const found = this.desk.read(content);
      if (found.error) words = found.error;
      else {
        this.game = found;
        words = text('isGame', { count: found.count, name: found.name });
      }
    }
    this.takeButton.disabled = !this.game;
    this.verdict.classList.toggle('wrong', Boolean(!this.game && words && content.trim()));
    setText(this.verdict, words);
  }

  take() {
    if (!this.game) return;
    const { game } = this;
    this.element.close();
    game.take();
  }

  async copy() {
    const { text, say } = this.desk;
    try {
      await navigator.clipboard.writeText(this.area.value);
    } catch {
      // From a file or without permission only the old way is open.
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
    const { ending } = this.desk.forms().find(({ key }) => key === this.form.value);
    const link = make('a', { href: address, download: `wuliu.${ending}` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  opened() {
    const [file] = this.file.files;
    this.file.value = '';
    if (file) this.readFile(file);
  }

  dropped(event) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) this.readFile(file);
    else if (event.dataTransfer.getData('text')) this.area.value = event.dataTransfer.getData('text');
    this.typed();
  }

  async readFile(file) {
    if (file.size > mostBytes) {
      setText(this.verdict, this.desk.text('fileTooLong'));
      return;
    }
    this.area.value = textOf(new Uint8Array(await file.arrayBuffer()));
    this.written = null;
    this.typed();
  }
}

// The text of a file: UTF-8, or else the encoding of old Chinese programs.
export function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
