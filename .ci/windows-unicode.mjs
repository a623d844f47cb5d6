// Turns the object files of Swift's Unicode tables for a bare x86-64 machine (ELF) into assembler text for
// Windows: the same bytes, with the same references between them.
//
//   node .ci/windows-unicode.mjs FILE.o … >unicode.s
//
// Its functions keep the calling convention of System V. So their names get the prefix `bare`, and
// Sources/CPlatform/WindowsUnicode.c calls them for the rest of the program.
import { readFileSync } from 'node:fs'

const allocated = 2, executable = 4, function_ = 2, absolute64 = 1, relative32 = [2, 4]
const lines = []

for (const [number, file] of process.argv.slice(2).entries()) {
  const bytes = readFileSync(file)
  const at = (offset, size) => Number(size === 8 ? bytes.readBigInt64LE(offset) : bytes.readUIntLE(offset, size))
  const text = (table, offset) => {
    const start = table.offset + offset
    return bytes.toString('latin1', start, bytes.indexOf(0, start))
  }
  const headers = at(40, 8), count = at(60, 2), names = at(62, 2)
  const sections = Array.from({ length: count }, (_, index) => {
    const header = headers + 64 * index
    return { index, name: at(header, 4), type: at(header + 4, 4), flags: at(header + 8, 8), offset: at(header + 24, 8),
      size: at(header + 32, 8), link: at(header + 40, 4), target: at(header + 44, 4), alignment: at(header + 48, 8) }
  })
  for (const section of sections) section.name = text(sections[names], section.name)
  const table = sections.find(({ type }) => type === 2)
  const symbols = Array.from({ length: table.size / 24 }, (_, index) => {
    const entry = table.offset + 24 * index, info = at(entry + 4, 1)
    return { name: text(sections[table.link], at(entry, 4)), kind: info & 15, isLocal: info >> 4 === 0,
      section: at(entry + 6, 2), value: at(entry + 8, 8) }
  })
  const kept = sections.filter(({ type, flags, name }) => type === 1 && flags & allocated && name !== '.eh_frame')
  const label = index => `.Lfile${number}section${index}`
  // Undefined symbols have no kind: all of them are functions here.
  const nameOf = ({ name, kind, section }) => kind === function_ || section === 0 ? `bare${name}` : name
  const place = symbol => symbol.isLocal ? `${label(symbol.section)}+${symbol.value}` : nameOf(symbol)

  for (const section of kept) {
    const fixes = new Map()
    for (const { offset, size } of sections.filter(({ type, target }) => type === 4 && target === section.index)) {
      for (let entry = offset; entry < offset + size; entry += 24) {
        const symbol = symbols[at(entry + 12, 4)], kind = at(entry + 8, 4), sum = `${place(symbol)}+(${at(entry + 16, 8)})`
        if (kind === absolute64) fixes.set(at(entry, 8), [8, `.quad ${sum}`])
        else if (relative32.includes(kind)) fixes.set(at(entry, 8), [4, `.long ${sum}-.`])
        else throw new Error(`${file}: a relocation of kind ${kind}`)
      }
    }
    lines.push(section.flags & executable ? '.text' : '.section .rdata,"dr"', `.balign ${section.alignment}`,
      `${label(section.index)}:`)
    const starts = symbols.filter(({ isLocal, section: home }) => !isLocal && home === section.index)
    for (let offset = 0; offset < section.size;) {
      for (const symbol of starts.filter(({ value }) => value === offset)) {
        lines.push(`.globl ${nameOf(symbol)}`, `${nameOf(symbol)}:`)
      }
      const fix = fixes.get(offset)
      lines.push(fix ? fix[1] : `.byte ${bytes[section.offset + offset]}`)
      offset += fix ? fix[0] : 1
    }
  }
}
process.stdout.write(`${lines.join('\n')}\n`)
