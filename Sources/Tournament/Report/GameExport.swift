import Basics
import GomokuRules

/// A game in the formats that other programs read.
public struct GameExport {
  private let record: GameRecord
  private let size: BoardSize
  private let variant: Variant
  private let points: [Point]

  /// Returns `nil` for a game that these formats cannot hold.
  public init?(_ record: GameRecord, game: GameKind) {
    guard case .gomoku(let variant, let size) = game else { return nil }
    var points: [Point] = []
    for move in record.moves {
      guard case .point(let point) = move else { return nil }
      points.append(point)
    }
    (self.record, self.size, self.variant, self.points) = (record, size, variant, points)
  }

  /// Milliseconds spent on the move at `index`; none on the opening's.
  private func milliseconds(_ index: Int) -> Int? {
    record.search(forPly: index).map { $0.microseconds / 1000 }
  }

  /// The game as SGF (FF[4], GM[4]): points are `aa` from the top left, comments the time used.
  public var sgf: String {
    func text(_ string: String) -> String {
      string.replacing("\\", with: "\\\\").replacing("]", with: "\\]")
    }
    let board = size.width == size.height ? "\(size.width)" : "\(size.width):\(size.height)"
    let isOver = record.reason != .unfinished
    let result =
      record.winner.map { $0 == record.black ? "B+1" : "W+1" } ?? (isOver ? "0" : "?")
    var sgf = "(;FF[4]GM[4]CA[UTF-8]SZ[\(board)]RU[\(variant.gomocupCode)]"
    sgf += "PB[\(text(record.black))]PW[\(text(record.white))]RE[\(result)]"
    sgf += "GN[game \(record.id)]TE[\(record.reason.rawValue)]"
    for (index, point) in points.enumerated() {
      let letters = [point.x, point.y].map { String(Unicode.Scalar(UInt8(97 + $0))) }.joined()
      let comment = milliseconds(index).map { "\($0) ms" } ?? "opening"
      sgf += ";\(index.isMultiple(of: 2) ? "B" : "W")[\(letters)]C[\(comment)]"
    }
    return sgf + ")\n"
  }

  /// The game as Piskvork keeps it: `x,y,milliseconds` from 1, the players, the result.
  public var psq: String {
    var lines = ["Piskvorky \(size.width)x\(size.height), 11:11, 0"]
    for (index, point) in points.enumerated() {
      lines.append("\(point.x + 1),\(point.y + 1),\(milliseconds(index) ?? 0)")
    }
    lines += [record.black, record.white]
    let result = record.winner.map { $0 == record.black ? 1 : 2 } ?? 0
    lines += ["-1", "\(result),\(record.reason.rawValue)"]
    return lines.map { "\($0)\r\n" }.joined()
  }
}
