import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { compileEngine } from '../../Sources/Page/wasm.js';

// What several tests need: the engine's module, its worker under Node, and random numbers that repeat.

export const repository = fileURLToPath(new URL('../../', import.meta.url));
const sources = path.join(repository, 'Sources/Page');

// The module of the engine: $WULIU_WASM, or what .ci/anywhere has built. The tests that need it are skipped
// without it.
export const modulePath = process.env.WULIU_WASM ?? path.join(repository, '.build/anywhere/wuliu.wasm');
export const hasModule = fs.existsSync(modulePath);
export const needsModule = { skip: hasModule ? false : 'there is no wuliu.wasm: run .ci/anywhere' };

let compiled = null;
export const compileModule = async () => compiled ??= await compileEngine(fs.readFileSync(modulePath));

// A script of a module and all that it imports, as the builder joins it.
export function joined(name) {
  const order = [], seen = new Set();
  const visit = file => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = fs.readFileSync(path.join(sources, file), 'utf8');
    for (const [, other] of text.matchAll(/^import \{.*\} from '\.\/(.*)';$/gm)) visit(other);
    order.push(text.replace(/^import .*\n/gm, '').replace(/^export /gm, ''));
  };
  visit(name);
  return order.join('\n');
}

// A worker under Node that looks like one of a page.
export function makeNodeWorker() {
  const shim = `const { parentPort } = require('node:worker_threads');
    globalThis.self = { postMessage: message => parentPort.postMessage(message) };
    parentPort.on('message', data => self.onmessage({ data }));`;
  const worker = new Worker(`${shim}\n${joined('worker.js')}`, { eval: true });
  const shown = { postMessage: message => worker.postMessage(message),
    terminate: () => { worker.terminate(); } };
  worker.on('message', data => shown.onmessage?.({ data }));
  worker.on('error', error => shown.onerror?.({ message: error.message }));
  return shown;
}

// Whole numbers below `count`, always the same for a seed.
export function makeRandom(seed) {
  let state = seed >>> 0;
  return count => {
    state = (state + 0x9E3779B9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21F0AAAD);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735A2D97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % count;
  };
}

export const pick = (random, list) => list[random(list.length)];
