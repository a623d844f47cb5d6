import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Records

/// The main line of a record, as far as the rules allow it: the game that is reviewed.
public struct ReviewGame: Sendable {
  public let tree: GameTree
  public let kind: GameKind
  /// The moves of the main line, up to the first that cannot be played.
  public private(set) var moves: [Move] = []
  /// The node of each move in the tree.
  public private(set) var nodes: [Int] = []
  /// The states before each move and after the last one.
  public private(set) var states: [GameState]
  /// Sentences about the moves that are left out, and about an unknown rule.
  public private(set) var notes: [String] = []
  /// The number of stones set up before the first move.
  public let setUpCount: Int
  /// The number of moves that belong to the opening rule, such as swap2, that the record names.
  public private(set) var openingCount = 0

  /// The error for a record that cannot be reviewed.
  public struct Unfit: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameter usual: the rules of gomoku for a record that names no rules or unknown ones.
  public init(_ tree: GameTree, usual: Variant = .freestyle) throws(Unfit) {
    self.tree = tree
    let rule = tree.info[.rule] ?? ""
    switch tree.game {
    case .gomoku(let size):
      let named = rule.isEmpty ? usual : Variant(recordName: rule)
      if named == nil { notes.append("the rule \"\(rule)\" is unknown: \(usual) is reviewed") }
      let variant = named ?? usual
      let board = try ReviewGame.board(size, tree)
      kind = .gomoku(variant, board)
      var position = GomokuRules.Position(size: board, variant: variant)
      try ReviewGame.setUp(tree, &position)
      setUpCount = position.stones.count
      states = [.gomoku(position)]
    case .liuzhou:
      do { kind = .liuzhou(try RuleSet(recordName: rule)) } catch {
        throw Unfit(description: "\(error)")
      }
      setUpCount = 0
      states = [GameState(kind)]
    }
    for node in tree.mainLine where !play(node) { break }
    openingCount = ReviewGame.opening(of: tree, kind).count { moves.contains(.point($0)) }
    guard !moves.isEmpty else { throw Unfit(description: notes.last ?? "there are no moves") }
  }

  /// Returns the size of a record's board: `size`, or the smallest usual size that contains its
  /// moves and the root's stones.
  private static func board(_ size: BoardSize?, _ tree: GameTree) throws(Unfit) -> BoardSize {
    if let size { return size }
    let stones = tree[GameTree.root].setUp.stones.map(\.point)
    let points = stones + tree.mainLine.compactMap { tree.move($0)?.point }
    guard let board = BoardSize.smallestUsual(for: points) else {
      throw Unfit(description: "a move is off every board")
    }
    return board
  }

  /// Returns the stones that the record's opening places; none if it names no opening rule, or if
  /// its opening cannot be played.
  ///
  /// An opening is a text such as `swap2: h8 i9 j10 swap`.
  private static func opening(of tree: GameTree, _ kind: GameKind) -> [GomokuRules.Point] {
    guard let text = tree.info[.opening], let colon = text.firstIndex(of: ":"),
      let rule = OpeningRule(text[..<colon]), var opening = kind.opening(rule),
      (try? opening.play(text: text[text.index(after: colon)...])) != nil
    else { return [] }
    return opening.position.stones.map(\.point)
  }

  /// Puts the root's stones on the board, and sets the side to move.
  ///
  /// That is the side of the first move, or else the one that the root names.
  private static func setUp(
    _ tree: GameTree, _ position: inout GomokuRules.Position
  ) throws(Unfit) {
    let setUp = tree[GameTree.root].setUp
    for stone in setUp.stones {
      guard let color = stone.color, position.size.contains(stone.point) else { continue }
      do { try position.place(color, on: stone.point) } catch {
        throw Unfit(description: "a stone set up on \(stone.point) does not fit")
      }
    }
    let first = tree.mainLine.lazy.compactMap { tree.move($0)?.color }.first
    if let side = first ?? setUp.sideToMove { position.sideToMove = side }
  }

  /// Plays the move of a node, if it has one; false at the end of the game that can be reviewed.
  private mutating func play(_ node: Int) -> Bool {
    let number = moves.count + 1
    if node != GameTree.root, !tree[node].setUp.stones.isEmpty {
      return leaveOut("stones set up after move \(moves.count)")
    }
    guard let played = tree.move(node) else { return true }
    let move: Move
    switch played.action {
    case .stone(let point): move = .point(point)
    case .turn(let turn): move = .turn(turn)
    case .pass: return leaveOut("move \(number), a pass,")
    }
    guard var state = states.last, state.result == nil else {
      return leaveOut("what follows the end of the game, from move \(number) on,")
    }
    guard played.color == state.sideToMove else {
      return leaveOut("move \(number), out of turn,")
    }
    do { try state.play(move) } catch { return leaveOut("move \(number), \(error),") }
    moves.append(move)
    nodes.append(node)
    states.append(state)
    return true
  }

  private mutating func leaveOut(_ what: String) -> Bool {
    notes.append("\(what) and all behind it are left out")
    return false
  }

  // MARK: Facts

  /// The name of a player, or the colour.
  public func name(of color: Color) -> String {
    let name = tree.info[color == .black ? .black : .white] ?? ""
    return name.isEmpty ? (color == .black ? "Black" : "White") : name
  }

  /// The time of a move in milliseconds, if the record has it.
  public func milliseconds(_ ply: Int) -> Int? { tree[nodes[ply]].milliseconds }

  /// The number of positions to be searched, without a last one in which the game is over.
  public var positionCount: Int { states.count - (states.last?.result == nil ? 0 : 1) }

  /// The side to move before each move and after the last one.
  public var sides: [Color] { states.map(\.sideToMove) }

  /// The command that sets an engine's position before a move.
  func command(_ ply: Int) -> String {
    let command: GomocupCommand
    switch states[ply] {
    case .gomoku(let position) where setUpCount > 0:
      command = .gomoku(.position(PositionSetup(stonesOf: position)))
    case .gomoku(let position):
      command = .gomoku(.position(.moves(position.stones.map(\.point))))
    case .liuzhou(let game): command = .liuzhou(.position(HistorySetup(turns: game.turns)))
    }
    return command.text()
  }

  /// The game's kind and the command for the position before a move, as one text.
  ///
  /// Games of one kind that begin with the same moves share the text.
  public func key(_ ply: Int) -> String { "\(kind.name): \(command(ply))" }

  /// The whole game as one text, by which a finished review is found again.
  var key: String { "\(key(0)): \(moves.text)" }
}
