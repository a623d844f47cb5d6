import Testing

@testable import Engine
@testable import Gomocup

struct InvocationTests {
  @Test(
    arguments: [
      ([], Invocation.serve()),
      (["--weights", "a.txt", "--weights", "b.txt"], .serve(weights: ["a.txt", "b.txt"])),
      (["START 15", "--weights", "a.txt"], .obey(["START 15"], weights: ["a.txt"])),
      (["--gtp"], .serve(speaking: .gtp(.freestyle))), (["--gtp", "--help"], .about(.help)),
      (["--rule", "exact-caro", "--gtp"], .serve(speaking: .gtp(.exactCaro))),
      (
        ["--weights", "a.txt", "--gtp"], .serve(weights: ["a.txt"], speaking: .gtp(.freestyle))
      ),
      (["START 15", "BEGIN"], .obey(["START 15", "BEGIN"])),
      (["--manual"], .about(.manual)), (["--completions"], .about(.unknownShell)),
      (["--completions", "fish"], .about(.completions(.fish))),
      (["--help"], .about(.help)), (["-h"], .about(.help)), (["--version"], .about(.version)),
      (["BEGIN", "--help", "--version"], .about(.version)),
    ] as [([String], Invocation)])
  func argumentsChooseWhatToDo(arguments: [String], invocation: Invocation) {
    #expect(Invocation(arguments: arguments) == invocation)
  }

  @Test(
    arguments: [
      (["--gtp", "name"], "--gtp reads standard input, so name has no place beside it"),
      (["name", "--gtp"], "--gtp reads standard input, so name has no place beside it"),
      (["--weights"], "--weights needs a file"),
      (["--help", "-x"], "no option -x; see pbrain-wuliu --help"),
      (["--fast"], "no option --fast; see pbrain-wuliu --help"),
      (["BEGIN", "-x\n"], "no option -x\\u{A}; see pbrain-wuliu --help"),
      (["--rule", "renju"], "--rule needs --gtp; the protocol of Gomocup has INFO rule"),
      (
        ["--gtp", "--rule", "go\u{1B}"],
        "--rule needs one of freestyle, standard, renju, caro, exact-caro, not go\\u{1B}"
      ),
      (
        ["--gtp", "--rule"],
        "--rule needs one of freestyle, standard, renju, caro, exact-caro"
      ),
    ])
  func wrongArgumentsAreRefused(arguments: [String], reason: String) {
    #expect(Invocation(arguments: arguments) == .refused(reason))
  }
}
