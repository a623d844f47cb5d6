import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { browserName, hasBrowser, startBrowser } from './browser.mjs';
import { hasModule, modulePath, repository } from './support.mjs';

// Analysis, set-up, the dialog of games and the review in a real browser, with the real engine.

const skip = !hasBrowser ? `there is no ${browserName}` : !hasModule ?
  'there is no wuliu.wasm: run .ci/anywhere' : false;

let folder, file, browser;

test.before(async () => {
  if (skip) return;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wuliu-panels-'));
  file = path.join(folder, 'wuliu.html');
  execFileSync('node', [path.join(repository, '.ci/page.mjs'), modulePath, file]);
  browser = await startBrowser();
});

test.after(async () => {
  await browser?.close();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

// The part of the page of the mode that is shown.
const shown = selector => `.host:not([hidden]) ${selector}`;
const currentMove = page => page.evaluate(() =>
  document.querySelector('.host:not([hidden]) .move.current')?.textContent ?? '');
const depthShown = () => /\d/.test(document.querySelector('.analysis-state').textContent);

async function openAnalysis(options) {
  const page = await browser.open(file, options);
  await page.click('#tab-analyse');
  await page.wait(depthShown);
  return page;
}

async function paste(page, text) {
  await page.click(shown('.analyse-tools button:nth-child(2)'));
  await page.wait(() => document.activeElement?.matches('.exchange-text'));
  await page.evaluate(() => document.activeElement.select());
  await page.type(text);
}

async function take(page, text) {
  await paste(page, text);
  await page.click('.exchange .main');
  await page.wait(() => !document.querySelector('dialog[open]'));
  await page.wait(depthShown);
}

// Stopping a search by an address that is gone is told by the browser as a failed load.
const problemsOf = async page => (await page.complaints()).filter(problem => !/blob:/.test(problem));

const game = 'h8i9j8i8i7h6k9j7g6k10f5e4';

test('lines are listed and drawn, shown by pointer and keys, and played as side lines', { skip }, async () => {
  const page = await openAnalysis();
  await take(page, game);
  assert.match(await currentMove(page), /12e4/);
  await page.wait(() => document.querySelectorAll('.item.candidate').length === 3);
  assert.match(await page.text('.chance-bar'), /\d %/);
  // The help explains the marks that are on the board, and no others.
  await page.click('#menu-help');
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('dialog[open] .legend span')]
    .map(({ textContent }) => textContent)),
  ['last move', 'best move, with its chance to win in %', 'next best moves']);
  await page.key('Escape');
  await page.wait(() => !document.querySelector('dialog[open]'));
  // The pointer on the second move of a line shows two stones.
  await page.hover('.line:nth-child(2) .line-move:nth-child(2)');
  await page.wait(() => document.querySelectorAll('.item .ghost').length === 2);
  await page.hover('.brand');
  await page.wait(() => !document.querySelector('.item .ghost'));
  // By keys: steps, then along the line, and Enter plays it.
  await page.evaluate(() => document.activeElement.blur());
  await page.key('ArrowLeft');
  await page.key('ArrowLeft');
  assert.match(await currentMove(page), /10k10/);
  await page.wait(() => document.querySelectorAll('.line:not(.empty)').length === 3);
  await page.evaluate(() => document.querySelector('.line-move').focus());
  await page.key('ArrowRight');
  await page.key('Enter');
  assert.match(await currentMove(page), /^12/);
  assert.ok(await page.evaluate(() => document.activeElement !== document.body), 'the focus is lost');
  // The wheel over the board.
  await page.wheel('[data-point="a1"]', -120);
  await page.wait(() => /^11/.test(document.querySelector('.host:not([hidden]) .move.current').textContent));
  assert.deepEqual(await problemsOf(page), []);
  await page.close();
});

test('analysis, side lines and comments come back after a reload', { skip }, async () => {
  const page = await openAnalysis();
  await take(page, '(;GM[4]SZ[15]RU[1];B[hh];W[ii](;B[jj]C[corner])(;B[gg]))');
  await page.wait(() => document.querySelectorAll('.item.candidate').length === 3);
  await page.wait(() => {
    const kept = Object.keys(localStorage).find(key => key.startsWith('wuliu.session.'));
    const { nodes, current } = JSON.parse(localStorage[kept]).session.game;
    return nodes.length === 5 && nodes[current][2]?.info?.lines;
  });
  await page.reload();
  assert.equal(await page.evaluate(() => document.querySelectorAll('.host:not([hidden]) .move').length), 4);
  assert.match(await page.text(shown('.moves-list')), /corner/);
  // At once, before the engine can have searched.
  assert.match(await page.text('.chance-bar'), /\d %/);
  assert.deepEqual(await problemsOf(page), []);
  await page.close();
});

