import Foundation

/// The project's own Swift sources, read as text.
struct SourceTree {
  struct File {
    /// The path below the folder of the project's targets, as in `Gomoku/Board/Board.swift`.
    let path: String
    let text: String

    var module: String { String(path.prefix { $0 != "/" }) }
    /// The first folder inside the module; `nil` for a file beside the folders.
    var folder: String? {
      let parts = path.split(separator: "/")
      return parts.count > 2 ? String(parts[1]) : nil
    }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  let files: [File]

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Reads all Swift files below `folder`, which is `Sources` or `Tests`.
  init(_ folder: String) throws {
    let base = SourceTree.root.appending(path: folder).resolvingSymlinksInPath().path + "/"
    var files: [File] = []
    for case let path as String in FileManager.default.enumerator(atPath: base) ?? .init()
    where path.hasSuffix(".swift") {
      files.append(File(path: path, text: try String(contentsOfFile: base + path, encoding: .utf8)))
    }
    self.files = files.sorted { $0.path < $1.path }
  }

  var modules: [String: [File]] { Dictionary(grouping: files, by: \.module) }
}

extension SourceTree.File {
  /// The text without comments and string literals, which hold words that are no code.
  var code: String {
    var code = ""
    var rest = Substring(text)
    while let place = rest.firstIndex(where: { $0 == "/" || $0 == "\"" }) {
      code += rest[..<place]
      rest = rest[place...]
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.after("*/") ?? ""
      } else if rest.hasPrefix("\"\"\"") {
        rest = rest.dropFirst(3).after("\"\"\"") ?? ""
      } else if rest.hasPrefix("\"") {
        rest = rest.dropFirst().afterLiteral
      } else {
        code.append(rest.removeFirst())
      }
    }
    return code + rest
  }

  /// The names of the types that the file declares outside of other types and that other files see.
  var declaredTypes: Set<String> {
    var names: Set<String> = []
    var depth = 0
    for line in code.split(separator: "\n") {
      let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
      let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
      if depth == 0, let place = words.firstIndex(where: kinds.contains), place + 1 < words.count,
        !words[..<place].contains(where: { $0 == "private" || $0 == "fileprivate" })
      {
        names.insert(String(words[place + 1]))
      }
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
    }
    return names
  }

  /// The capitalised words of the code that stand for themselves: no `.member` and no part of another name.
  var namedTypes: Set<String> {
    var names: Set<String> = []
    var word = ""
    var isMember = false
    var last: Character = " "
    for character in code + " " {
      if character.isLetter || character.isNumber || character == "_" {
        if word.isEmpty { isMember = last == "." }
        word.append(character)
      } else {
        if !isMember, word.first?.isUppercase == true { names.insert(word) }
        word = ""
      }
      last = character
    }
    return names
  }

  /// The modules that the file imports.
  var imports: [String] {
    code.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").drop { $0.hasPrefix("@") || $0 == "internal" }
      return words.first == "import" ? words.dropFirst().first.map(String.init) : nil
    }
  }

  /// The first words of the documentation comments, with the numbers of their lines.
  var firstWords: [(word: Substring, line: Int)] {
    var words: [(Substring, Int)] = []
    var wasComment = false
    for (number, line) in lines.enumerated() {
      let text = line.drop(while: \.isWhitespace)
      let isComment = text.hasPrefix("///")
      if isComment, !wasComment, let word = text.dropFirst(3).split(separator: " ").first {
        words.append((word, number + 1))
      }
      wasComment = isComment
    }
    return words
  }
}

extension Substring {
  /// The text behind the first `mark`; `nil` without one.
  fileprivate func after(_ mark: String) -> Substring? {
    range(of: mark).map { self[$0.upperBound...] }
  }

  /// The text behind the quote that ends a literal of one line.
  fileprivate var afterLiteral: Substring {
    var rest = self
    var parentheses = 0
    while let character = rest.popFirst(), !character.isNewline {
      if character == "\\" {
        // An interpolation may hold literals of its own.
        if rest.popFirst() == "(" { parentheses += 1 }
      } else if parentheses > 0 {
        if character == "(" { parentheses += 1 }
        if character == ")" { parentheses -= 1 }
        if character == "\"" { rest = rest.afterLiteral }
      } else if character == "\"" {
        break
      }
    }
    return rest
  }
}
