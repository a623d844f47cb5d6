// Lists the games, by engine and by how they ended.

let shown = [];

function fillList() {
  const engine = $('by-engine').value, end = $('by-end').value;
  shown = data.games.filter(g =>
    (!engine || names[g.b] === engine || names[g.w] === engine) && (!end || g.e === end));
  $('shown').textContent = `${shown.length} games`;
  $('list').innerHTML = shown.map(g =>
    `<div data-id="${g.id}">${g.id} ● ${black(g)} – ○ ${white(g)} <b>${result(g)}</b> ` +
    `<small>${escapeText(g.e)}, ${g.m ? g.m.split(' ').length : 0} moves</small></div>`).join('');
}

const options = (all, texts) =>
  `<option value="">${all}</option>` +
  texts.map(text => `<option>${escapeText(text)}</option>`).join('');

$('by-engine').innerHTML = options('all engines', names);
$('by-end').innerHTML = options('all ends', Object.keys(data.reasons));
$('by-engine').onchange = $('by-end').onchange = fillList;
$('list').onclick = event => {
  const row = event.target.closest('[data-id]');
  if (!row) return;
  stop();
  select(Number(row.dataset.id));
};

fillList();
