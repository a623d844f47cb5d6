import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform

/// A training example as bytes. They hold the stones, from which unpacking computes the network's
/// inputs.
///
/// The bytes are: width, height and flags (`Flag`); two bytes for the move's index; four each for
/// the target and the search's log odds. Two bits for each point follow, row by row
/// (`MixSample.stone`). Numbers have the low byte first.
struct PackedExample: Sendable {
  let bytes: ArraySlice<UInt8>
  private let size: BoardSize
  private let flags: UInt8
  private let move: UInt16
  private let target, searchLogOdds: Float

  private enum Flag {
    static let whiteMoves: UInt8 = 1
    static let isHeldOut: UInt8 = 2
    static let hasMove: UInt8 = 4
    static let hasTarget: UInt8 = 8
  }

  var isHeldOut: Bool { flags & Flag.isHeldOut != 0 }

  /// The number of bytes before the points.
  private static let headLength = 13

  /// Packs an example of `examples`.
  init(_ example: MixExamples.Example, of examples: MixExamples) {
    var bytes = [UInt8(example.size.width), UInt8(example.size.height)]
    let flags =
      (example.mover == .white ? Flag.whiteMoves : 0)
      | (example.isHeldOut ? Flag.isHeldOut : 0) | (example.move != nil ? Flag.hasMove : 0)
      | (example.target != nil ? Flag.hasTarget : 0)
    bytes.append(flags)
    bytes.append(number: UInt16(example.move ?? 0))
    bytes.append(number: (example.target ?? 0).bitPattern)
    bytes.append(number: example.searchLogOdds.bitPattern)
    examples.withPoints(of: example) { points in
      for first in stride(from: 0, to: example.size.pointCount, by: 4) {
        let end = min(first + 4, example.size.pointCount)
        bytes.append(
          (first..<end).reduce(0) { $0 | MixSample.stone(points[$1]) << (2 * ($1 - first)) })
      }
    }
    self.bytes = bytes[...]
    (size, self.flags, move) = (example.size, flags, UInt16(example.move ?? 0))
    (target, searchLogOdds) = (example.target ?? 0, example.searchLogOdds)
  }

  /// Reads the example with which `rest` begins, and removes its bytes; `nil` if it is damaged.
  init?(from rest: inout ArraySlice<UInt8>) {
    var head = rest
    guard let width = head.popFirst(), let height = head.popFirst(), let flags = head.popFirst(),
      let size = BoardSize(width: Int(width), height: Int(height)),
      let move = head.takeNumber(UInt16.self), let target = head.takeNumber(UInt32.self),
      let searchLogOdds = head.takeNumber(UInt32.self)
    else { return nil }
    let length = PackedExample.headLength + (size.pointCount + 3) / 4
    guard rest.count >= length else { return nil }
    bytes = rest.prefix(length)
    (self.size, self.flags, self.move) = (size, flags, move)
    self.target = Float(bitPattern: target)
    self.searchLogOdds = Float(bitPattern: searchLogOdds)
    guard 0...1 ~= self.target, self.searchLogOdds.isFinite else { return nil }
    guard move < size.pointCount, flags & Flag.hasMove == 0 || stone(Int(move)) == 0
    else { return nil }
    rest = rest.dropFirst(length)
  }

  /// Returns the stone on a point, as a number of `MixSample.stone`.
  private func stone(_ point: Int) -> UInt8 {
    bytes[bytes.startIndex + PackedExample.headLength + point / 4] >> (2 * (point % 4)) & 3
  }

  private var mover: Color { flags & Flag.whiteMoves == 0 ? .black : .white }

  fileprivate func position(_ variant: Variant) -> Position {
    var position = Position(size: size, variant: variant)
    for (number, point) in size.points.enumerated() where stone(number) != 0 {
      // No point occurs twice, so each is empty.
      try? position.place([.black, .white, nil][Int(stone(number)) - 1], on: point)
    }
    position.sideToMove = mover
    return position
  }
}

extension MixExamples {
  /// Unpacks examples of one variant.
  init(_ packed: ArraySlice<PackedExample>, _ variant: Variant, threads: Int) {
    self.init()
    let portion = 64
    let starts = Array(stride(from: packed.startIndex, to: packed.endIndex, by: portion))
    let parts = concurrently(starts, workers: threads) { start in
      let part = packed[start..<min(start + portion, packed.endIndex)]
      return MixSample.inputs(of: part.map { $0.position(variant) }, variant: variant)
    }
    for (packed, inputs) in zip(packed, parts.joined()) {
      append(packed.example(threats: inputs.threats, at: points.count), points: inputs.points)
    }
  }
}

extension PackedExample {
  fileprivate func example(threats: Int, at firstPoint: Int) -> MixExamples.Example {
    MixExamples.Example(
      size: size, mover: mover, firstPoint: firstPoint,
      move: flags & Flag.hasMove == 0 ? nil : Int(move), threats: threats,
      target: flags & Flag.hasTarget == 0 ? nil : target, searchLogOdds: searchLogOdds,
      isHeldOut: isHeldOut)
  }
}
