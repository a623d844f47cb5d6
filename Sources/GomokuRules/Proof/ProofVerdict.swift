import Basics

/// What has come of a text that claims to be a proof.
public enum ProofVerdict: Equatable, Sendable {
  /// The proof of a win holds.
  case valid(winner: Color, nodes: Int)
  /// The defence holds; its positions, each counted as often as a line of play led to it.
  case held(DefenceProof, positions: Int)
  /// It is no proof, or fails: where and why.
  case refused(String)
  /// The check was stopped when it had visited so many nodes.
  case stopped(visits: Int)
  /// It needs more memory than it was given.
  case outOfMemory

  /// Reads a proof or a defence and checks it.
  ///
  /// - Parameters:
  ///   - lines: hands out the text's next line, without its line feed; `nil` at the end.
  ///   - memory: bytes that proof and check may take together.
  public init<Failure: Error>(
    lines: () throws(Failure) -> String?, memory: Int, stop: StopSignal = StopSignal()
  ) throws(Failure) {
    var next = try lines()
    var reader: any ClaimReader = next == DefenceProof.title ? DefenceReader() : ProofReader()
    while let line = next {
      do throws(Proof.SyntaxError) { try reader.take(line) } catch {
        self = .refused(error.description)
        return
      }
      if reader.byteCount > memory {
        self = .outOfMemory
        return
      }
      next = try lines()
    }
    if stop.isRequested {
      self = .stopped(visits: 0)
      return
    }
    do throws(Proof.SyntaxError) {
      self = try reader.verdict(memory: memory - reader.byteCount, stop: stop)
    } catch {
      self = .refused(error.description)
    }
  }

  fileprivate init(on proof: Proof, memory: Int, stop: StopSignal) {
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

  fileprivate init(on proof: StrategyProof, stop: StopSignal) {
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

  fileprivate init(on proof: DefenceProof, stop: StopSignal) {
    do throws(DefenceChecker.Failure) {
      self = .held(proof, positions: try DefenceChecker.check(proof, stop: stop))
    } catch {
      if case .stopped(let visits) = error.reason {
        self = .stopped(visits: visits)
      } else {
        self = .refused(error.description)
      }
    }
  }
}

/// Reads a text line by line that claims something, and judges it.
private protocol ClaimReader {
  /// What has been read takes, in bytes.
  var byteCount: Int { get }
  mutating func take(_ line: some StringProtocol) throws(Proof.SyntaxError)
  /// - Parameter memory: bytes that the check may take.
  mutating func verdict(memory: Int, stop: StopSignal) throws(Proof.SyntaxError) -> ProofVerdict
}

extension ProofReader: ClaimReader {
  fileprivate mutating func verdict(
    memory: Int, stop: StopSignal
  ) throws(Proof.SyntaxError) -> ProofVerdict {
    switch try finish() {
    case .nodes(let proof): ProofVerdict(on: proof, memory: memory, stop: stop)
    case .strategy(let proof): ProofVerdict(on: proof, stop: stop)
    }
  }
}

extension DefenceReader: ClaimReader {
  fileprivate mutating func verdict(
    memory: Int, stop: StopSignal
  ) throws(Proof.SyntaxError) -> ProofVerdict {
    ProofVerdict(on: try finish(), stop: stop)
  }
}
