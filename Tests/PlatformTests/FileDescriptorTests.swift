import Foundation
import Platform
import TestSupport
import Testing

struct FileDescriptorTests {
  /// A pipe that closes with it.
  private struct Pipe: ~Copyable {
    let ends: (reading: FileDescriptor, writing: FileDescriptor)

    init() throws { ends = try FileDescriptor.pipe() }

    deinit {
      ends.reading.close()
      ends.writing.close()
    }
  }

  @Test func whatIsWrittenCanBeCountedAndRead() throws {
    let pipe = try Pipe()
    #expect(pipe.ends.reading.unreadBytes == 0)
    #expect(!pipe.ends.reading.isReady(for: .reading))
    try pipe.ends.writing.writeAll(Array("hello".utf8))
    #expect(pipe.ends.reading.unreadBytes == 5)
    #expect(pipe.ends.reading.isReady(for: .reading))
    var chunk = [UInt8](repeating: 0, count: 3)
    #expect(try pipe.ends.reading.read(into: &chunk) == 3)
    #expect(chunk == Array("hel".utf8))
    #expect(try pipe.ends.reading.read(into: &chunk) == 2)
  }

  @Test func nobodyWaitsOnANonBlockingPipe() throws {
    let pipe = try Pipe()
    var chunk = [UInt8](repeating: 1, count: 1 << 20)
    pipe.ends.reading.makeNonBlocking()
    pipe.ends.writing.makeNonBlocking()
    #expect(try pipe.ends.reading.read(into: &chunk) == nil)
    let taken = try pipe.ends.writing.write(chunk[...])
    #expect(taken > 0 && taken < chunk.count)
    if let size = pipe.ends.writing.pipeSize { #expect(taken <= size) }
    #expect(try pipe.ends.writing.write(chunk[...]) == 0)
    #expect(!pipe.ends.writing.isReady(for: .writing, within: .milliseconds(1)))
  }

  @Test func aDesertedPipeIsAnErrorAndNotTheEnd() throws {
    Signal.brokenPipe.ignore()
    let (reading, writing) = try FileDescriptor.pipe()
    defer { writing.close() }
    #expect(!writing.isReady(for: .otherEndClosed))
    reading.close()
    #expect(writing.isReady(for: .otherEndClosed))
    #expect(throws: SystemError.self) { try writing.writeAll([1]) }
  }

  @Test func theEndOfAPipeIsNoBytes() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { reading.close() }
    try writing.writeAll([1, 2])
    writing.close()
    #expect(try reading.readAll() == [1, 2])
    var chunk: [UInt8] = [0]
    #expect(try reading.read(into: &chunk) == 0)
  }

  @Test func aWaitForSeveralTellsWhichAreReady() throws {
    let first = try Pipe()
    let second = try Pipe()
    let events: [(descriptor: FileDescriptor, event: FileDescriptor.Event)?] = [
      (first.ends.reading, .reading), (second.ends.reading, .reading), nil,
    ]
    let begin = MonotonicTime.now
    let moment = begin.advanced(milliseconds: 20)
    #expect(FileDescriptor.wait(for: events, until: moment) == [false, false, false])
    #expect(MonotonicTime.now >= moment)
    try second.ends.writing.writeAll([1])
    #expect(FileDescriptor.wait(for: events, until: .distantFuture) == [false, true, false])
  }

  @Test func aClosedDescriptorIsNotOpen() throws {
    let file = try FileDescriptor.open("/dev/null", for: .reading)
    #expect(file.isOpen && !file.isTerminal && !file.isPlainFile)
    #expect(!FileDescriptor(rawValue: -1).isOpen)
    file.close()
  }

  @Test func aFileIsCutLockedAndWrittenAnywhere() throws {
    let scratch = try Scratch()
    let first = try FileDescriptor.open(scratch["file"], for: .updating)
    #expect(first.isPlainFile && first.lock())
    // A program that is being started has the open file too, for a moment.
    let inherited = FileDescriptor(rawValue: dup(first.rawValue))
    defer { inherited.close() }
    let file = try FileDescriptor.open(scratch["file"], for: .updating)
    defer { file.close() }
    #expect(!file.lock())
    first.closeUnlocked()
    #expect(file.lock())
    try file.writeAll(Array("abcdef".utf8), at: 0)
    try file.truncate(to: 4)
    try file.writeAll(Array("XY".utf8), at: 3)
    try file.synchronize()
    #expect(try FileSystem.contents(of: scratch["file"]) == Array("abcXY".utf8))
    #expect(try file.size == 5)
    #expect(try file.read(3, at: 1) == Array("bcX".utf8))
    #expect(try file.read(9, at: 4) == Array("Y".utf8))
    #expect(try file.read(9, at: 5).isEmpty)
  }

  @Test func aFileThatIsNotThereIsSaidSo() {
    #expect(throws: SystemError.notFound) {
      try FileDescriptor.open("/nowhere/x", for: .reading)
    }
    #expect("\(SystemError.notFound)" == "No such file or directory")
  }
}
