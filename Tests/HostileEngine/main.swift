import GomokuRules
import Platform

/// An engine for tests of the referee: it plays trivial legal moves, until it misbehaves in the way
/// its first argument names. A second argument is the move at which it begins to, from 1.
let arguments = CommandLine.arguments.dropFirst()
let mode = arguments.first ?? "null"
let moment = arguments.dropFirst().first.flatMap { Int($0) } ?? 2

CurrentProcess.flushEveryLine()
if let engine = HostileEngine(mode: mode, moment: moment) {
  engine.run()
} else {
  print("unknown mode \(mode)")
  CurrentProcess.exit(2)
}
