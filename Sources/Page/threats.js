import { make, fill, makeButton, setText } from './elements.js';
import { lineChips } from './lines.js';
import { lastMove } from './verdicts.js';

// Forced wins by fours (VCF) and by threats (VCT), in gomoku only. The file has the questions to
// the solver, the answers kept in the nodes, and a panel of the page.

// The limits of the search that runs by itself at each position, in nodes, and of one that a button
// starts, in milliseconds.
const glanceNodes = 20000;
const solveTime = 15000;

export const otherSide = side => side === 'black' ? 'white' : 'black';

// The text of a position with any side to move, for POSITION. `stones` is a map from point to
// 'black' or 'white'.
export function positionText(stones, side) {
  const of = color => [...stones].filter(([, owner]) => owner === color).map(([point]) => point);
  return ['black', ...of('black'), 'white', ...of('white'), 'to', side].join(' ');
}

// Parses the answer of SOLVE: { result: 'win', plies, line }, { result: 'none' } or { result:
// 'unknown' }.
export function solveAnswer(lines) {
  const words = (lines[lines.length - 1] ?? '').split(' ');
  if (words[0] !== 'SOLVE') return { result: 'unknown', error: lines.join(' ') };
  if (words[1] !== 'win') return { result: words[1] === 'none' ? 'none' : 'unknown' };
  return { result: 'win', plies: Number(words[2]), line: words.slice(4) };
}

// Keeps an answer in a node, as `info.threats.black.vcf` and so on. An unknown result does not
// replace an earlier answer.
export function keepThreat(node, side, kind, answer) {
  const threats = { ...node.info?.threats };
  if (answer.result === 'unknown' && threats[side]?.[kind]) return;
  threats[side] = { ...threats[side], [kind]: answer };
  node.info = { ...node.info, threats };
}

// Returns a forced win that is known for a side, by fours if there is one; null if none is known.
export function knownThreat(node, side) {
  const known = node.info?.threats?.[side] ?? {};
  const found = ['vcf', 'vct'].map(kind => ({ kind, ...known[kind] }));
  return found.find(({ result }) => result === 'win') ?? null;
}

// Asks for a forced win of a side, as if it were to move.
export async function solveFor(engine, stones, side, kind, limits) {
  return solveAnswer(await engine.ask([`POSITION ${positionText(stones, side)}`, `SOLVE ${kind} ${limits}`]));
}

// Searches briefly for a win by fours of the side that is not to move.
export async function glanceAtThreat(services, node) {
  const side = otherSide(services.sideAt(node));
  if (node.info?.threats?.[side]?.vcf) return;
  const answer = await solveFor(services.engine, services.stonesAt(node), side, 'vcf', `nodes ${glanceNodes}`);
  keepThreat(node, side, 'vcf', answer);
}

// Returns the position of Liuzhou chess with the other side to move; null in phases that forbid
// this.
export function passedPosition(position) {
  const [ranks, side, phase, quiet] = (position ?? '').split(' ');
  return phase === 'm' ? `${ranks} ${side === 'b' ? 'w' : 'b'} m ${quiet}` : null;
}

// Returns the slides by which the side not to move would take the most stones, if it were to move:
// { moves, count }. Afterwards `rules` has the position of that test.
export function slidesThatTake(rules, position) {
  const passed = passedPosition(position);
  if (!passed || rules.set({ origin: passed, moves: [] })) return null;
  const found = rules.legal().map(action => ({ action, count: rules.captures(action).count }));
  const count = Math.max(0, ...found.map(slide => slide.count));
  const best = count ? found.filter(slide => slide.count === count) : [];
  return { count, moves: best.map(({ action }) => action) };
}

export class ThreatPanel {
  // `services` is an object of `makeServices` in services.js with three further functions.
  // isWon(node, side) is true if the analysis or the book has a win. pause(work) pauses the
  // analysis while `work` runs. news() redraws the panel.
  constructor(services) {
    this.services = services;
    this.buttons = make('div', { class: 'threat-buttons' });
    this.answers = make('div', { class: 'threat-answers' });
    this.heading = make('h3');
    this.element = make('section', { class: 'threats' }, this.heading, this.buttons, this.answers);
    this.working = null;
    this.finished = Promise.resolve();
    this.name();
  }

