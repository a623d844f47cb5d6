import test from 'node:test';
import assert from 'node:assert/strict';
import { Game } from '../../Sources/Page/tree.js';
import { Rules } from '../../Sources/Page/rules.js';
import { openMachine } from '../../Sources/Page/wasm.js';
import { FormatError, decodeBytes, formatSentences, formsOf, lossesOf, readGame, reasonText, ruleOf,
  sentenceText, writeGame }
  from '../../Sources/Page/formats.js';
import { compileModule, hasModule, makeRandom, needsModule, pick } from './support.mjs';

const gomoku = { kind: 'gomoku', rule: 'freestyle', size: 15 };
const renju = { ...gomoku, rule: 'renju' };
const liuzhou = { kind: 'liuzhou', preset: 'fengyang' };

const rules = hasModule ? new Rules(await openMachine(await compileModule())) : null;

const read = (text, settings = gomoku, more = {}) => readGame(text, { settings, rules, ...more });
const movesOf = found => found.game.line(found.game.end).join(' ');
const notesOf = found => found.notes.map(note => sentenceText(note));
const plain = game => ({ ...JSON.parse(JSON.stringify(game)), current: 0 });

// MARK: SGF

test('properties that mean nothing here do no harm', () => {
  for (const text of [
    '(;GM[1]CA[gb2312]SZ[15];B[hh];W[ig];B[ii])', '(;GM[5]SZ[15];B[hh];W[ig];B[ii])',
    '(;GM[ 4 ]SZ[15];B[hh]W_2[x];W[ig];B[ii])', '(;GM[4]FF[4]5A[gg][hh]SZ[15];B[hh];W[ig];B[ii];)',
    '(;GaMe[4]SiZe[15]X-Y[a];Black[hh];White[ig];Black[ii])',
    'some mail (not a game)\n(;GM[4]SZ[15];B[hh];W[ig];B[ii])trailer',
    '(;GM[4]SZ[15]!?;B[hh]C[a\\]b(;];W[ig]LB[hh:1]N;B[ii])', '( ; GM[4] SZ[15] ; B [hh] ; W[ig]\n;\tB[ii] ) ',
    '(;GM[4]SZ[15]RE[0]B[hh]W[ig]B[ii])', '(;GM[4]SZ[15];B[hh]W[ig];B[ii])', '(;GM[4]SZ[15];B[h8];W[I7];B[i9])', '(SZ[15];B[hh];W[ig];B[ii])', '(;GM[4]SZ[15x15];B[hh];W[ig];B[ii])',
    '\uFEFF(;GM[4]SZ[15];B[hh];W[ig];B[ii])', '(;GM[4]SZ[15]\r\n;B[hh]\r\n;W[ig]\r\n;B[ii])\r\n',
  ]) assert.equal(movesOf(read(text, renju)), 'h8 i7 i9', text);
});

test('another game, an unknown rule and skipped names are told', () => {
  assert.deepEqual(notesOf(read('(;GM[1];B[hh])')),
    ['GM[1] stands for another game; the moves are read as gomoku.']);
  assert.deepEqual(notesOf(read('(;GM[4];B[hh])')), []);
  for (const word of ['Japanese', '2', '77', 'Chess960']) {
    const found = read(`(;GM[4]SZ[15]RU[${word}];B[hh])`, { ...gomoku, rule: 'caro' });
    assert.deepEqual(notesOf(found), [`The rule “${word}” is not known here; caro is used.`]);
    assert.equal(found.game.settings.rule, 'caro');
    assert.match(writeGame(found.game, 'sgf'), new RegExp(`RU\\[${word}\\]`));
  }
  assert.deepEqual(notesOf(read('(;GM[4]5A[x]SZ[15];B[hh])')), ['Not understood and skipped: 5A.']);
});

test('rules are known by many names', () => {
  for (const [word, rule] of [['0', 'freestyle'], ['1', 'standard'], ['4', 'renju'], ['8', 'caro'],
    ['9', 'exactcaro'],
    ['Renju', 'renju'], ['renju, Taraguchi-10', 'renju'], ['RIF', 'renju'], ['FREESTYLE', 'freestyle'],
      ['free style', 'freestyle'],
    ['Gomoku', 'freestyle'], ['Standard gomoku', 'standard'], ['exact five', 'standard'],
      ['Exactly 5', 'standard'],
    ['Caro', 'caro'], ['exact-caro', 'exactcaro'], ['Swap2', 'freestyle'], ['无禁手', 'freestyle'],
      ['有禁手', 'renju'],
    ['Freestyle15_1', 'freestyle'], ['Freestyle20_2', 'freestyle'], ['Fastgame', 'freestyle'],
    ['Standard1', 'standard'], ['Renju2', 'renju'], ['Caro', 'caro'], ['Gomoku 15x15', 'freestyle'],
    ['15_1', null], ['5', null], ['Level 2', null],
    ['toString', null], ['Go', null], ['', null]]) assert.equal(ruleOf(word), rule, word);
});

