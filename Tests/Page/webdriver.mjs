import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Page, addressOf, expressionOf, finish, longestWait, makeFolder } from './driving.mjs';

// Drives Firefox, and WebKit in GTK's small browser, by the commands of WebDriver
// (https://www.w3.org/TR/webdriver2). Firefox takes them over a connection of its own (Marionette), WebKit
// over HTTP. Language, colours and touch belong to a whole browser, so each page that is opened has a
// browser of its own; those that share storage are windows of one.

export const startFirefox = async program => new Drivers(options => Firefox.start(program, options));
export const startWebKit = async program => new Drivers(options => WebKit.start(program, options));

class Drivers {
  constructor(start) {
    Object.assign(this, { start, running: [], shared: null });
  }

  async startOne(options) {
    const driver = await this.start(options);
    this.running.push(driver);
    return driver;
  }

  async open(place, options = {}) {
    const { width = 1280, height = 800, shares = false } = options;
    const driver = await (shares ? this.shared ??= this.startOne(options) : this.startOne(options));
    const page = new DriverPage(driver, await driver.inTurn(() => driver.openWindow(width, height)), options);
    await page.wait((width, height) => innerWidth === width && innerHeight === height, width, height);
    await page.go(place);
    return page;
  }

  async close() {
    for (const driver of this.running) await driver.quit();
  }
}

class DriverPage extends Page {
  constructor(driver, handle, { touch = false, shares = false }) {
    super();
    Object.assign(this, { driver, handle, touch: touch && driver.canTouch, shares, isOpen: true });
  }

  // Several pages may ask at once, and a command goes to the window that is chosen.
  send(command, parameters = {}) {
    return this.driver.inTurn(async () => {
      await this.driver.send('chooseWindow', { handle: this.handle });
      return this.driver.send(command, parameters);
    });
  }

  async go(place) {
    await this.send('open', { url: addressOf(place) });
    await this.evaluate(watchProblems);
  }

  async reload() {
    await this.complaints();
    await this.send('reload');
    await this.evaluate(watchProblems);
  }

  // Closes the page as a user does.
  async close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    if (this.shares) await this.send('closeWindow');
    else await this.driver.quit();
  }

  async complaints() {
    this.problems.push(...await this.evaluate(() => window.problemsSeen?.splice(0) ?? []));
    return this.problems;
  }

  // MARK: Looking

  // The value of an expression, or of a function with arguments that JSON can hold. Promises are awaited.
  async evaluate(code, ...values) {
    const expression = expressionOf(code, values);
    const script = `const done = arguments[arguments.length - 1];
      (async () => (${expression}))().then(value => done({ value }),
        error => done({ error: String(error) + '\\n' + (error?.stack ?? '') }));`;
    const { value, error } = await this.send('run', { script, args: [] });
    if (error) throw new Error(`${error}\nin ${expression.slice(0, 300)}`);
    return value;
  }

  picture() {
    return this.send('picture', this.driver.pictureOptions);
  }

  // MARK: Doing

  act(...actions) {
    return this.send('act', { actions });
  }

  async click(target, words = '') {
    const { x, y } = await this.find(target, words);
    await this.act({ ...pointer(this.touch), actions: [moveTo(x, y), { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 }] });
  }

  async hover(target, words = '') {
    const { x, y } = await this.find(target, words);
    await this.act({ ...pointer(false), actions: [moveTo(x, y)] });
  }

  async wheel(selector, deltaY) {
    const { x, y } = await this.place(selector);
    await this.act({ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', origin: 'viewport',
      ...whole(x, y), deltaX: 0, deltaY: Math.round(deltaY) }] });
  }

  // Presses a key by its name, such as 'Enter', 'ArrowLeft' or 'a', while others are held.
  async key(name, ...held) {
    const keys = [...held, name].map(key => ({ type: 'keyDown', value: keyValues[key] ?? key }));
    const released = keys.map(key => ({ ...key, type: 'keyUp' })).reverse();
    await this.act({ type: 'key', id: 'keyboard', actions: [...keys, ...released] });
  }

  // Puts a text where the focus is, as pasting does.
  type(text) {
    return this.evaluate(text => document.execCommand('insertText', false, text), text);
  }
}

const whole = (x, y) => ({ x: Math.round(x), y: Math.round(y) });
const moveTo = (x, y) => ({ type: 'pointerMove', origin: 'viewport', duration: 0, ...whole(x, y) });
const pointer = touch => ({ type: 'pointer', id: touch ? 'finger' : 'mouse',
  parameters: { pointerType: touch ? 'touch' : 'mouse' } });
