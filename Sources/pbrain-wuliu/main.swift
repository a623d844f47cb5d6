import CommandLineKit
import Engine
import Gomoku
import GomokuRules
import Platform
import SearchKit

let output = LineChannel()

/// Exits with status 2, after one line about the error in the arguments.
func refuse(_ reason: String) -> Never {
  _ = LineChannel(output: .standardError).write("pbrain-wuliu: \(reason)")
  CurrentProcess.exit(2)
}

/// An engine with the weights in `files`.
func engine(_ files: [String]) -> Engine {
  Engine(
    channel: output,
    weights: files.map { file in
      do { return try Weights(WeightFile(path: file)) } catch { refuse("\(file): \(error)".shown) }
    })
}

switch Invocation(arguments: CurrentProcess.arguments) {
case .serve(let weights): engine(weights).run()
case .obey(let lines, let weights): engine(weights).run(lines: lines)
case .help: CurrentProcess.exit(output.write(Invocation.helpText) ? 0 : 1)
case .version: CurrentProcess.exit(output.write(Invocation.versionText) ? 0 : 1)
case .about(let request):
  guard let answer = Invocation.pages.answer(request) else { refuse(HelpPages.unknownShell) }
  CurrentProcess.exit(output.write(answer) ? 0 : 1)
case .badOption(let option): refuse("no option \(option); see pbrain-wuliu --help")
}
