/// A decoder of the LZ4 frame format, version 1.6, with linked or independent blocks.
///
/// The checksums of header, blocks and content are verified. Dictionaries are not supported. Source
/// of the format: Yann Collet's *LZ4 Frame Format* and *LZ4 Block Format* (github.com/lz4/lz4,
/// `doc`).
struct LZ4Frame {
  private let bytes: [UInt8]
  private var place = 0
  private var output: [UInt8] = []

  private static let magic: UInt32 = 0x184D_2204

  /// The fault at which the decoding of a frame ends: its offset and the reason.
  private struct Fault: Error {
    var offset: Int
    var reason: Phrase.Format
  }

  static func isFrame(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x04, 0x22, 0x4D, 0x18])
  }

  /// Returns the content of all frames, up to the first fault, which is noted in `context`.
  static func decoded(
    _ bytes: [UInt8], _ context: inout ReadingContext
  ) throws(RecordError) -> [UInt8] {
    var frame = LZ4Frame(bytes: bytes)
    while frame.place < bytes.count {
      if let fault = try frame.decodeFrame(&context) {
        context.fault("\(Phrase(fault.reason)): the rest is left out", at: "byte \(fault.offset)")
        break
      }
    }
    return frame.output
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func number(_ count: Int) -> UInt32? {
    guard place + count <= bytes.count else { return nil }
    defer { place += count }
    return (0..<count).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
  }

  /// Decodes one frame, or skips a skippable one.
  ///
  /// - Returns: the fault that ends the frame early; `nil` if there is none.
  private mutating func decodeFrame(
    _ context: inout ReadingContext
  ) throws(RecordError) -> Fault? {
    let torn = { (frame: LZ4Frame) in Fault(offset: frame.place, reason: "the frame is cut off") }
    let start = place
    guard let magic = number(4) else { return torn(self) }
    if magic & 0xFFFF_FFF0 == 0x184D_2A50 {
      guard let length = number(4), place + Int(length) <= bytes.count else { return torn(self) }
      place += Int(length)
      return nil
    }
    guard magic == LZ4Frame.magic else { return Fault(offset: start, reason: "no LZ4 frame") }
    let header = place
    guard let flags = number(1), let sizes = number(1) else { return torn(self) }
    guard flags >> 6 == 1, flags & 1 == 0, 4...7 ~= sizes >> 4 & 7 else {
      return Fault(offset: header, reason: "a form of LZ4 that is not known")
    }
    if flags & 8 != 0, place + 8 <= bytes.count { place += 8 }
    let check = UInt8(XXHash32.hash(bytes[header..<place]) >> 8 & 0xFF)
    guard let given = number(1) else { return torn(self) }
    guard UInt8(given) == check else {
      return Fault(offset: header, reason: "the checksum of an LZ4 header is wrong")
    }
    let (content, longest) = (output.count, 1 << (8 + 2 * Int(sizes >> 4 & 7)))
    let isLinked = flags & 0x20 == 0
    while true {
      let offset = place
      guard let size = number(4) else { return torn(self) }
      if size == 0 { break }
      let length = Int(size & 0x7FFF_FFFF)
      guard length <= longest, place + length <= bytes.count else {
        return Fault(offset: offset, reason: "an LZ4 block is too long")
      }
      let block = place..<place + length
      place = block.upperBound
      if flags & 0x10 != 0 {
        guard let sum = number(4) else { return torn(self) }
        guard sum == XXHash32.hash(bytes[block]) else {
          return Fault(offset: offset, reason: "the checksum of an LZ4 block is wrong")
        }
      }
      let before = output.count
      if size >> 31 == 1 {
        try context.take(length)
        output += bytes[block]
      } else {
        let window = isLinked ? content : before
        guard try decode(block, from: window, longest: longest, &context) else {
          return Fault(offset: offset, reason: "an LZ4 block is wrong")
        }
      }
    }
    guard flags & 4 != 0 else { return nil }
    guard let sum = number(4) else { return torn(self) }
    let isRight = sum == XXHash32.hash(output[content...])
    return isRight ? nil : Fault(offset: place - 4, reason: "the checksum of the content is wrong")
  }

  /// Decodes a block; returns false if it is wrong.
  ///
  /// - Parameters:
  ///   - window: the index in `output` before which no match may begin.
  ///   - longest: the largest size of the block's content, in bytes.
  private mutating func decode(
    _ block: Range<Int>, from window: Int, longest: Int, _ context: inout ReadingContext
  ) throws(RecordError) -> Bool {
    var place = block.lowerBound
    let limit = output.count + longest
    /// Reads a length of LZ4; returns `nil` if the block ends within it.
    ///
    /// The length begins with the four bits `short`. If these are 15, bytes are added to it. The
    /// last of these bytes is the first one below 255.
    func whole(_ short: Int) -> Int? {
      guard short == 15 else { return short }
      var length = short
      while place < block.upperBound {
        let byte = bytes[place]
        place += 1
        length += Int(byte)
        if byte < 255 { return length }
      }
      return nil
    }
    while place < block.upperBound {
      let token = bytes[place]
      place += 1
      guard let literals = whole(Int(token >> 4)), place + literals <= block.upperBound,
        output.count + literals <= limit
      else { return false }
      try context.take(literals)
      output += bytes[place..<place + literals]
      place += literals
      if place == block.upperBound { return true }
      guard place + 2 <= block.upperBound else { return false }
      let distance = Int(bytes[place]) | Int(bytes[place + 1]) << 8
      place += 2
      guard let length = whole(Int(token & 15)), distance > 0,
        output.count - distance >= window, output.count + length + 4 <= limit
      else { return false }
      try context.take(length + 4)
      // A match may overlap its own copy.
      for _ in 0..<length + 4 { output.append(output[output.count - distance]) }
    }
    return true
  }
}

/// The checksum of LZ4's frames, by Yann Collet (github.com/Cyan4973/xxHash, `doc`), with seed 0.
enum XXHash32 {
  private static let primes: [UInt32] = [
    2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393,
  ]

  static func hash(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    func word(_ place: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
    }
    func turned(_ value: UInt32, _ bits: UInt32) -> UInt32 { value << bits | value >> (32 - bits) }
    let primes = XXHash32.primes
    var (place, hash) = (bytes.startIndex, primes[4])
    if bytes.count >= 16 {
      var lanes = [primes[0] &+ primes[1], primes[1], 0, 0 &- primes[0]]
      while bytes.endIndex - place >= 16 {
        for lane in 0..<4 {
          let sum = lanes[lane] &+ word(place + 4 * lane) &* primes[1]
          lanes[lane] = turned(sum, 13) &* primes[0]
        }
        place += 16
      }
      hash =
        turned(lanes[0], 1) &+ turned(lanes[1], 7) &+ turned(lanes[2], 12)
        &+ turned(lanes[3], 18)
    }
    hash = hash &+ UInt32(truncatingIfNeeded: bytes.count)
    while bytes.endIndex - place >= 4 {
      hash = turned(hash &+ word(place) &* primes[2], 17) &* primes[3]
      place += 4
    }
    while place < bytes.endIndex {
      hash = turned(hash &+ UInt32(bytes[place]) &* primes[4], 11) &* primes[0]
      place += 1
    }
    hash = (hash ^ hash >> 15) &* primes[1]
    hash = (hash ^ hash >> 13) &* primes[2]
    return hash ^ hash >> 16
  }
}
