// Tries the engine's WebAssembly in Node: prints the bench signatures of both games, and compares its
// answers in a dialogue with those of an engine of this machine.
//
//   node .ci/anywhere.mjs wuliu.wasm [ENGINE]
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { WASI } from 'node:wasi'

const [file, engine] = process.argv.slice(2)
const module = await WebAssembly.compile(await readFile(file))

// An engine that answers each line before it returns.
async function start() {
  const wasi = new WASI({ version: 'preview1' })
  let instance, lines = []
  const write = (start, length) =>
    lines.push(Buffer.from(instance.exports.memory.buffer, start, length).toString())
  instance = await WebAssembly.instantiate(
    module, { wasi_snapshot_preview1: wasi.wasiImport, wuliu: { write, stopped: () => 0 } })
  wasi.initialize(instance)
  return text => {
    const bytes = Buffer.from(text), place = instance.exports.wuliu_buffer(bytes.length)
    new Uint8Array(instance.exports.memory.buffer, place, bytes.length).set(bytes)
    lines = []
    instance.exports.wuliu_take(bytes.length)
    return lines
  }
}

const take = await start()
for (const [game, begin] of [['gomoku', 'START 15'], ['liuzhou', 'START liuzhou']]) {
  take(begin)
  console.log(`${game} ${take('BENCH').at(-1).split(' ')[1]}`)
}

// Takes out what depends on the time, and what a system without files and processors cannot do.
const comparable = line => line
  .replace(/ n\/ms \d+ tm \d+/, '').replace(/ time \d+/, '')
  .replace(/^(INFO (TOTALTIME|SPEED)|BENCH \d+|PERFT \d+ \d+) \d+/, '$1')
  .replace(/^MESSAGE board makes .*/, 'board speed')

if (engine) {
  const dialogue = await readFile(new URL('../Tests/Page/dialogue.txt', import.meta.url), 'utf8')
  const talk = await start()
  const here = dialogue.split('\n').flatMap(talk).map(comparable)
  const there = spawnSync(engine, dialogue.trimEnd().split('\n'), { encoding: 'utf8', maxBuffer: 1 << 26 })
    .stdout.trimEnd().split('\n').map(comparable)
  const difference = there.findIndex((line, index) => line !== here[index])
  if (difference >= 0 || here.length !== there.length) {
    const near = lines => lines.slice(Math.max(0, difference - 3), difference + 2)
    console.log('the answers differ', near(here), near(there))
    process.exitCode = 1
  } else {
    console.log(`dialogue ${here.length} lines, as the engine of this machine answers`)
  }
}
