import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { startChromium } from './chromium.mjs';
import { startFirefox, startWebKit } from './webdriver.mjs';

// Drives a real browser: pages are opened, clicked, typed into and looked at. $WULIU_BROWSER says which one:
// chromium, firefox or webkit.
//
//   const browser = await startBrowser();
//   const page = await browser.open('wuliu.html', { width: 360, height: 740, touch: true, language: 'zh-CN' });
//   await page.click('button', 'New game');        await page.key('Enter');        await page.type('h8i9');
//   await page.wait(() => document.title !== '');  await page.screenshot('a.png');
//   page.problems;                                 await browser.close();

const browsers = {
  chromium: { start: startChromium,
    programs: [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'] },
  firefox: { start: startFirefox, programs: ['firefox', 'firefox-esr'] },
  webkit: { start: startWebKit, programs: ['WebKitWebDriver'] },
};

export const browserName = process.env.WULIU_BROWSER ?? 'chromium';
const { start, programs } = browsers[browserName];
const program = programs.filter(Boolean).map(findProgram).find(Boolean);

export const hasBrowser = Boolean(program);

function findProgram(name) {
  const folders = name.includes('/') ? [''] : (process.env.PATH ?? '').split(':');
  return folders.map(folder => path.join(folder, name)).find(file => fs.existsSync(file));
}

export const startBrowser = options => start(program, options);

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
