import { englishTexts } from './texts-en.js';
import { chineseTexts } from './texts-zh.js';

// All texts of the page in English and Chinese, by key. `{name}` is a value, `{count|stone|stones}`
// the word for one or for many.

const languages = { en: englishTexts, zh: chineseTexts };

let texts = englishTexts;

// Returns the first language that the browser asks for and the page has: 'en' or 'zh'.
export function preferredLanguage(wanted = globalThis.navigator?.languages ?? []) {
  for (const name of wanted) {
    if (/^zh/i.test(name)) return 'zh';
    if (/^en/i.test(name)) return 'en';
  }
  return 'en';
}

export function setLanguage(name) {
  texts = languages[name] ?? languages[preferredLanguage()];
}

export const chosenLanguage = () => texts === chineseTexts ? 'zh' : 'en';

export function text(key, values = {}) {
  const found = texts[key] ?? englishTexts[key] ?? key;
  return found.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name, one, many) => {
    const value = values[name];
    if (one !== undefined) return value === 1 ? one : many;
    return value === undefined || value === null ? '' : String(value);
  });
}
