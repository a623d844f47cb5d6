import Platform
import TestSupport
import Testing

struct ProcessTests {
  private static let shell = "/bin/sh"

  /// The ending of a child within ten seconds.
  private func awaitEnd(_ child: ChildProcess) -> ChildProcess.Ending? {
    comesTrue { child.ending != nil }
    return child.ending
  }

  private func read(_ stream: FileDescriptor?) throws -> String {
    let stream = try #require(stream)
    var chunk = [UInt8](repeating: 0, count: 4096)
    let isReady = stream.isReady(for: .reading, within: longestWait)
    let count = try #require(isReady ? try stream.read(into: &chunk) : nil)
    return String(decoding: chunk[..<count], as: UTF8.self)
  }

  @Test func aChildHearsSpeaksAndEnds() throws {
    let child = try ChildProcess(
      Self.shell, ["-c", "read word; echo $word $MARK; pwd; echo oops >&2; exit 7"],
      environment: ["MARK": "=marked="], folder: "/")
    #expect(child.ending == nil && child.pid.exists)
    try child.input?.writeAll(Array("hello\n".utf8))
    #expect(awaitEnd(child) == .exited(7))
    #expect(try read(child.output) == "hello =marked=\n/\n")
    #expect(try read(child.errors) == "oops\n")
    // It stays a zombie until it is buried.
    #expect(child.pid.exists)
    #expect(child.kill() == .exited(7))
    #expect(child.isBuried && !child.pid.exists)
    #expect(child.kill() == .exited(7))
  }

  @Test func whatEndsBySignalSaysWhich() throws {
    let child = try ChildProcess(Self.shell, ["-c", "kill -TERM $$"])
    #expect(awaitEnd(child) == .signalled(.terminate))
    #expect("\(ProcessID.Ending.signalled(.terminate))".hasPrefix("signal 15 ("))
    let other = try ChildProcess(Self.shell, ["-c", "while :; do :; done"])
    #expect(other.kill() == .signalled(.kill))
  }

  @Test func theWardenKillsGrandchildren() throws { try expectDeadGrandchildren(inGroup: false) }

  @Test(.enabled(if: ControlGroups.areAllowed, "no control groups"))
  func aControlGroupTakesGrandchildrenAlong() throws { try expectDeadGrandchildren(inGroup: true) }

  private func expectDeadGrandchildren(inGroup: Bool) throws {
    let child = try ChildProcess(
      Self.shell, ["-c", "sleep 1000 & sleep 1000 & echo $!; wait"], inGroup: inGroup)
    let last = try #require(CInt(try read(child.output).dropLast()))
    let grandchild = ProcessID(rawValue: last)
    #expect(grandchild.exists)
    #expect(child.family(isFresh: true).contains(grandchild))
    child.kill()
    #expect(!grandchild.exists)
  }

  @Test func aChildThatIsForgottenDies() throws {
    let pid = try ChildProcess("/bin/sleep", ["1000"]).pid
    #expect(!pid.exists)
  }

  @Test func familiesCanBeSuspended() throws {
    let child = try ChildProcess(Self.shell, ["-c", "while :; do echo; done"])
    _ = try read(child.output)
    child.sendToFamily(.suspend, isFresh: true)
    let isStill = comesTrue {
      let before = child.processorTime()
      WorkerThread.sleep(for: .milliseconds(50))
      return child.processorTime() == before
    }
    #expect(isStill)
    child.sendToFamily(.resume)
  }

  #if os(Linux)
    @Test func addressSpaceIsLimited() throws {
      let limited = try ChildProcess(Self.shell, ["-c", "ulimit -v"], addressSpace: 512 << 20)
      #expect(try read(limited.output) == "\(512 << 10)\n")
    }
  #endif

  @Test func aProgramThatIsNotThereIsSaidSo() {
    #expect(throws: SystemError.notFound) { try ChildProcess("/nowhere/x") }
    #expect(throws: SystemError.notFound) { try ProcessID.start("/nowhere/x") }
    #expect(throws: SystemError.notFound) { try ChildProcess("/bin/sh", folder: "/nowhere") }
  }

  @Test func anArgumentWithAZeroByteIsRefused() {
    #expect(throws: SystemError.invalid) { try ChildProcess("/bin/echo", ["a\u{0}b"]) }
    #expect(throws: SystemError.invalid) { try ProcessID.start("/bin/echo", ["a\u{0}b"]) }
  }

  @Test func theListOfProcessesHoldsOurChildren() throws {
    let pid = try ProcessID.start("/bin/sleep", ["1000"], beginsSession: true)
    #expect(ProcessTree.shared.descendants(of: .current, isFresh: true).contains(pid))
    #expect(pid.takeEnding() == nil)
    pid.send(.kill)
    var ending: ProcessID.Ending?
    while ending == nil { ending = pid.takeEnding() }
    #expect(ending == .signalled(.kill))
    #expect(!ProcessTree.shared.descendants(of: .current, isFresh: true).contains(pid))
  }

  /// Tests run on threads that block most signals.
  @Test(arguments: [Signal.terminate, .hangup, .brokenPipe])
  func aProgramHearsSignalsThatItsStarterBlocksOrIgnores(signal: Signal) throws {
    Signal.brokenPipe.ignore()
    let pid = try ProcessID.start("/bin/sleep", ["1000"])
    pid.send(signal)
    var ending: ProcessID.Ending?
    comesTrue {
      ending = pid.takeEnding()
      return ending != nil
    }
    if ending == nil { pid.send(.kill) }
    #expect(ending == .signalled(signal))
  }

  @Test func ourOwnMemoryIsKnown() throws {
    // Beyond the largest number that a process can have.
    let nobody = ProcessID(rawValue: 1 << 23)
    let resident = try #require(ProcessMemory.resident(of: .current))
    let peak = try #require(ProcessMemory.peak(of: .current))
    #expect(resident > 1024 && peak > 1024)
    #expect(ProcessMemory.resident(of: nobody) == nil)
    #expect(CPUTime.of(nobody) == nil)
  }

  @Test func theEnvironmentIsRead() {
    let environment = CurrentProcess.environment
    #expect(environment["PATH"]?.isEmpty == false)
    #expect(environment["NO_SUCH_VARIABLE_HERE"] == nil)
  }
}
