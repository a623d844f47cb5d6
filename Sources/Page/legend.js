import { make } from './elements.js';
import { chosenLanguage, text } from './text.js';
import { nth } from './verdicts.js';
import { BoardPicture } from '../Report/Page/boardpicture.js';

// The legend of the board: the marks that are on it now, each drawn as on the board, with its
// meaning. The help shows it.

const sampleGame = { kind: 'gomoku', width: 1, height: 1 };
const samplePoint = 'a1';

// Half the side of a sample's picture, in units of the picture.
const sampleReach = 24;

// The samples by key: each has a stone, a mark of the position, or an item of a layer, as
// boardpicture.js draws them.
const onBlack = { color: 'black' }, onWhite = { color: 'white' };
const samples = {
  to: { stone: onBlack, mark: 'to' },
  from: { mark: 'from' },
  taken: { mark: 'taken' },
  won: { stone: onBlack, won: true },
  dead: { stone: { color: 'white', isDead: true } },
  number: { stone: { color: 'black', number: 1 } },
  forbidden: { item: { kind: 'forbidden' } },
  best: { item: { kind: 'candidate', text: '64', rank: 1, isBest: true } },
  better: { item: { kind: 'candidate', text: '64', rank: 1, isBest: true } },
  others: { item: { kind: 'candidate', text: '57', rank: 2 } },
  ghost: { item: { kind: 'ghost', color: 'black', number: 1 } },
  threat: { item: { kind: 'threat' } },
  hint: { item: { kind: 'hint' } },
  chosen: { stone: onBlack, item: { kind: 'chosen' } },
  target: { item: { kind: 'target' } },
  earning: { stone: onBlack, item: { kind: 'earning' } },
  takable: { stone: onWhite, item: { kind: 'takable' } },
  taking: { stone: onWhite, item: { kind: 'taking' } },
  protected: { stone: onWhite, item: { kind: 'protected' } },
};

// The keys of the marks on a board, in the order of the legend. `position` and `layers` are those
// of the board; while a turn is entered the engine's marks are not drawn.
export function marksShown({ position, layers, numbers = false, isEntering = false }) {
  const { stones = new Map(), marks = [], won = [] } = position ?? {}, found = new Set();
  for (const { kind } of marks) found.add(kind);
  if (won.length) found.add('won');
  for (const stone of stones.values()) {
    if (stone.isDead) found.add('dead');
    if (numbers && stone.number) found.add('number');
  }
  for (const { kind, isBest, isBetter } of [...layers.values()].flat()) {
    const isHidden = isEntering && ['candidate', 'threat'].includes(kind);
    if (isHidden) continue;
    found.add(kind !== 'candidate' ? kind : isBetter ? 'better' : isBest ? 'best' : 'others');
  }
  return Object.keys(samples).filter(key => found.has(key));
}

// A small piece of board with one mark.
function samplePicture({ stone, mark, won, item }) {
  const picture = new BoardPicture(sampleGame, 80, { numbers: Boolean(stone?.number) });
  picture.show({ stones: new Map(stone ? [[samplePoint, stone]] : []),
    marks: mark ? [{ point: samplePoint, kind: mark }] : [], won: won ? [samplePoint] : [] });
  picture.setLayer('sample', item ? [{ ...item, point: samplePoint }] : []);
  const { svg, m } = picture;
  svg.setAttribute('viewBox',
    [m.x(0) - sampleReach, m.y(0) - sampleReach, 2 * sampleReach, 2 * sampleReach].join(' '));
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

// Returns the meaning of a figure with a sign, such as +7, in words; empty for a chance.
function figureWords(figure) {
  const key = { '+': 'legend_wins', '−': 'legend_loses' }[figure[0]];
  return key ? text(key, { figure, nth: nth(Number(figure.slice(1)), chosenLanguage()) }) : '';
}

// Returns the legend of the marks that are on the board now; null if there are none.
export function makeLegend(app) {
  const { board } = app, isEntering = Boolean(app.picker.position());
  const keys = marksShown({ position: board.position, layers: board.layers, numbers: app.options.numbers,
    isEntering });
  if (!keys.length) return null;
  const candidates = isEntering ? [] : [...board.layers.values()].flat().filter(({ kind }) =>
    kind === 'candidate');
  const best = candidates.find(({ isBest }) => isBest), explained = new Set();
  const entryOf = key => {
    const figure = ['best', 'better'].includes(key) ? figureWords(best.text) : '';
    if (figure) {
      explained.add(best.text[0]);
      const words = text(key === 'best' ? 'legend_bestMove' : 'legend_better');
      return [{ item: { ...samples[key].item, text: best.text } }, `${words}${text('comma')}${figure}`];
    }
    return [samples[key], text(key === 'threat' && !app.isGomoku ? 'legend_threat_slide' : `legend_${key}`)];
  };
  const entries = keys.map(entryOf);
  // A figure with a sign is explained once for each sign.
  for (const item of candidates) {
    const figure = figureWords(item.text);
    if (!figure || explained.has(item.text[0])) continue;
    explained.add(item.text[0]);
    entries.push([{ item: { ...samples.others.item, text: item.text } }, figure]);
  }
  return make('div', { class: 'legend' }, entries.map(([sample, words]) =>
    make('p', {}, samplePicture(sample), make('span', {}, words))));
}
