// Makes LLVM's intermediate code of Embedded Swift, as printed for a bare x86-64 machine, ready to be
// compiled for Windows: reads it from standard input and writes it to standard output.
//
// - The target is left out: clang's command line names it.
// - The names of generic functions, which nothing can call unspecialised, are left out.
import { createInterface } from 'node:readline'

const isLeftOut = line =>
  /^target (datalayout|triple)/.test(line) || / = alias void \(\), ptr @_swift_dead_method_stub$/.test(line)
// A C function for Windows would take or return a structure in another way, and it does not extend a small
// result to a whole register. The functions of WindowsUnicode.c do.
const differs =
  /^declare (?!.*\bswiftcc\b)(?!.*@(llvm\.|_swift_stdlib_))(.*\b(byval|sret)\(|[^@]*\{|(zeroext|signext) )/
for await (const line of createInterface({ input: process.stdin })) {
  if (differs.test(line)) throw new Error(`a function that Windows calls in another way: ${line}`)
  if (!isLeftOut(line)) process.stdout.write(`${line}\n`)
}
