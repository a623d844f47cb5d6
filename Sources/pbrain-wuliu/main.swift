import Basics
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

/// Creates an engine with the weights in `files`; exits with status 2 if a file cannot be used.
func engine(_ files: [String], speaking managerProtocol: ManagerProtocol = .gomocup) -> Engine {
  Engine(
    channel: output,
    weights: files.map { file in
      do throws(WeightFile.Problem) { return try Weights(WeightFile(path: file)) } catch {
        refuse("\(file): \(error)".shown)
      }
    }, speaking: managerProtocol)
}

switch Invocation(arguments: CurrentProcess.arguments) {
case .serve(let weights, let managerProtocol): engine(weights, speaking: managerProtocol).run()
case .obey(let lines, let weights): engine(weights).run(lines: lines)
case .about(let request):
  do throws(CommandError) {
    CurrentProcess.exit(output.write(try Invocation.pages.answer(request)) ? 0 : 1)
  } catch { refuse(error.description) }
case .refused(let reason): refuse(reason)
}
