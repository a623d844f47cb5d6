import Basics

/// One of the 36 points: files a…f from the left, ranks 1…6 from below.
///
/// Points are numbered a1, b1 … f1, a2 … f6, which is also their order in turn texts.
public struct Point: Hashable, Comparable, Sendable {
  public let index: Int

  /// - Precondition: `index` is 0…35.
  @inlinable @inline(__always) package init(index: Int) { self.index = index }

  /// Creates the point at `file` and `rank`, both counted from 0, or `nil` off the board.
  public init?(file: Int, rank: Int) {
    guard 0..<6 ~= file, 0..<6 ~= rank else { return nil }
    index = rank * 6 + file
  }

  /// The file: 0 for a … 5 for f.
  public var file: Int { index % 6 }
  /// The rank: 0 for rank 1 … 5 for rank 6.
  public var rank: Int { index / 6 }

  public static func < (a: Point, b: Point) -> Bool { a.index < b.index }

  public static var all: [Point] { (0..<36).map(Point.init(index:)) }
}

extension Point: LosslessStringConvertible {
  public var description: String {
    let letter = Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(file)))
    return "\(letter)\(rank + 1)"
  }

  public init?(_ text: String) { self.init(text[...]) }

  /// Reads a point such as `c3`, with the letter in either case; `nil` for any other text.
  public init?(_ text: Substring) {
    let bytes = Array(text.utf8)
    guard bytes.count == 2 else { return nil }
    let letter = bytes[0] | 0x20
    guard letter >= UInt8(ascii: "a"), bytes[1] >= UInt8(ascii: "1") else { return nil }
    self.init(file: Int(letter - UInt8(ascii: "a")), rank: Int(bytes[1] - UInt8(ascii: "1")))
  }
}
