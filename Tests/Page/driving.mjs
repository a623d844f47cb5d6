import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// What a page of any browser can be asked. How a script is run in it, and how it is clicked and typed into,
// is said by the browser's own file.
//
// Nothing waits for a fixed time. `wait` looks again and again until its bound, which is far beyond what a
// busy machine needs; so a test fails for what the page does, and never for how fast.

// How long a condition may take to become true, in milliseconds.
export const longestWait = Number(process.env.WULIU_WAIT ?? 240000);

export class Page {
  // What went wrong so far: errors of scripts, of the console and of the security policy.
  problems = [];

  async complaints() {
    return this.problems;
  }

  // MARK: Looking

  // Waits until a condition holds, and returns its value.
  async wait(code, ...values) {
    const end = Date.now() + longestWait;
    for (let pause = 10; ; pause = Math.min(200, pause * 1.3)) {
      const value = await this.evaluate(code, ...values);
      if (value) return value;
      if (Date.now() > end) {
        const seen = await this.evaluate(() => document.body.innerText.slice(0, 1500)).catch(() => '');
        throw new Error(`waited in vain for ${String(code).slice(0, 300)} ${JSON.stringify(values)}\n` +
          `problems: ${this.problems.join('\n') || 'none'}\nthe page: ${seen}`);
      }
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }

  text(selector) {
    return this.evaluate(selector => document.querySelector(selector)?.innerText ?? null, selector);
  }

  // Writes a picture of what is seen.
  async screenshot(file, options) {
    fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    fs.writeFileSync(file, Buffer.from(await this.picture(options), 'base64'));
  }

  // MARK: Doing

  // The middle of a visible element, by selector and perhaps a part of its text. Waits for it, and brings it
  // into view.
  async place(selector, words = '') {
    return this.wait((selector, words) => {
      const isVisible = element => element.checkVisibility?.() !== false &&
        element.getClientRects().length > 0;
      const named = element =>
        `${element.innerText ?? element.textContent} ${element.getAttribute('aria-label') ?? ''}`;
      const found = [...document.querySelectorAll(selector)].filter(isVisible).filter(element =>
        named(element).includes(words))
        .sort((a, b) => named(a).length - named(b).length)[0];
      if (!found || found.disabled) return null;
      found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const box = found.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
      // Something else may lie over it, as a dialog that is being closed.
      const top = document.elementFromPoint(x, y);
      const isFree = top && (top === found || found.contains(top) || top.contains(found) ||
        top.closest('label')?.contains(found));
      return isFree ? { x, y } : null;
    }, selector, words);
  }

  // The place of an element, if it is not one already.
  find(target, words) {
    return typeof target === 'string' ? this.place(target, words) : target;
  }

  // Chooses an option of a <select> by its value.
  select(selector, value) {
    return this.wait((selector, value) => {
      const element = document.querySelector(selector);
      if (!element || ![...element.options].some(option => option.value === value)) return false;
      element.value = value;
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
      return true;
    }, selector, String(value));
  }
}

// The folder of a browser's process, for its profile.
export const makeFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'wuliu-browser-'));

// Waits for the end of a browser that was asked to end, kills it if it does not, and removes its folder.
export async function finish({ process, ended, folder }) {
  const killer = setTimeout(() => process.kill('SIGKILL'), 10000);
  await ended;
  clearTimeout(killer);
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

// The address of a file or of an address.
export const addressOf = place => /^[a-z]+:/.test(place) ? place : pathToFileURL(path.resolve(place)).href;

// A script that can be sent: an expression, or a function with arguments that JSON can hold.
export const expressionOf = (code, values) => typeof code === 'function' ?
  `(${code})(${values.map(value => JSON.stringify(value) ?? 'undefined').join(',')})` : code;