test('a game of a collection is chosen, and a torn end takes nothing from it', () => {
  const text = '(;GM[4]SZ[15];B[hh];W[ii])\n(;GM[4]SZ[15];B[gg](;W[hh](;B[aa])(;B[bb]))(;W[ii]))';
  assert.equal(movesOf(read(text)), 'h8 i9');
  assert.deepEqual(notesOf(read(text)), ['This is game 1 of 2.']);
  const second = read(text, gomoku, { number: 2 });
  assert.equal(movesOf(second), 'g7 h8 a1');
  assert.equal([...second.game.nodes()].length, 6);
  assert.throws(() => read(text, gomoku, { number: 3 }), /There is no game 3: the file holds 2/);
  assert.throws(() => read('h8h9', gomoku, { number: 2 }), /only SGF holds several/);
  const torn = '(;GM[4]SZ[15];B[hh])(;GM[4];B[gg];W[h';
  assert.equal(movesOf(read(torn)), 'h8');
  assert.deepEqual(notesOf(read(torn)), ['This is game 1 of 2.']);
  assert.match(notesOf(read(torn, gomoku, { number: 2 })).join(), /as if cut off/);
  assert.equal(movesOf(read('(;GM[4]SZ[15];B[hh];W[ii];B[j')), 'h8 i9');
});

test('stones that are set up are the origin of the game', () => {
  for (const [text, origin, moves] of [
    ['(;SZ[15]AB[aa];W[hh])', 'black a1 white to white', 'h8'],
      ['(;SZ[15]AB[aa];B[hh])', 'black a1 white to black', 'h8'],
    ['(;SZ[15]AB[aa:ba]AW[cc];W[hh];B[ii])', 'black a1 b1 white c3 to white', 'h8 i9'],
    ['(;SZ[15]AB[aa]AW[bb]PL[W])', 'black a1 white b2 to white', ''],
      ['(;SZ[15]AB[aa][bb][cc]AE[bb])', 'black a1 c3 white to white', ''],
    ['(;SZ[15];AB[hh]AW[ig]PL[B];B[ii])', 'black h8 white i7 to black', 'i9'],
      ['(;SZ[15];W[hh];B[ii])', 'black white to white', 'h8 i9'],
  ]) {
    const found = read(text);
    assert.equal(found.game.settings.origin.replace(/ +/g, ' '), origin, text);
    assert.equal(movesOf(found), moves);
    const again = read(writeGame(found.game, 'sgf'));
    assert.deepEqual(plain(again.game), { ...plain(found.game), nodes: plain(again.game).nodes });
    assert.deepEqual(again.notes, []);
  }
});

test('what cannot be played is told, and kept in the file', () => {
  for (const [text, moves, note] of [
    ['(;SZ[15];B[hh];W[];B[ii];W[jj])', 'h8',
      'Move 2 is a pass, which this game does not have. It and the 2 moves after it are kept'],
    ['(;SZ[15];B[hh][ii];W[jj])', 'h8', 'Move 2 is out of turn: B[ii]'], ['(;SZ[15];B[hh];W[tt])', 'h8', 'Move 2 is a pass'],
      ['(;SZ[15];B[hh];B[ii];W[jj])', 'h8', 'Move 2 is out of turn: B[ii]'],
    ['(;SZ[15];B[hh];W[hh])', 'h8', 'Move 2 is on an occupied point: h8'],
      ['(;SZ[15];B[hh];W[zz])', 'h8', 'Move 2 is no point of the board'],
    ['(;SZ[15];B[hh](;W[ii])(;W[hh]C[why])(;W[gg]))', 'h8 i9',
      'In a side line move 2 is on an occupied point'],
    ['(;SZ[15];B[hh];W[gg]AE[gg];B[ii])', 'h8 g7 i9', 'Stones set up after the first move (AE) are kept'],
    ['(;SZ[15];B[hh](;W[ii](;B[jj])(;B[ii])))', 'h8 i9 j10', 'In a side line move 3'],
  ]) {
    const found = read(text);
    assert.equal(movesOf(found), moves);
    assert.ok(notesOf(found)[0].startsWith(note), notesOf(found)[0]);
    const saved = writeGame(found.game, 'sgf'), again = read(saved);
    assert.deepEqual(plain(again.game).nodes, plain(found.game).nodes);
    assert.deepEqual(again.notes, found.notes);
    for (const [value] of text.matchAll(/;[BW]\[\w*\]|C\[why\]/g)) assert.ok(saved.includes(value), saved);
  }
});

test('what the rules forbid ends the line', needsModule, () => {
  const before = rules.settings;
  const moves = 'B[hg];W[aa];B[hi];W[ac];B[gh];W[ae];B[ih];W[ag];B[hh]';
  const foul = read(`(;GM[4]SZ[15]RU[renju]PB[A]PW[B];${moves}C[foul])`);
  assert.equal(foul.count, 8);
  assert.deepEqual(notesOf(foul),
    ['Move 9: h8 is forbidden: double three. The game ends before it, and White wins.']);
  assert.match(writeGame(foul.game, 'sgf'), /;B\[hh\]C\[foul\]\)/);
  assert.deepEqual(read(writeGame(foul.game, 'sgf')).notes, foul.notes);
  const more = read(`(;GM[4]SZ[15]RU[renju];${moves};W[oo];B[an])`);
  assert.deepEqual(notesOf(more),
    ['Move 9 is not allowed: h8 is forbidden: double three. It and the 2 moves after it are kept, ' +
    'but not shown.']);
  assert.equal(read(`(;GM[4]SZ[15]RU[freestyle];${moves})`).count, 9);
  const won = read('h8 a1 h9 a2 h10 a3 h11 a4 h12 a5');
  assert.match(notesOf(won)[0], /^Move 10 is not allowed: game over/);
  assert.match(sentenceText(won.notes[0], 'zh'), /第 10 手不合规则：棋局已经结束/);
  assert.match(notesOf(read('h8 h8'))[0], /^Move 2 is not allowed: h8 is occupied/);
  const side =
    read(`(;GM[4]SZ[15]RU[renju];B[oo];W[on](;B[om])(;B[hg];W[aa];B[hi];W[ac];B[gh];W[ae];B[ih];W[ag](;B[hh];W[bb])(;B[a15])))`);
  assert.match(notesOf(side)[0], /^In a side line move 11 is not allowed/);
  assert.deepEqual(read(writeGame(side.game, 'sgf')).notes, side.notes);
  assert.deepEqual(rules.settings, before, 'the rules are left as they were');
  assert.throws(() => read('6/6/6/6/6/6 w p 0'), /This position is not possible: 0 black and 0 white/);
});

