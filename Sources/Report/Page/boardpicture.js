import { boardLetters, placeOf, pointAt, rimName, partsOf, starPoints } from './position.js';

// Draws positions of both games as an SVG picture, in the page for browsers and in reports. The
// picture knows neither pointer nor page; its colours and lines are in board.css.
//   const picture = new BoardPicture(game, pixels);
//   picture.show(positionAfter(game, moves));
//   host.replaceChildren(picture.svg);

const shapeSpace = 'http://www.w3.org/2000/svg';

// The distance between two lines, in units of the picture.
export const boardCell = 40;

const stoneRadius = 18.2;

function shape(tag, attributes, ...children) {
  const element = document.createElementNS(shapeSpace, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The geometry of a board that is `pixels` wide. Letters, and with them the margin of the labels,
// are larger in units of the picture where the board is small.
export function measureBoard(game, pixels) {
  const scale = Math.max(.2, pixels / (boardCell * (game.width + 1)));
  // Lines and marks are thinner, in units, where the points are far apart.
  const thin = Math.max(.42, Math.min(1, 1.15 / scale));
  const letter = Math.max(5.5, Math.min(26, Math.max(11.5, .0125 * pixels) / scale));
  const left = Math.round(26 + letter * (game.height > 9 ? 1.25 : .9)), top = 27;
  const bottom = Math.round(25 + letter);
  return {
    scale, thin, letter, x: column => left + column * boardCell, y: row => top + row * boardCell,
    width: left + boardCell * (game.width - 1) + top, height: top + boardCell * (game.height - 1) + bottom,
  };
}

let boardCount = 0;

// Gradients of wood and stones. Their colours are those of the style sheet.
function makePaints(id) {
  const stops = (...list) => list.map(([offset, name]) => shape('stop', { offset, class: name }));
  const radial = (name, settings, ...list) => shape('radialGradient', { id: `${name}${id}`, ...settings },
    ...stops(...list));
  return shape('defs', {},
    shape('linearGradient', { id: `wood${id}`, x1: 0, y1: 0, x2: .35, y2: 1 },
      ...stops([0, 'wood-light'], [.55, 'wood-middle'], [1, 'wood-dark'])),
    radial('black', { cx: .36, cy: .3, r: .75 }, [0, 'black-light'], [.45, 'black-middle'],
      [1, 'black-dark']),
    radial('white', { cx: .38, cy: .32, r: .78 }, [0, 'white-light'], [.62, 'white-middle'],
      [1, 'white-dark']),
    radial('shade', { cx: .5, cy: .5, r: .5 }, [.6, 'shade-near'], [1, 'shade-far']));
}

// The grain of the wood: thin waves, the same on every board.
function makeGrain(m) {
  const lines = [], count = 46;
  for (let n = 0; n < count; n++) {
    const y = (n + .5) * m.height / count + 5 * Math.sin(n * 2.4), bend = 5 * Math.sin(n * .37 + 1);
    lines.push(`M0,${y.toFixed(1)}C${(m.width * .3).toFixed(1)},${(y - bend).toFixed(1)} ` +
      `${(m.width * .62).toFixed(1)},${(y + bend * 1.6).toFixed(1)} ${m.width},${(y - bend * .5).toFixed(1)}`);
  }
  const half = group => lines.filter((line, n) => n % 3 === 0 === group).join('');
  return shape('g', { class: 'board-grain' }, shape('path', { d: half(true) }),
    shape('path', { class: 'fine', d: half(false) }));
}

function makeGrid(game, m) {
  const { width, height } = game, lines = [];
  for (let column = 0; column < width; column++) lines.push(`M${m.x(column)},${m.y(0)}V${m.y(height - 1)}`);
  for (let row = 0; row < height; row++) lines.push(`M${m.x(0)},${m.y(row)}H${m.x(width - 1)}`);
  return [
    shape('path', { class: 'board-grid', d: lines.join('') }),
    shape('rect', { class: 'board-edge', x: m.x(0), y: m.y(0), width: boardCell * (width - 1),
      height: boardCell * (height - 1) }),
    ...starPoints(game).map(([x, y]) => shape('circle', { class: 'board-star', cx: m.x(x), cy: m.y(y),
      r: 4 })),
  ];
}

function makeLabels(game, m, rows) {
  const label = (x, y, words) => shape('text', { class: 'board-label', x, y: (y + .36 * m.letter).toFixed(1),
    'font-size': m.letter, 'text-anchor': 'middle' }, words);
  const labels = [];
  for (let column = 0; column < game.width; column++) {
    labels.push(label(m.x(column), m.height - .62 * m.letter - 1, boardLetters[column]));
  }
  for (let row = 0; row < game.height; row++) {
    labels.push(label(m.letter * (game.height > 9 ? .85 : .62) + 1, m.y(row),
      rimName(game, pointAt(game, 0, row), rows).slice(1)));
  }
  return labels;
}

const crossPath = (size, x = 0, y = 0) =>
  `M${x - size},${y - size}l${2 * size},${2 * size}m0,${-2 * size}l${-2 * size},` +
  `${2 * size}`;

// A stone around 0,0, with its number if the number can be read.
function makeStone(id, m, { color, isDead, number }, isNumbered) {
  const parts = [
    shape('circle', { class: 'stone-shade', cx: 1.2, cy: 2.6, r: 20.5, fill: `url(#shade${id})` }),
    shape('circle', { class: 'stone-body', r: stoneRadius, fill: `url(#${color}${id})` }),
  ];
  if (isDead) parts.push(shape('path', { class: 'stone-dead', d: crossPath(8) }));
  const size = Math.max(13, Math.min(number > 99 ? 15.5 : 18.5, 11 / m.scale));
  if (isNumbered && number && size * m.scale >= 7.5) {
    parts.push(shape('text', { class: 'stone-number', y: (.355 * size).toFixed(1),
      'font-size': size.toFixed(1),
      'text-anchor': 'middle' }, String(number)));
  }
  return shape('g', { class: `board-stone ${color}${isDead ? ' dead' : ''}` }, ...parts);
}

// Each kind of mark has a shape of its own, so that colour is not needed to tell marks apart. All
// shapes are around 0,0.
const markShapes = {
  to: thin => [shape('circle', { class: 'mark-to', r: 2.5 + 3 * thin })],
  numbered: () => [shape('circle', { class: 'mark-numbered', r: 20 })],
  from: () => [shape('circle', { class: 'mark-from', r: 11 })],
  taken: () => [shape('path', { class: 'mark-taken', d: crossPath(6) })],
  dying: () => [shape('circle', { class: 'mark-from', r: 20 })],
  won: () => [shape('circle', { class: 'mark-won', r: 20 })],
};

// The shapes that the page for browsers draws above the stones, by kind of item. All are around
// 0,0.
const layerShapes = {
  candidate: ({ text, isBest, rank }, m) => {
    const size = Math.min(text.length > 3 ? 12.5 : text.length > 2 ? 14 : 17, Math.max(13, 11 / m.scale));
    return [shape('circle', { class: `candidate${isBest ? ' best' : ''}${rank > 3 ? ' low' : ''}`, r: 17.5 }),
      shape('text', { class: `candidate-text${isBest ? ' best' : ''}`, y: (.35 * size).toFixed(1),
        'font-size': size,
        'text-anchor': 'middle' }, text)];
  },
  threat: () => [shape('path', { class: 'threat-mark', d: 'M0,-12L12,0L0,12L-12,0Z' })],
  forbidden: () => [shape('path', { class: 'forbidden-mark', d: crossPath(7.5) })],
  chosen: () => [shape('circle', { class: 'chosen-mark', r: 20.5 })],
  target: (item, { thin }) => [shape('circle', { class: 'target-mark', r: 3 + 3.5 * thin })],
  takable: () => [shape('circle', { class: 'takable-mark', r: 20.5 })],
  taking: () => [shape('circle', { class: 'taking-mark', r: 20.5 }),
    shape('path', { class: 'taking-cross', d: crossPath(9) })],
  earning: () => [shape('circle', { class: 'earning-mark', r: 22 })],
  protected: () => [shape('path', { class: 'protected-mark',
    d: 'M-6,-7L0,-9L6,-7V0C6,5 2,8 0,9C-2,8 -6,5 -6,0Z' })],
  hint: () => [shape('circle', { class: 'hint-mark', r: 20.5 }),
    shape('circle', { class: 'hint-dot', r: 7 })],
};

function makeArrow(m, [x1, y1], [x2, y2], name) {
  const dx = x2 - x1, dy = y2 - y1, length = Math.hypot(dx, dy), ux = dx / length, uy = dy / length;
  const tip = [x2 - ux * 19, y2 - uy * 19], back = [tip[0] - ux * 9, tip[1] - uy * 9];
  return shape('path', { class: `arrow ${name}`, d: `M${x1 + ux * 6},${y1 + uy * 6}L${back[0]},${back[1]}` +
    `m${-uy * 6},${ux * 6}L${tip[0]},${tip[1]}L${back[0] + uy * 6},${back[1] - ux * 6}` });
}

// The two end points of a winning row, each [column, row]; null unless at least three points lie on
// one line.
function endsOf(places) {
  if (places.length < 3) return null;
  const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const isStraight = sorted.every(([x, y]) =>
    (x - first[0]) * (last[1] - first[1]) === (y - first[1]) * (last[0] - first[0]));
  return isStraight ? [first, last] : null;
}

// A picture of positions of one game. `pixels` is its width on the screen.
export class BoardPicture {
  constructor(game, pixels, { rows = 'above', numbers = false } = {}) {
    Object.assign(this, { game, rows, numbers, id: ++boardCount, layers: new Map(), stones: new Map() });
    this.m = measureBoard(game, pixels);
    const group = name => shape('g', { class: name });
    const { m, id } = this;
    this.groups = { guides: group('guides'), under: group('under'), row: group('row'), stones: group('stones'),
      marks: group('marks'),
      over: group('over'), cursor: group('cursor') };
    this.svg = shape('svg', { viewBox: `0 0 ${m.width} ${m.height}`, class: 'board-picture', role: 'img' },
      makePaints(id), shape('rect', { class: 'board-wood', width: m.width, height: m.height, rx: 6,
        fill: `url(#wood${id})` }),
      makeGrain(m), ...makeGrid(game, m), ...makeLabels(game, m, rows), ...Object.values(this.groups));
    this.svg.style.setProperty('--thin', m.thin.toFixed(3));
  }

  centre(point) {
    const [column, row] = placeOf(this.game, point);
    return [this.m.x(column), this.m.y(row)];
  }

  at(point, ...shapes) {
    const [x, y] = this.centre(point);
    return shape('g', { transform: `translate(${x} ${y})` }, ...shapes);
  }

  // Draws a position { stones, marks, won }. A stone that stays or slides to another point keeps
  // its SVG element, so that the style sheet can animate it.
  show({ stones, marks = [], won = [] }) {
    const slide = marks.find(mark => mark.kind === 'from'), target = marks.find(mark => mark.kind === 'to');
    if (slide && target && this.stones.has(slide.point) && !this.stones.has(target.point) &&
      !stones.has(slide.point)) {
      this.stones.set(target.point, this.stones.get(slide.point));
      this.stones.delete(slide.point);
    }
    for (const [point, stone] of [...this.stones]) {
      if (!stones.has(point)) {
        stone.element.remove();
        this.stones.delete(point);
      }
    }
    for (const [point, stone] of stones) this.placeStone(point, stone);
    this.groups.row.replaceChildren(...this.winLine(won));
    this.groups.marks.replaceChildren(
      ...marks.filter(mark => !won.includes(mark.point)).map(mark => this.markShape(mark, stones)),
      ...won.map(point => this.markShape({ point, kind: 'won' }, stones)));
  }

  placeStone(point, stone) {
    const signature = `${stone.color} ${Boolean(stone.isDead)} ${this.numbers ? stone.number : ''}`;
    let shown = this.stones.get(point);
    if (shown?.signature !== signature) {
      const element = makeStone(this.id, this.m, stone, this.numbers);
      if (shown) shown.element.replaceWith(element); else this.groups.stones.append(element);
      if (!shown) element.classList.add('new');
      shown = { element, signature };
      this.stones.set(point, shown);
    }
    const [x, y] = this.centre(point);
    shown.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  markShape({ point, kind, color }, stones) {
    const stone = stones.get(point);
    const name = kind === 'to' && stone && this.numbers && stone.number ? 'numbered' : kind === 'taken' &&
      stone ? 'dying' : kind;
    const mark = this.at(point, ...(markShapes[name]?.(this.m.thin) ?? []));
    mark.setAttribute('class', `mark on-${stone?.color ?? 'wood'} was-${color ?? 'none'}`);
    mark.dataset.mark = kind;
    return mark;
  }

  winLine(won) {
    const ends = endsOf(won.map(point => placeOf(this.game, point)));
    if (!ends || this.game.kind === 'liuzhou') return [];
    const [[x1, y1], [x2, y2]] = ends.map(([column, row]) => [this.m.x(column), this.m.y(row)]);
    return [shape('line', { class: 'win-line', x1, y1, x2, y2 })];
  }

  // Draws the items of one layer: { kind, point or move, … }; those of other layers stay.
  setLayer(name, items) {
    if (items.length) this.layers.set(name, items); else this.layers.delete(name);
    const all = [...this.layers.values()].flat();
    this.groups.under.replaceChildren(...all.filter(item => item.kind === 'earning').map(item =>
      this.itemShape(item)));
    this.groups.over.replaceChildren(...all.filter(item => item.kind !== 'earning').map(item =>
      this.itemShape(item)));
  }

  itemShape(item) {
    const { from = item.from, to = item.point } = item.move ? partsOf(item.move) : {};
    const point = to ?? partsOf(item.move ?? '').taken[0];
    if (!point) return shape('g', {});
    if (item.kind === 'ghost') return this.ghostShape({ ...item, point, from });
    const group = shape('g', { class: `item ${item.kind}` });
    if (from) group.append(makeArrow(this.m, this.centre(from), this.centre(point), item.kind));
    group.append(this.at(point, ...layerShapes[item.kind](item, this.m)));
    return group;
  }

  // A stone that is shown but not played, such as one of an engine's line.
  ghostShape({ point, from, color, number, isDead }) {
    const stone = makeStone(this.id, this.m, { color, number, isDead }, true);
    stone.classList.add('ghost');
    const group = shape('g', { class: 'item' });
    if (from) group.append(makeArrow(this.m, this.centre(from), this.centre(point), 'ghost-arrow'));
    group.append(this.at(point, stone));
    return group;
  }

  // Lines across the board through a point that a finger hides.
  showGuides(point) {
    if (!point) return this.groups.guides.replaceChildren();
    const [x, y] = this.centre(point), { m, game } = this;
    return this.groups.guides.replaceChildren(shape('path', { class: 'board-guide',
      d: `M${x},${m.y(0)}V${m.y(game.height - 1)}M${m.x(0)},${y}H${m.x(game.width - 1)}` }));
  }

  showCursor(point, stone) {
    this.groups.cursor.replaceChildren(...point ? [this.cursorShape(point, stone)] : []);
  }

  cursorShape(point, color) {
    const corner = 'M-19,-11V-19H-11M11,-19H19V-11M19,11V19H11M-11,19H-19V11';
    const group = this.at(point, shape('path', { class: 'cursor-mark', d: corner }));
    if (color) {
      const stone = makeStone(this.id, this.m, { color }, false);
      stone.classList.add('ghost', 'hover');
      group.prepend(stone);
    }
    return group;
  }
}
