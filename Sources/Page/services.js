import { partsOf } from '../Report/Page/position.js';
import { slidesThatTake } from './threats.js';

// The functions of the page that the panels of analysis, review, set-up and exchange use, in one
// object. The panels thus need not know `app`.

// Returns the moves of a line as numbered stones for the board, the first one of colour `side`.
const ghostsOf = (moves, side) => moves.map((point, index) => ({ kind: 'ghost', point, number: index + 1,
  color: (index % 2 === 0) === (side === 'black') ? 'black' : 'white' }));

export function makeServices(app) {
  const taking = new WeakMap();
  // True while the board shows another position than the current one.
  let isOther = false;
  // True while a line is shown on the board; the candidates are then hidden.
  let isPreviewed = false, candidates = [];
  const services = {
    get game() { return app.game; },
    get engine() { return app.engine; },
    get isGomoku() { return app.isGomoku; },
    text: (key, values) => app.text(key, values),
    language: () => app.language(),
    say: (words, isShown) => app.say(words, isShown),
    keep: () => app.keep(),
    changed: what => app.changed(what),
    label: move => move ? app.label(move) : '',
    moveText: node => app.moveText(node),
    moveName: node => app.moveName(node),
    sideAt: node => app.stateAt(node).side,
    resultAt: node => app.stateAt(node).result,
    isOver: node => app.stateAt(node).result !== 'none',
    position: node => app.positionOf(node),
    nodeText: node => app.nodeText(node),
    stonesAt: node => new Map([...app.positionAt(node).stones].map(([point, stone]) => [point, stone.color])),
    // Returns the slides by which the side not to move threatens captures in Liuzhou chess, as
    // `slidesThatTake` does. Null while they are not known.
    takingAt(node) {
      if (!app.rules) return null;
      if (!taking.has(node)) taking.set(node, slidesThatTake(app.rules, app.stateAt(node).position));
      return taking.get(node);
    },
    goTo: node => app.goTo(node),
    play: moves => app.play(moves),
    playFrom(node, moves) {
      if (app.game.current !== node) app.goTo(node);
      return app.play(moves);
    },
    // Shows the moves of a line on the board, from the current position or from the node
    // `shown.from`. `null` removes the line. `side` plays the first move; without it, the side to
    // move does.
    preview(shown, side) {
      const from = shown?.from ?? app.game.current, moves = shown?.moves ?? shown;
      let other = null;
      if (moves && services.isGomoku) {
        if (from !== app.game.current) other = app.positionAt(from);
        app.board.setLayer('line', ghostsOf(moves, side ?? services.sideAt(from)));
      } else {
        // Turns take stones off, so the position after the line is shown instead.
        const after = (parent, move) => ({ move, parent, children: [] });
        if (moves) other = app.positionAt(moves.reduce(after, from));
        app.board.setLayer('line', []);
      }
      if (other || isOther) app.showPosition(other);
      isOther = Boolean(other);
      isPreviewed = Boolean(moves);
      app.board.setLayer('candidates', isPreviewed ? [] : candidates);
    },
    // Draws the first moves of the engine's lines with their chances, each { move, text, rank,
    // isBest }. If several moves end on one point, only the best of them is drawn.
    candidates(list) {
      candidates = list.map(item => ({ ...item, kind: 'candidate' })).filter(({ move }, index) =>
        list.findIndex(other => partsOf(other.move).to === partsOf(move).to) === index);
      if (!isPreviewed) app.board.setLayer('candidates', candidates);
    },
    threat: points => app.board.setLayer('threats', points.map(point => ({ kind: 'threat', point }))),
    // Returns the answer of the engine's book, which needs no search.
    askBook: node => app.engine.askBook(app.positionOf(node)),
    option: name => app.options?.[name],
    setOption: (name, value) => app.setOption(name, value),
    setMarks() {},
  };
  return services;
}