const keyValues = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', Backspace: '\uE003', Delete: '\uE017',
  ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015', Home: '\uE011',
  End: '\uE010', PageUp: '\uE00E', PageDown: '\uE00F', Control: '\uE009', Shift: '\uE008', Alt: '\uE00A',
  Meta: '\uE03D' };

// Keeps what goes wrong on a page from now on: errors, the console and the security policy.
function watchProblems() {
  if (window.problemsSeen) return;
  const problems = window.problemsSeen = [];
  window.addEventListener('error', event => problems.push(`${event.message}`));
  window.addEventListener('unhandledrejection', event => problems.push(`${event.reason}`));
  document.addEventListener('securitypolicyviolation', event =>
    problems.push(`${event.violatedDirective}: ${event.blockedURI}`));
  for (const level of ['error', 'warn', 'assert']) {
    const before = console[level];
    console[level] = (...words) => {
      if (level !== 'assert' || !words[0]) problems.push(`console: ${words.join(' ')}`);
      before.apply(console, words);
    };
  }
}

// MARK: The two browsers

class Driver {
  canTouch = true;
  pictureOptions = {};
  turn = Promise.resolve();

  constructor(process, folder) {
    Object.assign(this, { process, folder, said: '' });
    this.ended = new Promise(resolve => process.on('exit', resolve));
    process.on('error', error => { this.said += error; });
    process.stderr.on('data', data => { this.said = (this.said + data).slice(-4000); });
  }

  // Runs one piece of work behind the other.
  inTurn(work) {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }

  // Asks for something until it is there.
  async until(look) {
    for (const end = Date.now() + longestWait; Date.now() < end;) {
      const found = await look().catch(() => null);
      if (found) return found;
      if (this.process.exitCode !== null) break;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    throw new Error(`the browser does not start: ${this.said}`);
  }

  async quit() {
    if (!fs.existsSync(this.folder)) return;
    this.inTurn(() => this.leave()).catch(() => {});
    await finish(this);
  }
}

class Firefox extends Driver {
  pictureOptions = { full: false };

  static async start(program, { dark = false, language = 'en', reducedMotion = false }) {
    const folder = makeFolder();
    const preferences = { 'marionette.port': 0, 'intl.accept_languages': language,
      'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
      'ui.prefersReducedMotion': reducedMotion ? 1 : 0, 'dom.disable_beforeunload': true,
      'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false,
      'browser.shell.checkDefaultBrowser': false };
    fs.writeFileSync(path.join(folder, 'user.js'), Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
    const driver = new Firefox(spawn(program,
      ['--marionette', '--headless', '--no-remote', '--remote-allow-system-access', '--profile', folder],
      { stdio: ['ignore', 'ignore', 'pipe'] }), folder);
    const port = await driver.until(async () =>
      Number(fs.readFileSync(path.join(folder, 'MarionetteActivePort'), 'utf8')));
    await driver.connect(port);
    await driver.send('begin', { capabilities: { alwaysMatch: { timeouts: { script: longestWait } } } });
    return driver;
  }

  // A message is its length in bytes, a colon, and JSON: [0, id, command, parameters] there, and
  // [1, id, error, result] back. The browser says its kind first.
  async connect(port) {
    Object.assign(this, { waiting: new Map(), count: 0 });
    this.socket = net.connect(port, '127.0.0.1');
    let rest = Buffer.alloc(0);
    await new Promise((resolve, reject) => {
      this.socket.on('error', reject);
      this.socket.on('data', data => {
        rest = Buffer.concat([rest, data]);
        for (let colon = rest.indexOf(58); colon >= 0; colon = rest.indexOf(58)) {
          const end = colon + 1 + Number(rest.subarray(0, colon));
          if (rest.length < end) return;
          const message = JSON.parse(rest.subarray(colon + 1, end).toString('utf8'));
          rest = rest.subarray(end);
          if (!Array.isArray(message)) resolve();
          else this.heard(message);
        }
      });
    });
    this.socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error(`the browser has ended: ${this.said}`));
    });
  }

  heard([, id, error, result]) {
    const { resolve, reject, command } = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) reject(new Error(`${command}: ${error.error}: ${error.message}`));
    else resolve(result?.value !== undefined && Object.keys(result).length === 1 ? result.value : result);
  }

  send(command, parameters = {}) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, command });
      // With no sandbox of its own a script sees the page as the page's scripts do.
      const extra = command === 'run' ? { sandbox: null } : {};
      const text = JSON.stringify([0, id, marionetteNames[command], { ...parameters, ...extra }]);
      this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  // Opens a window from the one that the browser began with. A window has a smallest width, but the page's
  // part of it has none.
  async openWindow(width, height) {
    this.first ??= await this.send('currentWindow');
    await this.send('chooseWindow', { handle: this.first });
    const { handle } = await this.send('newWindow', { type: 'window' });
    await this.send('chooseWindow', { handle });
    await this.send('context', { value: 'chrome' });
    await this.send('run', { args: [width, height], script: `const [width, height, done] = arguments;
      const { style } = gBrowser.selectedBrowser;
      for (const [side, length] of [['width', width], ['height', height]]) {
        for (const name of [side, 'min-' + side, 'max-' + side]) style.setProperty(name, length + 'px');
      }
      done();` });
    await this.send('context', { value: 'content' });
    return handle;
  }

  leave() {
    return this.send('quit', { flags: ['eForceQuit'] });
  }
}

