import { makeShape, make, fill, setText } from './elements.js';
import { percents, markSigns } from './verdicts.js';

// The curve of both sides' chances, from the first position to the last: Black's part is below the
// curve, White's above it. For keys and screen readers it is a slider. Arrow keys, Home, End, Page
// keys, pointer and touch go to a move.

const curveEdge = { left: 34, right: 10, top: 12, bottom: 20 };
const curveHeight = 168;
const curveStep = 10;

// The shapes of the marks. Each kind has its own shape, so that colour is not needed to tell them
// apart.
const curveMarks = { inaccuracy: 'm-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0', mistake: 'm0,-6l5.5,10h-11z',
  blunder: 'm0,-7l7,7l-7,7l-7,-7z' };

// The movement of a finger, in pixels, below which a touch is a tap.
const tapReach = 8;

export class ChanceCurve {
  // `select(index)` goes to a position. `tell(point, index)` returns its words, `text(key)` a
  // label.
  constructor({ select, tell, text }) {
    Object.assign(this, { select, tell, text });
    this.points = [];
    this.current = 0;
    this.pointed = null;
    this.svg = makeShape('svg', { class: 'curve-picture', 'aria-hidden': 'true' });
    this.slider = make('div', { class: 'curve-slider', role: 'slider', tabIndex: 0, 'aria-valuemin': 0,
      'aria-orientation': 'horizontal', keydown: event => this.pressed(event) });
    this.slider.append(this.svg);
    this.words = make('p', { class: 'curve-words', 'aria-hidden': 'true' });
    this.legend = make('p', { class: 'curve-legend' });
    this.element = make('div', { class: 'curve' }, this.slider, this.words, this.legend);
    this.listen();
    const resized = () => { if (this.pixels !== this.slider.clientWidth) this.draw(); };
    new ResizeObserver(() => requestAnimationFrame(resized)).observe(this.slider);
  }

  // Shows the curve. Each of `points` is { chance, mark, isProof }. `chance` is Black's, from 0 to
  // 1, or null. `mark` is a key of `markSigns`, or null. `isProof` is true if the book proves that
  // Black wins.
  show(points, current) {
    this.points = points;
    this.current = current;
    this.draw();
    this.showLegend();
  }

  // Lists the kinds of marks that are on the curve, with their names.
  showLegend() {
    const sample = shape => {
      const svg = makeShape('svg', { viewBox: '-8 -8 16 16', class: 'curve-sample', 'aria-hidden': 'true' });
      svg.append(shape);
      return svg;
    };
    const marks = Object.keys(curveMarks).filter(kind => this.points.some(({ mark }) => mark === kind));
    const items = marks.map(kind =>
      [kind, makeShape('path', { class: `curve-mark ${kind}`, d: `M0,0${curveMarks[kind]}` })]);
    if (this.points.some(({ isProof }) => isProof)) {
      items.push(['isProvedWin', makeShape('line', { class: 'curve-proof', x1: -8, x2: 8, y1: 0, y2: 0 })],
        ['curveEstimate', makeShape('path', { class: 'curve-line', d: 'M-8,4L-2,-3L3,1L8,-5' })]);
    }
    this.legend.hidden = !items.length;
    fill(this.legend, items.map(([key, shape]) => make('span', {}, sample(shape), this.text(key))));
  }

  // Moves the line that marks the current position. The rest of the curve stays.
  goTo(current) {
    this.current = current;
    this.placeLine();
  }

