import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { englishTexts as en } from '../../Sources/Page/texts-en.js';
import { chineseTexts as zh } from '../../Sources/Page/texts-zh.js';
import { Rules } from '../../Sources/Page/rules.js';
import { openMachine } from '../../Sources/Page/wasm.js';
import { browserName, hasBrowser, serve, sharedMemoryHeaders, startBrowser } from './browser.mjs';
import { compileModule, hasModule, modulePath, repository } from './support.mjs';

// The finished page in a real browser, as a user has it: from a file, by clicks, touches and keys. Pictures
// of it go to $WULIU_PICTURES, if that is set.

const needs = { skip: !hasBrowser ? `there is no ${browserName}` : !hasModule ?
  'there is no wuliu.wasm: run .ci/anywhere' : false };
const pictures = process.env.WULIU_PICTURES;

let browser, folder, file;

before(async () => {
  if (needs.skip) return;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wuliu-page-'));
  file = path.join(folder, 'wuliu.html');
  execFileSync(process.execPath, ['.ci/page.mjs', modulePath, file], { cwd: repository });
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  if (folder) fs.rmSync(folder, { recursive: true });
});

// Runs a test on a page of its own, and looks at the end whether anything was complained of.
const onPage = (name, options, work) => test(name, needs, async () => {
  const page = await browser.open(options.place ?? file, options);
  try {
    const texts = options.language === 'zh-CN' ? zh : en;
    await started(page, texts);
    await work(page, texts);
    assert.deepEqual(await page.complaints(), []);
    await picture(page, name);
  } finally {
    await page.close();
  }
});

// Waits until the engine is there.
const started = (page, texts = en) => page.wait(starting => {
  const words = document.querySelector('#status-words').textContent.trim();
  return words !== '' && words !== starting && document.querySelector('[data-name="newGame"]') !== null;
}, texts.starting);

async function picture(page, name) {
  if (pictures) await page.screenshot(path.join(pictures,
    `${name.replace(/[^\w\u4e00-\u9fff]+/g, '-')}.png`));
}

// MARK: What a user does

const at = point => `#board [data-point="${point}"]`;

const status = page => page.text('#status-words');
const waitForStatus = (page, words) =>
  page.wait(words => document.querySelector('#status-words').textContent.includes(words), words);
const countMoves = page => page.evaluate(() =>
  document.querySelectorAll('.host:not([hidden]) .moves-list .move').length);
const waitForMoves = (page, count) => page.wait(count =>
  document.querySelectorAll('.host:not([hidden]) .moves-list .move').length >= count, count);
const movesShown = page => page.evaluate(() =>
  [...document.querySelectorAll('.host:not([hidden]) .moves-list .move')]
  .map(move => move.textContent.replace(/^\d+/, '').trim()));
const stones = page => page.evaluate(() => [...document.querySelectorAll('#board [data-point]')]
  .filter(point => /stone|[黑白]子|黑棋|白棋/.test(point.getAttribute('aria-label'))).map(point =>
    point.dataset.point));

// Begins a new game by the dialog; `choices` are texts of its buttons.
async function begin(page, choices, texts = en) {
  await page.click('[data-name="newGame"]');
  for (const words of choices) await page.click('dialog[open] [role="radio"]', words);
  await page.click('dialog[open] button[type="submit"]');
  await page.wait(() => !document.querySelector('dialog[open]'));
  await page.wait(starting => !document.querySelector('#status-words').textContent.includes(starting),
    texts.starting);
}

async function play(page, moves) {
  let count = await countMoves(page);
  for (const move of moves.split(' ')) {
    await page.click(at(move));
    await waitForMoves(page, ++count);
  }
}

