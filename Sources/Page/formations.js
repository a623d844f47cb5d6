import { make, makeButton, makeShape } from './elements.js';
import { text } from './text.js';
import { formationValues, liuzhouFormations } from './turns.js';

// The formations of Liuzhou chess as small pictures in a dialog, each with the number of stones
// that it takes.

// An example of each kind, by two of its points.
const examples = [['square', 'c3', 'd4'], ['diag3', 'a3', 'c1'], ['diag4', 'a4', 'd1'], ['diag5', 'a5', 'e1'],
  ['diag6', 'a6', 'f1'], ['six', 'a3', 'f3'], ['edge-six', 'a1', 'f1']];

// A board with the stones of one formation, 10 units between two lines.
function formationPicture(points) {
  const at = index => 7 + 10 * index, lines = [0, 1, 2, 3, 4, 5].map(at);
  const picture = makeShape('svg', { viewBox: '0 0 64 64', class: 'formation-picture', 'aria-hidden': 'true' });
  picture.append(makeShape('rect', { width: 64, height: 64, rx: 4 }), makeShape('path', {
    d: lines.map(place => `M7,${place}H57M${place},7V57`).join('') }));
  for (const point of points) {
    picture.append(makeShape('circle', { cx: at('abcdef'.indexOf(point[0])), cy: at(6 - Number(point[1])),
      r: 4.4 }));
  }
  return picture;
}

// Opens the dialog. `preset` is the text of the rules; `back` reopens what the dialog showed
// before, if anything.
export function openFormations(dialog, preset, back = null) {
  const values = formationValues(preset);
  const items = examples.map(([kind, ...ends]) => {
    const { points } = liuzhouFormations.find(formation => formation.kind === kind &&
      ends.every(point => formation.points.includes(point)));
    const count = values[kind], name = text(`formation_${kind}`);
    return make('figure', {}, formationPicture(points), make('figcaption', {}, make('b', {}, name),
      make('span', {}, text(count ? 'formationTakes' : 'formationNothing', { count }))));
  });
  const close = makeButton(text('close'), () => dialog.element.close(), { class: 'main' });
  dialog.show(text('formations'), [make('p', {}, text('formationsNote')),
    make('div', { class: 'formations' }, items), make('p', { class: 'dialog-note' }, text('formationsCount'))],
  [back && makeButton(text('help'), back), close]);
}
