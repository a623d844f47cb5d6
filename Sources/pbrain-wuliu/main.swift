import EngineProtocol
import Glibc

let output = LineChannel()

switch Invocation(arguments: CommandLine.arguments.dropFirst()) {
case .serve: Engine(channel: output).run()
case .obey(let lines): Engine(channel: output).run(lines: lines)
case .help: exit(output.write(Invocation.helpText) ? 0 : 1)
case .version: exit(output.write(Invocation.versionText) ? 0 : 1)
case .badOption(let option):
  let errors = LineChannel(output: STDERR_FILENO)
  _ = errors.write("pbrain-wuliu: no option \(option); see pbrain-wuliu --help")
  exit(2)
}