test('the dialog says in one sentence what is wrong, and writes every form', { skip }, async () => {
  const page = await openAnalysis();
  await page.click(shown('.analyse-tools button:nth-child(2)'));
  await page.wait(() => document.querySelector('dialog[open]'));
  assert.match(await page.text('.exchange-verdict'), /h8i9j10….*SGF, psq.*Liuzhou/);
  await page.key('Escape');
  await page.wait(() => !document.querySelector('dialog[open]'));
  await paste(page, 'no game at all');
  assert.equal(await page.evaluate(() => document.querySelector('.exchange .main').disabled), true);
  assert.match(await page.text('.exchange-verdict'), /^[^.]+\.$/);
  await page.evaluate(() => document.querySelector('.exchange-text').select());
  await page.type(game);
  await page.click('.exchange .main');
  await page.click(shown('.analyse-tools button:nth-child(2)'));
  const written = await page.evaluate(() => {
    const select = document.querySelector('.exchange-form select');
    return Object.fromEntries([...select.options].map(({ value }) => {
      select.value = value;
      select.dispatchEvent(new Event('change'));
      return [value, document.querySelector('.exchange-text').value];
    }));
  });
  assert.equal(written.moves, game);
  assert.match(written.sgf, /^\(;.*B\[hh\]/);
  assert.match(written.psq, /^Piskvorky 15x15/);
  assert.match(written.position, /^black h8 .* white i9 .* to black$/);
  // What was left out is a warning, not a remark.
  await page.evaluate(() => document.querySelector('.exchange-text').select());
  await page.type('h8 i9 h8 j9');
  await page.wait(() => /It and the 1 move after it are kept, but not shown\.$/.test(
    document.querySelector('.exchange-warning')?.textContent));
  // The form follows what is pasted, and a pasted game is written in the others.
  const form = () => page.evaluate(() => document.querySelector('.exchange-form select').value);
  await page.evaluate(() => document.querySelector('.exchange-text').select());
  await page.type('(;GM[4]SZ[15]RU[renju];B[aa](;W[bb])(;W[cc]))');
  assert.equal(await form(), 'sgf');
  await page.select('.exchange-form select', 'moves');
  assert.equal(await page.evaluate(() => document.querySelector('.exchange-text').value), 'a1b2');
  assert.match(await page.text('.exchange-verdict'), /^Renju 15×15, 2 moves\. .*1 move of side lines/);
  await page.click('.exchange .main');
  await page.wait(() => !document.querySelector('dialog[open]'));
  assert.equal(await page.evaluate(() => document.querySelectorAll('.host:not([hidden]) .move').length), 3);
  await page.click(shown('.analyse-tools button:nth-child(2)'));
  await page.evaluate(() => document.querySelector('.exchange-text').select());
  await page.type('game liuzhou fengyang\nmoves c3 d4');
  assert.equal(await form(), 'text');
  await page.close();
});

test('a game is pasted and copied without the dialog', { skip }, async () => {
  const page = await openAnalysis();
  await page.evaluate(text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, game);
  await page.wait(() => document.activeElement?.matches('.exchange .main'));
  await page.key('Enter');
  await page.wait(() => !document.querySelector('dialog[open]'));
  assert.match(await currentMove(page), /12e4/);
  const copied = await page.evaluate(() => {
    document.activeElement.blur();
    const clipboardData = new DataTransfer();
    document.body.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/plain');
  });
  assert.equal(copied, game);
  assert.deepEqual(await problemsOf(page), []);
  await page.close();
});

test('a position is set up, a fault is told, and a forced win is found', { skip }, async () => {
  const page = await openAnalysis();
  await page.click(shown('.analyse-tools button:nth-child(1)'));
  for (const point of ['h8', 'i8', 'j8', 'k8', 'l8']) await page.click(`[data-point="${point}"]`);
  await page.wait(() => document.querySelector('.setup-verdict').classList.contains('wrong'));
  await page.click('[data-point="l8"]');
  await page.click('[data-point="k8"]');
  await page.key('2');
  await page.click('[data-point="a1"]');
  await page.click('[data-point="b3"]');
  await page.wait(() => !document.querySelector('.setup .main').disabled);
  assert.match(await page.text('.status'), /Setting up a position\s+Press points to put: White/);
  // Another mode shows the game; the set-up goes on behind it.
  const isStone = point => page.evaluate(point =>
    /stone/.test(document.querySelector(`#board [data-point="${point}"]`).getAttribute('aria-label')), point);
  await page.click('#tab-play');
  await page.wait(() => document.body.dataset.mode === 'play' && document.querySelector('#host-analyse').hidden);
  await page.wait(() => !/Setting up/.test(document.querySelector('#status-words').textContent));
  await page.click('#menu-language');
  await page.click('#menu-language');
  assert.equal(await isStone('b3'), false);
  await page.click('#tab-analyse');
  await page.wait(() => /Setting up/.test(document.querySelector('#status-words').textContent));
  assert.equal(await isStone('b3'), true);
  await page.click('.setup .main');
  await page.click('.threat-ask', 'Black');
  await page.wait(() => /Black wins by fours/.test(document.querySelector('.threat-answers').textContent));
  assert.deepEqual(await problemsOf(page), []);
  await page.close();
});

test('the set-up chooses the game, the rules and the size of the board', { skip }, async () => {
  const page = await openAnalysis();
  await take(page, game);
  await page.click(shown('.analyse-tools button:nth-child(1)'));
  const cells = () => page.evaluate(() => document.querySelectorAll('#board [data-point]').length);
  const isStone = point => page.evaluate(point =>
    /stone/.test(document.querySelector(`#board [data-point="${point}"]`).getAttribute('aria-label')), point);
  // The stones that fit stay.
  await page.select('.setup label:nth-child(3) select', '9');
  assert.equal(await cells(), 81);
  assert.deepEqual([await isStone('h8'), await isStone('a1')], [true, false]);
  await page.select('.setup label:nth-child(1) select', 'liuzhou');
  assert.equal(await cells(), 36);
  await page.select('.setup label:nth-child(2) select', 'huainan');
  await page.click('[data-point="c3"]');
  assert.equal(await isStone('c3'), true);
  // Whoever cancels has the game again.
  await page.click('.setup-buttons button', 'Cancel');
  assert.equal(await cells(), 225);
  assert.match(await currentMove(page), /12e4/);
  await page.click(shown('.analyse-tools button:nth-child(1)'));
  await page.select('.setup label:nth-child(1) select', 'liuzhou');
  await page.click('[data-point="c3"]');
  await page.select('.setup label:nth-child(3) select', 'white');
  await page.click('.setup .main');
  await page.wait(() => /White to move/.test(document.querySelector('#status-words').textContent));
  assert.equal(await cells(), 36);
  assert.match(await page.text('#status-buttons'), /Back to Freestyle,\s*12 moves/);
  assert.deepEqual(await problemsOf(page), []);
  await page.close();
});

test('what is proved is told as proved', { skip }, async () => {
  const page = await openAnalysis();
  await page.wait(() => /Proved/.test(document.querySelector('.analysis-proof').textContent));
  assert.match(await page.text('.line:first-child'), /wins in 3\d/);
  // The mark on the board is told with its point.
  await page.wait(() => /^h8, empty, best, wins in 3\d moves$/.test(
    document.querySelector('#board [data-point="h8"]').getAttribute('aria-label')));
  await page.close();
});

test('what the opponent threatens is told and drawn', { skip }, async () => {
  const page = await openAnalysis();
  await take(page, 'h8a1i8a3j8');
  await page.wait(() => document.querySelector('.analysis-threat.grave') && document.querySelector('.item.threat'));
  await page.close();
});

test('a review goes on after a reload, and its curve is read by keys', { skip }, async () => {
  const page = await openAnalysis();
  await take(page, game);
  await page.click('#tab-review');
  await page.select(shown('.review-pace select'), 'normal');
  await page.click(shown('.review-start .main'));
  await page.wait(() => document.querySelector('.review progress').value >= 3);
  await page.reload();
  await page.wait(() => document.querySelector('.review progress').value === 13);
  await page.wait(() => /Done/.test(document.querySelector('.review-state').textContent));
  assert.ok(await page.evaluate(() => document.querySelectorAll('.review-mark').length > 0));
  await page.evaluate(() => document.querySelector('.curve-slider').focus());
  await page.key('Home');
  await page.key('ArrowRight');
  const told = await page.evaluate(() => document.querySelector('.curve-slider').getAttribute('aria-valuetext'));
  assert.match(told, /^1\. Black h8: Black’s win is proved; the engine estimates \d.* % for Black, \d.* % for White/);
  assert.match(await currentMove(page), /1h8/);
  // f5 left the four and lost: the worst move of the game is marked, with a line that is better.
  const blunder = await page.evaluate(() => [...document.querySelectorAll('.review-mark.blunder')]
    .map(item => item.textContent).join('\n'));
  assert.match(blunder, /11\. Black f5/);
  assert.match(await page.text('.curve-legend'), /mistake\s*blunder\s*proved: Black wins\s*the engine’s estimate/);
  await page.click('.review-head button', 'Worst first');
  await page.wait(() => /^1[12]\. .*blunder/.test(document.querySelector('.review-mark').textContent));
  await page.click('.review-head button', 'As played');
  await page.wait(() => document.querySelector('.review-mark').textContent.indexOf('.') === 1);
  // The buttons stay under the pointer while the panel scrolls to a card.
  const seen = () => page.evaluate(() => [document.querySelector('.panel').scrollTop,
    document.querySelector('.review-steps button').getBoundingClientRect().top]);
  await page.key('End');
  const [scrolled, top] = await seen();
  await page.click('.review-steps button', 'Previous');
  await page.click('.review-steps button', 'Previous');
  assert.notEqual((await seen())[0], scrolled);
  assert.equal((await seen())[1], top);
  // The analysis lists the same marks.
  await page.click('#tab-analyse');
  await page.wait(() => document.querySelector('#host-analyse .move.blunder'));
  await page.click('#tab-review');
  await page.evaluate(() => { document.querySelector('.review-table').open = true; });
  await page.wait(() => document.querySelectorAll('.review-table tbody tr').length === 13);
  assert.match(await page.text('.review-summary'), /\d+ %/);
  assert.deepEqual(await problemsOf(page), []);
  await page.close();
});

test('on a telephone the board stays in sight beside the cards of the review', { skip }, async () => {
  const page = await openAnalysis({ width: 360, height: 640, touch: true });
  await take(page, game);
  await page.click('#tab-review');
  await page.select(shown('.review-pace select'), 'quick');
  await page.click(shown('.review-start .main'));
  await page.wait(() => document.querySelector('.review progress').value === 13);
  for (const card of ['first', 'last']) {
    await page.click(`.review-mark:${card}-child .review-move`);
    await page.wait(card => document.querySelector(`.review-mark:${card}-child`).matches('.current'), card);
    const { board, mark, height } = await page.evaluate(() => {
      const box = selector => {
        const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
        return { top, bottom };
      };
      return { board: box('#board'), mark: box('.review-mark.current'), height: innerHeight };
    });
    assert.ok(board.top >= 0 && mark.top >= board.bottom && mark.bottom <= height, JSON.stringify([board, mark]));
  }
  assert.deepEqual(await problemsOf(page), []);
  await page.close();
});

const liuzhou = 'f1 d1 e2 b5 f2 e3 b3 e4 b2 f4 a3 f3xb2 b4 a4 c6 e5 d6 c5 c1 f5xe2 c3 c4 d5 d2 d3 e6 f6 e1 c2 a2 ' +
  'b1 b6 a6 d4 a1 a5 d2e2xc1c2f2d5 d6d5';

test('Liuzhou chess by touch at 360 px, in Chinese', { skip }, async () => {
  const page = await openAnalysis({ width: 360, height: 740, touch: true, language: 'zh-CN' });
  await take(page, liuzhou);
  assert.match(await currentMove(page), /^38/);
  await page.wait(() => /胜/.test(document.querySelector('.line:first-child .line-score').textContent));
  // A touch on the head of a line shows its end on the board.
  await page.click('.line:first-child .line-head');
  await page.wait(() => document.querySelector('.line-head').getAttribute('aria-pressed') === 'true');
  await page.click('.line:first-child .line-move:first-child');
  assert.match(await currentMove(page), /^39/);
  await page.click('#tab-review');
  await page.select(shown('.review-pace select'), 'quick');
  await page.click(shown('.review-start .main'));
  await page.wait(() => document.querySelector('.review progress').value === document.querySelector('.review progress').max);
  const { x, y } = await page.place('.curve-slider');
  await page.click({ x, y });
  await page.wait(() => /^(18|19|20|21)/.test(document.querySelector('.host:not([hidden]) .move.current').textContent));
  // A finger that scrolls the page over the curve picks nothing, one that moves along the curve does.
  const drag = async (...steps) => {
    const at = await page.place('.curve-slider');
    const touch = (type, points) => page.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [at]);
    for (const [dx, dy] of steps) await touch('touchMove', [{ x: at.x + dx, y: at.y + dy }]);
    await touch('touchEnd', []);
  };
  const picked = await currentMove(page);
  await drag([60, -5], [62, -30]);
  await page.wait(picked => document.querySelector('.host:not([hidden]) .move.current').textContent !== picked, picked);
  const dragged = await currentMove(page), top = await page.evaluate(() => scrollY);
  await drag([-10, -25], [-60, -60], [-80, -90]);
  await page.wait(top => scrollY !== top, top);
  assert.equal(await currentMove(page), dragged);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(await problemsOf(page), []);
  await page.close();
});
