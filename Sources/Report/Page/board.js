// The game on the board of a report, and how many of its moves are shown as played.
let game = null, ply = 0;

const board = {
  kind: data.game.kind === 'liuzhou' ? 'liuzhou' : 'gomoku', width: data.game.width, height: data.game.height,
  origin: data.game.origin,
};

// The position after the first `count` moves of a game; after all of them, with the winning row.
function positionOf(g, count) {
  const won = count === g.moves.length && g.v ? g.v.split(' ') : [];
  return { ...positionAfter(board, g.moves.slice(0, count)), won };
}

// The picture of a position, for a box of `pixels` width. `line` has the stones that are shown but
// not played, as items for `BoardPicture.setLayer`.
function drawnBoard(position, name, pixels, line = []) {
  const picture = new BoardPicture(board, Math.min(640, pixels), { numbers: true });
  picture.show(position);
  picture.setLayer('line', line);
  picture.svg.setAttribute('aria-label', name);
  return picture.svg;
}
