// The entry of a turn of Liuzhou chess, point by point. The first point is that of a new stone, or
// a stone and its target follow each other. Then come the stones to take. The file also has the
// formations (成方), which tell how many stones a turn takes. Plain values, no element.

const files = 'abcdef';

// The points of all formations with their kinds.
export const liuzhouFormations = (() => {
  const list = [], name = (file, rank) => `${files[file]}${rank + 1}`;
  for (let file = 0; file < 5; file++) {
    for (let rank = 0; rank < 5; rank++) {
      list.push({ kind: 'square', points: [name(file, rank), name(file + 1, rank), name(file, rank + 1),
        name(file + 1, rank + 1)] });
    }
  }
  for (let n = 0; n < 6; n++) {
    const kind = n === 0 || n === 5 ? 'edge-six' : 'six', along = [0, 1, 2, 3, 4, 5];
    list.push({ kind, points: along.map(file => name(file, n)) },
      { kind, points: along.map(rank => name(n, rank)) });
  }
  for (let sum = 2; sum <= 8; sum++) {
    const rising = [], falling = [];
    for (let file = 0; file < 6; file++) {
      const rank = sum - file;
      if (rank < 0 || rank > 5) continue;
      falling.push(name(file, rank));
      rising.push(name(file, 5 - rank));
    }
    const kind = `diag${falling.length}`;
    list.push({ kind, points: falling }, { kind, points: rising });
  }
  return list;
})();

const usualValues = { square: 1, diag3: 1, diag4: 1, diag5: 2, diag6: 3, six: 3, 'edge-six': 0 };
const shandongValues = { diag3: 0, diag4: 0, diag5: 0, diag6: 0, six: 2, 'edge-six': 2 };
const presetValues = {
  huainan: { six: 2, diag6: 2, 'edge-six': 1 },
  shandong: shandongValues,
  'shandong-app': shandongValues,
};

// Returns the number of captures that each kind of formation earns, under rules such as `huainan
// six=3`.
export function formationValues(preset) {
  const [name, ...switches] = preset.split(/\s+/).filter(Boolean);
  const values = { ...usualValues, ...presetValues[name] };
  for (const text of name?.includes('=') ? [name, ...switches] : switches) {
    const [key, value] = text.split('=');
    if (key in values) values[key] = Number(value);
  }
  return values;
}

// Returns the formations of a colour through a point that earn captures: { kind, points, value }.
export function formationsThrough(stones, point, color, preset) {
  const values = formationValues(preset);
  const holds = at => stones.get(at)?.color === color && !stones.get(at).isDead;
  return liuzhouFormations.filter(({ kind, points }) => values[kind] > 0 && points.includes(point) &&
    points.every(holds))
    .map(formation => ({ ...formation, value: values[formation.kind] }));
}

// Points in the order in which a turn is written: a1 b1 … f6.
export const sortedPoints = points => [...points].sort((a, b) => a[1] - b[1] || a.localeCompare(b));

// Returns the text of a turn. A turn that only removes stones has no action in its text, as in
// `xc3`.
export function turnText(action, taken) {
  return `${action === 'remove' ? '' : action}${taken.length ? `x${sortedPoints(taken).join('')}` : ''}`;
}

export class TurnEntry {
  // `legal`: the actions, such as `c3`, `c3c4`, `remove` and `pass`; `captures(action)`: { count,
  // all, others }.
  constructor(legal, captures) {
    this.actions = new Set(legal.map(action => /^x|^remove/.test(action) ? 'remove' : action));
    this.captures = captures;
    this.clear();
  }

  clear() {
    Object.assign(this, { from: null, action: null, taken: [], duty: null });
    if (this.actions.has('remove')) this.start('remove');
  }

  copy() {
    const copy = Object.assign(Object.create(TurnEntry.prototype), this);
    copy.taken = [...this.taken];
    return copy;
  }

  get isEmpty() {
    return !this.from && !this.taken.length && (!this.action || this.action === 'remove');
  }

  // The stones that can slide. `targets` are the points to which the chosen stone can go.
  get movable() {
    return new Set([...this.actions].filter(action => action.length === 4 && action !== 'pass')
      .map(action => action.slice(0, 2)));
  }

  get targets() {
    return this.targetsOf(this.from);
  }

  targetsOf(from) {
    return from ? [...this.actions].filter(action => action.length === 4 && action !== 'pass' &&
      action.startsWith(from))
      .map(action => action.slice(2)) : [];
  }

  // The point on which the stone of the action ends.
  get target() {
    return this.action && this.action !== 'remove' ? this.action.slice(-2) : null;
  }

  // The stones that may be chosen now. `missing` is the number of stones that are still to be
  // chosen.
  get takable() {
    return this.duty ? this.duty.others.filter(point => !this.taken.includes(point)) : [];
  }

  get missing() {
    return this.duty ? this.duty.count - this.duty.all.length - this.taken.length : 0;
  }

  // Adds a point to the turn. Returns { move } if the turn is complete, or { } if more is to
  // follow. Returns { error: key } if the point may not be picked.
  pick(point) {
    if (this.action) return this.take(point);
    if (this.from) {
      if (point === this.from) {
        this.from = null;
        return {};
      }
      if (this.actions.has(this.from + point)) return this.start(this.from + point);
    } else if (this.actions.has(point)) return this.start(point);
    if (this.movable.has(point)) {
      this.from = point;
      return {};
    }
    return { error: this.movable.size ? this.from ? 'notBeside' : 'stoneFirst' : 'notEmpty' };
  }

  // Begins a turn with an action. Returns { move } if there is no choice of stones to take, so that
  // the turn is complete; otherwise { }.
  start(action) {
    const duty = this.captures(action), { count, all, others } = duty;
    if (count >= all.length + others.length) return { move: turnText(action, [...all, ...others]) };
    if (count === all.length) return { move: turnText(action, all) };
    Object.assign(this, { action, duty, taken: [] });
    return {};
  }

  take(point) {
    if (this.taken.includes(point)) {
      this.taken = this.taken.filter(other => other !== point);
      return {};
    }
    if (!this.duty.others.includes(point)) return { error: 'notTakable' };
    this.taken = [...this.taken, point];
    if (this.missing > 0) return {};
    return { move: turnText(this.action, [...this.duty.all, ...this.taken]) };
  }

  // Takes the last step of the entry back. Returns false if there was none.
  back() {
    if (this.taken.length) this.taken = this.taken.slice(0, -1);
    else if (this.action && this.action !== 'remove') Object.assign(this, { action: null, duty: null });
    else if (this.from) this.from = null;
    else return false;
    return true;
  }
}
