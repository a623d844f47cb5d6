// Plays a game on a drawn board.

const letters = 'abcdefghijklmnopqrstuv';
let game = null, ply = 0, timer = null;

// Replays the first `count` moves: stones by point, the points touched last.
function stonesOf(moves, count) {
  return data.game.kind === 'liuzhou' ? liuzhou(moves, count) : gomoku(moves, count);
}

function gomoku(moves, count) {
  const stones = new Map();
  moves.slice(0, count).forEach((move, index) =>
    stones.set(move, { color: index % 2 ? 'w' : 'b', number: index + 1 }));
  return { stones, last: count ? [moves[count - 1]] : [] };
}

// A turn is a placement, a slide, a removal or a pass, then captures after an x. Stones captured
// while placing stay, marked, until the board is full.
function liuzhou(moves, count) {
  const stones = new Map();
  let placed = 0, last = [];
  for (const turn of moves.slice(0, count)) {
    const [action, taken] = turn.split('x');
    const points = action.match(/[a-f][1-6]/g) ?? [];
    const captured = (taken ?? '').match(/[a-f][1-6]/g) ?? [];
    const placing = placed < 36;
    if (points.length === 1) stones.set(points[0], { color: placed++ % 2 ? 'w' : 'b' });
    if (points.length === 2) {
      stones.set(points[1], stones.get(points[0]));
      stones.delete(points[0]);
    }
    for (const point of captured) {
      if (placing) stones.get(point).dead = true; else stones.delete(point);
    }
    if (placing && placed === 36) {
      for (const [point, stone] of [...stones]) if (stone.dead) stones.delete(point);
    }
    last = [...points, ...captured];
  }
  return { stones, last };
}

// Column and row of a point, from the top left.
function place(point) {
  const x = letters.indexOf(point[0]), number = Number(point.slice(1));
  return [x, data.game.kind === 'liuzhou' ? data.game.height - number : number - 1];
}

// Where column or row `n` is drawn.
const at = n => 40 + n * 40;

function grid(width, height, bottom) {
  const parts = [];
  const label = (x, y, text) =>
    `<text x="${x}" y="${y}" text-anchor="middle" style="fill:var(--grid)">${text}</text>`;
  for (let x = 0; x < width; x++) {
    parts.push(`<line x1="${at(x)}" x2="${at(x)}" y1="${at(0)}" y2="${at(height - 1)}" ` +
      'stroke="var(--grid)"/>');
    parts.push(label(at(x), bottom - 8, letters[x]));
  }
  for (let y = 0; y < height; y++) {
    parts.push(`<line y1="${at(y)}" y2="${at(y)}" x1="${at(0)}" x2="${at(width - 1)}" ` +
      'stroke="var(--grid)"/>');
    parts.push(label(12, at(y) + 4, data.game.kind === 'liuzhou' ? height - y : y + 1));
  }
  return parts;
}

function drawBoard() {
  const { width, height } = data.game;
  const [w, h] = [at(width - 1) + 40, at(height - 1) + 40];
  const parts = [`<rect width="${w}" height="${h}" rx="8" fill="var(--wood)"/>`];
  parts.push(...grid(width, height, h));
  const { stones, last } = stonesOf(game.moves, ply);
  for (const [point, stone] of stones) {
    const [x, y] = place(point).map(at), black = stone.color === 'b';
    parts.push(`<circle cx="${x}" cy="${y}" r="17.5" fill="${black ? '#1d1d1f' : '#fdfdfb'}" ` +
      `stroke="#0007" opacity="${stone.dead ? .45 : 1}"/>`);
    if (stone.dead) {
      parts.push(
        `<path d="M${x - 9},${y - 9}l18,18m0,-18l-18,18" stroke="#c22" stroke-width="3"/>`);
    }
    if (stone.number) {
      parts.push(`<text x="${x}" y="${y + 4}" text-anchor="middle" ` +
        `style="fill:${black ? '#fff' : '#111'}">${stone.number}</text>`);
    }
  }
  for (const point of last) {
    const [x, y] = place(point).map(at);
    parts.push(
      `<circle cx="${x}" cy="${y}" r="19" fill="none" stroke="#d6402b" stroke-width="3"/>`);
  }
  $('board').innerHTML = `<svg viewBox="0 0 ${w} ${h}" role="img" ` +
    `aria-label="board after ${ply} moves">${parts.join('')}</svg>`;
}

// What is known about the move just shown: time, depth, nodes, score.
function noteText() {
  const note = (game.n ?? [])[ply - 1 - game.s];
  let text = ply ? `${ply}. ${game.moves[ply - 1]}` : 'before the first move';
  if (ply && ply <= game.s) text += ' (opening)';
  if (note) {
    const [milliseconds, depth, nodes, score] = note;
    text += `, ${milliseconds} ms`;
    if (depth) text += `, depth ${depth}`;
    if (nodes) text += `, ${nodes.toLocaleString('en')} nodes`;
    if (score) text += `, score ${score}`;
  }
  return text;
}

function show(wanted) {
  ply = Math.max(0, Math.min(game.moves.length, wanted));
  $('ply').max = game.moves.length;
  $('ply').value = ply;
  drawBoard();
  $('note').textContent = noteText();
  history.replaceState(null, '', `#game${game.id}ply${ply}`);
}

function result(g) {
  if (g.e === 'unfinished') return '*';
  return g.r > 0 ? '1–0' : g.r < 0 ? '0–1' : '½–½';
}

// The names of the players.
function black(g) { return escapeText(names[g.b]); }
function white(g) { return escapeText(names[g.w]); }

function select(id, wanted) {
  game = data.games.find(g => g.id === id) ?? data.games[0];
  if (!game) return;
  game.moves = game.m ? game.m.split(' ') : [];
  const detail = game.d ? ': ' + escapeText(game.d) : '';
  $('caption').innerHTML = `<b>Game ${game.id}</b> ● ${black(game)} – ○ ${white(game)} ` +
    `<b>${result(game)}</b> ${escapeText(game.e)}${detail}, opening ${escapeText(game.o)}`;
  $('evidence').textContent = (game.x ?? []).join('\n');
  for (const row of document.querySelectorAll('[data-id]')) {
    row.classList.toggle('on', Number(row.dataset.id) === game.id);
  }
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

document.onkeydown = event => {
  if (!game || event.target.tagName === 'SELECT') return;
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
};

if (data.games.length) {
  const address = /^#game(\d+)ply(\d+)$/.exec(location.hash);
  if (address) select(Number(address[1]), Number(address[2])); else select(data.games[0].id);
}
document.body.dataset.ready = 'yes';
