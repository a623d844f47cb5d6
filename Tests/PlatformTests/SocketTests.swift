import Platform
import TestSupport
import Testing

struct SocketTests {
  @Test func aCallIsTakenAndCarriesBytesBothWays() throws {
    let (listener, port) = try Socket.listen(port: 0)
    defer { listener.close() }
    #expect(port > 0)
    #expect(Socket.accept(from: listener) == nil)
    let caller = try Socket.connect(host: "127.0.0.1", port: port)
    defer { caller.close() }
    #expect(listener.isReady(for: .reading, within: longestWait))
    let taken = try #require(Socket.accept(from: listener))
    defer { taken.close() }
    #expect(caller.isReady(for: .writing, within: longestWait))
    #expect(Socket.failure(of: caller) == nil)
    var chunk = [UInt8](repeating: 0, count: 8)
    for (from, to) in [(caller, taken), (taken, caller)] {
      #expect(try to.read(into: &chunk) == nil)
      #expect(try from.write([1, 2, 3]) == 3)
      #expect(to.isReady(for: .reading, within: longestWait))
      #expect(try to.read(into: &chunk) == 3)
    }
  }

  @Test func aCallThatNobodyTakesFails() throws {
    let (listener, port) = try Socket.listen(port: 0)
    listener.close()
    guard let caller = try? Socket.connect(host: "127.0.0.1", port: port) else { return }
    defer { caller.close() }
    #expect(caller.isReady(for: .writing, within: longestWait))
    #expect(Socket.failure(of: caller) != nil)
  }

  @Test func aPortIsTakenOnce() throws {
    let (listener, port) = try Socket.listen(port: 0)
    defer { listener.close() }
    #expect(throws: SystemError.self) { _ = try Socket.listen(port: port) }
  }

  @Test func aPipeIsNoTerminal() throws {
    let pipe = try FileDescriptor.pipe()
    defer {
      pipe.reading.close()
      pipe.writing.close()
    }
    #expect(RawTerminal.size(of: pipe.reading) == nil)
    #expect(!RawTerminal.begin(input: pipe.reading, output: pipe.writing, farewell: ""))
    RawTerminal.end()
  }
}
