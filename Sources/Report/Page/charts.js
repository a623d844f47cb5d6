// Fills in the tables and draws the charts of the whole tournament.

const names = [];
for (const engine of data.engines) names[engine.index] = engine.name;
const points = half => (half / 2).toFixed(1);
const signed = x => (x > 0 ? '+' : '') + x.toFixed(1);

$('title').textContent = data.name;
$('subtitle').textContent =
  `${data.game.name}, ${data.format}: ${data.games.length} of ${data.planned} games`;

function card(value, label) {
  return `<div><b>${escapeText(value)}</b><span>${escapeText(label)}</span></div>`;
}

function fillVerdict() {
  const cards = [];
  if (data.match) {
    const of = index => data.engines.find(engine => engine.index === index);
    cards.push(card(`${of(0).points} : ${of(1).points}`, `${names[0]} : ${names[1]}`));
    cards.push(card(data.match.elo, 'Elo of the first'));
    if (data.match.normalized !== undefined) {
      cards.push(card(data.match.normalized, 'normalized Elo'));
      cards.push(card(data.match.superiority + ' %', 'likelihood of superiority'));
    }
    cards.push(card(data.match.pairs.join(' · '), 'pairs lost … won, 0 to 2 points'));
  }
  if (data.test) cards.push(card(data.test.decision, 'verdict of the test'));
  const [black, drawn, white] = data.color;
  cards.push(card(`${black} · ${drawn} · ${white}`, 'Black · drawn · White'));
  $('verdict').innerHTML = cards.join('');
}

// The rating of an engine as a dot on its interval, on the scale of all engines.
function ratingBars() {
  const rated = data.engines.filter(engine => engine.rating !== undefined);
  const reach = engine => engine.error ?? 0;
  const low = Math.min(0, ...rated.map(e => e.rating - reach(e)));
  const high = Math.max(0, ...rated.map(e => e.rating + reach(e)));
  const x = value => `${(3 + 94 * (value - low) / Math.max(1, high - low)).toFixed(2)}%`;
  return engine => {
    if (engine.rating === undefined) return '';
    const [left, right] = [x(engine.rating - reach(engine)), x(engine.rating + reach(engine))];
    return '<svg width="100%" height="16" aria-hidden="true">' +
      `<line x1="${x(0)}" x2="${x(0)}" y1="0" y2="16" stroke="var(--soft)" stroke-dasharray="2 2"/>` +
      `<line x1="${left}" x2="${right}" y1="8" y2="8" stroke="var(--soft)" stroke-width="2"/>` +
      `<circle cx="${x(engine.rating)}" cy="8" r="5" fill="var(--accent)"/></svg>`;
  };
}

// The table of ratings. On a narrow page each row becomes a paragraph, with the columns' names from
// `data-head`.
function fillRatings() {
  const columns = ratingColumns();
  const head = columns.map(({ head, kind }) =>
    `<th role="columnheader" class="${kind ?? ''}">${head}</th>`).join('');
  const rows = data.engines.map(engine => {
    const cells = columns.map(({ head, kind, cell }) =>
      `<td role="cell" class="${kind ?? ''}" data-head="${head}">${cell(engine)}</td>`);
    return `<tr role="row">${cells.join('')}</tr>`;
  });
  const remark = data.connected ? '' :
    '<p>The results do not tie all engines together: a virtual draw for each pairing keeps the ' +
    'ratings finite.</p>';
  $('ratings').innerHTML = '<table role="table" class="reflow">' +
    `<thead><tr role="row">${head}</tr></thead><tbody>${rows.join('')}</tbody></table>${remark}`;
}

function fillCross() {
  const order = data.engines.map(engine => engine.index);
  const head = order.map((_, place) => `<th>${place + 1}</th>`).join('');
  const rows = order.map((a, place) => {
    const cells = order.map(b => {
      const [half, games] = data.cross[a][b];
      if (a === b || !games) return '<td>·</td>';
      const tone = half > games ? 'won' : half < games ? 'lost' : '';
      return `<td class="${tone}">${points(half)} / ${games}</td>`;
    });
    return `<tr><th class="engine"><span>${place + 1} ${nameText(names[a])}</span></th>${cells.join('')}</tr>`;
  });
  $('cross').innerHTML = `<table><tr><th></th>${head}</tr>${rows.join('')}</table>`;
  if (order.length < 3) $('cross-section').remove();
}

function drawCurve() {
  if (!data.test || !data.test.path.length) {
    $('test-section').remove();
    return;
  }
  keepDrawn($('curve'), testCurve);
  $('curve-text').textContent =
    `Log-likelihood ratio of ${data.test.model} Elo ${data.test.elo1} against ${data.test.elo0}, ` +
    `on the finished prefix of the schedule: ${data.test.decision}.`;
}

function testCurve(width) {
  const { lower, upper, path } = data.test;
  const [height, left] = [260, 44];
  const values = path.map(point => point[1]);
  const [low, high] = [Math.min(lower, ...values) - .3, Math.max(upper, ...values) + .3];
  const last = path[path.length - 1][0];
  const x = pair => left + (width - left - 8) * pair / last;
  const y = value => 10 + (height - 35) * (high - value) / (high - low);
  const level = (value, color, text) =>
    `<line x1="${left}" x2="${width - 8}" y1="${y(value)}" y2="${y(value)}" stroke="${color}" ` +
    `stroke-dasharray="5 4"/>${label(left - 6, y(value) + 4, text, 'end')}`;
  const line = [[0, 0], ...path]
    .map(([pair, value]) => `${x(pair).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ` +
    'aria-label="log-likelihood ratio by pairs">' +
    level(upper, 'var(--good)', upper.toFixed(2)) + level(lower, 'var(--bad)', lower.toFixed(2)) +
    level(0, 'var(--line)', '0') +
    `<polyline points="${line}" fill="none" stroke="var(--accent)" stroke-width="2"/>` +
    label(width - 8, height - 6, `${last} pairs`, 'end') + '</svg>';
}

function fillReasons() {
  const entries = Object.entries(data.reasons).sort((a, b) => b[1] - a[1]);
  const most = Math.max(1, ...entries.map(entry => entry[1]));
  const rows = entries.map(([reason, count]) =>
    `<tr><td>${escapeText(reason)}</td><td>${count}</td><td class="wide">` +
    `<span class="bar" style="width:${100 * count / most}%"></span></td></tr>`);
  $('reasons').innerHTML = `<table>${rows.join('')}</table>`;
}

function fillOpenings() {
  const rows = data.openings.map(([name, black, drawn, white, pairs, dead]) => {
    const all = Math.max(1, black + drawn + white);
    const share = [black, drawn, white].map(n => `<i style="width:${100 * n / all}%"></i>`);
    const score = (100 * (black + drawn / 2) / all).toFixed(0);
    return `<tr><td class="text">${escapeText(name)}</td><td>${black} · ${drawn} · ${white}</td>` +
      `<td><span class="split">${share.join('')}</span></td><td>${score} %</td>` +
      `<td>${dead} / ${pairs}</td></tr>`;
  });
  $('openings').innerHTML = '<table><tr><th>opening</th><th>won · drawn · lost</th>' +
    `<th></th><th>score</th><th>one-sided pairs</th></tr>${rows.join('')}</table>`;
}

fillVerdict();
fillRatings();
fillCross();
drawCurve();
fillReasons();
fillOpenings();
