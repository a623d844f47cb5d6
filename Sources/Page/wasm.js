// The WebAssembly engine as a machine that takes and writes lines. It has the few functions of the
// system that its module imports. The worker and the page's own instance use the same code.

// The error code of WASI for functions that are not supported.
const notSupported = 52;

// Returns whether a search can wait for a promise, so that its worker receives messages meanwhile.
export const canPause = () => typeof WebAssembly.Suspending === 'function' &&
  typeof WebAssembly.promising === 'function';

// Returns whether several workers can share one memory.
export const canShareMemory = () => typeof SharedArrayBuffer === 'function' &&
  globalThis.crossOriginIsolated !== false;

// Compiles the engine to { module, memory }; `memory` has the sizes that its instances need. The
// module is made for shared memory. Where workers cannot share memory, the flag of the imported
// memory is cleared, and one thread is left.
export async function compileEngine(bytes, isShared = canShareMemory()) {
  const { place, initial, maximum } = findMemory(bytes);
  if (!isShared) bytes[place] &= ~sharedFlag;
  return { module: await WebAssembly.compile(bytes), memory: { initial, maximum, shared: isShared } };
}

const sharedFlag = 2;

// Returns the memory that a module imports: the offset of its flags, and its sizes in pages
// (WebAssembly 2.0 with threads, binary format, section 2).
export function findMemory(bytes) {
  let place = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[place++];
      value += (byte & 127) * 2 ** shift;
      if (!(byte & 128)) return value;
    }
  };
  const skip = length => { place += length; };
  while (place < bytes.length) {
    const section = bytes[place++], length = number();
    if (section !== 2) {
      skip(length);
      continue;
    }
    for (let left = number(); left > 0; left--) {
      for (let names = 0; names < 2; names++) skip(number());
      const kind = bytes[place++];
      if (kind === 0) number();
      else if (kind === 2) {
        const flags = place++;
        return { place: flags, initial: number(), maximum: number() };
      } else throw new Error(`the module imports something of kind ${kind}`);
    }
  }
  throw new Error('the module imports no memory');
}

// Instantiates a result of `compileEngine`, with a memory of its own. `stopped` is called during
// searches, and ends the search if it returns 1. With `pauses` it may return a promise, and lines
// have to go to `takeSoon`.
export async function openMachine({ module, memory }, { stopped = () => 0, pauses = false } = {}) {
  const machine = new Machine();
  machine.memory = new WebAssembly.Memory(memory);
  machine.exports = await instantiate(module, machine.memory, {
    onLine: text => machine.onLine(text), stopped: pauses ? new WebAssembly.Suspending(stopped) : () => stopped(),
  });
  machine.exports._initialize?.();
  if (pauses) machine.obey = WebAssembly.promising(machine.exports.wuliu_take);
  return machine;
}

// Makes the calling worker a search thread of a machine. `stack` comes from the machine's
// `makeStack`. Never returns, except with an error.
export async function helpMachine({ module }, memory, stack) {
  const exports = await instantiate(module, memory, { onLine: () => {}, stopped: () => 0 });
  exports.__stack_pointer.value = stack;
  exports.wuliu_help();
}

async function instantiate(module, memory, uses) {
  const { imports, lastWords } = makeImports(memory, uses);
  const instance = await WebAssembly.instantiate(module, imports);
  return { ...instance.exports, lastWords };
}

export class Machine {
  constructor() {
    this.onLine = () => {};
    // The reason why the module cannot be used any more, if it has crashed.
    this.failure = null;
  }

  // Obeys a line and returns when everything is done. The lines of the answer go to `onLine`
  // meanwhile.
  take(line) {
    try {
      this.exports.wuliu_take(this.put(line));
    } catch (error) {
      this.fail(error);
    }
  }

  // Obeys a line on a machine that pauses; resolves when everything is done.
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
    const bytes = new TextEncoder().encode(line);
    const place = this.exports.wuliu_buffer(bytes.length) >>> 0;
    new Uint8Array(this.memory.buffer, place, bytes.length).set(bytes);
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

  // Allocates the stack of one more search thread, and returns its address.
  makeStack() {
    const stack = this.exports.wuliu_make_stack() >>> 0;
    if (!stack) throw new Error('not enough memory for another thread');
    return stack;
  }

  // The size of the module's memory in bytes.
  get memorySize() {
    return this.memory.buffer.byteLength;
  }
}

// Returns the imports of an instance, and a function that returns the last line of its output.
function makeImports(memory, { onLine, stopped }) {
  const decoder = new TextDecoder();
  let words = '';
  const bytesAt = (place, length) => new Uint8Array(memory.buffer, place >>> 0, length);
  const view = () => new DataView(memory.buffer);
  const system = {
    clock_time_get(id, precision, place) {
      // All clocks count from 1970, so that all workers agree.
      const milliseconds = performance.timeOrigin + performance.now();
      view().setBigUint64(place, BigInt(Math.round(milliseconds * 1e6)), true);
      return 0;
    },
    clock_res_get(id, place) {
      view().setBigUint64(place, 1000n, true);
      return 0;
    },
    random_get(place, length) {
      for (let start = 0; start < length; start += 65536) {
        const count = Math.min(65536, length - start);
        bytesAt(place + start, count).set(crypto.getRandomValues(new Uint8Array(count)));
      }
      return 0;
    },
    // Keeps the last output, which tells the reason of a crash.
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
    // No folder is open for the module: error 8 says so.
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
    env: { memory },
    wuliu: {
      write: (place, length) => onLine(decoder.decode(bytesAt(place, length).slice())),
      stopped,
    },
    wasi_snapshot_preview1: others,
  };
  return { imports, lastWords: () => words.trim().split('\n').at(-1) };
}
