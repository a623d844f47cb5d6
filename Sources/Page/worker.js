import { openMachine } from './wasm.js';

// The worker in which the engine runs. It obeys jobs, each a list of lines, and posts their answers. An ERROR ends a
// job: a search after a position that was refused would search another one.
//
// From the page: { kind: 'open', compiled, flag }, { kind: 'run', job, lines, address }.
// To the page: { kind: 'opened', canBeAsked }, { kind: 'begin', job }: the last line of a job begins,
// { kind: 'lines', job, lines: [[index of the command, line], …] }, { kind: 'done', job },
// { kind: 'failed', job, reason }.
//
// A running search is stopped by the flag in shared memory, or by revoking the address: the worker loads it from
// time to time, and stops when that fails.

// How often the address is loaded, and how long lines wait to be posted together, in milliseconds.
const loadEvery = 40, postEvery = 25;

export function serve(scope) {
  let machine = null, flag = null, address = '', job = 0;
  let isStopped = false, isRefused = false, loadedAt = 0, postedAt = 0, command = 0;
  let waiting = [];

  function post() {
    if (waiting.length) scope.postMessage({ kind: 'lines', job, lines: waiting });
    waiting = [];
    postedAt = performance.now();
  }

  // Whether what is behind an address can be loaded, which takes less than a millisecond.
  function isThere(place) {
    try {
      const request = new scope.XMLHttpRequest();
      request.open('GET', place, false);
      request.send();
      return request.status === 200;
    } catch {
      return false;
    }
  }

  function stopped() {
    const now = performance.now();
    if (waiting.length && now - postedAt > postEvery) post();
    if (flag) return Atomics.load(flag, 0);
    if (!address || isStopped || now - loadedAt < loadEvery) return isStopped ? 1 : 0;
    loadedAt = now;
    isStopped = !isThere(address);
    return isStopped ? 1 : 0;
  }

  async function open(message) {
    flag = message.flag ? new Int32Array(message.flag) : null;
    machine = await openMachine(message.compiled, { stopped });
    machine.onLine = text => {
      waiting.push([command, text]);
      if (/^(ERROR|UNKNOWN)/.test(text)) isRefused = true;
      if (performance.now() - postedAt > postEvery) post();
    };
    scope.postMessage({ kind: 'opened', canBeAsked: Boolean(message.address) && isThere(message.address) });
  }

  function run(message) {
    ({ job, address } = message);
    isStopped = false;
    isRefused = false;
    loadedAt = performance.now();
    for (const [index, line] of message.lines.entries()) {
      if (isRefused) break;
      command = index;
      if (index === message.lines.length - 1) scope.postMessage({ kind: 'begin', job });
      machine.take(line);
    }
    post();
    scope.postMessage({ kind: 'done', job });
  }

  scope.onmessage = async ({ data }) => {
    try {
      if (data.kind === 'open') await open(data);
      else run(data);
    } catch (error) {
      scope.postMessage({ kind: 'failed', job: data.job ?? 0, reason: String(error?.message ?? error) });
    }
  };
}

serve(self);