test('a record without a size gets the board that its moves need', () => {
  assert.equal(read('(;B[hh])', null).game.settings.size, 15);
  const found = read('(;B[rr];W[aa])');
  assert.equal(found.game.settings.size, 19);
  assert.deepEqual(notesOf(found), ['No size is named; the moves need 19x19.']);
  assert.equal(read('(;B[hh])', { ...gomoku, size: 20 }).game.settings.size, 20);
  assert.deepEqual(read('(;SZ[15:17];B[hh])').game.settings.size, [15, 17]);
  for (const size of ['4', '23', '15:99', 'x', '']) assert.throws(() => read(`(;SZ[${size}];B[hh])`),
    /is no size/);
});

const record = '(;GM[1]FF[4]SZ[15]RU[Renju]PB[Anna \\] Ärger]PW[Bert]RE[B+R]EV[Cup]DT[2024-05-01]C[intro]' +
  ';B[hh]C[good\\\\];W[ii]LB[hh:a\\:b]TR[aa][bb];B[hi]C[two\nlines](;W[aa];B[ab]C[side])(;W[bb]N[x]))';

test('texts, marks and side lines outlive reading and writing', () => {
  const found = read(record), saved = writeGame(found.game, 'sgf');
  for (const part of ['RU[Renju]', 'PB[Anna \\] Ärger]', 'PW[Bert]', 'RE[B+R]', 'EV[Cup]', 'DT[2024-05-01]',
    'C[intro]',
    ';B[hh]C[good\\\\]', 'LB[hh:a\\:b]TR[aa][bb]', 'C[two\nlines]', '(;W[aa];B[ab]C[side])(;W[bb]N[x])']) {
    assert.ok(saved.includes(part), `${part} in ${saved}`);
  }
  assert.equal(found.game.property('PB'), 'Anna ] Ärger');
  assert.deepEqual(plain(read(saved).game), plain(found.game));
  assert.deepEqual(lossesOf(found.game, 'sgf'), []);
  assert.deepEqual(lossesOf(found.game, 'psq').map(loss => sentenceText(loss)),
    ['1 move of side lines', 'the texts EV DT', 'the remarks on 5 moves']);
  const text = read(writeGame(found.game, 'text'));
  for (const name of ['PB', 'PW', 'RE', 'EV', 'DT']) assert.equal(text.game.property(name)?.slice(0, 2),
    found.game.property(name).slice(0, 2));
  assert.equal(text.game.path(text.game.end)[2].comment, 'two\nlines');
  assert.equal(text.game.root.comment, 'intro');
});

// MARK: Lists of moves

test('a list of moves is read in any form', () => {
  for (const text of ['h8h9i10g7', 'H8H9I10G7', 'h8 h9 i10 g7', 'h8,h9,i10,g7', 'h8, h9;\ni10\r\ng7\n',
    'H8-H9-I10-G7',
    '1.h8 2.h9 3.i10 4.g7', '1. h8 2. h9\n3. i10 4. g7', '1. h8 h9 2. i10 g7', '1) h8 h9 2) i10 g7',
      '1 h8 2 h9 3 i10 4 g7',
    'h 8 h 9 i 10 g 7', '\uFEFFh8h9i10g7', 'h8h9i10g7', '# a game\nh8h9 # two\ni10g7', 'h8 | h9 | i10 | g7',
    '7,7 7,8 8,9 6,6', '7,7;7,8;8,9;6,6', '(7,7)(7,8)(8,9)(6,6)', '7,7,7,8,8,9,6,6', '7,7\n7,8\n8,9\n6,6',
      '7,7 7,8 8,9 6,6',
    'POSITION moves h8 h9 i10 g7', 'moves: h8 h9 i10 g7', '黑 h8 白 h9 黑 i10 白 g7',
      '1. 黑h8 2. 白h9 3. 黑i10 4. 白g7',
    'b h8 w h9 b i10 w g7', 'Black: h8 White: h9 Black: i10 White: g7', 'https://gomocalc.com/#/h8h9i10g7',
      'h8、h9、i10、g7。',
    'h8\u00A0h9\u200Bi10\u3000g7', '1:h8,2:h9,3:i10,4:g7', '[h8][h9][i10][g7]', '"h8","h9","i10","g7"']) {
    assert.equal(movesOf(read(text, renju)), 'h8 h9 i10 g7', text);
    assert.deepEqual(read(text, renju).notes, [], text);
    const wide = Uint8Array.from([...`\uFEFF${text}`].flatMap(sign =>
      [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]));
    assert.equal(movesOf(read(wide, renju)), 'h8 h9 i10 g7', text);
  }
});