  listen() {
    const indexAt = event => {
      const box = this.slider.getBoundingClientRect();
      const inside = this.width - curveEdge.left - curveEdge.right;
      const share = ((event.clientX - box.left) / this.unit - curveEdge.left) / inside;
      return Math.max(0, Math.min(this.points.length - 1, Math.round(share * (this.points.length - 1))));
    };
    this.slider.addEventListener('pointerdown', event => {
      if (event.button !== 0 || this.points.length < 2) return;
      this.slider.setPointerCapture(event.pointerId);
      // A finger may be about to scroll the page: only a tap or a drag along the curve picks a
      // move.
      this.touched = event.pointerType === 'touch' ? event : null;
      this.isHeld = !this.touched;
      if (this.isHeld) this.choose(indexAt(event));
    });
    this.slider.addEventListener('pointermove', event => {
      if (this.points.length < 2) return;
      if (this.touched) {
        const sideways = Math.abs(event.clientX - this.touched.clientX);
        const upwards = Math.abs(event.clientY - this.touched.clientY);
        if (Math.max(sideways, upwards) < tapReach) return;
        this.isHeld = sideways > upwards;
        this.touched = null;
      }
      const index = indexAt(event);
      if (this.isHeld) this.choose(index);
      if (this.isHeld || event.pointerType !== 'touch') this.point(index);
    });
    const leave = () => {
      this.isHeld = false;
      this.touched = null;
    };
    this.slider.addEventListener('pointerup', event => {
      if (this.touched) this.choose(indexAt(event));
      leave();
    });
    this.slider.addEventListener('pointercancel', leave);
    this.slider.addEventListener('pointerleave', () => this.point(null));
  }

