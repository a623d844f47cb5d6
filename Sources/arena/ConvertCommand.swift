import Basics
import CommandLineKit
import Match
import Platform
import Play
import Records

extension Command {
  static let convert = Command(
    name: "convert", summary: "read records of games with their variations, and write others",
    usage: """
      usage: arena convert FILE… [--to sgf|psq|lib|moves] [--out DIR] [--game N]

        --to FORMAT   the format of the new files; without it the files are only read
        --out DIR     the folder of the new files (default: the folder of each file)
        --game N      only the game with this number, from 1

      Read: SGF (FF[1] to FF[4]), psq and rec of Piskvork, RenLib's lib, RenjuNet's rif, bdt, pos,
      databases of Wuliu, Yixin and Rapfi, and lists of moves such as h8i9j10. Variations, set-up
      stones, passes, comments, labels and marks are kept where the format has them; a line says
      what it has not. All games of a file come into one sgf, into one tree of a lib (with names and
      result as a comment at the end of each) or, as a line each, into one file of moves; psq holds
      one game, so further ones get a number. psq and moves hold the main line. Several games in a
      file of moves have a line "# game N" before each.
      Existing files are never overwritten.
      """,
    run: { arguments in
      let target = try arguments.value("--to").map { name throws(Arguments.UsageError) in
        guard let format = RecordFormat.written.first(where: { $0.rawValue == name }) else {
          let known = RecordFormat.written.map(\.rawValue).joined(separator: ", ")
          throw Arguments.UsageError(message: "--to needs one of \(known), not \"\(name)\"")
        }
        return format
      }
      let folder = try arguments.value("--out")
      let number = try arguments.int("--game", in: 1...1_000_000_000)
      var files = [try arguments.word("FILE")]
      while let next = arguments.optionalWord() { files.append(next) }
      try arguments.finish()
      if target == nil, folder != nil { throw UserError("--out is for --to") }
      if let folder { try Storage.makeFolder(folder) }
      var conversion = Conversion(target: target, folder: folder, number: number)
      for file in files { conversion.convert(file) }
      Terminal.show(conversion.table)
      return conversion.hasFailed ? .failure : .finished
    })
}

/// A conversion of files, with the rows of the table that is printed after it.
private struct Conversion {
  let target: RecordFormat?
  let folder: String?
  let number: Int?
  private(set) var hasFailed = false
  private var rows = [["file", "format", "games", "moves", "depth", "side lines", "written"]]

  /// The largest number of games of a file that get a message each if they are not written.
  private static let mostComplaints = 5
  /// The largest number of new files for one file.
  private static let mostFiles = 100_000

  init(target: RecordFormat?, folder: String?, number: Int?) {
    (self.target, self.folder, self.number) = (target, folder, number)
  }

  /// Reads one file, and converts it if there is a target format. An error is reported, and
  /// noted in `hasFailed`.
  mutating func convert(_ path: String) {
    do {
      let file = try RecordInput.read(path, number)
      for note in file.notes { Terminal.complain("\(path): \(note)") }
      let written = try target.map { try write(file, to: $0, path) } ?? ""
      let counts = file.counts
      let numbers = [file.games.count, counts.moves, counts.depth, counts.sideLines]
      rows.append([path, file.format.rawValue] + numbers.map { "\($0)" } + [written])
    } catch {
      Terminal.complain("\(path): \(error)")
      hasFailed = true
    }
  }

  // MARK: Writing

  /// Writes the games of a file. Returns the name of the new file, or a dash if there is none.
  ///
  /// If there are several, returns the name of the first and the number of the others.
  private mutating func write(
    _ file: RecordFile, to format: RecordFormat, _ path: String
  ) throws -> String {
    let holdsSeveral = format != .psq
    guard holdsSeveral || file.games.count <= Conversion.mostFiles else {
      throw UserError(
        "psq holds one game: \(file.games.count) games are more files than \(Conversion.mostFiles)")
    }
    var (all, names): ([UInt8], [String]) = ([], [])
    var (losses, notes, unwritten) = (Tally(), [String](), 0)
    var library = RenLibWriter()
    func add(_ written: WrittenRecord) {
      losses.add(written.losses)
      notes += written.notes.filter { !notes.contains($0) }.prefix(5 - min(5, notes.count))
      if holdsSeveral { all += written.bytes }
    }
    for (number, game) in zip(file.numbers, file.games) {
      let written: WrittenRecord
      do throws(RecordError) {
        if format == .lib {
          try library.add(game)
          continue
        }
        written = try format.written(game, number: file.games.count > 1 ? number : nil)
      } catch {
        unwritten += 1
        if unwritten <= Conversion.mostComplaints {
          let name = file.games.count == 1 ? path : "\(path), game \(number)"
          Terminal.complain("\(name): not written: \(error)")
        }
        continue
      }
      add(written)
      if !holdsSeveral {
        let suffix = file.games.count == 1 ? "" : "-\(number)"
        names.append(try create(written.bytes, target(of: path, suffix, format)))
      }
    }
    if format == .lib, unwritten < file.games.count { add(library.written()) }
    if !all.isEmpty { names.append(try create(all, target(of: path, "", format))) }
    for note in notes { Terminal.complain("\(path): \(note)") }
    if !losses.isEmpty { Terminal.complain("\(path): not kept in \(format.rawValue): \(losses)") }
    if unwritten > 0 {
      hasFailed = true
      Terminal.complain("\(path): \(unwritten) of \(file.games.count) games are not written")
    }
    return names.count > 1 ? "\(names[0]) and \(names.count - 1) more" : names.first ?? "-"
  }

  /// Returns the path of a new file: the name of the old one with `number` and another suffix.
  ///
  /// The file lies in `folder`; without it, beside the old one.
  private func target(of path: String, _ number: String, _ format: RecordFormat) -> String {
    let stem = RecordInput.stem(of: path)
    let name = stem.split(separator: "/").last.map(String.init) ?? stem
    return "\(folder.map { "\($0)/\(name)" } ?? stem)\(number).\(format.rawValue)"
  }

  private func create(_ bytes: [UInt8], _ path: String) throws -> String {
    let isNew: Bool
    do { isNew = try FileSystem.createFile(bytes, at: path) } catch {
      throw UserError("\(path) cannot be written: \(error)")
    }
    guard isNew else { throw UserError("\(path) is there already; --out names another folder") }
    return path
  }

  // MARK: The table

  var table: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].shown.count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { index, cell in
        cell.0.shown.padded(to: cell.1, left: 2...5 ~= index)
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
