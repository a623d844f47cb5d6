// Lists the marked moves of a review, and shows the better line of one of them on the board.

// The moves of a better line that begins after `count` moves, as items for `BoardPicture.setLayer`.
function lineItems(moves, count) {
  let color = sideAt(game, count);
  const items = moves.map((move, index) => {
    const item = board.kind === 'liuzhou' ? { kind: 'hint', point: partsOf(move).to, from: partsOf(move).from } :
      { kind: 'ghost', point: move, color: color === 'b' ? 'black' : 'white', number: index + 1 };
    color = color === 'b' ? 'w' : 'b';
    return item;
  });
  return board.kind === 'liuzhou' ? items.slice(0, 1).filter(item => item.point) : items;
}

function markRow(mark, index) {
  const move = `${mark.p}. ${game.moves[mark.p - 1]}${mark.s}`;
  const button = mark.l ? `<button data-line="${index}">show better</button>` : '';
  return `<li class="marked ${mark.k}"><button data-ply="${mark.p}">${stone(sideAt(game, mark.p - 1))} ` +
    `${escapeText(move)}</button> <span>${escapeText(mark.c)}</span> ${button}</li>`;
}

function fillMarks() {
  const marks = game.k ?? [];
  $('marks').innerHTML = marks.length ? marks.map(markRow).join('') : '<li>none</li>';
}

$('marks').onclick = event => {
  const { ply: wanted, line } = event.target.closest('button')?.dataset ?? {};
  if (wanted) show(Number(wanted));
  if (!line) return;
  const mark = game.k[Number(line)], count = mark.p - 1;
  better = { ply: count, items: lineItems(mark.l.split(' '), count) };
  show(count);
  $('note').textContent = `better: ${mark.l}`;
};
