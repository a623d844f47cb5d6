import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// Drives a real Chromium by the DevTools protocol over a pipe: pages are opened, clicked, typed into and
// looked at.
//
//   const browser = await startBrowser();
//   const page = await browser.open('wuliu.html', { width: 360, height: 740, touch: true, language: 'zh-CN' });
//   await page.click('button', 'New game');        await page.key('Enter');        await page.type('h8i9');
//   await page.wait(() => document.title !== '');  await page.screenshot('a.png');
//   page.problems;                                 await browser.close();
//
// Nothing waits for a fixed time. `wait` looks again and again until its bound, which is far beyond what a
// busy machine needs; so a test fails for what the page does, and never for how fast.

// How long a condition may take to become true, in milliseconds.
const longestWait = Number(process.env.WULIU_WAIT ?? 240000);

const program = process.env.CHROMIUM ?? ['chromium', 'chromium-browser',
  'google-chrome'].map(findProgram).find(Boolean);

export const hasBrowser = Boolean(program);
export const needsBrowser = { skip: hasBrowser ? false : 'there is no chromium' };

function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map(folder => path.join(folder, name)).find(file => fs.existsSync(file));
}

export async function startBrowser(options = {}) {
  const browser = new Browser(options);
  browser.version = await browser.send('Browser.getVersion');
  return browser;
}

