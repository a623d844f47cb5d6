// The list of games, filtered by engine, opening, result and end. Only the rows in sight are
// elements.

const rowHeight = 46;
let shown = [], chosen = -1;

const results = {
  'Black won': g => g.r > 0,
  'White won': g => g.r < 0,
  'drawn': g => g.r === 0 && g.e !== 'unfinished',
  'won by the engine': (g, engine) => g.r > 0 && g.b === engine || g.r < 0 && g.w === engine,
  'lost by the engine': (g, engine) => g.r < 0 && g.b === engine || g.r > 0 && g.w === engine,
};

function fillList() {
  // The first option is all engines.
  const engine = $('by-engine').selectedIndex - 1;
  const opening = $('by-opening').value, end = $('by-end').value;
  for (const option of $('by-result').options) {
    option.disabled = engine < 0 && option.value.endsWith('by the engine');
  }
  if ($('by-result').selectedOptions[0].disabled) $('by-result').value = '';
  const hasResult = results[$('by-result').value];
  shown = data.games.filter(g =>
    (engine < 0 || g.b === engine || g.w === engine) && (!opening || openingName(g) === opening) &&
    (!end || g.e === end) && (!hasResult || hasResult(g, engine)));
  $('shown').textContent = `${shown.length} games`;
  $('rows').style.height = `${shown.length * rowHeight}px`;
  markChosen();
}

function rowText(g, index) {
  const moves = g.m ? g.m.split(' ').length : 0;
  return `<div id="row${index}" data-id="${g.id}" role="option" aria-selected="${index === chosen}" ` +
    `style="top:${index * rowHeight}px"><span class="players"><span>${g.id}</span> ${stone('b')} ` +
    `${black(g)} – ${stone('w')} ${white(g)} <b>${result(g)}</b></span>` +
    `<small>${escapeText(g.e)}, ${moves} moves, ${escapeText(openingName(g))}</small></div>`;
}

function drawRows() {
  const list = $('list');
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
  const last = Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 5;
  $('rows').innerHTML =
    shown.slice(first, last).map((g, index) => rowText(g, first + index)).join('');
}

// Marks the row of the game on the board.
function markChosen() {
  chosen = game ? shown.indexOf(game) : -1;
  const list = $('list'), top = chosen * rowHeight;
  if (chosen >= 0 && (top < list.scrollTop || top + rowHeight > list.scrollTop + list.clientHeight)) {
    list.scrollTop = top - list.clientHeight / 2;
  }
  drawRows();
  if (chosen >= 0) list.setAttribute('aria-activedescendant', `row${chosen}`);
  else list.removeAttribute('aria-activedescendant');
}

function choose(index) {
  const wanted = shown[Math.max(0, Math.min(shown.length - 1, index))];
  if (!wanted) return;
  stop();
  select(wanted.id);
  markChosen();
}

const options = (all, texts) =>
  `<option value="">${all}</option>` +
  texts.map(text => `<option value="${escapeText(text)}">${escapeText(text)}</option>`).join('');

$('by-engine').innerHTML = options('all engines', names);
$('by-opening').innerHTML = options('all openings', data.openings.map(opening => opening[0]));
$('by-result').innerHTML = options('all results', Object.keys(results));
$('by-end').innerHTML = options('all ends', Object.keys(data.reasons));
for (const filter of ['by-engine', 'by-opening', 'by-result', 'by-end']) $(filter).onchange = fillList;
$('list').onscroll = drawRows;
$('list').onclick = event => {
  const row = event.target.closest('[data-id]');
  if (row) choose(shown.findIndex(g => g.id === Number(row.dataset.id)));
};
$('list').onkeydown = event => {
  const page = Math.max(1, Math.floor($('list').clientHeight / rowHeight) - 1);
  const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page };
  if (!steps[event.key]) return;
  event.preventDefault();
  choose(Math.max(0, chosen) + steps[event.key]);
};
if (data.noted < data.games.length) {
  $('noted').textContent = `Times, depths and scores are on this page for ${data.noted} of the games.`;
}

fillList();
