import Basics
import GomokuRules

/// The reader of `.pos` files: the number of moves, then each move as a byte.
///
/// The byte is 15 times the row from the top plus the column, both from 0. RenLib writes 240 for a
/// pass. Source: RenLib (`Pos.cpp`).
enum PosFile {
  private static let pass: UInt8 = 240

  /// Returns the move that a byte stands for; `nil` if there is none.
  private static func action(_ byte: UInt8) -> TreeMove.Action? {
    if byte == pass { return .pass }
    return byte < 225 ? .stone(Point(x: Int(byte) % 15, y: Int(byte) / 15)) : nil
  }

  /// Returns whether the bytes have the form of a `.pos` file and are no text.
  static func isPos(_ bytes: [UInt8]) -> Bool {
    guard let count = bytes.first, count > 0, bytes.count == Int(count) + 1 else { return false }
    let isText = bytes.allSatisfy { 0x20...0x7E ~= $0 || 0x09...0x0D ~= $0 }
    let stones = bytes.dropFirst().filter { $0 != pass }
    return !isText && bytes.dropFirst().allSatisfy { action($0) != nil }
      && Set(stones).count == stones.count
  }

  static func read(
    _ bytes: [UInt8], _ context: inout ReadingContext
  ) throws(RecordError) -> GameTree {
    guard let count = bytes.first, count > 0 else { throw .atByte(0, "no number of moves") }
    var tree = GameTree(.gomoku(.standard))
    var last = GameTree.root
    for index in 1...Int(count) {
      guard index < bytes.count, let action = action(bytes[index]) else {
        context.fault("no move: the rest is left out", at: "byte \(index)")
        break
      }
      last = tree.add(TreeMove(index % 2 == 1 ? .black : .white, action), to: last)
    }
    if bytes.count > Int(count) + 1 {
      context.remark("\(bytes.count - Int(count) - 1) bytes after the moves are left out")
    }
    return tree
  }
}
