import Basics
import GomokuRules
import Platform

/// Checks proofs with the rules alone: neither a search nor weights are part of this program.

let help = """
  proof-check: checks proofs of forced wins and of draws in gomoku by the rules alone

  usage: proof-check FILE ...     judges each file; `-` is standard input
         proof-check FOLDER ...   judges the proofs in it, which may lead to each other
         proof-check --help | --version | --manual | --completions SHELL

  Prints one line a file: `FILE: valid WINNER nodes N`, or `FILE: refused` and where and why.
  Of a folder it tells what has been proved: rule, size, first move, longest line, how many
  positions, and a hash of the whole. Of a defence, which keeps Black from five, it tells the size,
  what it means in which rules, how many positions, and a hash; files .defence stand for themselves.
  Exit status: 0 if all are valid, 1 if one is refused, 2 if one cannot be read or checked.
  The format of proofs is described in protocol.md.
  """

/// Ends the program with one line about what is wrong with its use.
func refuse(_ reason: String) -> Never {
  _ = try? FileDescriptor.standardError.write(Array("proof-check: \(reason)\n".utf8)[...])
  CurrentProcess.exit(2)
}

let arguments = CurrentProcess.arguments
if arguments.contains("--help") || arguments.contains("-h") {
  print(help)
  CurrentProcess.exit(0)
}
if arguments.first == "--version" {
  print("proof-check \(Wuliu.version)")
  CurrentProcess.exit(0)
}
if let request = HelpPages.request(arguments) {
  guard let answer = HelpPages("proof-check", overview: help).answer(request) else {
    refuse(HelpPages.unknownShell)
  }
  print(answer)
  CurrentProcess.exit(0)
}
if let option = arguments.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
  refuse("no option \(option.shown); see proof-check --help")
}
if arguments.isEmpty { refuse("which FILE? see proof-check --help") }
var status: CInt = 0
for path in arguments {
  if FileSystem.isFolder(path) {
    let folder: Folder
    do { folder = try Folder(path) } catch { refuse("\(path.shown): cannot be read: \(error)") }
    let (lines, result) = folder.judge(workers: WorkerThread.processorCount)
    lines.forEach { print($0) }
    status = max(status, result)
  } else {
    let (line, result) = ProofFile(path).judge()
    print(line)
    status = max(status, result)
  }
}
CurrentProcess.exit(status)
