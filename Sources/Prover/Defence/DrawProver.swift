import Basics
import CommandLineKit
import GomokuRules
import Platform

/// The execution of a draw task: finds the defences and writes them into a folder, one file a
/// board.
///
/// If no pairing is found for the empty board, each first move of Black is a search of its own. The
/// files thus do not depend on the number of workers. A board whose file has a valid proof is not
/// searched again.
package struct DrawProver {
  let task: DrawTask
  let folder: String
  let workers: Int

  package init(task: DrawTask, folder: String, workers: Int) {
    (self.task, self.folder, self.workers) = (task, folder, workers)
  }

  /// Proves the draw on each board, and checks each file after writing it; throws if a proof fails.
  package func prove() throws(CommandError) {
    let folder = StrategyFolder(path: folder)
    try folder.make()
    for size in task.sizes {
      let name = "\(size.width)x\(size.height)"
      if let known = folder.defence(name), known.position.size == size,
        known.position.stones.isEmpty
      {
        CurrentProcess.printLine("proved before: \(name), \(known.defence.nodes.count) nodes")
        continue
      }
      guard let proof = try proof(on: size) else { throw CommandError("not proved: \(name)") }
      try folder.write("\(name).defence", proof.write)
      guard folder.defence(name) != nil else {
        FileSystem.removeFile("\(folder.path)/\(name).defence")
        throw CommandError("\(name): what was found does not hold")
      }
      CurrentProcess.printLine("proved: \(name), \(proof.defence.nodes.count) nodes")
    }
  }

  /// Returns the defence of an empty board; `nil` if none is found.
  func proof(on size: BoardSize) throws(CommandError) -> DefenceProof? {
    let position = Position(size: size)
    guard var whole = DefenceSearch(position, limits: task.limits) else { return nil }
    if let proof = whole.pairing() { return proof }
    let moves = DefenceSearch.firstMoves(of: position)
    let progress = Progress("first moves on \(size.width)x\(size.height)", of: moves.count)
    let limits = task.limits
    let answers = concurrently(moves, workers: workers) { move in
      defer { progress.step() }
      var search = DefenceSearch(position, limits: limits)
      return search?.answer(to: move)
    }
    var defence = Defence()
    var branches: [Defence.Branch] = []
    for (move, answer) in zip(moves, answers) {
      guard let answer else {
        CurrentProcess.note("no answer to \(move) on \(size.width)x\(size.height)")
        return nil
      }
      let node = defence.append(answer.proof.defence, root: answer.proof.root)
      branches.append(Defence.Branch(move, answer.reply, node: node))
    }
    let root = defence.add(branches)
    return DefenceProof(position: position, defence: defence, root: root)
  }
}
