import Basics
import GomokuRules
import Platform
import TestSupport

@testable import PositionStore

extension Scratch {
  /// The database in the file `name`.
  func store(_ name: String = "a.db", memory: Int = 64 << 20) throws -> PositionStore {
    try PositionStore(path: self[name], memoryLimit: memory)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try FileSystem.contents(of: self[name]), as: UTF8.self)
  }
}

extension SymmetricPosition {
  /// The position after alternating moves such as `h8i9`.
  init(_ moves: String, side: Int = 15, variant: Variant = .freestyle) throws {
    var position = Position(size: BoardSize(side: side) ?? .standard, variant: variant)
    for point in Point.list(moves) ?? [] {
      try position.place(position.sideToMove, on: point)
      position.sideToMove = position.sideToMove.opponent
    }
    self.init(position)
  }
}

extension PositionRecord {
  init(_ tag: Character?, _ value: Int16 = 0, depth: Int16 = 0, text: String = "") {
    self.init(
      tag: tag.flatMap { $0.asciiValue }.flatMap(Tag.init), value: value, depth: depth,
      bound: value == 0 ? .none : .exact)
    self.text = text
  }
}

/// Random positions, and what might be known of them.
struct RandomPositions {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func position(stones: ClosedRange<Int>) throws -> Position {
    let sizes = [BoardSize.standard, BoardSize(side: 20), BoardSize(width: 9, height: 13)]
    var position = Position(
      size: sizes.compactMap { $0 }.randomElement(using: &random) ?? .standard,
      variant: Variant.allCases.randomElement(using: &random) ?? .freestyle)
    for _ in 0..<Int.random(in: stones, using: &random) {
      guard let point = position.emptyPoints.randomElement(using: &random) else { break }
      let isNeutral = Int.random(in: 0..<20, using: &random) == 0
      try position.place(isNeutral ? nil : position.sideToMove, on: point)
      position.sideToMove = position.sideToMove.opponent
    }
    return position
  }

  mutating func record() -> PositionRecord {
    var record = PositionRecord(
      [nil, "w", "l", "d", "!", "x", "a"].randomElement(using: &random) ?? nil,
      Int16.random(in: -30_000...30_000, using: &random),
      depth: Int16.random(in: -3...400, using: &random))
    record.bound = PositionRecord.Bound(rawValue: Int.random(in: 0...3, using: &random)) ?? .none
    if Bool.random(using: &random) { record.text = "Ein \"Kommentar\"\n五六 \(record.value)" }
    if Bool.random(using: &random) {
      record.boardTexts = [Point(x: 0, y: 0): "A", Point(x: 3, y: 4): "五"]
    }
    return record
  }
}
