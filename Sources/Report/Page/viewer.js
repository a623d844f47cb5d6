// Plays a game through, move by move.

let timer = null;

// The side to move after `count` moves.
function sideAt(g, count) { return g.t ? g.t[count] : count % 2 ? 'w' : 'b'; }

const timeText = milliseconds =>
  milliseconds < 10000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

// The time, depth, nodes and score of the last move shown.
function noteText() {
  const note = (game.n ?? [])[ply - 1 - game.s];
  let text = ply ? `${ply}. ${game.moves[ply - 1]}` : 'before the first move';
  if (ply && ply <= game.s) text += ' (opening)';
  if (note) {
    const [milliseconds, depth, nodes, score] = note;
    text += `, ${timeText(milliseconds)}`;
    if (depth) text += `, depth ${depth}`;
    if (nodes) text += `, ${nodes.toLocaleString('en')} nodes`;
    if (score) text += `, score ${score}`;
  }
  return text;
}

const phases = { p: 'placing', f: 'removing', m: 'sliding', x: 'exchanging' };

// The number of stones of each side, and the side to move or the result.
function stateText({ stones }) {
  const of = color => [...stones.values()].filter(stone => stone.color[0] === color);
  const count = color => {
    const dead = of(color).filter(stone => stone.isDead).length;
    return `${stone(color)} ${of(color).length - dead}` + (dead ? ` and ${dead} captured` : '');
  };
  const parts = [count('b'), count('w')];
  const isOver = ply === game.moves.length && game.e !== 'unfinished';
  if (game.f?.[ply] && !isOver) {
    const placed = stones.size;
    parts.unshift(phases[game.f[ply]] + (game.f[ply] === 'p' ? ` ${placed} of 36` : ''));
  }
  parts.push(isOver ? `${result(game)} ${escapeText(game.e)}` : `${stone(sideAt(game, ply))} to move`);
  return parts.join(' · ');
}

// In a review: the better line on the board, { ply: the number of moves before it, items }, or
// null.
let better = null;

const redrawBoard = keepDrawn($('board'), width =>
  game ? drawnBoard(positionOf(game, ply), `board after ${ply} moves`, width,
    better?.ply === ply ? better.items : []) : '');

function show(wanted) {
  ply = Math.max(0, Math.min(game.moves.length, wanted));
  $('ply').max = game.moves.length;
  $('ply').value = ply;
  redrawBoard();
  $('state').innerHTML = stateText(positionOf(game, ply));
  $('note').textContent = noteText();
  markOnCurve(game, ply);
  history.replaceState(null, '', `#game${game.id}ply${ply}`);
}

function result(g) {
  if (g.e === 'unfinished') return '*';
  return g.r > 0 ? '1–0' : g.r < 0 ? '0–1' : '½–½';
}

// The names of the players.
function black(g) { return nameText(names[g.b]); }
function white(g) { return nameText(names[g.w]); }

const openingName = g => g.o === '-' ? 'empty board' : g.o;

// The caption of a tournament's game. The page of a played game has its facts above the board
// instead.
function captionText(g) {
  const detail = g.d ? ': ' + escapeText(g.d) : '', opening = [g.a ?? openingName(g), g.j].filter(Boolean);
  return `<b>Game ${g.id}</b> ${stone('b')} ${black(g)} – ${stone('w')} ${white(g)} ` +
    `<b>${result(g)}</b> ${escapeText(g.e)}${detail}, opening ${escapeText(opening.join(', '))}`;
}

function select(id, wanted) {
  game = data.games.find(g => g.id === id) ?? data.games[0];
  if (!game) return;
  better = null;
  game.moves = game.m ? game.m.split(' ') : [];
  if ($('caption')) $('caption').innerHTML = captionText(game);
  $('evidence').textContent = (game.x ?? []).join('\n');
  if ($('marks')) fillMarks();
  drawCurveOf(game);
  show(wanted ?? game.moves.length);
}

function stop() {
  clearInterval(timer);
  timer = null;
  $('play').textContent = 'play';
}

function togglePlay() {
  if (timer) return stop();
  if (ply >= game.moves.length) show(0);
  $('play').textContent = 'pause';
  timer = setInterval(() => {
    show(ply + 1);
    if (ply >= game.moves.length) stop();
  }, 600);
}

$('ply').oninput = event => show(Number(event.target.value));
$('first').onclick = () => show(0);
$('back').onclick = () => show(ply - 1);
$('forward').onclick = () => show(ply + 1);
$('last').onclick = () => show(game.moves.length);
$('play').onclick = togglePlay;

document.addEventListener('keydown', event => {
  if (!game || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const isPressed = event.target.tagName === 'BUTTON' && event.key === ' ';
  if (isPressed || event.target.tagName === 'SELECT') return;
  const actions = {
    ArrowLeft: () => show(ply - 1),
    ArrowRight: () => show(ply + 1),
    Home: () => show(0),
    End: () => show(game.moves.length),
    ' ': togglePlay,
  };
  if (!actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
});

if (data.games.length) {
  const address = /^#game(\d+)ply(\d+)$/.exec(location.hash);
  if (address) select(Number(address[1]), Number(address[2])); else select(data.games[0].id);
}
document.body.dataset.ready = 'yes';