const marionetteNames = { begin: 'WebDriver:NewSession', currentWindow: 'WebDriver:GetWindowHandle',
  chooseWindow: 'WebDriver:SwitchToWindow', newWindow: 'WebDriver:NewWindow',
  closeWindow: 'WebDriver:CloseWindow', open: 'WebDriver:Navigate', reload: 'WebDriver:Refresh',
  run: 'WebDriver:ExecuteAsyncScript', context: 'Marionette:SetContext', act: 'WebDriver:PerformActions',
  picture: 'WebDriver:TakeScreenshot', quit: 'Marionette:Quit' };

class WebKit extends Driver {
  // A touch arrives as a click.
  canTouch = false;

  static async start(program, { dark = false, language = 'en' }) {
    const folder = makeFolder();
    const port = await freePort();
    const locale = `${language.replace('-', '_')}${language.includes('-') ? '' : '_US'}.UTF-8`;
    const driver = new WebKit(spawn(program, [`--port=${port}`], { stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, LANGUAGE: language,
        LC_ALL: locale, LANG: locale, GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
        MESA_SHADER_CACHE_DISABLE: 'true', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        // Safari has shared memory on isolated pages, GTK's WebKit if it is told so.
        JSC_useSharedArrayBuffer: '1' } }), folder);
    driver.address = `http://127.0.0.1:${port}/`;
    await driver.until(() => fetch(`${driver.address}status`));
    const { sessionId } = await driver.ask('POST', 'session', { capabilities: { alwaysMatch: {
      timeouts: { script: longestWait }, 'webkitgtk:browserOptions': { args: ['--automation',
        '--javascript-can-open-windows-automatically=true'] } } } });
    driver.address += `session/${sessionId}/`;
    return driver;
  }

  async ask(method, place, parameters) {
    const body = method === 'POST' ? JSON.stringify(parameters ?? {}) : undefined;
    const response = await fetch(this.address + place, { method, body });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${place}: ${value.error}: ${value.message}`);
    return value;
  }

  send(command, parameters) {
    const [method, place] = webDriverPlaces[command];
    return this.ask(method, place, parameters);
  }

  // Opens a window without bars, whose page may be as narrow as wanted.
  async openWindow(width, height) {
    this.first ??= await this.send('currentWindow');
    await this.send('chooseWindow', { handle: this.first });
    const before = await this.send('windows');
    await this.send('run', { args: [width, height], script: `const [width, height, done] = arguments;
      window.open('about:blank', '', 'popup=1,width=' + width + ',height=' + height);
      done();` });
    return this.until(async () => (await this.send('windows')).find(handle => !before.includes(handle)));
  }

  async leave() {
    await this.send('quit');
    this.process.kill();
  }
}

const webDriverPlaces = { currentWindow: ['GET', 'window'], chooseWindow: ['POST', 'window'],
  closeWindow: ['DELETE', 'window'], open: ['POST', 'url'],
  reload: ['POST', 'refresh'], run: ['POST', 'execute/async'], act: ['POST', 'actions'],
  windows: ['GET', 'window/handles'], picture: ['GET', 'screenshot'], quit: ['DELETE', ''] };

// A port of this machine that nobody listens on.
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
