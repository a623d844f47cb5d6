import { fill, makeButton, setText } from './elements.js';
import { text } from './text.js';

// The line below the board: whose turn it is or how the game ended, what is to be done now, and
// buttons for it. Its height stays, so that nothing on the page jumps.
//
// The content of the line is { words, more, buttons, tone, isQuestion }. `words` is the main text,
// `more` a smaller one below it. `tone` is 'over', 'bad' or ''. A button has { text, click, isMain,
// name }. With `isQuestion` the line asks for an answer, and no prompt to move replaces `more`.

export class StatusLine {
  constructor(app) {
    this.app = app;
    [this.words, this.more, this.buttons] = ['status-words', 'status-more', 'status-buttons']
      .map(id => document.getElementById(id));
    this.signature = '';
  }

  show() {
    const { words, more = '', buttons = [], tone = '' } = this.content();
    setText(this.words, words);
    setText(this.more, more);
    this.words.parentElement.dataset.tone = tone;
    // Buttons that stay the same keep the focus.
    const signature = JSON.stringify(buttons.map(button => [button.text, button.isMain, button.name]));
    this.actions = buttons.map(button => button.click);
    if (signature === this.signature) return;
    this.signature = signature;
    fill(this.buttons, buttons.map((button, index) => makeButton(button.text, () => this.actions[index](),
      { class: button.isMain ? 'main' : '', 'data-name': button.name })));
  }

  content() {
    const { app } = this;
    if (app.failure) return { words: text('failed'), more: app.failure, tone: 'bad' };
    if (!app.rules || !app.modes) return { words: text('starting') };
    const own = app.modes[app.mode].status?.() ?? this.positionStatus();
    const prompt = app.mayEnter() && !own.isQuestion ? app.picker.prompt() : null;
    if (!prompt) return own;
    // The buttons of a move that is being entered need the whole row. The button for the game
    // before comes back afterwards.
    const others = (own.buttons ?? []).filter(({ name }) => !prompt.buttons.length || name !== 'lastGame');
    return { ...own, more: prompt.words, buttons: [...prompt.buttons, ...others] };
  }

  // Returns the status of the position that is shown: the side to move, or the result of the game.
  positionStatus() {
    const { app } = this, state = app.stateAt(app.game.current);
    const buttons = app.lastGameButtons();
    if (state.result !== 'none') return { words: resultWords(state), tone: 'over', buttons };
    const record = recordWords(app, app.game.current);
    if (record) return { words: record, more: text('byRecord'), tone: 'over', buttons };
    return { words: text('toMoveNow', { side: text(state.side) }), more: phaseWords(app, state), buttons };
  }
}

export function resultWords({ result, ending }) {
  const reason = ending ? text(`ending_${ending}`) : '';
  const words = text(result === 'draw' ? 'isDraw' : 'hasWon', { side: text(result) });
  return reason ? `${words}${text('colon')}${reason}` : words;
}

// Returns the result that the record of an opened game states, in words. Empty if the record states
// none, or if `node` is not the last position of the record.
export function recordWords({ game }, node) {
  if (node !== game.end || game.path(node).length !== game.settings.recordEnd) return '';
  const said = (game.property('RE') ?? '').trim();
  if (/^(0|draw)$/i.test(said)) return text('isDraw');
  const [, letter, how] = /^([bw])\w*\+\s*(\w?)/i.exec(said) ?? [];
  if (!letter) return '';
  const [winner, loser] = /b/i.test(letter) ? ['black', 'white'] : ['white', 'black'];
  const kind = { R: 'resigned', T: 'time' }[how.toUpperCase()], words = text('hasWon', { side: text(winner) });
  return kind ? `${words}${text('colon')}${text(`ending_${kind}`, { side: text(loser) })}` : words;
}

// Returns the phase of Liuzhou chess in words, with the number of turns without a capture if it is
// 20 or more. Empty in gomoku.
export function phaseWords(app, { phase, position }) {
  if (app.isGomoku || !phase) return '';
  const quiet = Number((position ?? '').split(' ')[3] ?? 0);
  return `${text(`phase_${phase}`)}${quiet > 19 ? `${text('comma')}${text('quietCount', { count: quiet })}` :
    ''}`;
}
