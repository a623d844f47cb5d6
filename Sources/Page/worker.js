import { canPause, helpMachine, openMachine } from './wasm.js';

// The worker in which the engine runs. It obeys jobs, each a list of lines, and posts their
// answers. An ERROR ends a job: a search after a position that was refused would search another
// one.
//
// Messages from the page:
//   { kind: 'open', compiled, flag, ways, address, helpers }   starts the engine
//   { kind: 'run', job, lines, address }                       starts a job
//   { kind: 'stop', job }                                      stops the job
//   { kind: 'help', compiled, memory, stack }   instead of all others: the worker is a search
//                                               thread
// Messages to the page:
//   { kind: 'opened', way, memory, stacks }     the engine is there: the way to stop a search, and
//                                               the memory and stacks for the workers of further
//                                               threads
//   { kind: 'begin', job }                      the last line of a job begins
//   { kind: 'lines', job, lines }               lines of answers, each [index of the command, line]
//   { kind: 'done', job }                       all lines of the job are done
//   { kind: 'failed', job, reason }             the worker cannot be used any more
//
// A running search is stopped in one of three ways:
//   'shared'   by the flag in shared memory
//   'pause'    by a message: the search pauses from time to time, so that the worker receives it
//   'address'  by revoking the address: the worker loads it from time to time, and stops when that
//              fails
// If none is possible ('restart'), the page ends the worker.

// The interval in which a search pauses or loads the address, and the time for which lines wait to
// be posted together, in milliseconds.
const lookEvery = 30, postEvery = 25;

export function serve(scope) {
  let machine = null, flag = null, way = 'restart', address = '', job = 0;
  let isStopped = false, isRefused = false, lookedAt = 0, postedAt = 0, command = 0;
  let waiting = [];

  function post() {
    if (waiting.length) scope.postMessage({ kind: 'lines', job, lines: waiting });
    waiting = [];
    postedAt = performance.now();
  }

  // Returns whether an address can be loaded, which takes less than a millisecond.
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
    if (isStopped || now - lookedAt < lookEvery) return isStopped ? 1 : 0;
    lookedAt = now;
    if (way === 'pause') return pause();
    if (way === 'address') isStopped = !isThere(address);
    return isStopped ? 1 : 0;
  }

  // Lets the worker receive the messages that have come: the promise resolves after them.
  const channel = new MessageChannel();
  let goOn = null;
  channel.port2.onmessage = () => goOn(isStopped ? 1 : 0);
  function pause() {
    return new Promise(resolve => {
      goOn = resolve;
      channel.port1.postMessage(null);
    });
  }

  async function open(message) {
    flag = message.flag ? new Int32Array(message.flag) : null;
    if (flag) way = 'shared';
    else if (message.ways.includes('pause') && canPause()) way = 'pause';
    else if (message.address && isThere(message.address)) way = 'address';
    machine = await openMachine(message.compiled, { stopped, pauses: way === 'pause' });
    machine.onLine = text => {
      waiting.push([command, text]);
      if (/^(ERROR|UNKNOWN)/.test(text)) isRefused = true;
      if (performance.now() - postedAt > postEvery) post();
    };
    const stacks = Array.from({ length: message.helpers }, () => machine.makeStack());
    scope.postMessage({ kind: 'opened', way, stacks, memory: stacks.length ? machine.memory : null });
  }

  async function run(message) {
    ({ job, address } = message);
    isStopped = false;
    isRefused = false;
    lookedAt = performance.now();
    for (const [index, line] of message.lines.entries()) {
      if (isRefused) break;
      command = index;
      if (index === message.lines.length - 1) scope.postMessage({ kind: 'begin', job });
      if (way === 'pause') await machine.takeSoon(line);
      else machine.take(line);
    }
    post();
    scope.postMessage({ kind: 'done', job });
  }

  scope.onmessage = async ({ data }) => {
    try {
      if (data.kind === 'open') await open(data);
      else if (data.kind === 'help') await helpMachine(data.compiled, data.memory, data.stack);
      else if (data.kind === 'run') await run(data);
      else if (data.job === job) isStopped = true;
    } catch (error) {
      scope.postMessage({ kind: 'failed', job: data.job ?? 0, reason: String(error?.message ?? error) });
    }
  };
}

serve(self);
