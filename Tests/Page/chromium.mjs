import { spawn } from 'node:child_process';
import { Page, addressOf, expressionOf, finish, longestWait, makeFolder } from './driving.mjs';

// Drives Chromium by the DevTools protocol over a pipe.

export async function startChromium(program, options = {}) {
  const browser = new Browser(program, options);
  browser.version = await browser.send('Browser.getVersion');
  return browser;
}

class Browser {
  constructor(program, { flags = [] }) {
    this.folder = makeFolder();
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
    const page = new ChromiumPage(this, targetId, sessionId);
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
    await finish(this);
  }
}

class ChromiumPage extends Page {
  constructor(browser, targetId, sessionId) {
    super();
    Object.assign(this, { browser, targetId, sessionId, listeners: [], loads: 0 });
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
    const url = addressOf(place);
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
    const expression = expressionOf(code, values);
    const { result, exceptionDetails } = await this.send('Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true, userGesture: true });
    if (exceptionDetails) {
      const words = exceptionDetails.exception?.description ?? exceptionDetails.text;
      throw new Error(`${words}\nin ${expression.slice(0, 300)}`);
    }
    return result.value;
  }

  async picture({ whole = false } = {}) {
    const { data } = await this.send('Page.captureScreenshot',
      { format: 'png', captureBeyondViewport: whole });
    return data;
  }

  // MARK: Doing

  // Clicks, or taps on a page with touch: an element, or a place.
  async click(target, words = '') {
    const { x, y } = await this.find(target, words);
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
    const { x, y } = await this.find(target, words);
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
}

const keyCodes = { Enter: 13, Escape: 27, Tab: 9, Backspace: 8, Delete: 46, ArrowLeft: 37, ArrowUp: 38,
  ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35, PageUp: 33, PageDown: 34, ' ': 32 };
