import Basics
import GomokuRules

extension DatabaseCommand {
  /// Reads a command without a list of moves; `nil` if the keyword is another one.
  init?(line reader: ArgumentReader) throws(ProtocolError) {
    switch reader.keyword {
    case .yxSetDatabase: self = .use(path: try reader.path())
    case .yxSaveDatabase: self = try reader.bare(.save)
    case .yxDBCheck: self = try reader.bare(.check)
    case .yxDBFix: self = try reader.bare(.fix)
    case let keyword:
      guard let transfer = DatabaseTransfer.allCases.first(where: { $0.keyword == keyword }) else {
        return nil
      }
      self = .transfer(transfer, path: try reader.path())
    }
  }

  /// Reads a command with a list of moves; `nil` if the keyword is another one.
  init?(block reader: ArgumentReader) throws(ProtocolError) {
    switch reader.keyword {
    case .yxDeleteDatabaseOne: self = .delete(try reader.moves())
    case .yxDeleteDatabaseAll: self = try reader.pruning()
    case .yxEditTVDDatabase: self = try reader.fields()
    case .yxEditTextDatabase:
      guard let text = reader.text else { throw reader.refusal("a text in quotes") }
      self = .edit(.text(text), try reader.moves())
    case .yxEditLabelDatabase: self = try reader.boardText()
    case .yxSetBestMoveDatabase: self = .edit(.best, try reader.moves(atLeast: 1))
    case .yxClearBestMoveDatabase: self = .edit(.notBest, try reader.moves(atLeast: 1))
    case let keyword:
      guard let query = DatabaseQuery.allCases.first(where: { $0.keyword == keyword }) else {
        return nil
      }
      self = .query(query, try reader.moves())
    }
  }
}

extension ArgumentReader {
  fileprivate func path() throws(ProtocolError) -> String {
    guard let text, !text.isEmpty, !text.utf8.contains(0) else { throw refusal("a file") }
    return text
  }

  /// Reads the words from index `start` on as moves, and throws if there are fewer than `least`.
  fileprivate func moves(
    from start: Int = 0, atLeast least: Int = 0
  ) throws(ProtocolError) -> [Point] {
    var moves: [Point] = []
    for word in words.dropFirst(start) {
      guard let point = try order.point(word) else { throw refusal("lines x,y", of: word) }
      moves.append(point)
    }
    guard moves.count >= least else { throw refusal("a move") }
    return moves
  }

  fileprivate func pruning() throws(ProtocolError) -> DatabaseCommand {
    let kinds = words.prefix { !$0.contains(",") }
    guard let pruning = DatabasePruning(kinds) else {
      throw refusal(
        "w, l, wl, nonwl, wlnostep or wlinstep n, with \(DatabasePruning.recursiveWord) joined "
          + "to the word, or nothing",
        of: kinds.joined(separator: " "))
    }
    return .prune(pruning, try moves(from: kinds.count))
  }

  fileprivate func fields() throws(ProtocolError) -> DatabaseCommand {
    let head = words.prefix(4)
    let numbers = head.compactMap(integer)
    let forms = "bits 1 to 7, the code of a tag or -1, a value and a depth"
    let bits = numbers.first ?? 0
    guard numbers.count == 4, 1...7 ~= bits, let value = Int16(exactly: numbers[2]),
      let depth = Int16(exactly: numbers[3])
    else { throw refusal(forms, of: head.joined(separator: " ")) }
    var tag: DatabaseEdit.Tag?
    if bits & DatabaseEdit.tagBit != 0 {
      switch numbers[1] {
      case -1, 0: tag = .removed
      case 33...126: tag = .character(UInt8(numbers[1]))
      default: throw refusal(forms, of: head.joined(separator: " "))
      }
    }
    return .edit(
      .fields(
        tag: tag, value: bits & DatabaseEdit.valueBit != 0 ? value : nil,
        depth: bits & DatabaseEdit.depthBit != 0 ? depth : nil), try moves(from: 4))
  }

  fileprivate func boardText() throws(ProtocolError) -> DatabaseCommand {
    // If the first word is a point, the text is the rest of the line, otherwise the whole line.
    var rest = (self.text ?? "")[...]
    let word = tokens(of: rest).first ?? ""
    let point = try order.point(word)
    // Blanks beside the comma are no part of the word.
    for _ in word where point != nil { rest = rest.drop(while: { $0.isBlank }).dropFirst() }
    let text = String(rest.trimming { $0.isBlank })
    let longest = 64
    guard text.utf8.count <= longest else { throw refusal("at most \(longest) bytes", of: text) }
    return .edit(.boardText(point, text), try moves(atLeast: point == nil ? 1 : 0))
  }
}