test('junk after the moves is told in one sentence', () => {
  for (const [text, moves, junk] of [['h8 h9 foo', 'h8 h9', 'foo'],
    ['h8 h9 Black wins', 'h8 h9', 'black wins'],
    ['h8 h9 i10 1-0', 'h8 h9 i10', '1-0'], ['h8 5 h9', 'h8', '5 h9'], ['h8 h99', 'h8', 'h99'],
      ['h8h9pass', 'h8 h9', 'pass'],
    [`h8 ${'x'.repeat(100)}`, 'h8', `${'x'.repeat(29)}…`]]) {
    const found = read(text);
    assert.equal(movesOf(found), moves, text);
    assert.deepEqual(notesOf(found),
      [`“${junk}” after move ${moves.split(' ').length} is no move; it is left out.`], text);
  }
});

test('what is no game is refused in one sentence', () => {
  for (const text of ['', ' \n', 'hello', '(hello)', '<b>h8</b>', '{"a": 1}', '42', 'w9999',
    'game pente 15x15\nmoves h8', 'moves',
    'Piskvorky 99x99, 0:0, 0\n', 'Piskvorky\n', 'Piskvorky 15x15, 0\n16,1,0\n', '0', '[]', 'null',
      '(;SZ[1];B[hh])', '(;SZ[22]AB[zz])']) {
    for (const settings of [gomoku, liuzhou, null]) {
      assert.throws(() => read(text, settings), error => error instanceof FormatError &&
        /^\S.*\.$/.test(error.message) &&
        /。$/.test(sentenceText(error, 'zh')), text);
    }
  }
});

test('rows may be counted from below', () => {
  const found = read('a1 b2 o15', gomoku, { rowsBelow: true });
  assert.equal(movesOf(found), 'a15 b14 o1');
  assert.equal(writeGame(found.game, 'moves', { rowsBelow: true }), 'a1b2o15');
  assert.equal(movesOf(read('(;SZ[15];B[aa])', gomoku, { rowsBelow: true })), 'a1');
  const setUp = read('black a1 white b2 to white moves c3', gomoku, { rowsBelow: true });
  assert.equal(setUp.game.settings.origin, 'black a15 white b14 to white');
  assert.equal(writeGame(setUp.game, 'moves', { rowsBelow: true }), 'black a1 white b2 to white moves c3');
});

test('positions are read as the engine and puzzles write them', () => {
  for (const text of ['black h8 j10 white i9 to white', 'POSITION black h8 j10 white i9 to white',
    'Black h8,j10 White i9 to white',
    'white i9 black h8j10 to white', 'BOARD\n7,7,2\n8,8,1\n9,9,2\nDONE',
      '{"id":"a1","rule":0,"size":15,"side":"w","black":"h8j10","white":"i9"}']) {
    const found = read(text);
    assert.equal(found.game.settings.origin, 'black h8 j10 white i9 to white', text);
    assert.equal(found.count, 0);
  }
  assert.equal(movesOf(read('black h8 white i9 to black moves a1 a2')), 'a1 a2');
  assert.equal(read('{"rule":4,"size":12,"black":"h8","white":"","side":"w"}').game.settings.rule, 'renju');
  assert.throws(() => read('black h8 zz white i9 to white'), /“zz” is no point/);
  assert.throws(() => read('black v23 white i9 to white'), /is no point/);
});

// MARK: Liuzhou chess

test('turns of Liuzhou chess are read in any form', () => {
  for (const text of ['c3 b4 d4', 'C3 B4 D4', 'c3,b4,d4', 'c3b4d4', '1. c3 b4 2. d4', '1.c3 2.b4 3.d4',
    'c3 b4 d4', 'moves c3 b4 d4',
    'POSITION moves c3 b4 d4', 'POSITION start moves c3 b4 d4', '# x\nc3 b4 # y\nd4', '黑 c3 白 b4 黑 d4',
      '6/6/6/6/6/6 b p 0 moves c3 b4 d4',
    'game liuzhou fengyang\nmoves c3 b4 d4\n', '(;GM[66]RU[liuzhou fengyang];B[c3];W[b4];B[d4])',
      '(;RU[六洲棋];B[c3];W[b4];B[d4])']) {
    const found = read(text, liuzhou);
    assert.equal(found.game.settings.kind, 'liuzhou', text);
    assert.equal(movesOf(found), 'c3 b4 d4', text);
    assert.deepEqual(found.notes, [], text);
  }
});

const complete = 'f1 d1 e2 b5 f2 e3 b3 e4 b2 f4 a3        # stone by stone\nf3xb2   # 12\n' +
  'b4 a4 c6 e5 d6 c5 c1\nf5xe2\nc3 c4 d5 d2 d3 e6 f6 e1 c2 a2 b1 b6 a6 d4 a1\na5\nd2e2xc1c2f2d5\nd6d5\nf3f2xc3d3\nc6d6\n' +
  'f2f3xb3d5\nd6d5\nf3f2xb1d5\na1b1\nd4d5xb1f1a3';

