import Testing

@testable import EngineProtocol

struct InvocationTests {
  @Test(
    arguments: [
      ([], Invocation.serve),
      (["START 15", "BEGIN"], .obey(["START 15", "BEGIN"])),
      (["--help"], .help), (["-h"], .help), (["--version"], .version),
      (["--fast"], .badOption("--fast")), (["BEGIN", "-x"], .badOption("-x")),
    ] as [([String], Invocation)])
  func argumentsChooseWhatToDo(arguments: [String], invocation: Invocation) {
    #expect(Invocation(arguments: arguments) == invocation)
  }
}
