import Basics

/// What has come of a text that claims to be a proof.
public enum ProofVerdict: Equatable, Sendable {
  /// The proof holds.
  case valid(winner: Color, nodes: Int)
  /// It is no proof, or fails: where and why.
  case refused(String)
  /// The check was stopped when it had visited so many nodes.
  case stopped(visits: Int)
  /// It needs more memory than it was given.
  case outOfMemory

  /// Reads a proof and checks it.
  ///
  /// - Parameters:
  ///   - next: hands out the text's next line, without its line feed; `nil` at the end.
  ///   - memory: bytes that proof and check may take together.
  public init<Failure: Error>(
    lines next: () throws(Failure) -> String?, memory: Int, stop: StopSignal = StopSignal()
  ) throws(Failure) {
    var reader = ProofReader()
    while let line = try next() {
      do throws(Proof.SyntaxError) { try reader.take(line) } catch {
        self = .refused(error.description)
        return
      }
      if reader.byteCount > memory {
        self = .outOfMemory
        return
      }
    }
    self =
      stop.isRequested
      ? .stopped(visits: 0) : ProofVerdict(on: reader, memory: memory, stop: stop)
  }

  private init(on reader: ProofReader, memory: Int, stop: StopSignal) {
    var reader = reader
    do throws(Proof.SyntaxError) {
      self =
        switch try reader.finish() {
        case .nodes(let proof):
          ProofVerdict(on: proof, memory: memory - reader.byteCount, stop: stop)
        case .strategy(let proof): ProofVerdict(on: proof, stop: stop)
        }
    } catch {
      self = .refused(error.description)
    }
  }

  private init(on proof: Proof, memory: Int, stop: StopSignal) {
    do throws(ProofChecker.Failure) {
      try ProofChecker.check(proof, memory: memory, stop: stop)
      self = .valid(winner: proof.winner, nodes: proof.nodes.count)
    } catch {
      self =
        switch error.reason {
        case .stopped(let visits): .stopped(visits: visits)
        case .outOfMemory: .outOfMemory
        default: .refused(error.description)
        }
    }
  }

  private init(on proof: StrategyProof, stop: StopSignal) {
    do throws(StrategyChecker.Failure) {
      _ = try StrategyChecker.check(proof, stop: stop)
      self = .valid(winner: proof.winner, nodes: proof.strategy.nodes.count)
    } catch {
      if case .stopped(let visits) = error.reason {
        self = .stopped(visits: visits)
      } else {
        self = .refused(error.description)
      }
    }
  }
}