test('the game of the rules page is read, whatever the page plays', needsModule, () => {
  for (const settings of [gomoku, liuzhou, null]) {
    const found = read(complete, settings);
    assert.equal(found.count, 45);
    assert.deepEqual(found.notes, []);
    for (const form of formsOf(found.game)) assert.equal(movesOf(read(writeGame(found.game, form.key),
      gomoku)), movesOf(found), form.key);
  }
  const shown = complete.replace(/#.*/g, '').toUpperCase().replace(/([A-F][1-6])([A-F][1-6])(X|\s)/g,
    '$1–$2$3').replace(/X/g, '×');
  assert.equal(movesOf(read(shown, liuzhou)), movesOf(read(complete)));
  assert.ok(/;W\[a5\];W\[d2e2xc1c2f2d5\];B\[d6d5\]/.test(writeGame(read(complete).game, 'sgf')));
});

test('positions of Liuzhou chess are found in what SHOW prints', needsModule, () => {
  const shown =
    'MESSAGE   6 X O . . O X\nMESSAGE position XOXXOX/OOOXOO/OXOOOO/XXXXOO/O1XO1X/XXXOOX w m 0\nSHOW white moving none';
  for (const settings of [gomoku, liuzhou]) {
    const found = read(shown, settings);
    assert.equal(found.game.settings.origin, 'XOXXOX/OOOXOO/OXOOOO/XXXXOO/O1XO1X/XXXOOX w m 0');
    assert.equal(movesOf(read(`${found.game.settings.origin} moves d2e2xc1c2f2d5 d6d5`, settings)),
      'd2e2xc1c2f2d5 d6d5');
  }
  assert.match(notesOf(read('c3 b4 c3', liuzhou))[0], /^Move 3 is not allowed: c3 is occupied/);
  assert.match(notesOf(read('c3 b4 zz', liuzhou))[0], /^“zz” after move 2/);
  const custom = { kind: 'liuzhou', preset: 'huainan', switches: { quiet: 50 } };
  const found = read('c3 b4', custom);
  assert.deepEqual(found.game.settings, custom);
  assert.equal(read(writeGame(found.game, 'sgf')).game.settings.preset, 'huainan quiet=50');
});

// MARK: psq and texts

test('psq keeps names, times, result and rule', () => {
  const found =
    read('Piskvorky 20x20, 11:11, 0\r\n8,8,120\r\n9,9,0\r\nAnna\r\npbrain-x.zip\r\n-1\r\n2,Renju\r\n', null);
  assert.deepEqual(found.game.settings, { kind: 'gomoku', rule: 'renju', size: 20 });
  assert.equal(movesOf(found), 'h8 i9');
  assert.equal(found.game.property('PW'), 'pbrain-x.zip');
  assert.equal(found.game.property('RE'), 'W+');
  assert.equal(found.game.path(found.game.end)[0].time, 120);
  const saved = writeGame(found.game, 'psq');
  assert.equal(saved,
    'Piskvorky 20x20, 11:11, 0\r\n8,8,120\r\n9,9,0\r\nAnna\r\npbrain-x.zip\r\n-1\r\n2,renju\r\n');
  assert.deepEqual(plain(read(saved).game), plain(found.game));
  assert.equal(plain(read(writeGame(found.game, 'sgf')).game).nodes[1][2].time, 120);
  assert.deepEqual(notesOf(read('Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n-1\n1,five\n')),
    ['The file names no rule; freestyle is used.']);
  assert.equal(movesOf(read('Piskvorky 15x15, 0:0, 1\n8,8\n0\n')), 'h8');
  // The last number of the first line tells that the second player has begun.
  const swapped = read('Piskvorky 15x15, 0:0, 1\n8,8,1\nA\nB\n0\n').game;
  assert.deepEqual([swapped.property('PB'), swapped.property('PW')], ['B', 'A']);
  assert.throws(() => read('Piskvorky 15x15, 0:0, 1\n18,8,0\n'), /18,8 is off the board/);
});

test('an opening by a rule survives saving', () => {
  const course = said => ({ said, live: [], ended: null, elapsed: 0 });
  const said = list => list.map(([stones, action]) => ({ stones, action }));
  for (const [opening, list, written] of [
    ['rif', [[3, 'swap'], [4, 'offer g6,i9']], 'h8 h7 i7 swap j8 offer g6,i9 take i9'],
    ['soosyrv-8', [[3, 'stay'], [4, 'fifths 3'], [4, 'stay'], [4, 'offer g6,i9,j7']],
      'h8 h7 i7 stay j8 fifths 3 stay offer g6,i9,j7 take i9'],
    ['swap2', [[3, 'swap']], 'h8 h7 i7 swap'], ['swap2', [[5, 'stay']], 'h8 h7 i7 j8 i9 stay'],
    ['pro', [], 'h8 h7 i7'], ['five-1', [], 'h8 h7 i7 j8 i9']]) {
    const { game } = readGame('h8 h7 i7 j8 i9 a1', { settings: renju });
    Object.assign(game.settings, { rule: 'renju', size: 15, opening, course: course(said(list)) });
    for (const form of ['sgf', 'text']) {
      const text = writeGame(game, form);
      assert.match(text, new RegExp(`ON.${opening}: ${written}[\\]\n]`));
      const again = readGame(text).game;
      assert.deepEqual([again.settings.opening, again.settings.course],
        [opening, { ...course(said(list)), live: game.line() }]);
      assert.equal(again.property('ON'), null);
      assert.equal(writeGame(again, form), text);
    }
    assert.deepEqual(lossesOf(game, 'psq').map(loss => sentenceText(loss)), ['the texts ON']);
  }
  // Other texts stay as they are: of other moves, of a rule that needs renju, the name of an opening.
  for (const [rule, text] of [['renju', 'rif: a1 swap'], ['caro', 'rif: h8 swap'], ['renju', 'rif: h8 what'],
    ['renju', 'Kansei (D1)'], ['renju', 'rif: h8 offer \\]']]) {
    const { game } = readGame(`(;GM[4]SZ[15]RU[${rule}]ON[${text}];B[hh];W[ii])`);
    assert.deepEqual([game.settings.opening, game.property('ON')], [undefined, text.replace('\\', '')]);
  }
  const logged = readGame('{"game":0,"opener":"A","replier":"B","black":"B","rule":"swap2",' +
    '"actions":"h8 i9 h9 swap","moves":"h8 i9 h9","winner":null}').game;
  assert.deepEqual([logged.settings.opening, logged.settings.course.said], ['swap2', said([[3, 'swap']])]);
});

