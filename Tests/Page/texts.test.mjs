import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { text, setLanguage, chosenLanguage, preferredLanguage } from '../../Sources/Page/text.js';
import { openingsFor } from '../../Sources/Page/opening.js';
import { formatSentences } from '../../Sources/Page/formats.js';
import { englishTexts } from '../../Sources/Page/texts-en.js';
import { chineseTexts } from '../../Sources/Page/texts-zh.js';

const folder = new URL('../../Sources/Page/', import.meta.url);
const valuesIn = words => [...new Set([...words.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test('bothLanguagesHaveTheSameTextsWithTheSameValues', () => {
  assert.deepEqual(Object.keys(chineseTexts).sort(), Object.keys(englishTexts).sort());
  for (const [key, words] of Object.entries(englishTexts)) {
    assert.deepEqual(valuesIn(chineseTexts[key]), valuesIn(words), key);
  }
});

test('chineseSentencesHaveChineseSignsAndNoSpaceBehindThem', () => {
  const sentences = { ...chineseTexts, ...formatSentences.zh };
  for (const [key, words] of Object.entries(sentences)) {
    assert.doesNotMatch(words, /[。，：；、] |[\u4e00-\u9fff][,;:]/, key);
  }
  setLanguage('zh');
  assert.equal(['一。', '二。'].join(text('gap')), '一。二。');
  setLanguage('en');
  assert.equal(['One.', 'Two.'].join(text('gap')), 'One. Two.');
});

test('everyTextThatIsAskedForIsThere', () => {
  for (const name of readdirSync(folder).filter(file => /\.(js|html)$/.test(file))) {
    const source = readFileSync(new URL(name, folder), 'utf8');
    for (const [, key] of source.matchAll(/\b(?:text|t)\('(\w+)'/g)) assert.ok(key in englishTexts, `${name}: ${key}`);
    for (const [, key] of source.matchAll(/data-(?:text|label)="(\w+)"/g)) assert.ok(key in englishTexts, `${name}: ${key}`);
  }
});

test('textsOfKeysThatAreBuiltAreThere', () => {
  const openingKeys = openingsFor('renju', 15).map(rule => rule.replace(/^five-.*/, 'five') || 'free');
  const families = {
    forbidden: ['double_three', 'double_four', 'overline'], error: ['occupied', 'notEmpty', 'notBeside', 'stoneFirst'],
    formation: ['square', 'diag3', 'diag4', 'diag5', 'diag6', 'six', 'edge-six'], choose: ['black', 'white'],
    ending: ['row', 'full', 'noMoves', 'fewStones', 'blocked', 'quiet', 'length', 'repetition', 'resigned', 'time', 'agreed'],
    phase: ['placing', 'forcing', 'moving', 'exchanging', 'over', 'playing'], said: ['swap', 'stay', 'fifths', 'offer'],
    opening: ['place', 'choose', 'orPlace', 'orOffer', 'fifths', 'offer', 'offerFull', 'take'], level: [1, 2, 3, 4, 5], helpGomoku: [1, 2, 3, 4, 5],
    helpLiuzhou: [1, 2, 3, 4, 5, 6, 7, 8], helpMode: [1, 2, 3], theme: ['auto', 'light', 'dark'],
    legend: ['to', 'from', 'taken', 'won', 'dead', 'number', 'forbidden', 'best', 'bestMove', 'better', 'wins', 'loses', 'others', 'ghost', 'threat', 'hint',
      'threat_slide', 'chosen', 'target', 'earning', 'takable', 'taking', 'protected'],
    openingRule: openingKeys, openingNote: openingKeys,
    rule: ['freestyle', 'standard', 'renju', 'caro', 'exactcaro'], step: ['first', 'back', 'forward', 'last'],
  };
  for (const [family, members] of Object.entries(families)) {
    for (const member of members) assert.ok(`${family}_${member}` in englishTexts, `${family}_${member}`);
  }
});

test('valuesAndPluralsAreFilledIn', () => {
  setLanguage('en');
  assert.equal(text('takeMore', { count: 1 }), 'Choose 1 stone to take.');
  assert.equal(text('takeMore', { count: 3 }), 'Choose 3 stones to take.');
  assert.equal(text('unknown key'), 'unknown key');
  setLanguage('zh');
  assert.equal(chosenLanguage(), 'zh');
  assert.equal(text('black'), '黑方');
  setLanguage('en');
});

test('theFirstLanguageThatIsKnownIsTaken', () => {
  assert.equal(preferredLanguage(['de-DE', 'zh-TW', 'en']), 'zh');
  assert.equal(preferredLanguage(['de-DE', 'en-GB']), 'en');
  assert.equal(preferredLanguage(['fr']), 'en');
});