async function openMode(page, mode) {
  const isOpen = () => page.evaluate(mode => document.body.dataset.mode === mode, mode);
  // While a mode is being left its search ends, and the page takes no other choice.
  for (let pause = 50; !await isOpen(); pause *= 2) {
    await page.click(`#tab-${mode}`);
    for (let waited = 0; waited < pause && !await isOpen(); waited += 25) {
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  }
  await page.wait(mode => !document.querySelector(`#host-${mode}`).hidden, mode);
}

// Takes a game by the dialog of texts, in the analysis.
async function paste(page, text, texts = en) {
  await openMode(page, 'analyse');
  await page.click('#host-analyse button', texts.exchange);
  await page.wait(() => document.activeElement?.matches('.exchange-text'));
  await page.key('a', 'Control');
  await page.type(text);
  await page.click('dialog[open] button', texts.takeGame);
  await page.wait(() => !document.querySelector('dialog[open]'));
}

// MARK: Gomoku

onPage('a game of two people is played to its end', {}, async page => {
  await begin(page, [en.game_gomoku, en.rule_freestyle, en.way_twoPeople]);
  await waitForStatus(page, 'Black to move');
  await play(page, 'h8 a1 h9 a2 h10 a3 h11 a4');
  await page.click(at('h11'));
  await page.wait(() => /h11 is occupied/.test(document.querySelector('#notice').textContent));
  await page.click('[data-name="undo"]');
  await page.click('[data-name="undo"]');
  await waitForStatus(page, 'Black to move');
  await page.click('[data-name="redo"]');
  await page.click('[data-name="redo"]');
  await play(page, 'h12');
  await waitForStatus(page, 'Black wins: five in a row');
  assert.deepEqual((await stones(page)).sort(), 'a1 a2 a3 a4 h10 h11 h12 h8 h9'.split(' '));
  await page.click('#status-buttons button', en.rematch);
  await waitForStatus(page, 'Black to move');
  assert.equal(await countMoves(page), 0);
});

onPage('the engine answers, and the game outlives a reload', {}, async page => {
  const begun = Date.now();
  await page.click(at('h8'));
  await waitForMoves(page, 2);
  console.log(`# the engine's first move after ${Date.now() - begun} ms`);
  await waitForStatus(page, 'Your turn, Black');
  const before = await movesShown(page);
  await page.reload();
  await waitForStatus(page, 'Your turn, Black');
  assert.deepEqual(await movesShown(page), before);
  assert.equal((await stones(page)).length, 2);
  // While the engine thinks: it goes on after the reload.
  const [free] = ['a1', 'o15'].filter(point => !before.includes(point));
  await page.click(at(free));
  await waitForMoves(page, 3);
  await page.reload();
  await waitForMoves(page, 4);
  await waitForStatus(page, 'Your turn');
  await page.click('[data-name="hint"]');
  await page.wait(() => /Hint: [a-o]\d/.test(document.querySelector('#status-more').textContent));
  await page.click('[data-name="resign"]');
  await page.click('#status-buttons button', en.resignYes);
  await waitForStatus(page, 'White wins: Black resigns');
  await page.reload();
  await waitForStatus(page, 'White wins: Black resigns');
});

onPage('renju tells why a point is forbidden', {}, async page => {
  await begin(page, [en.game_gomoku, en.rule_renju, en.way_twoPeople]);
  await play(page, 'h7 a1 h9 a3 g8 a5 i8 a7');
  await page.wait(() => document.querySelector('[data-point="h8"]').title === 'double three');
  await page.click(at('h8'));
  await page.wait(() =>
    /h8 is forbidden for Black: double three/.test(document.querySelector('#live').textContent));
  assert.equal(await countMoves(page), 8);
  await play(page, 'i7');
  await page.wait(() => document.querySelector('[data-point="h8"]').title === '');
  await play(page, 'h8');
});

// Begins a game with an opening rule.
async function beginOpening(page, rule, choices) {
  await page.click('[data-name="newGame"]');
  for (const words of choices) await page.click('dialog[open] [role="radio"]', words);
  await page.evaluate((rule, label) => {
    const select = document.querySelector(`dialog[open] select[aria-label="${label}"]`);
    select.value = rule;
    select.dispatchEvent(new Event('change'));
  }, rule, en.opening);
  await page.click('dialog[open] button[type="submit"]');
  await page.wait(() => !document.querySelector('dialog[open]'));
}

onPage('swap2 is played from both sides', {}, async page => {
  await beginOpening(page, 'swap2', [en.game_gomoku, en.rule_freestyle, en.way_asFirst]);
  await waitForStatus(page, 'set a stone');
  await play(page, 'h8 i9 j8');
  // The engine takes a colour, or adds two stones and leaves the choice.
  await page.wait(() => /which colour|Your turn/.test(document.querySelector('#status-words').textContent));
  if (/which colour/.test(await status(page))) {
    await page.click('#status-buttons button', en.choose_black);
    await waitForMoves(page, 6);
  }
  await waitForStatus(page, 'Your turn');
  await beginOpening(page, 'swap2', [en.way_asSecond]);
  await waitForMoves(page, 3);
  await waitForStatus(page, 'which colour');
  await play(page, 'a1 o15');
  await page.wait(() => /Your turn/.test(document.querySelector('#status-words').textContent));
});

onPage('an opening of renju is played by two people', {}, async page => {
  await beginOpening(page, 'soosyrv-8', [en.game_gomoku, en.rule_renju, en.way_twoPeople]);
  await waitForStatus(page, 'First player: set a stone, Black');
  await page.click(at('a1'));
  assert.equal(await countMoves(page), 0);
  await play(page, 'h8 h7 i7');
  await waitForStatus(page, 'Second player: which colour?');
  assert.match(await page.text('#status-more'), /Soosyrv-8.*Kagetsu/);
  await page.click('[data-name="hint"]');
  await page.wait(() => /Take (Black|White)/.test(document.querySelector('#status-more').textContent));
  await page.click('#status-buttons button', en.choose_white);
  await play(page, 'j8');
  await waitForStatus(page, 'how many fifth moves');
  await page.click('#status-buttons button', '2');
  await waitForStatus(page, 'First player: which colour?');
  await page.click('#status-buttons button', en.choose_white);
  await waitForStatus(page, 'Second player: mark 2 more fifth moves');
  await page.click(at('g6'));
  await waitForStatus(page, 'mark 1 more fifth move');
  await page.click(at('i9'));
  await page.click('#status-buttons button', en.offerNow);
  await waitForStatus(page, 'First player: choose one of the marked moves');
  await page.click(at('a1'));
  assert.equal(await countMoves(page), 4);
  await play(page, 'i9');
  await page.wait(() => !/player/.test(document.querySelector('#status-words').textContent));
  // Back to the choice: the offer stays.
  await page.click('[data-name="undo"]');
  await waitForStatus(page, 'First player: choose one of the marked moves');
});

onPage('the engine plays alone until it is paused', {}, async page => {
  await begin(page, [en.game_gomoku, en.rule_standard, en.way_watch]);
  await waitForMoves(page, 3);
  await page.click('[data-name="pause"]');
  await waitForStatus(page, 'Paused');
  const count = await countMoves(page);
  await page.click('#status-buttons button', en.goOn);
  await waitForMoves(page, count + 1);
});

onPage('a clock runs out', {}, async page => {
  await page.click('[data-name="newGame"]');
  for (const words of [en.game_gomoku, en.way_twoPeople,
    en.clock_turn]) await page.click('dialog[open] [role="radio"]', words);
  await page.evaluate(() => {
    const input = [...document.querySelectorAll('dialog[open] .times input')].find(input =>
      input.checkVisibility());
    input.value = 2;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.click('dialog[open] button[type="submit"]');
  await waitForStatus(page, 'White wins: Black is out of time');
});

// MARK: Liuzhou chess

// Two searches of this engine played it: tournaments/liuzhou/rules.md.
const complete =
  ('f1 d1 e2 b5 f2 e3 b3 e4 b2 f4 a3 f3xb2 b4 a4 c6 e5 d6 c5 c1 f5xe2 c3 c4 d5 d2 d3 e6 f6 e1 c2 a2 b1 b6 a6 d4 ' +
  'a1 a5 d2e2xc1c2f2d5 d6d5 f3f2xc3d3 c6d6 f2f3xb3d5 d6d5 f3f2xb1d5 a1b1 d4d5xb1f1a3').split(' ');

// The points to be clicked for a turn: those of its action, then the stones among which there is a choice.
function clicksOf(rules, turn) {
  const [action, taken = ''] = turn.split('x'), points = action.match(/../g) ?? [];
  const { count, all, others } = rules.captures(points.length ? action : 'remove');
  if (count >= all.length + others.length) return points;
  return [...points, ...(taken.match(/../g) ?? []).filter(point => !all.includes(point))];
}

async function playTurn(page, rules, turn) {
  const count = await countMoves(page);
  for (const point of clicksOf(rules, turn)) await page.click(at(point));
  await waitForMoves(page, count + 1);
  assert.ok(rules.play(turn).move);
}

const rulesOf = async settings => {
  const rules = new Rules(await openMachine(await compileModule()));
  rules.start(settings);
  return rules;
};

onPage('a whole game of Liuzhou chess is played by clicks', {}, async page => {
  const rules = await rulesOf({ kind: 'liuzhou', preset: 'fengyang' });
  await begin(page, [en.game_liuzhou, en.preset_fengyang, en.way_twoPeople]);
  await waitForStatus(page, 'Black to move');
  for (const turn of complete.slice(0, 11)) await playTurn(page, rules, turn);
  assert.equal(await page.text('#strip-bottom .strip-note'), '12 still to place');
  // A square earns a stone: which one is asked, one step back gives the choice anew, a protected stone is
  // refused.
  await page.click(at('f3'));
  await page.wait(() =>
    /Square: takes 1 stone. Choose 1 stone/.test(document.querySelector('#status-more').textContent));
  await picture(page, 'liuzhou-choose');
  await page.click(at('e3'));
  await page.wait(() => /cannot be taken|protected/.test(document.querySelector('#notice').textContent));
  await page.key('Escape');
  await page.wait(() => !/Choose 1 stone/.test(document.querySelector('#status-more').textContent));
  for (const turn of complete.slice(11, 36)) await playTurn(page, rules, turn);
  await waitForStatus(page, 'White moves again');
  // A slide: the stone, one step back, another one that cannot, then the turn itself.
  await page.click(at('d2'));
  await page.wait(() =>
    /d2 slides to a marked point/.test(document.querySelector('#status-more').textContent));
  await page.key('Escape');
  await page.click(at('a1'));
  await page.wait(() => document.querySelector('#notice').classList.contains('shown'));
  for (const turn of complete.slice(36, 40)) await playTurn(page, rules, turn);
  await page.reload();
  await waitForStatus(page, 'to move');
  assert.equal(await countMoves(page), 40);
  for (const turn of complete.slice(40)) await playTurn(page, rules, turn);
  await waitForStatus(page, 'White wins: too few stones are left');
  const left = [...rules.state().stones.keys()].sort();
  assert.deepEqual((await stones(page)).sort(), left);
});

onPage('the engine plays Liuzhou chess, and undo takes back both turns', {}, async page => {
  await begin(page, [en.game_liuzhou, en.preset_huainan, en.way_asFirst]);
  for (let count = 0; count < 6; count += 2) {
    const taken = await stones(page);
    const free = ['c3', 'd4', 'c4', 'd3', 'b2', 'e5'].find(point => !taken.includes(point));
    await page.click(at(free));
    await waitForMoves(page, count + 1);
    if (/Choose/.test(await page.text('#status-more')) &&
      /takes/.test(await page.text('#status-more'))) break;
    await waitForMoves(page, count + 2);
    await waitForStatus(page, 'Your turn');
  }
  await page.click('[data-name="undo"]');
  await page.wait(() => document.querySelectorAll('#board [data-point]').length === 36);
  await waitForStatus(page, 'Your turn');
  assert.equal((await stones(page)).length, 4);
});

onPage('nothing captured while placing: stones are removed', {}, async page => {
  const origin = 'XXOXXO/XXOXXO/OOXOOX/OOXOOX/XXOXXO/XOOXOO b f 0';
  const rules = await rulesOf({ kind: 'liuzhou', preset: 'fengyang', origin });
  rules.set({ origin, moves: [] });
  await paste(page, origin);
  await page.wait(() => /Black to move/.test(document.querySelector('#status-words').textContent));
  await page.wait(() => /Take off one of White/.test(document.querySelector('#status-more').textContent));
  const { others } = rules.captures('remove');
  const [target] = others;
  await page.click(at(target));
  await waitForStatus(page, 'White to move');
  assert.ok(!(await stones(page)).includes(target));
});

onPage('an unfinished game can be reached again, whatever was read since', {}, async page => {
  await begin(page, [en.game_liuzhou, en.way_twoPeople]);
  await play(page, 'c3 d4 c4');
  for (const text of ['h8 i9', '(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh])', 'h8 i9 h9']) await paste(page, text);
  const name = 'Liuzhou chess, 3 moves', games = () => page.evaluate(() =>
    [...document.querySelectorAll('[data-name="lastGame"], .host:not([hidden]) [data-name="unfinished"]')]
      .map(({ textContent }) => textContent.replace('\n', ' ')));
  assert.deepEqual(await games(), ['Back to Ann – Bob, 1 move', `Unfinished: ${name}`]);
  await openMode(page, 'play');
  await page.wait(() => document.querySelectorAll('#status-buttons button').length === 2);
  assert.deepEqual(await games(), ['Back to Ann – Bob, 1 move', `Back to ${name}`]);
  await page.wait(() => localStorage.getItem(Object.keys(localStorage).find(key =>
    key.startsWith('wuliu.session.'))).includes('"unfinished"'));
  await page.reload();
  await page.click('#status-buttons button', 'Liuzhou');
  await waitForStatus(page, 'White to move');
  assert.equal((await stones(page)).length, 3);
  assert.deepEqual(await games(), ['Back to Freestyle, 3 moves']);
});

// MARK: Analysis and review

onPage('the analysis shows lines with chances, a proved win, and what is won by fours', {}, async page => {
  await openMode(page, 'analyse');
  await page.wait(() =>
    /Proved: Black wins with h8, by its \d+\w+ move/.test(document.querySelector('.analysis-proof').textContent));
  await page.click(at('h8'));
  await page.click(at('i9'));
  await page.wait(() => document.querySelectorAll('.line:not(.empty)').length === 3);
  await page.wait(() => /depth \d+ · .* nodes/.test(document.querySelector('.analysis-state').textContent));
  await paste(page, 'h8 a1 h9 a2 h10 a3');
  await page.wait(() => /wins in 2/.test(document.querySelector('.line-score').textContent));
  assert.match(await page.text('.board-note'), /^On the board \+2: Black wins with its 2nd move from here\./);
  await page.click('#menu-help');
  assert.match(await page.text('dialog[open] .legend'), /best move, \+2: wins with its 2nd move from here/);
  await page.key('Escape');
  await page.wait(() => !document.querySelector('dialog[open]'));
  await page.click('.threat-ask', 'Black by fours');
  await page.wait(() =>
    /Black wins by fours with its 2nd move/.test(document.querySelector('.threat-answers').textContent));
  // A side line, then its deletion, then the main line again.
  const count = await countMoves(page);
  await page.click('[data-step="back"]');
  await page.click(at('c9'));
  await waitForMoves(page, count + 1);
  await page.wait(() => document.querySelector('.moves-side') !== null);
  await page.key('ArrowLeft');
  await page.key('ArrowRight');
  await picture(page, 'analysis-side-line');
  await page.reload();
  await page.wait(() => document.body.dataset.mode === 'analyse');
  await waitForMoves(page, count + 1);
  assert.deepEqual((await movesShown(page)).length, count + 1);
});

onPage('games are copied and pasted in every form', {}, async page => {
  const sgf = '(;GM[4]FF[4]SZ[15]RU[renju]PB[甲]EV[Cup];B[hh]C[good];W[ii](;B[hi])(;B[ih]C[side]))';
  await paste(page, sgf);
  await waitForMoves(page, 4);
  await page.click('#host-analyse button', en.exchange);
  for (const [form, expected] of [['sgf',
    /RU\[renju\]PB\[甲\]EV\[Cup\];B\[hh\]C\[good\];W\[ii\]\(;B\[hi\]\)\(;B\[ih\]C\[side\]\)/],
    ['moves', /^h8i9h9$/], ['psq', /^Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n8,9,0\n甲\nWhite\n-1\n0,renju/],
      ['text', /^game renju 15x15\nblack 甲/]]) {
    await page.select('dialog[open] select', form);
    assert.match(await page.evaluate(() => document.querySelector('.exchange-text').value), expected);
  }
  await page.evaluate(() => { document.querySelector('.exchange-text').focus();
    document.querySelector('.exchange-text').select(); });
  await page.type('hello');
  await page.wait(() =>
    /neither a list of moves/.test(document.querySelector('.exchange-verdict').textContent));
  assert.ok(await page.evaluate(() =>
    [...document.querySelectorAll('dialog[open] button.main')].every(button => button.disabled)));
  await page.evaluate(() => document.querySelector('.exchange-text').select());
  await page.type('<img src=x onerror=alert(1)> h8');
  await page.key('Escape');
  await page.wait(() => !document.querySelector('dialog[open]'));
  // Markup in names and comments stays text.
  await paste(page, '(;GM[4]SZ[15]PB[<b onclick=x>A</b>];B[hh]C[<img src=x onerror=alert(1)>];W[ii])');
  assert.equal(await page.evaluate(() => document.querySelectorAll('img, b[onclick]').length), 0);
});

onPage('a position is set up', {}, async page => {
  assert.match(await page.text('#strip-top'), /White: Wuliu, level 4/);
  await openMode(page, 'analyse');
  // The level says nothing of the analysis.
  assert.equal((await page.text('#strip-top')).trim(), 'White: Wuliu');
  await page.click('#host-analyse button', en.setup);
  await page.wait(() => document.querySelector('#strip-top').innerText.trim() === 'White');
  for (const point of ['h8', 'j8']) await page.click(at(point));
  await page.click('.setup-tools [role="radio"]', en.put_white);
  await page.click(at('i9'));
  await page.click('.setup button', en.usePosition);
  await page.wait(() => document.querySelector('.setup')?.hidden !== false);
  assert.deepEqual((await stones(page)).sort(), ['h8', 'i9', 'j8']);
  await page.wait(() => document.querySelectorAll('.line:not(.empty)').length === 3);
});

onPage('a review marks what lost, can be stopped, and goes on after a reload', {}, async page => {
  await paste(page, 'h8 i9 h9 a1 h10 a2 h11 h7 a15 h12 b15 o1');
  await openMode(page, 'review');
  await page.select('.review-pace select', 'quick');
  await page.click('.review-start button.main');
  await page.wait(() => document.querySelector('.review progress').value >= 2);
  await page.reload();
  await page.wait(() => document.body.dataset.mode === 'review');
  await page.wait(() => /^Done: [1-9]\d* move/.test(document.querySelector('.review-state').textContent));
  assert.ok(await page.evaluate(() => document.querySelectorAll('.review-mark').length > 0));
  assert.ok(await page.evaluate(() => document.querySelectorAll('.review svg').length > 0));
  await page.click('.review-mark .review-move');
  await picture(page, 'review-mark');
});

// MARK: Everywhere

onPage('360 px by touch, in Chinese', { width: 360, height: 640, scale: 2, touch: true, language: 'zh-CN' },
  async (page, texts) => {
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN');
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await fits());
  // The first touch shows the move, the second plays it. A click plays at once.
  if (page.touch) {
    await page.click(at('h8'));
    await page.wait(hint => document.querySelector('#status-more').textContent.includes(hint),
      texts.previewHint);
    assert.equal(await countMoves(page), 0);
    await picture(page, 'touch-preview');
  }
  await page.click(at('h8'));
  await waitForMoves(page, 2);
  await begin(page, [texts.game_liuzhou, texts.way_twoPeople], texts);
  assert.ok(await fits());
  for (const turn of ['c3', 'd4', 'c4']) {
    const count = await countMoves(page);
    await page.click(at(turn));
    await waitForMoves(page, count + 1);
  }
  for (const mode of ['analyse', 'review', 'play']) {
    await openMode(page, mode);
    assert.ok(await fits(), mode);
    await picture(page, `360-${mode}`);
  }
  const words = await page.text('body');
  assert.doesNotMatch(words, /[a-z]{4,}/i.test(words.replace(/Wuliu|VC[FT]|SGF|psq/g, '')) ?
    /\b(Undo|Black|White|Moves|Review)\b/ : /$^/);
});

onPage('the language and the colours change by a button', { dark: true }, async page => {
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.click('#menu-language');
  await page.wait(play => document.querySelector('#tab-play').textContent.trim() === play, zh.play);
  await page.click('#menu-theme');
  await page.wait(() => document.documentElement.dataset.theme === 'light');
  await page.reload();
  await page.wait(play => document.querySelector('#tab-play').textContent.trim() === play, zh.play);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
});

onPage('a game is played by the keyboard alone', {}, async page => {
  await page.wait(() => /Your turn/.test(document.querySelector('#status-words').textContent));
  await page.key('ArrowUp');
  await page.wait(() => document.activeElement?.matches('#board [data-point]'));
  await page.key('ArrowUp');
  const point = await page.evaluate(() => document.activeElement.dataset.point);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
    new RegExp(`^${point}`));
  await page.key('Enter');
  await waitForMoves(page, 2);
  assert.ok((await stones(page)).includes(point));
  await page.wait(() => /to move|Your turn|White/.test(document.querySelector('#live').textContent));
  await page.key('u');
  await page.wait(() => /Taken back/.test(document.querySelector('#live').textContent));
});

test('two tabs keep a game each', needs, async () => {
  const first = await browser.open(file, { shares: true });
  await started(first);
  await begin(first, [en.game_gomoku, en.way_twoPeople]);
  await play(first, 'h8');
  await first.wait(() => Object.keys(localStorage).some(key => key.startsWith('wuliu.session') &&
    localStorage[key].includes('"h8"')));
  const second = await browser.open(file, { shares: true });
  await waitForMoves(second, 1);
  await started(second);
  await play(second, 'a1');
  await play(first, 'o15');
  await second.reload();
  await waitForMoves(second, 2);
  assert.deepEqual(await movesShown(second), ['h8', 'a1']);
  assert.deepEqual(await second.complaints(), []);
  await second.close();
  await first.reload();
  await waitForMoves(first, 2);
  assert.deepEqual(await movesShown(first), ['h8', 'o15']);
  assert.deepEqual(await first.complaints(), []);
  await first.close();
});

test('a tab that is closed at once loses nothing', needs, async () => {
  const page = await browser.open(file, { shares: true });
  await started(page);
  await begin(page, [en.game_gomoku, en.rule_caro, en.way_twoPeople]);
  await play(page, 'b2 c3');
  await page.close();
  const again = await browser.open(file, { shares: true });
  await waitForMoves(again, 2);
  assert.deepEqual(await movesShown(again), ['b2', 'c3']);
  await again.close();
});

// Chooses two search threads, where the page has shared memory and the machine two processors.
async function useTwoThreads(page, isShared) {
  const isOffered = isShared && await page.evaluate(() => navigator.hardwareConcurrency > 1);
  await page.click('#menu-options');
  await page.wait(() => document.querySelector('dialog[open] select'));
  const rows = await page.evaluate(name => [...document.querySelectorAll('dialog[open] label')]
    .filter(row => row.textContent.includes(name)).length, en.threadsName);
  assert.equal(rows, isOffered ? 1 : 0);
  if (isOffered) {
    await page.evaluate(name => {
      const row = [...document.querySelectorAll('dialog[open] label')].find(row => row.textContent.includes(name));
      const select = row.querySelector('select');
      select.value = '2';
      select.dispatchEvent(new Event('change'));
    }, en.threadsName);
  }
  await page.key('Escape');
  await page.wait(() => !document.querySelector('dialog[open]'));
}

test('from a file and served, with and without shared memory, the engine moves at once if asked', needs,
  async () => {
  for (const headers of [null, {}, sharedMemoryHeaders]) {
    const server = headers && await serve(file, headers);
    const page = await browser.open(server?.address ?? file);
    await started(page);
    assert.equal(await page.evaluate(() => crossOriginIsolated), headers === sharedMemoryHeaders);
    await useTwoThreads(page, headers === sharedMemoryHeaders);
    await page.click('[data-name="newGame"]');
    // In caro no book of wins answers, which would leave nothing to stop.
    for (const words of [en.game_gomoku, en.rule_caro,
      en.way_asSecond]) await page.click('dialog[open] [role="radio"]', words);
    await page.select('dialog[open] .times select', 30000);
    await page.evaluate(() => {
      const level = [...document.querySelectorAll('dialog[open] .level-row input')].find(input =>
        input.checkVisibility());
      level.value = 10;
      level.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.click('dialog[open] button[type="submit"]');
    // The first move is found at once, the second is searched for half a minute.
    await waitForMoves(page, 1);
    const free = (await movesShown(page)).includes('h8') ? 'i9' : 'h8';
    await page.click(at(free));
    await page.place('[data-name="moveNow"]');
    const time = await page.evaluate(async () => {
      await new Promise(resolve => setTimeout(resolve, 1000));
      const began = performance.now();
      document.querySelector('[data-name="moveNow"]').click();
      while (document.querySelectorAll('.play .moves-list .move').length < 3) await new Promise(resolve =>
        setTimeout(resolve, 1));
      return performance.now() - began;
    });
    const place = !server ? 'from a file' : `served, ${headers === sharedMemoryHeaders ? '' : 'no '}shared memory`;
    console.log(`# moved ${Math.round(time)} ms after "Move now" (${place})`);
    assert.ok(time < 20000);
    // The worker that keeps the page for the time without a network is a file of its own, which may not be
    // there.
    const isOffered = fs.existsSync(path.join(folder, 'wuliu-offline.js'));
    const complaints = await page.complaints();
    assert.deepEqual(complaints.filter(words => isOffered || !words.includes('wuliu-offline.js')), []);
    await page.close();
    await server?.close();
  }
});
