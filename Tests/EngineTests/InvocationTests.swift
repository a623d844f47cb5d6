import Testing

@testable import Engine
@testable import Gomocup

struct InvocationTests {
  @Test(
    arguments: [
      ([], Invocation.serve()),
      (["--weights", "a.txt", "--weights", "b.txt"], .serve(weights: ["a.txt", "b.txt"])),
      (["START 15", "--weights", "a.txt"], .obey(["START 15"], weights: ["a.txt"])),
      (["--gtp"], .serve(speaking: .gtp)), (["--gtp", "--help"], .about(.help)),
      (["--weights", "a.txt", "--gtp"], .serve(weights: ["a.txt"], speaking: .gtp)),
      (["--gtp", "name"], .lineBesideGTP("name")), (["name", "--gtp"], .lineBesideGTP("name")),
      (["--weights"], .badOption("--weights")),
      (["START 15", "BEGIN"], .obey(["START 15", "BEGIN"])),
      (["--manual"], .about(.manual)), (["--completions"], .about(.unknownShell)),
      (["--completions", "fish"], .about(.completions(.fish))),
      (["--help"], .about(.help)), (["-h"], .about(.help)), (["--version"], .about(.version)),
      (["BEGIN", "--help", "--version"], .about(.version)), (["--help", "-x"], .badOption("-x")),
      (["--fast"], .badOption("--fast")), (["BEGIN", "-x"], .badOption("-x")),
    ] as [([String], Invocation)])
  func argumentsChooseWhatToDo(arguments: [String], invocation: Invocation) {
    #expect(Invocation(arguments: arguments) == invocation)
  }
}