  choose(index) {
    if (index !== this.current) this.select(index);
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.points.length - 1;
    const wanted = {
      ArrowLeft: this.current - 1, ArrowDown: this.current - 1, ArrowRight: this.current + 1,
      ArrowUp: this.current + 1, Home: 0, End: last, PageUp: this.current - curveStep,
      PageDown: this.current + curveStep,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(Math.max(0, Math.min(last, wanted)));
  }

  // Shows the words of the position under the pointer, or of the current one.
  point(index) {
    this.pointed = index;
    this.placeLine();
  }

  x(index) {
    const inside = this.width - curveEdge.left - curveEdge.right;
    return curveEdge.left + inside * index / Math.max(1, this.points.length - 1);
  }

  y(chance) {
    return curveEdge.top + (curveHeight - curveEdge.top - curveEdge.bottom) * (1 - chance);
  }

  draw() {
    // The unit of the picture grows with the page's letters.
    this.unit = Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
    this.pixels = this.slider.clientWidth;
    this.width = this.pixels / this.unit;
    this.slider.setAttribute('aria-label', this.text('curveLabel'));
    this.slider.setAttribute('aria-valuemax', Math.max(0, this.points.length - 1));
    if (this.width < 80) return;
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${curveHeight}`);
    this.svg.setAttribute('width', this.pixels);
    this.svg.setAttribute('height', curveHeight * this.unit);
    const upright = (name, reach) => makeShape('line', { class: name, y1: curveEdge.top - reach,
      y2: curveHeight - curveEdge.bottom + reach });
    this.line = upright('curve-now', 5);
    this.finger = upright('curve-finger', 0);
    fill(this.svg, this.ground(), this.levels(), this.parts(), this.proofs(), this.marks(),
      this.numbers(), this.finger, this.line);
    this.placeLine();
  }

  ground() {
    return makeShape('rect', { class: 'curve-unknown', x: curveEdge.left, y: curveEdge.top,
      width: this.width - curveEdge.left - curveEdge.right,
      height: curveHeight - curveEdge.top - curveEdge.bottom });
  }

  levels() {
    return [1, .5, 0].map(chance => makeShape('text', { class: 'curve-label', x: curveEdge.left - 5,
      y: this.y(chance) + 4, 'text-anchor': 'end' }, `${100 * chance}`));
  }

  // Returns the shapes of the curve. Neighbouring positions with known chances form a run, drawn as
  // two areas and a line. A single known position is drawn as a short run.
  parts() {
    const runs = [];
    this.points.forEach(({ chance }, index) => {
      if (chance === null) return;
      const run = runs[runs.length - 1];
      if (run && run[run.length - 1] === index - 1) run.push(index); else runs.push([index]);
    });
    const half = (this.width - curveEdge.left - curveEdge.right) / Math.max(1, this.points.length - 1) / 2;
    return runs.flatMap(run => {
      const dots = run.map(index => [this.x(index), this.y(this.points[index].chance)]);
      if (dots.length === 1) {
        const [[x, y]] = dots;
        const reach = Math.min(half, 4);
        dots.splice(0, 1, [Math.max(curveEdge.left, x - reach), y],
          [Math.min(this.width - curveEdge.right, x + reach), y]);
      }
      const path = dots.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L');
      const [from, to] = [dots[0][0].toFixed(1), dots[dots.length - 1][0].toFixed(1)];
      return [
        makeShape('path', { class: 'curve-white', d: `M${path}L${to},${this.y(1)}L${from},${this.y(1)}Z` }),
        makeShape('path', { class: 'curve-black', d: `M${path}L${to},${this.y(0)}L${from},${this.y(0)}Z` }),
        makeShape('path', { class: 'curve-line', d: `M${path}` }),
      ];
    }).concat(makeShape('line', { class: 'curve-level', x1: curveEdge.left, x2: this.width - curveEdge.right,
      y1: this.y(.5), y2: this.y(.5) }));
  }

  // Returns lines along the upper edge where Black's win is proved. The curve itself shows the
  // engine's estimate.
  proofs() {
    const half = (this.width - curveEdge.left - curveEdge.right) / Math.max(1, this.points.length - 1) / 2;
    const lines = [];
    this.points.forEach(({ isProof }, index) => {
      if (!isProof) return;
      const to = Math.min(this.width - curveEdge.right, this.x(index) + half), last = lines[lines.length - 1];
      if (last?.index === index - 1) Object.assign(last, { index, to });
      else lines.push({ index, from: Math.max(curveEdge.left, this.x(index) - half), to });
    });
    return lines.map(({ from, to }) => makeShape('line', { class: 'curve-proof', x1: from.toFixed(1),
      x2: to.toFixed(1), y1: curveEdge.top - 3, y2: curveEdge.top - 3 }));
  }

  marks() {
    const markAt = ({ chance, mark }, index) => makeShape('path', { class: `curve-mark ${mark}`,
      d: `M${this.x(index).toFixed(1)},${this.y(chance).toFixed(1)}${curveMarks[mark]}` });
    return this.points.map((point, index) =>
      point.mark && point.chance !== null ? markAt(point, index) : null);
  }

  // Returns the numbers of moves below the curve, as many as have room.
  numbers() {
    const last = this.points.length - 1;
    if (last < 1) return [];
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find(size => this.x(size) - this.x(0) >= 36) ?? 1000;
    const shown = [];
    for (let index = step; index <= last; index += step) shown.push(index);
    return shown.map(index => makeShape('text', { class: 'curve-label', y: curveHeight - 4,
      x: Math.min(this.x(index), this.width - 12), 'text-anchor': 'middle' }, index));
  }

  placeLine() {
    const { points, current } = this;
    if (!points.length) {
      setText(this.words, '');
      return;
    }
    const words = index => this.tell(points[index], index);
    this.slider.setAttribute('aria-valuenow', current);
    this.slider.setAttribute('aria-valuetext', words(Math.min(current, points.length - 1)));
    setText(this.words, words(Math.min(this.pointed ?? current, points.length - 1)));
    if (!this.line) return;
    const place = (line, index) => {
      line.setAttribute('x1', this.x(index).toFixed(1));
      line.setAttribute('x2', this.x(index).toFixed(1));
    };
    place(this.line, Math.min(current, points.length - 1));
    this.finger.style.display = this.pointed === null ? 'none' : '';
    if (this.pointed !== null) place(this.finger, this.pointed);
  }
}

// Returns the rows of the table that has the content of the curve: number, move, Black's and
// White's chance, mark.
export function curveRows(points, nameOf) {
  return points.map(({ chance, mark }, index) => [index, nameOf(index),
    ...chance === null ? ['–', '–'] : percents(chance), mark ? markSigns[mark] : '']);
}
