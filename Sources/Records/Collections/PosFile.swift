import Basics
import GomokuRules

/// The reader of `.pos` files: the number of moves, then each move as a byte.
///
/// The byte is 15 times the row from the top plus the column. Source: RenLib (`Pos.cpp`).
enum PosFile {
  /// Returns whether the bytes have the form of a `.pos` file and are no text.
  static func isPos(_ bytes: [UInt8]) -> Bool {
    guard let count = bytes.first, count > 0, bytes.count == Int(count) + 1 else { return false }
    let isText = bytes.allSatisfy { 0x20...0x7E ~= $0 || 0x09...0x0D ~= $0 }
    return !isText && bytes.dropFirst().allSatisfy { $0 < 225 }
      && Set(bytes.dropFirst()).count == Int(count)
  }

  static func read(
    _ bytes: [UInt8], _ context: inout ReadingContext
  ) throws(RecordError) -> GameTree {
    guard let count = bytes.first, count > 0 else { throw .atByte(0, "no number of moves") }
    var tree = GameTree(.gomoku(.standard))
    var last = GameTree.root
    for index in 1...Int(count) {
      guard index < bytes.count, bytes[index] < 225 else {
        context.fault("no move: the rest is left out", at: "byte \(index)")
        break
      }
      let point = Point(x: Int(bytes[index]) % 15, y: Int(bytes[index]) / 15)
      last = tree.add(TreeMove(index % 2 == 1 ? .black : .white, .stone(point)), to: last)
    }
    if bytes.count > Int(count) + 1 {
      context.remark("\(bytes.count - Int(count) - 1) bytes after the moves are left out")
    }
    return tree
  }
}
