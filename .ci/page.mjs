// Joins the page for browsers: one HTML file with its style, its scripts and the engine inside.
//
//   node .ci/page.mjs wuliu.wasm wuliu.html
//
// Beside it wuliu-offline.js, which a server may give too: then the page can be installed and opened
// without the network.
//
// The modules of Sources/Page, and those that it shares with reports, are joined in the order in which
// they need each other, by taking out `import` lines and the word `export`. So their names at top level
// must all differ.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const [engine, target] = process.argv.slice(2)
const folder = new URL('../Sources/Page/', import.meta.url)
const read = name => readFile(new URL(name, folder), 'utf8')
const shared = '../Report/Page/'

const importLine = /^import \{[^}]*\} from '(\.\/|\.\.\/Report\/Page\/)([\w-]+\.js)';?\n/gm

// The texts of a module and of all that it needs, each once and before those that need it.
async function joined(name, seen = new Set()) {
  if (seen.has(name)) return ''
  seen.add(name)
  const text = await read(name)
  let parts = ''
  for (const [, place, file] of text.matchAll(importLine)) {
    const isShared = place !== './' || name.startsWith(shared)
    parts += await joined(isShared ? shared + file : file, seen)
  }
  const own = text.replace(importLine, '').replace(/^export (?=(async )?function|class|const|let)/gm, '')
  const rest = own.match(/^(import|export)\b.*/m)
  if (rest) throw new Error(`${name}: the page cannot join "${rest[0]}"`)
  return `${parts}// ${name}\n${own}`
}

// A script inside HTML ends at the first end tag, wherever it stands.
function embedded(name, script) {
  if (/<\/script|<!--/i.test(script)) throw new Error(`${name} holds the end of a script`)
  return `\n${script}`
}

const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const replaced = (text, from, to) => {
  if (text.split(from).length !== 2) throw new Error(`page.html needs ${from} once`)
  return text.replace(from, () => to)
}

const script = embedded('app.js', `'use strict';\n${await joined('app.js')}`)
const worker = embedded('worker.js', `'use strict';\n${await joined('worker.js')}`)
const style = `\n${await read(`${shared}board.css`)}\n${await read('style.css')}`
const wasm = gzipSync(await readFile(engine), { level: 9 }).toString('base64')

const policy = [
  "default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval' blob:`, "worker-src blob: 'self'",
  'connect-src blob:', 'manifest-src blob:', `style-src ${hash(style)}`, 'img-src data: blob:', "base-uri 'none'",
  "form-action 'none'",
].join('; ')

let page = await read('page.html')
page = replaced(page, '<meta charset="utf-8">',
  `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
page = replaced(page, '<link rel="stylesheet" href="style.css">', `<style>${style}</style>`)
page = replaced(page, '<script type="module" src="app.js"></script>',
  `<script type="text/plain" id="worker-source">${worker}</script>\n` +
  `<script type="application/octet-stream" id="engine-module">${wasm}</script>\n` +
  `<script type="module">${script}</script>`)
await writeFile(target, page)
await writeFile(join(dirname(target), 'wuliu-offline.js'), await read('offline.js'))