  name() {
    const { text } = this.services;
    setText(this.heading, text('attacks'));
    this.stopButton ??= makeButton('', () => this.services.engine.stop(), { class: 'threat-stop' });
    setText(this.stopButton, text('stop'));
    this.asks = ['black', 'white'].flatMap(side => ['vcf', 'vct'].map(kind =>
      makeButton(text(`ask_${kind}`, { side: text(side) }), () => this.ask(side, kind),
        { class: `threat-ask ${side}`, title: text(`hint_${kind}`) })));
    fill(this.buttons, this.asks);
    this.show();
  }

  // Lists what is known at the current position.
  show() {
    const { services } = this, node = services.game.current, isOver = services.isOver(node);
    for (const button of this.asks) button.disabled = isOver || Boolean(this.working);
    const known = node.info?.threats ?? {};
    const facts = ['black', 'white'].flatMap(side => ['vcf', 'vct'].flatMap(kind =>
      known[side]?.[kind] ? [{ side, kind, ...known[side][kind] }] : []));
    const isOwnWin = ({ result, side, kind }) => result === 'win' && side === services.sideAt(node) &&
      !(kind === 'vct' && known[side].vcf?.result === 'win');
    const isShown = fact => this.asked?.has(`${fact.side} ${fact.kind}`) || isOwnWin(fact);
    const shown = facts.filter(isShown);
    // Content that has not changed stays, with the focus in it.
    const signature = JSON.stringify([shown.map(fact => [fact, this.wordsOf(node, fact)]), this.working,
      services.language(), services.option('rows')]);
    if (signature === this.signature) return;
    this.signature = signature;
    const items = shown.map(fact => this.factLine(node, fact));
    if (this.working) {
      items.push(make('p', { class: 'threat-working' },
        `${services.text('solving', this.working)}${services.text('gap')}`, this.stopButton));
    }
    fill(this.answers, items);
  }

  factLine(node, { side, kind, result, plies, line }) {
    const { services } = this, isOwn = side === services.sideAt(node);
    const words = this.wordsOf(node, { side, kind, result, plies });
    if (result !== 'win') return make('p', {}, words);
    return make('p', { class: isOwn ? 'threat own' : 'threat' }, `${words}${services.text('gap')}`,
      lineChips({ label: services.label, preview: moves => services.preview(moves, side),
        play: isOwn ? services.play : null }, line));
  }

  wordsOf(node, { side, kind, result, plies }) {
    const { text, sideAt, isWon, language } = this.services;
    // Beside a win that is shown above, "no win" alone would look like a fault.
    if (result === 'none') {
      return text(`${isWon(node, side) ? 'noneButWon' : 'noneAlone'}_${kind}`, { side: text(side) });
    }
    if (result !== 'win') return text(`solve_${result}_${kind}`, { side: text(side) });
    return text(`${side === sideAt(node) ? 'winsAt' : 'threatensAt'}_${kind}`,
      { side: text(side), nth: lastMove(plies, language()) });
  }

  ask(side, kind) {
    const { services } = this, node = services.game.current;
    if (this.working) return;
    if (this.askedAt !== node) this.asked = new Set();
    this.askedAt = node;
    this.asked.add(`${side} ${kind}`);
    this.working = { side: services.text(side), kind: kind.toUpperCase() };
    this.isLeft = false;
    this.show();
    const solve = () => this.isLeft ? null :
      solveFor(services.engine, services.stonesAt(node), side, kind, `time ${solveTime}`);
    this.finished = services.pause(solve).then(answer => {
      if (!answer || this.isLeft) return;
      keepThreat(node, side, kind, answer);
      services.keep();
      services.say(this.wordsOf(node, { side, kind, ...answer }));
    }).catch(error => services.say(services.text('searchFailed', { reason: error.message }), true)).then(() => {
      this.working = null;
      this.show();
      services.news();
    });
  }

  // Follows the board to another position. A search for the position before is ended.
  follow() {
    if (this.askedAt !== this.services.game.current) {
      this.asked = undefined;
      this.leave();
    }
    this.show();
  }

  // Ends the search that runs; resolves when the engine is free.
  async leave() {
    if (!this.working) return;
    this.isLeft = true;
    this.services.engine.stop();
    await this.finished;
  }
}
