import Basics
import CommandLineKit
import GomokuRules
import LabKit
import Platform

/// A file of packed training examples of one variant, which may be larger than memory.
///
/// It consists of blocks of equal length, so files of the same variant can be concatenated. A block
/// is `ExampleBlock.length` bytes long. Each block is read and checked as a whole.
final class ExampleFile: Sendable {
  let variant: Variant
  /// The headers of all blocks, in order.
  let blocks: [ExampleBlock.Header]
  private let path: String
  private let file: FileDescriptor

  /// Opens a file, and reads the headers of its blocks; throws if it is no such file.
  init(path: String) throws(CommandError) {
    self.path = path
    do throws(SystemError) {
      guard let file = try FileDescriptor.openRegular(path) else { throw .invalid }
      self.file = file
      var blocks: [ExampleBlock.Header] = []
      for start in stride(from: 0, to: try file.size, by: ExampleBlock.length) {
        let bytes = try file.read(ExampleBlock.Header.length, at: start)
        guard let header = ExampleBlock.Header(bytes[...]) else { break }
        blocks.append(header)
      }
      self.blocks = blocks
      let isWhole = try file.size == blocks.count * ExampleBlock.length
      guard let variant = blocks.first?.variant, isWhole,
        blocks.allSatisfy({ $0.variant == variant })
      else {
        file.close()
        throw SystemError.invalid
      }
      self.variant = variant
    } catch {
      throw CommandError("\(path): no file of examples of one variant, as `pack` writes it")
    }
  }

  deinit { file.close() }

  /// Reads the examples of a block.
  func examples(inBlock number: Int) throws(CommandError) -> [PackedExample] {
    let bytes = try? file.read(ExampleBlock.length, at: number * ExampleBlock.length)
    guard let bytes, let examples = ExampleBlock.examples(bytes, blocks[number]) else {
      throw CommandError("\(path): block \(number + 1) is damaged")
    }
    return examples
  }

  /// The largest number of blocks from which a sample is taken.
  private static let sampledBlocks = 64

  /// Returns about `count` examples for training from all parts of the file, or fewer if the blocks
  /// read have fewer.
  func sample(_ count: Int, threads: Int) throws(CommandError) -> MixExamples {
    let blockCount = min(blocks.count, ExampleFile.sampledBlocks)
    let share = (count + blockCount - 1) / blockCount
    var sample: [PackedExample] = []
    for number in 0..<blockCount {
      let examples = try examples(inBlock: number * blocks.count / blockCount)
        .filter { !$0.isHeldOut }
      let step = max(1, examples.count / share)
      sample += stride(from: 0, to: examples.count, by: step).prefix(share).map { examples[$0] }
    }
    return MixExamples(sample[...], variant, threads: threads)
  }
}

/// A block of a file of examples: a header, the examples, and zeros up to the block's length.
///
/// The header has the names of the format and of the variant, both padded with zeros. The numbers
/// of examples for training and of those held out follow, then the length and the CRC-32 of the
/// examples' bytes.
enum ExampleBlock {
  static let length = 1 << 16
  private static let format = "wuliu-examples 1"
  private static let nameLength = 16
  private static let crc = CRC32()

  struct Header: Equatable, Sendable {
    let variant: Variant
    let trainingCount, heldOutCount: Int
    fileprivate let length: Int
    let checksum: UInt32

    static let length = 2 * nameLength + 16

    /// Parses a header; `nil` for anything else.
    init?(_ bytes: ArraySlice<UInt8>) {
      var rest = bytes.dropFirst(2 * nameLength)
      let names = [bytes.prefix(nameLength), bytes.dropFirst(nameLength).prefix(nameLength)]
      guard names[0].elementsEqual(format.utf8),
        let variant = Variant.allCases.first(where: { padded($0.rawValue) == Array(names[1]) }),
        let training = rest.takeNumber(UInt32.self), let heldOut = rest.takeNumber(UInt32.self),
        let length = rest.takeNumber(UInt32.self), length <= ExampleBlock.capacity,
        let checksum = rest.takeNumber(UInt32.self)
      else { return nil }
      self.variant = variant
      (trainingCount, heldOutCount) = (Int(training), Int(heldOut))
      (self.length, self.checksum) = (Int(length), checksum)
    }
  }

  /// The number of bytes in a block after the header, for examples.
  static let capacity = length - Header.length

  private static func padded(_ name: String) -> [UInt8] {
    Array(name.utf8) + Array(repeating: 0, count: max(0, nameLength - name.utf8.count))
  }

  /// Returns the bytes of a block with these examples, which must fit.
  static func bytes(_ examples: [PackedExample], _ variant: Variant) -> [UInt8] {
    let body = Array(examples.map(\.bytes).joined())
    precondition(body.count <= capacity)
    let heldOut = examples.count(where: \.isHeldOut)
    var bytes = padded(format) + padded(variant.rawValue)
    for number in [examples.count - heldOut, heldOut, body.count] {
      bytes.append(number: UInt32(number))
    }
    bytes.append(number: crc.checksum(of: body))
    return bytes + body + Array(repeating: 0, count: capacity - body.count)
  }

  /// Returns the examples of a block; `nil` if it is damaged.
  fileprivate static func examples(_ bytes: [UInt8], _ header: Header) -> [PackedExample]? {
    guard bytes.count == length, Header(bytes[...]) == header else { return nil }
    var rest = bytes[Header.length...].prefix(header.length)
    guard crc.checksum(of: rest) == header.checksum else { return nil }
    var examples: [PackedExample] = []
    while !rest.isEmpty {
      guard let example = PackedExample(from: &rest) else { return nil }
      examples.append(example)
    }
    let heldOut = examples.count(where: \.isHeldOut)
    guard header.heldOutCount == heldOut, header.trainingCount == examples.count - heldOut
    else { return nil }
    return examples
  }
}

/// The packer of examples into the blocks of a file.
struct ExamplePacker {
  private let variant: Variant
  /// The examples of the next block.
  private var pending: [PackedExample] = []
  private var pendingLength = 0

  init(_ variant: Variant) { self.variant = variant }

  /// Adds examples, and returns the bytes of the blocks that are full.
  mutating func add(_ examples: MixExamples) -> [UInt8] {
    var bytes: [UInt8] = []
    for example in examples.examples {
      let packed = PackedExample(example, of: examples)
      if pendingLength + packed.bytes.count > ExampleBlock.capacity { bytes += finish() }
      pending.append(packed)
      pendingLength += packed.bytes.count
    }
    return bytes
  }

  /// Returns a block of the pending examples, which it clears; no bytes if there are none.
  mutating func finish() -> [UInt8] {
    defer { (pending, pendingLength) = ([], 0) }
    return pending.isEmpty ? [] : ExampleBlock.bytes(pending, variant)
  }
}