export class Browser {
  constructor({ flags = [] } = {}) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wuliu-browser-'));
    this.process = spawn(program, [
      '--headless=new', '--no-sandbox', '--remote-debugging-pipe', `--user-data-dir=${this.folder}`,
        '--no-first-run',
      '--disable-gpu', '--disable-extensions', '--disable-background-networking',
        '--disable-component-update',
      '--disable-dev-shm-usage', '--hide-scrollbars', '--mute-audio', '--force-color-profile=srgb',
      // A page in the background of another one must not become slow.
      '--disable-background-timer-throttling', '--disable-renderer-backgrounding',
        '--disable-backgrounding-occluded-windows',
      ...flags, 'about:blank',
    ], { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
    const [, , errors, input, output] = this.process.stdio;
    this.input = input;
    this.said = '';
    errors.on('data', data => { this.said = (this.said + data).slice(-4000); });
    this.waiting = new Map();
    this.sessions = new Map();
    this.count = 0;
    let rest = [];
    output.on('data', data => {
      let start = 0;
      for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, start)) {
        const message = Buffer.concat([...rest, data.subarray(start, end)]);
        rest = [];
        start = end + 1;
        this.heard(JSON.parse(message.toString('utf8')));
      }
      if (start < data.length) rest.push(data.subarray(start));
    });
    input.on('error', () => {});
    this.ended = new Promise(resolve => this.process.on('exit', () => {
      const error = new Error(`the browser has ended: ${this.said}`);
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
      resolve();
    }));
    this.process.on('error', error => { this.said += error; });
  }

  // MARK: Messages

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, method });
      this.input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  heard(message) {
    if (message.id) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting?.resolve(message.result);
    } else this.sessions.get(message.sessionId)?.heard(message.method, message.params, message.sessionId);
  }

  // MARK: Pages

  // Opens a file or an address in a page of its own. With `shares` the page shares storage with all others
  // that do.
  async open(place, options = {}) {
    const { browserContextId } = options.shares ? {} : await this.send('Target.createBrowserContext');
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, targetId, sessionId);
    this.sessions.set(sessionId, page);
    await page.prepare(options);
    await page.go(place);
    return page;
  }

  async close() {
    try {
      await Promise.race([this.send('Browser.close'), new Promise(resolve => setTimeout(resolve, 5000))]);
    } catch {
      // It has ended before it could answer.
    }
    const killer = setTimeout(() => this.process.kill('SIGKILL'), 10000);
    await this.ended;
    clearTimeout(killer);
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

export class Page {
  constructor(browser, targetId, sessionId) {
    Object.assign(this, { browser, targetId, sessionId, listeners: [] });
    // What went wrong: errors of scripts, of the console and of the security policy.
    this.problems = [];
    this.loads = 0;
  }

  send(method, params = {}, sessionId = this.sessionId) {
    return this.browser.send(method, params, sessionId);
  }

  async prepare({ width = 1280, height = 800, scale = 1, touch = false, dark = false, language = 'en',
    reducedMotion = false }) {
    this.touch = touch;
    const userAgent = this.browser.version.userAgent.replace('Headless', '');
    await Promise.all([
      this.send('Page.enable'), this.send('Runtime.enable'), this.send('Log.enable'),
      this.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }),
      this.send('Emulation.setDeviceMetricsOverride',
        { width, height, deviceScaleFactor: scale, mobile: touch }),
      this.send('Emulation.setTouchEmulationEnabled', { enabled: touch, maxTouchPoints: touch ? 5 : 1 }),
      this.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language }),
      this.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      this.send('Emulation.setEmulatedMedia',
        { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' }] }),
    ]);
  }

  heard(method, params, sessionId) {
    if (method === 'Runtime.exceptionThrown') {
      const { exceptionDetails: { text, exception } } = params;
      this.problems.push(`${text} ${exception?.description ?? exception?.value ?? ''}`);
    } else if (method === 'Runtime.consoleAPICalled' &&
      ['error', 'warning', 'assert'].includes(params.type)) {
      const words = params.args.map(({ value, description }) => value ?? description);
      this.problems.push(`console: ${words.join(' ')}`);
    } else if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) {
      this.problems.push(`${params.entry.source}: ${params.entry.text} ${params.entry.url ?? ''}`);
    } else if (method === 'Inspector.targetCrashed') {
      this.problems.push('the page has crashed');
    } else if (method === 'Page.loadEventFired') {
      this.loads++;
    } else if (method === 'Page.javascriptDialogOpening') {
      this.problems.push(`a dialog of the browser: ${params.message}`);
      this.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {});
    } else if (method === 'Target.attachedToTarget' && sessionId === this.sessionId) {
      // A worker: what goes wrong in it counts as well.
      this.browser.sessions.set(params.sessionId, this);
      this.send('Runtime.enable', {}, params.sessionId).catch(() => {});
    }
    for (const listener of [...this.listeners]) listener(method, params);
  }

  // Waits until the page has been loaded once more than before.
  async loaded(work) {
    const before = this.loads;
    const done = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the page does not load')), longestWait);
      const listener = () => {
        if (this.loads === before) return;
        clearTimeout(timer);
        this.listeners.splice(this.listeners.indexOf(listener), 1);
        resolve();
      };
      this.listeners.push(listener);
    });
    await work();
    await done;
  }

  async go(place) {
    const url = /^[a-z]+:/.test(place) ? place : pathToFileURL(path.resolve(place)).href;
    await this.loaded(async () => {
      const { errorText } = await this.send('Page.navigate', { url });
      if (errorText) throw new Error(`${url}: ${errorText}`);
    });
  }

  reload() {
    return this.loaded(() => this.send('Page.reload'));
  }

  // Closes the page as a user does; what it does at its end is done.
  async close() {
    await this.send('Page.close').catch(() => {});
  }

  // MARK: Looking

  // The value of an expression, or of a function with arguments that JSON can hold. Promises are awaited.
  async evaluate(code, ...values) {
    const expression = typeof code === 'function' ?
      `(${code})(${values.map(value => JSON.stringify(value) ?? 'undefined').join(',')})` : code;
    const { result, exceptionDetails } = await this.send('Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true, userGesture: true });
    if (exceptionDetails) {
      const words = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new Error(`${words}\nin ${expression.slice(0, 300)}`);
    }
    return result.value;
  }

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

  async screenshot(file, { whole = false } = {}) {
    const { data } = await this.send('Page.captureScreenshot',
      { format: 'png', captureBeyondViewport: whole });
    fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
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

  // Clicks, or taps on a page with touch: an element, or a place.
  async click(target, words = '') {
    const { x, y } = typeof target === 'string' ? await this.place(target, words) : target;
    if (this.touch) {
      await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      return;
    }
    await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.send('Input.dispatchMouseEvent',
        { type, x, y, button: 'left', buttons: type === 'mousePressed' ? 1 : 0, clickCount: 1 });
    }
  }

  async hover(target, words = '') {
    const { x, y } = typeof target === 'string' ? await this.place(target, words) : target;
    await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  }

  async wheel(selector, deltaY) {
    const { x, y } = await this.place(selector);
    await this.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY });
  }

  // Presses a key by its name, such as 'Enter', 'ArrowLeft' or 'a'. `held` are keys held down: 'Control',
  // 'Shift', 'Alt'.
  async key(name, ...held) {
    const modifiers = held.reduce((sum, key) => sum + { Alt: 1, Control: 2, Meta: 4, Shift: 8 }[key], 0);
    const isSign = name.length === 1, text = isSign && !(modifiers & 3) ? name : name === 'Enter' ? '\r' :
      undefined;
    const code = isSign ? (/[a-z]/i.test(name) ? `Key${name.toUpperCase()}` : /\d/.test(name) ?
      `Digit${name}` : name === ' ' ? 'Space' : '') : name;
    const windowsVirtualKeyCode = keyCodes[name] ?? (isSign ? name.toUpperCase().charCodeAt(0) : 0);
    const event = { key: name, code, modifiers, windowsVirtualKeyCode };
    await this.send('Input.dispatchKeyEvent', { ...event, type: text ? 'keyDown' : 'rawKeyDown', text });
    await this.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  }

  // Puts a text where the focus is, as pasting does.
  type(text) {
    return this.send('Input.insertText', { text });
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

const keyCodes = { Enter: 13, Escape: 27, Tab: 9, Backspace: 8, Delete: 46, ArrowLeft: 37, ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40, Home: 36, End: 35, PageUp: 33, PageDown: 34, ' ': 32 };

// Serves a file at `/`, and by their names those that stand beside it, with more headers: { address, close }.
export async function serve(file, headers = {}) {
  const kinds = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript',
    '.wasm': 'application/wasm' };
  const server = http.createServer((request, response) => {
    const name = path.basename(decodeURIComponent(request.url.replace(/[?#].*/, ''))) || path.basename(file);
    const wanted = path.join(path.dirname(file), name);
    if (!fs.existsSync(wanted)) {
      response.writeHead(404, headers).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': kinds[path.extname(name)] ?? 'application/octet-stream',
      ...headers });
    fs.createReadStream(wanted).pipe(response);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise(resolve => {
    server.closeAllConnections();
    server.close(resolve);
  }) };
}

// What gives a served page shared memory.
export const sharedMemoryHeaders =
  { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
