import Basics

/// The verdict on a text that claims to be a proof.
public enum ProofVerdict: Equatable, Sendable {
  /// A valid proof or strategy. A position counts as often as a line of play reaches it.
  case valid(winner: Color, nodes: Int, positions: Int)
  /// The defence is valid, with its number of positions.
  case held(DefenceProof, positions: Int)
  /// The text is malformed, or its claim fails; the string says at which line or node, and why.
  case refused(String)
  /// The check was stopped after this number of positions.
  case stopped(positions: Int)
  /// The check would need more positions than this number.
  case tooManyPositions(Int)
  /// The check would need more memory than this number of bytes.
  case outOfMemory(Int)

  /// Reads a proof, a strategy or a defence and checks it.
  ///
  /// - Parameters:
  ///   - lines: returns the text's next line without its line feed; `nil` at the end.
  ///   - onEveryBoard: called for a valid strategy only, with true if it also holds on every board
  ///     that contains its own.
  /// - Throws: the errors of `lines` alone.
  public init<Failure: Error>(
    lines: () throws(Failure) -> String?, bounds: CheckBounds, stop: StopSignal = StopSignal(),
    onEveryBoard: ((Bool) -> Void)? = nil
  ) throws(Failure) {
    let first = try lines()
    self =
      first == DefenceProof.title
      ? try .init(DefenceReader(), first, lines, bounds, stop, onEveryBoard)
      : try .init(ProofReader(), first, lines, bounds, stop, onEveryBoard)
  }

  private init<Failure: Error>(
    _ empty: some ClaimReader, _ first: String?, _ lines: () throws(Failure) -> String?,
    _ bounds: CheckBounds, _ stop: StopSignal, _ onEveryBoard: ((Bool) -> Void)?
  ) throws(Failure) {
    var reader = empty
    var next = first
    while let line = next {
      do throws(ProofSyntaxError) { try reader.take(line) } catch {
        self = .refused(error.description)
        return
      }
      if reader.byteCount > bounds.memory {
        self = .outOfMemory(bounds.memory)
        return
      }
      next = try lines()
    }
    if stop.isRequested {
      self = .stopped(positions: 0)
      return
    }
    do throws(ProofSyntaxError) {
      self = try reader.verdict(bounds.less(reader.byteCount), stop, onEveryBoard)
    } catch {
      self = .refused(error.description)
    }
  }

  /// The number of nodes in a text whose claim holds; `nil` for any other verdict.
  public var nodes: Int? {
    switch self {
    case .valid(_, let nodes, _): nodes
    case .held(let proof, _): proof.defence.nodes.count
    default: nil
    }
  }

  /// Creates the verdict that follows from the failure of a check.
  private init<Reason>(_ failure: CheckFailure<Reason>, _ bounds: CheckBounds) {
    self =
      switch failure.reason.limit {
      case .stopped(let positions): .stopped(positions: positions)
      case .tooManyPositions(let bound): .tooManyPositions(bound)
      case .outOfMemory: .outOfMemory(bounds.rememberedBytes)
      case nil: .refused(failure.description)
      }
  }

  fileprivate init(on proof: Proof, _ bounds: CheckBounds, _ stop: StopSignal) {
    do throws(ProofChecker.Failure) {
      try ProofChecker.check(proof, bounds: bounds, stop: stop)
      self = .valid(
        winner: proof.winner, nodes: proof.nodes.count, positions: proof.positionCount)
    } catch {
      self = ProofVerdict(error, bounds)
    }
  }

  fileprivate init(
    on proof: StrategyProof, _ bounds: CheckBounds, _ stop: StopSignal,
    _ onEveryBoard: ((Bool) -> Void)?
  ) {
    do throws(StrategyChecker.Failure) {
      let report = try StrategyChecker.check(proof, bounds: bounds, stop: stop)
      self = .valid(
        winner: proof.winner, nodes: proof.strategy.nodes.count, positions: report.positions)
      onEveryBoard?(StrategyChecker.holdsOnEveryBoard(proof, bounds: bounds, stop: stop))
    } catch {
      self = ProofVerdict(error, bounds)
    }
  }

  fileprivate init(on proof: DefenceProof, _ bounds: CheckBounds, _ stop: StopSignal) {
    do throws(DefenceChecker.Failure) {
      self = .held(proof, positions: try DefenceChecker.check(proof, bounds: bounds, stop: stop))
    } catch {
      self = ProofVerdict(error, bounds)
    }
  }
}

/// A parser of a proof, a strategy or a defence that can check the result.
private protocol ClaimReader {
  /// The memory in use, in bytes.
  var byteCount: Int { get }
  mutating func take(_ line: String) throws(ProofSyntaxError)
  mutating func verdict(
    _ bounds: CheckBounds, _ stop: StopSignal, _ onEveryBoard: ((Bool) -> Void)?
  ) throws(ProofSyntaxError) -> ProofVerdict
}

extension ProofReader: ClaimReader {
  fileprivate mutating func verdict(
    _ bounds: CheckBounds, _ stop: StopSignal, _ onEveryBoard: ((Bool) -> Void)?
  ) throws(ProofSyntaxError) -> ProofVerdict {
    switch try finish() {
    case .nodes(let proof): ProofVerdict(on: proof, bounds, stop)
    case .strategy(let proof): ProofVerdict(on: proof, bounds, stop, onEveryBoard)
    }
  }
}

extension DefenceReader: ClaimReader {
  fileprivate mutating func verdict(
    _ bounds: CheckBounds, _ stop: StopSignal, _: ((Bool) -> Void)?
  ) throws(ProofSyntaxError) -> ProofVerdict {
    ProofVerdict(on: try finish(), bounds, stop)
  }
}
