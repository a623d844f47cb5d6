// The WebAssembly engine as a machine for lines: the few functions of the system that its module imports, and
// lines to and from its memory. The worker and the page's own instance use the same.

// What WASI answers for what is not there.
const notSupported = 52;

// Whether a search can wait for a promise in its middle, so that its worker hears messages.
export const canPause = () => typeof WebAssembly.Suspending === 'function' &&
  typeof WebAssembly.promising === 'function';

// Instantiates the compiled module. `stopped`, asked during searches, ends the search if it returns 1. With
// `pauses` it may return a promise as well, and lines are to be given to `takeSoon`.
export async function openMachine(compiled, { stopped = () => 0, pauses = false } = {}) {
  const machine = new Machine();
  const { imports, attach } = makeImports(text => machine.onLine(text),
    pauses ? new WebAssembly.Suspending(stopped) : () => stopped());
  const instance = await WebAssembly.instantiate(compiled, imports);
  machine.exports = attach(instance);
  machine.exports._initialize?.();
  if (pauses) machine.obey = WebAssembly.promising(machine.exports.wuliu_take);
  return machine;
}

export class Machine {
  constructor() {
    this.onLine = () => {};
    // Why the module cannot be used any more, if it has crashed.
    this.failure = null;
  }

  // Obeys a line with everything that it causes. The lines of the answer go to `onLine` while it does.
  take(line) {
    try {
      this.exports.wuliu_take(this.put(line));
    } catch (error) {
      this.fail(error);
    }
  }

  // The same for a machine that pauses: resolves when all is done.
  async takeSoon(line) {
    try {
      await this.obey(this.put(line));
    } catch (error) {
      this.fail(error);
    }
  }

  // Puts a line into the memory of the module, and returns its length in bytes.
  put(line) {
    if (this.failure) throw new Error(this.failure);
    const bytes = new TextEncoder().encode(line), { memory, wuliu_buffer: makeRoom } = this.exports;
    const place = makeRoom(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    return bytes.length;
  }

  fail(error) {
    this.failure ??= `the engine has crashed: ${this.exports.lastWords() || error.message || error}`;
    throw new Error(this.failure);
  }

  // Obeys a line and returns the lines of the answer.
  ask(line) {
    const lines = [], { onLine } = this;
    this.onLine = text => lines.push(text);
    try {
      this.take(line);
    } finally {
      this.onLine = onLine;
    }
    return lines;
  }

  // The size of its memory in bytes.
  get memorySize() {
    return this.exports.memory.buffer.byteLength;
  }
}

// The imports of the module, and the function that tells them of the instance.
function makeImports(onLine, stopped) {
  const decoder = new TextDecoder();
  let memory = null, words = '';
  const bytesAt = (place, length) => new Uint8Array(memory.buffer, place >>> 0, length);
  const view = () => new DataView(memory.buffer);
  const system = {
    clock_time_get(id, precision, place) {
      // Clock 0 counts from 1970, all others from any moment.
      const milliseconds = (id === 0 ? performance.timeOrigin : 0) + performance.now();
      view().setBigUint64(place, BigInt(Math.round(milliseconds * 1e6)), true);
      return 0;
    },
    clock_res_get(id, place) {
      view().setBigUint64(place, 1000n, true);
      return 0;
    },
    random_get(place, length) {
      for (let start = 0; start < length; start += 65536) {
        crypto.getRandomValues(bytesAt(place + start, Math.min(65536, length - start)));
      }
      return 0;
    },
    // The last words of a crash.
    fd_write(file, vectors, count, written) {
      let length = 0;
      for (let index = 0; index < count; index++) {
        const place = view().getUint32(vectors + 8 * index, true),
          size = view().getUint32(vectors + 8 * index + 4, true);
        words = (words + decoder.decode(bytesAt(place, size).slice())).slice(-1000);
        length += size;
      }
      view().setUint32(written, length, true);
      return 0;
    },
    environ_sizes_get: (count, size) => setTwo(count, size),
    args_sizes_get: (count, size) => setTwo(count, size),
    environ_get: () => 0,
    args_get: () => 0,
    sched_yield: () => 0,
    fd_close: () => 0,
    // No folder is there: 8 says so.
    fd_prestat_get: () => 8,
    fd_prestat_dir_name: () => 8,
    fd_fdstat_get: () => notSupported,
    fd_seek: () => notSupported,
    proc_exit(status) {
      throw new Error(`the engine has left with status ${status}`);
    },
  };
  const setTwo = (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  };
  const others = new Proxy(system,
    { get: (target, name) => target[name] ?? (() => notSupported), has: () => true });
  const imports = {
    wuliu: {
      write: (place, length) => onLine(decoder.decode(bytesAt(place, length).slice())),
      stopped,
    },
    wasi_snapshot_preview1: others,
  };
  return {
    imports,
    attach(instance) {
      ({ memory } = instance.exports);
      return { ...instance.exports, lastWords: () => words.trim().split('\n').at(-1) };
    },
  };
}
