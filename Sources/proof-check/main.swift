import Basics
import CommandLineKit
import GomokuRules
import Platform

// The program checks proofs with the rules alone: it contains neither a search nor weights.

/// The default limit on positions, several times the need of the largest known proof.
let usualPositions = 100_000_000
/// The default limit on memory, in MiB, several times the need of the largest known proof.
let usualMemory = 4096

let help = """
  proof-check: checks proofs of forced wins and of draws in gomoku by the rules alone

  usage: proof-check [OPTIONS] FILE ...     judges each file; `-` is standard input
         proof-check [OPTIONS] FOLDER ...   judges the proofs in it, which may lead to each other
         proof-check --help | --version | --manual | --completions SHELL

  options, for each file:
    --max-positions N   positions that may be judged before it is given up; \(usualPositions) if not
                        given
    --max-memory MIB    memory for its nodes and what is remembered; \(usualMemory) if not given

  Prints one line a file: `FILE: valid WINNER nodes N positions N`, or `FILE: refused` and where and
  why, or `FILE: not judged` and which bound was reached. Of a folder it tells what has been proved:
  rule, size, first move, longest line, how many nodes and positions, and a hash of the whole. Of a
  defence, which keeps Black from five, it tells the size, what it means in which rules, how many
  nodes and positions, and a hash; files .defence stand for themselves. A strategy's line ends with
  `; it holds on every board that contains this one` if it wins on all larger boards too, and on the
  unbounded one (tournaments/theorem/every-board.md). A folder's theorem.plane, which is judged last,
  says that its strategies answer every first reply on the unbounded board.
  Nodes are those of the text; positions are the nodes, each as often as a line of play leads to it.
  Only regular files are opened, and in a folder no links.
  Exit status: 0 if all are valid, 1 if one is refused, 2 if one cannot be read, 3 if one is not
  judged; of several the greatest.
  The formats of proofs are described in tournaments/theorem/format.md.
  """

/// Ends the program with exit status 2 and a message: wrong arguments, or a folder that cannot be
/// read.
func refuse(_ reason: String) -> Never {
  CurrentProcess.note("proof-check: \(reason)")
  CurrentProcess.exit(2)
}

let arguments = CurrentProcess.arguments
let asksForHelp = HelpPages.asksForHelp(arguments)
if let request = asksForHelp ? HelpPages.Request.help : HelpPages.request(arguments) {
  do throws(CommandError) {
    print(try HelpPages("proof-check", overview: help).answer(request))
  } catch { refuse(error.description) }
  CurrentProcess.exit(0)
}

var bounds = CheckBounds(memory: usualMemory << 20, positions: usualPositions)
var paths: [String] = []
var words = arguments[...]
while let word = words.popFirst() {
  switch word {
  case "--max-positions", "--max-memory":
    guard let number = words.popFirst().flatMap({ Int($0) }), 1...1 << 40 ~= number else {
      refuse("\(word) needs a number from 1")
    }
    if word == "--max-memory" { bounds.memory = number << 20 } else { bounds.positions = number }
  case _ where word.hasPrefix("-") && word != "-":
    refuse("no option \(word.shown); see proof-check --help")
  default: paths.append(word)
  }
}
if paths.isEmpty { refuse("which FILE? see proof-check --help") }
var status = Judgement.Status.valid.rawValue
for path in paths {
  var judgements: [Judgement]
  if FileSystem.isFolder(path) {
    let folder: Folder
    do { folder = try Folder(path, bounds) } catch {
      refuse("\(path.shown): cannot be read: \(error)")
    }
    judgements = folder.judge(workers: WorkerThread.processorCount)
  } else {
    judgements = [ProofFile(ProofSource(path: path, followsLinks: true), bounds).judge()]
  }
  for judgement in judgements {
    print(judgement.line)
    status = max(status, judgement.status.rawValue)
  }
}
CurrentProcess.exit(status)
