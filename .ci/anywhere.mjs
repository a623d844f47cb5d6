// Runs a WebAssembly program of .ci/anywhere in Node.
import { readFile } from 'node:fs/promises'
import { WASI } from 'node:wasi'

const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), returnOnExit: true })
const { instance } = await WebAssembly.instantiate(
  await readFile(process.argv[2]), { wasi_snapshot_preview1: wasi.wasiImport })
process.exitCode = wasi.start(instance)