test('texts of arena play are read, and come back', () => {
  const text =
    'game renju 15x15\nblack Anna\nwhite Bert\nmoves h8 h9 i10\nresult black wins: white resigned\nabout EV Cup\\nFinal\n' +
    'comment 2 a\\\\b\\u{1B}\n';
  const found = read(text);
  assert.equal(found.game.settings.rule, 'renju');
  assert.equal(found.game.property('EV'), 'Cup\nFinal');
  assert.equal(found.game.property('RE'), 'B+');
  assert.equal(found.game.path(found.game.end)[1].comment, 'a\\b\u001B');
  assert.deepEqual(plain(read(writeGame(found.game, 'text')).game), plain(found.game));
  assert.equal(read('game liuzhou huainan quiet=80\nmoves a1\n').game.settings.preset, 'huainan quiet=80');
  assert.deepEqual(read('GAME freestyle 9x12\nMoves h8').game.settings.size, [9, 12]);
  const odd = read('game renju 15x15\nmoves h8 foo\nhello you\ncomment 9 x');
  assert.deepEqual(odd.notes.map(note => note.key), ['lineUnknown', 'junk', 'commentLost']);
});

test('saved games and logs of tournaments are read', () => {
  const saved =
    ['{"table":"wuliu table 1","id":"0123456789abcdef","game":{"rule":"renju","size":[15,15]},"seats":[{"name":"A",' +
    '"kind":"person"},{"name":"B","kind":"person"}],"began":0}', '{"deed":"move h8 1500"}',
      '{"deed":"move h9 10"}', '{"deed":"undo 1"}',
  '{"deed":"move i9 20"}', '{"deed":"resign 2"}'].map(line => `01234567 ${line}`).join('\n');
  const found = read(saved);
  assert.equal(movesOf(found), 'h8 i9');
  assert.deepEqual([found.game.property('PB'), found.game.property('RE'),
    found.game.path(found.game.end)[0].time], ['A', 'B+R', 1500]);
  assert.deepEqual(notesOf(read(`${saved.split('\n').slice(0, 3).join('\n')}\n0123`)),
    ['Line 4 is damaged; the rest is left out.']);
  const log =
    '{"game":0,"in":"x","opener":"A","replier":"B","black":"B","opening":"-","start":1,"moves":"h8 i9","winner":"A","reason":"five","us":[2500]}';
  const game = read(`01234567 ${log}\n01234567 ${log}`, gomoku, { number: 2 });
  assert.equal(movesOf(game), 'h8 i9');
  assert.deepEqual([game.game.property('PB'), game.game.property('RE'), game.games], ['B', 'W+', 2]);
});

// MARK: Codes

test('texts in other codes are read', () => {
  const bytes = text => [...new TextEncoder().encode(text)];
  for (const [code, name, letters] of [['gb2312', '黑体', [0xBA, 0xDA, 0xCC, 0xE5]],
    ['GBK', '乗輂', [0x81, 0x5C, 0xDD, 0x5D]],
    ['Big5', '許功蓋', [0xB3, 0x5C, 0xA5, 0x5C, 0xBB, 0x5C]], ['Shift_JIS', '表ソ', [0x95, 0x5C, 0x83, 0x5C]],
    ['windows-1251', 'Иван', [0xC8, 0xE2, 0xE0, 0xED]], ['UTF-8', '黑', bytes('黑')]]) {
    const found =
      read(Uint8Array.from([...bytes(`(;GM[4]CA[${code}]SZ[15]PB[`), ...letters,
      ...bytes(']PW[B];B[hh]C[x])')]));
    assert.equal(found.game.property('PB'), name);
    assert.equal(found.game.property('PW'), 'B');
    assert.deepEqual(found.notes, []);
  }
  const guessed =
    read(Uint8Array.from([...bytes('(;GM[4]SZ[15]PB['), 0xBA, 0xDA, 0xC6, 0xE5, 0xCA, 0xA4, 0xD6, 0xD0, 0xB9,
    0xFA, ...bytes('];B[hh])')]));
  assert.equal(guessed.game.property('PB'), '黑棋胜中国');
  assert.match(notesOf(guessed)[0], /gb18030/);
  const latin =
    read(Uint8Array.from([...bytes('(;GM[4]CA[koi9]SZ[15]PB['), 0xE4, 0x20, 0xE9, ...bytes('];B[hh])')]));
  assert.equal(latin.game.property('PB'), 'ä é');
  assert.match(notesOf(latin)[0], /koi9/);
  assert.equal(decodeBytes(Uint8Array.from([0xFE, 0xFF, 0, 0x68, 0, 0x38])), 'h8');
});

