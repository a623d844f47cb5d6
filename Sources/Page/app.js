// The page: starts everything, holds the one state, and routes between play, analysis and review.
//
// What `app` is to the other modules. `new Analyse(app)` and `new Review(app)` are made once, before the first
// game is shown. Each fills its own host, `app.hosts.analyse` or `app.hosts.review`, an empty <div> below the tabs.
// The app calls of each mode:
//   show()          the mode begins; its host is visible, and `app.game` is there
//   hide()          the mode is left: stop searching, give the board's layers back; the app awaits it
//   update(what)    only while the mode is shown. `what`: 'game' another game, 'node' another current position,
//                   'tree' moves, side lines or comments, 'language' all texts, 'settings' rows or numbers,
//                   'board' the size of the board
//   picked(point)   optional: a click, touch or Enter on a point. True if it was used; otherwise the app plays it
//   pressed(event)  optional: a key that no control has used. True if it was used
//
// State
//   app.game        the Game of tree.js that all modes share; app.game.settings as below
//   app.engine      the Engine, app.rules the Rules; both null until `await app.ready`
//   app.mode        'play', 'analyse' or 'review'; app.open(mode) changes it
//   app.options     { language, theme, rows: 'above'|'below', numbers: bool, touch, lines, … }, kept by the store;
//                   app.setOption(name, value); any name may be added
// The settings of a game:
//   { kind: 'gomoku'|'liuzhou', rule: 'freestyle'|'standard'|'renju'|'caro'|'exact-caro', size: 5…22,
//     preset: 'fengyang'|…, switches: { 'lose-at': 2, … }, origin: text of POSITION behind the word, if set up,
//     seats: [{ kind: 'person'|'engine', level: 1…10 }, the second's], clock, swap2, … only for play }
//
// The game's positions (all kept, so they may be asked often). A node is one of tree.js.
//   app.isGomoku
//   app.stateAt(node)     { side, phase, result, ending, winning } as rules.state() says; result 'none' while it goes on
//   app.positionAt(node)  { stones: Map of point to { color: 'black'|'white', number, isDead }, marks }, for the board
//   app.positionOf(node)  what engine.search and rules.set take
//   app.nodeText(node)    the text for POSITION: 'moves …', or 'black … white … to …' of a game that was set up
//
// What changes the game. Each draws the board and tells the modes.
//   app.goTo(node)        shows another position
//   app.play(moves)       plays one move or several from the current position, the known child if there is one;
//                         false and a spoken reason if one is not allowed
//   app.changed(what)     after a change of the tree by others: 'tree', 'node' or 'game'
//   app.begin(settings, moves)   another game; the old one is kept for "back to the game before"
//   app.takeGame(game)    likewise, with a Game that was read
//   app.keep()            lets the store write soon
//
// Words
//   app.text(key, values) a text of text.js in the chosen language; app.language() is 'en' or 'zh'
//   app.label(move)       a point or a turn as the board's rim names it, as in `h8` (rows from above or below)
//   app.moveText(node)    the same for the move of a node; app.moveName(node) in words for a screen reader
//   app.say(words)        tells a screen reader, and shows the words for a moment if `app.say(words, true)`
//
// The board: app.board of board.js
//   app.board.setLayer(name, items)   draws over the stones; [] takes the layer away. Items of board.js: candidate,
//                   threat, ghost (a stone of a line that is shown), chosen, target, taken, forbidden, mark
//   app.showPosition(position)   shows other stones than those of the current node, null gives them back
export const contract = 1;
