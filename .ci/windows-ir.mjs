// Makes LLVM's intermediate code of Embedded Swift, as printed for a bare x86-64 machine, ready to be
// compiled for Windows: reads it from standard input and writes it to standard output.
//
// - The target is named on clang's command line instead.
// - Every definition that other modules can see becomes a COMDAT. In ELF a module's own definition wins over
//   the weak copies in modules that have specialised or inlined it; object files of Windows merge nothing but
//   COMDATs. Otherwise each module would have its own copy of the library's variables.
// - The names of generic functions, which nothing can call unspecialised, are left out.
import { createInterface } from 'node:readline'

const seen = /^(define|(@[\w$.]+|@"[^"]*") =) (?!private|internal|external|available_externally|appending)/
const isDefinition = line => seen.test(line) && (line.startsWith('define') || /\b(global|constant)\b/.test(line))
// A C function for Windows would take or return a structure in another way, and it does not extend a small
// result to a whole register. The functions of WindowsUnicode.c do.
const differs =
  /^declare (?!.*\bswiftcc\b)(?!.*@(llvm\.|_swift_stdlib_))(.*\b(byval|sret)\(|[^@]*\{|(zeroext|signext) )/
const lines = [], names = new Set()
for await (const line of createInterface({ input: process.stdin })) {
  if (/^target (datalayout|triple)/.test(line) || / = alias void \(\), ptr @_swift_dead_method_stub$/.test(line)) {
    continue
  }
  if (differs.test(line)) throw new Error(`a function that Windows calls in another way: ${line}`)
  if (!isDefinition(line)) {
    lines.push(line)
    continue
  }
  const name = line.match(/@("[^"]*"|[\w$.]+)/)[1]
  names.add(name)
  // The word stands before the alignment, the personality and metadata.
  const isFunction = line.startsWith('define')
  const tail = isFunction ?
    line.match(/( align \d+)?( personality .*?)?( !dbg \S+)? \{$/) : line.match(/(, align \d+)?(, !\S+ !\S+)*$/)
  lines.push(line.slice(0, tail.index) + (isFunction ? ' comdat' : ', comdat') + line.slice(tail.index))
}
const head = lines.findIndex(line => line.startsWith('source_filename')) + 1
lines.splice(head, 0, ...[...names].map(name => `$${name} = comdat any`))
const text = lines.join('\n')
for (let start = 0; start < text.length; start += 1 << 20) process.stdout.write(text.slice(start, start + (1 << 20)))
process.stdout.write('\n')