// MARK: Hostile texts

test('endless lists, deep trees and long texts are read in one pass', () => {
  const list = '[aa:vv]'.repeat(100000);
  assert.throws(() => read(`(;SZ[22]AB${list};B[hh])`), /more values/);
  const depth = 200000;
  assert.equal(movesOf(read(`${'(;B[hh]'.repeat(depth)}${')'.repeat(depth)}`)), 'h8');
  const wide = read(`(;B[hh]${'(;W[aa])'.repeat(depth)})`);
  assert.equal(movesOf(wide), 'h8 a1');
  const long = 'x'.repeat(1 << 21);
  assert.equal(read(`(;B[hh]C[${long}])`).game.end.comment, long);
  assert.equal(read('(;B[hh])'.repeat(depth), gomoku, { number: depth }).games, depth);
  assert.throws(() => read('('.repeat(100000)), FormatError);
  assert.throws(() => read('x'.repeat(17 << 20)), /too long/);
  movesOf(read(`h8 ${'i9 '.repeat(50000)}`));
});

test('mutated records are read or refused, and what is written comes back', () => {
  const random = makeRandom(50), signs = '()[];\\BWCABSZ:;15hgx\uFEFF\u001B\n,.#c3x';
  const seeds = [record, '(;GM[4]SZ[15]AB[aa:cc]AW[hh];W[])(;B[bb](;W[cc])(;W[dd]))',
    'Piskvorky 15x15, 0\n8,8,1\n9,9,2\nA\nB\n-1\n1,renju',
    'game renju 15x15\nblack A\nmoves h8 i9\ncomment 1 x', '1. h8 2. i9 3. j10', 'c3 b4 d4xb2 e2',
      'black h8 white i9 to black moves a1',
    '(;GM[66]RU[liuzhou huainan];B[c3];W[b4](;B[d4])(;B[d5]))', '7,7 8,8 9,9'];
  let count = 0;
  for (let round = 0; round < 3000; round++) {
    let text = seeds[round % seeds.length];
    for (let step = random(6); step >= 0; step--) {
      const place = random(text.length), sign = signs[random(signs.length)];
      text = pick(random, [text.slice(0, place) + sign + text.slice(place + 1),
        text.slice(0, place) + text.slice(place + 1),
        text.slice(0, place) + sign + text.slice(place),
          text.slice(0, place) + text.slice(random(text.length))]);
      text ||= 'h8';
    }
    let found;
    try {
      found = readGame(text, { settings: pick(random, [gomoku, renju, liuzhou, null]), rules });
    } catch (error) {
      assert.ok(error instanceof FormatError, `${JSON.stringify(text)}: ${error.stack}`);
      continue;
    }
    count++;
    for (const note of found.notes) for (const language of ['en',
      'zh']) assert.doesNotMatch(sentenceText(note, language), /\{|undefined|\[object/);
    const saved = writeGame(found.game, 'sgf');
    const again = readGame(saved, { settings: null, rules });
    assert.deepEqual(again.game.line(), found.game.line(), `${JSON.stringify(text)}\n${saved}`);
    // What is told of the game in a side line may move to the root once.
    const twice = writeGame(again.game, 'sgf');
    assert.equal(writeGame(readGame(twice, { rules }).game, 'sgf'), twice, JSON.stringify(text));
    const text2 = readGame(writeGame(found.game, 'text'));
    assert.deepEqual(text2.game.line(), found.game.line(),
      `${JSON.stringify(text)}\n${writeGame(found.game, "text")}`);
  }
  assert.ok(count > 1000, `${count}`);
});

// MARK: Round trips

// A random tree of legal moves with comments, properties and times, of points that are free, or of legal
// turns.
function randomGame(settings, random, size) {
  const game = new Game(settings);
  const words = ['', 'a]b\\c', 'two\nlines', '黑棋', '<b>&amp;', ':;()[', '\\', ']', ' x ', 'é\u{1F600}'];
  const [columns, rows] = [settings.size ?? 6].flat().length === 2 ? settings.size :
    [settings.size, settings.size];
  if (settings.kind === 'liuzhou') rules.start(settings);
  for (let step = 0; step < size; step++) {
    if (random(8) === 0) game.goTo(pick(random, [...game.nodes()]));
    if (settings.kind === 'liuzhou') {
      assert.equal(rules.set(game.position()), null);
      const legal = rules.legal();
      if (!legal.length) continue;
      const action = pick(random, legal), { count, all, others } = rules.captures(action);
      const taken = [...all], open = [...others];
      while (taken.length < count) taken.push(...open.splice(random(open.length), 1));
      const turn = (action === 'remove' ? '' : action) + (taken.length ? `x${taken.join('')}` : '');
      game.play(rules.play(turn).move);
    } else {
      const used = new Set(game.line());
      const move = `${'abcdefghijklmnopqrstuv'[random(columns)]}${1 + random(rows)}`;
      if (used.has(move)) continue;
      game.play(move, random(5) === 0);
    }
    if (random(6) === 0) game.current.comment = pick(random, words);
    if (random(9) === 0) game.current.properties = [['LB', 'aa:1', 'bb:x\\]'], ['TR', 'cc']];
    if (random(9) === 0) game.current.time = random(100000);
  }
  for (const name of ['PB', 'PW', 'EV', 'RE', 'XY']) if (random(3) === 0) game.setProperty(name,
    pick(random, words.slice(1)));
  game.goTo(game.end);
  return game;
}

test('random games of gomoku come back from every form', () => {
  const random = makeRandom(1);
  for (let round = 0; round < 3000; round++) {
    const size = pick(random, [15, 15, 19, 22, 5, [15, 17], [22, 9]]),
      rule = pick(random, ['freestyle', 'standard', 'renju', 'caro', 'exactcaro']);
    const game = randomGame({ kind: 'gomoku', rule, size }, random, random(40));
    const sgf = readGame(writeGame(game, 'sgf'));
    const expected = plain(game), found = plain(sgf.game);
    assert.deepEqual(found, expected);
    assert.deepEqual(sgf.notes, []);
    const line = game.line(game.end);
    const psq = readGame(writeGame(game, 'psq'));
    assert.deepEqual([psq.game.settings, psq.game.line(), psq.notes], [game.settings, line, []]);
    const text = readGame(writeGame(game, 'text'));
    assert.deepEqual([text.game.settings, text.game.line(), text.notes], [game.settings, line, []]);
    for (const name of ['PB', 'EV']) assert.equal(text.game.property(name)?.trim(),
      game.property(name)?.trim() || undefined);
    if (!line.length) continue;
    const list = writeGame(game, 'moves');
    for (const form of [list, list.toUpperCase(), line.join(' '),
      line.map((move, index) => `${index + 1}. ${move}`).join(' '),
      line.map(move => `${move.charCodeAt(0) - 97},${Number(move.slice(1)) - 1}`).join(pick(random,
        [' ', '; ', '\r\n'])),
      list.replace(/[a-v0-9]/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xFEE0))]) {
      const moves = readGame(form, { settings: game.settings });
      assert.deepEqual([moves.game.settings, moves.game.line(), moves.notes], [game.settings, line, []],
        form);
    }
    const below = writeGame(game, 'moves', { rowsBelow: true });
    assert.deepEqual(readGame(below, { settings: game.settings, rowsBelow: true }).game.line(), line);
  }
});

test('random set-up positions come back', () => {
  const random = makeRandom(2);
  for (let round = 0; round < 500; round++) {
    const points =
      [...new Set(Array.from({ length: 1 + random(30) },
      () => `${'abcdefghijklmno'[random(15)]}${1 + random(15)}`))];
    const black = points.filter((_, index) => index % 3),
      white = points.filter((_, index) => index % 3 === 0).slice(random(2));
    const origin =
      `black ${black.join(' ')} white ${white.join(' ')} to ${pick(random, ['black', 'white'])}`.replace(/ +/g, ' ');
    if (!black.length) continue;
    const game = new Game({ ...gomoku, origin });
    for (const move of ['a1', 'b1', 'c1']) if (!points.includes(move)) game.play(move);
    for (const form of ['sgf', 'moves', 'text']) {
      const found = readGame(writeGame(game, form), { settings: gomoku });
      assert.deepEqual(found.game.position(), game.position(), form);
    }
  }
});

test('random games of Liuzhou chess come back from every form', needsModule, () => {
  const random = makeRandom(3);
  for (let round = 0; round < 400; round++) {
    const preset = pick(random, ['fengyang', 'fengyang-app', 'huainan', 'shandong', 'shandong-app',
      'huainan quiet=30 six=1']);
    const game = randomGame({ kind: 'liuzhou', preset }, random, round % 10 === 0 ? 150 : random(60));
    const sgf = readGame(writeGame(game, 'sgf'), { rules: round % 5 ? null : rules });
    assert.deepEqual(sgf.notes, []);
    assert.deepEqual(plain(sgf.game).nodes, plain(game).nodes);
    assert.deepEqual(sgf.game.settings, game.settings);
    const line = game.line(game.end), text = readGame(writeGame(game, 'text'));
    assert.deepEqual([text.game.settings, text.game.line(), text.notes], [game.settings, line, []]);
    if (!line.length) continue;
    for (const list of [line.join(' '), line.join(' ').toUpperCase(),
      line.map((move, index) => `${index + 1}. ${move}`).join('\n')]) {
      const moves = readGame(list, { settings: game.settings });
      assert.deepEqual([moves.game.line(), moves.notes], [line, []], list);
    }
    // From the middle of the game as well.
    const middle = random(line.length);
    rules.start(game.settings);
    rules.set({ moves: line.slice(0, middle) });
    const part = new Game({ ...game.settings, origin: rules.state().position });
    for (const move of line.slice(middle)) part.play(move);
    for (const form of ['sgf', 'moves', 'text']) {
      const found = readGame(writeGame(part, form), { settings: game.settings });
      assert.deepEqual([found.game.settings.origin, found.game.line(), found.notes],
        [part.settings.origin, line.slice(middle), []], form);
    }
  }
});

test('every sentence is there in both languages', () => {
  assert.deepEqual(Object.keys(formatSentences.en), Object.keys(formatSentences.zh));
  const names = text => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
  for (const [key,
    text] of Object.entries(formatSentences.en)) assert.deepEqual(names(formatSentences.zh[key]), names(text),
    key);
  assert.equal(reasonText('c3 is occupied', 'zh'), 'c3 已有棋子');
  assert.equal(reasonText('something new', 'zh'), 'something new');
});
