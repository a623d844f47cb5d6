// Tries the engine's WebAssembly in Node: prints the bench signatures of both games, or compares its
// answers in a dialogue with those of an engine of this machine.
//
//   node .ci/anywhere.mjs wuliu.wasm
//   node .ci/anywhere.mjs wuliu.wasm ENGINE
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { compileEngine, openMachine } from '../Sources/Page/wasm.js'

const [file, engine] = process.argv.slice(2)

// An engine that answers each line before it returns, with or without shared memory.
async function start(isShared) {
  const machine = await openMachine(await compileEngine(await readFile(file), isShared))
  return line => machine.ask(line)
}

// Takes out what depends on the time, and what a system without files and processors cannot do.
const comparable = line => line
  .replace(/ n\/ms \d+ tm \d+/, '').replace(/ time \d+/, '')
  .replace(/^(INFO (TOTALTIME|SPEED)|BENCH \d+|PERFT \d+ \d+) \d+/, '$1')
  .replace(/^MESSAGE board makes .*/, 'board speed')

if (engine) {
  const dialogue = await readFile(new URL('../Tests/Page/dialogue.txt', import.meta.url), 'utf8')
  const talk = await start(false)
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
} else {
  const take = await start(true)
  for (const [game, begin] of [['gomoku', 'START 15'], ['liuzhou', 'START liuzhou']]) {
    take(begin)
    console.log(`${game} ${take('BENCH').at(-1).split(' ')[1]}`)
  }
}
