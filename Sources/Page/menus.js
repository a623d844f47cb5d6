import { fill, setText } from './elements.js';
import { text } from './text.js';
import { boardOf, liuzhouPresets } from './tree.js';
import { makeIcon } from './icons.js';
import { SmallDialog, openOptions, openSeat, openHelp } from './dialogs.js';
import { NewGameDialog } from './newgame.js';

// The buttons at the head of the page and the dialogs.

export class Menus {
  constructor(app) {
    this.app = app;
    this.newGame = new NewGameDialog(app);
    this.small = new SmallDialog('small-dialog');
    const acts = { language: () => app.setOption('language', app.language() === 'zh' ? 'en' : 'zh'),
      theme: () => this.changeTheme(), options: () => openOptions(app, this.small), help: () =>
        openHelp(app, this.small) };
    for (const [name, act] of Object.entries(acts)) {
      const button = document.getElementById(`menu-${name}`);
      if (name !== 'language') fill(button, makeIcon(name));
      button.addEventListener('click', act);
    }
    document.getElementById('game-name').addEventListener('click', () => this.openNewGame());
    this.show();
  }

  name() {
    this.newGame.name();
    this.show();
  }

  // Shows the name of the current game at the head of the page.
  showGame() {
    const { settings } = this.app.game, button = document.getElementById('game-name');
    const { kind, preset = '', rule } = settings, name = preset.split(' ')[0];
    const presetName = liuzhouPresets.includes(name) ? text(`preset_${name}`) : name;
    const words = kind === 'liuzhou' ? [text('game_liuzhou'), presetName] :
      [text(`rule_${rule}`), boardOf(settings).join(' × ')];
    setText(button, words.join(' · '));
    button.title = text('changeGame');
  }

  show() {
    if (this.app.game) this.showGame();
    document.getElementById('menu-language').textContent = this.app.language() === 'zh' ? 'EN' : '中文';
  }

  changeTheme() {
    this.app.setOption('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  }

  openNewGame() {
    this.newGame.open();
  }

  openSeat(seat) {
    openSeat(this.app, this.small, seat);
  }

  pressed({ key }) {
    const act = { n: () => this.openNewGame(), '?': () => openHelp(this.app, this.small) }[key];
    act?.();
    return Boolean(act);
  }
}
