import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Records

/// A command of the user, typed on one line.
public enum UserCommand: Equatable, Sendable {
  /// An empty line.
  case nothing
  /// Points entered one after the other; several only in Liuzhou chess (六洲棋).
  case points([BoardPoint])
  /// A turn of Liuzhou chess with captures, a removal or a pass, which `points` cannot express.
  case turn(Turn)
  /// An action of an opening, typed as a word such as `swap`.
  case opening(OpeningAction)
  /// The choice of a colour in an opening, by a swap or by staying.
  case color(Color)
  /// Discards a half entered turn or offer.
  case clear
  case undo, resign, draw, yes, no
  /// Another game after the end, with exchanged colours.
  case rematch
  case hint
  /// An analysis that takes this many seconds and shows this many lines.
  case analyse(Int, lines: Int)
  case stop
  case level(Int)
  case pause, go
  case retry
  case save(String)
  /// Saves to a file, replacing an existing one.
  case overwrite(String)
  /// Shows another position of the game, without changing the game.
  case look(Look)
  case help(HelpPage)
  case show, quit

  /// The position to show.
  public enum Look: Equatable, Sendable {
    case first, previous, next, last
    /// The position after this many moves.
    case move(Int)
  }
}

extension UserCommand {
  /// Parses a line. Letter case and full-width forms make no difference, nor do blanks and dashes
  /// in moves. The name of a file keeps its letter case.
  ///
  /// - Parameter speech: the end of the board from which the user counts rows.
  /// - Throws: the reason for the user, if the line is no command.
  public init(
    _ line: some StringProtocol, in kind: GameKind, _ speech: Speech = Speech()
  ) throws(UserError) {
    let trimmed = UserCommand.narrowed(line)
    let words = trimmed.split(whereSeparator: \.isWhitespace)
    guard let first = words.first else {
      self = .nothing
      return
    }
    if let command = try UserCommand.ofWord(
      first.lowercased(), words.dropFirst(), line: line, speech)
    {
      self = command
    } else if let command = UserCommand.ofMove(trimmed.lowercased(), in: kind, speech) {
      self = command
    } else if UserCommand.resemblesPoint(trimmed) {
      throw UserError("\(trimmed) is off the board")
    } else {
      throw UserError(
        "\"\(trimmed.prefix(40))\" is neither a move nor a word known here; help lists them")
    }
  }

  /// Returns whether a line is the command to quit, which all games share.
  static func isQuit(_ line: String) -> Bool {
    (try? UserCommand(line, in: .gomoku(.freestyle, .standard))) == .quit
  }

  /// The commands without an argument, with their English and Chinese names.
  private static let plain: [String: UserCommand] = [
    "undo": .undo, "takeback": .undo, "back": .undo, "悔棋": .undo, "resign": .resign,
    "认输": .resign, "rematch": .rematch, "again": .rematch, "再来": .rematch, "draw": .draw,
    "和棋": .draw, "yes": .yes, "y": .yes, "no": .no, "n": .no,
    "hint": .hint, "提示": .hint, "stop": .stop, "pause": .pause, "go": .go, "retry": .retry,
    "show": .show, "board": .show, "first": .look(.first), "last": .look(.last),
    "prev": .look(.previous), "previous": .look(.previous), "<": .look(.previous),
    "next": .look(.next), ">": .look(.next), "上一手": .look(.previous), "下一手": .look(.next),
    "开头": .look(.first), "末尾": .look(.last), "停止": .stop, "暂停": .pause, "继续": .go,
    "重试": .retry, "棋盘": .show, "退出": .quit, "清除": .clear, "停一手": .turn(.pass),
    "执黑": .color(.black), "执白": .color(.white), "交换": .opening(.swap),
    "不换": .opening(.stay), "同意": .yes, "不同意": .no, "提和": .draw,
    "quit": .quit, "q": .quit, "exit": .quit, "bye": .quit, "clear": .clear,
    "pass": .turn(.pass), "black": .color(.black), "white": .color(.white),
    "swap": .opening(.swap), "stay": .opening(.stay),
  ]

  /// Parses a command word with its argument; returns `nil` if the word is not a command.
  ///
  /// Throws if the argument is wrong.
  private static func ofWord(
    _ word: String, _ rest: ArraySlice<Substring>, line: some StringProtocol, _ speech: Speech
  ) throws(UserError) -> UserCommand? {
    switch word {
    case "level", "等级":
      guard rest.count == 1, let level = rest.first.flatMap({ Int($0) }), Level.all ~= level else {
        throw UserError(
          "level needs a number, \(Level.all.lowerBound) to \(Level.all.upperBound)")
      }
      return .level(level)
    case "analyse", "analyze", "analysis", "分析":
      let numbers = rest.compactMap { Int($0) }
      let (seconds, lines) = (numbers.first ?? 5, numbers.count > 1 ? numbers[1] : 3)
      guard numbers.count == rest.count, numbers.count <= 2, 1...3600 ~= seconds,
        PlayState.Advice.lineCounts ~= lines
      else {
        let most = PlayState.Advice.lineCounts.upperBound
        throw UserError(
          """
          \(word) needs seconds, 1 to 3600, and perhaps the number of lines, 1 to \(most); or \
          nothing
          """)
      }
      return .analyse(seconds, lines: lines)
    case "move", "第":
      guard rest.count == 1, let number = rest.first.flatMap({ Int($0) }), number >= 0 else {
        throw UserError("move needs the number of a move, to look at the position after it")
      }
      return .look(.move(number))
    case "help", "?", "帮助":
      guard let page = rest.isEmpty ? .table : HelpPage(rest.joined(separator: " ")) else {
        throw UserError("help stands alone, or with opening")
      }
      return .help(page)
    case "fifths", "打点数":
      guard rest.count == 1, let number = rest.first.flatMap({ Int($0) }) else {
        throw UserError("fifths needs the number of fifth moves, such as fifths 3")
      }
      return .opening(.announce(number))
    case "offer", "take", "打点", "选点":
      let isOffer = word == "offer" || word == "打点"
      let points = rest.flatMap { $0.split(separator: ",") }.map { GomokuRules.Point($0) }
      let known = points.compactMap { $0.map(speech.turned) }
      guard let first = known.first, known.count == points.count,
        isOffer || known.count == 1
      else {
        throw isOffer
          ? UserError("offer needs points, such as offer g9,h12")
          : UserError("take needs a point, such as take h12")
      }
      return isOffer ? .opening(.offer(known)) : .opening(.take(first))
    case "save", "overwrite", "保存", "覆盖":
      // The characters of a path stay as they are typed.
      let path = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).dropFirst().joined()
        .trimmingBlanks
      guard !path.isEmpty else {
        throw UserError("\(word) needs a file, whose name ends in .sgf, .psq, .txt or .html")
      }
      return ["save", "保存"].contains(word) ? .save(String(path)) : .overwrite(String(path))
    default:
      // A single letter with more text after it may be a point, such as `q 8`.
      guard let command = plain[word], rest.isEmpty || word.count > 1 else { return nil }
      guard rest.isEmpty else { throw UserError("\(word) stands alone") }
      return command
    }
  }

  /// Returns whether the text looks like a point: a letter and a number.
  private static func resemblesPoint(_ text: String) -> Bool {
    text.count <= 4 && text.first?.isLetter == true && text.count > 1
      && text.dropFirst().allSatisfy(\.isNumber)
  }

  /// Parses a move or points in the notation of the game; returns `nil` for anything else.
  private static func ofMove(
    _ text: String, in kind: GameKind, _ speech: Speech
  ) -> UserCommand? {
    switch kind {
    case .gomoku:
      let word = text.filter { !$0.isWhitespace && !"-.".contains($0) }
      // `8h` is accepted for `h8`.
      let turned = word.drop { $0.isNumber } + word.prefix { $0.isNumber }
      guard let point = GomokuRules.Point(word) ?? GomokuRules.Point(String(turned)) else {
        return nil
      }
      // A pair of numbers such as `7,7` always counts from the top left corner.
      return .points([BoardPoint(word.contains(",") ? point : speech.turned(point))])
    case .liuzhou:
      let word = text.filter { !$0.isWhitespace && !"-,>.".contains($0) }
      guard let turn = try? Turn(word) else {
        let points = word.isEmpty ? nil : UserCommand.points(word)
        return points.map(UserCommand.points)
      }
      switch turn.action {
      case .place(let point) where turn.captured.isEmpty: return .points([BoardPoint(point)])
      case .slide(let from, let to) where turn.captured.isEmpty:
        return .points([BoardPoint(from), BoardPoint(to)])
      default: return .turn(turn)
      }
    }
  }

  /// Parses consecutive points of Liuzhou chess, such as `c3c4`; `nil` for anything else.
  private static func points(_ word: String) -> [BoardPoint]? {
    var cells: [BoardPoint] = []
    var rest = word[...]
    while !rest.isEmpty {
      guard let point = LiuzhouRules.Point(String(rest.prefix(2))) else { return nil }
      cells.append(BoardPoint(point))
      rest = rest.dropFirst(2)
    }
    return cells
  }

  /// Returns the text with full-width characters, as from Chinese keyboards, replaced by ASCII.
  ///
  /// Blanks at the ends are removed, and each run of blanks becomes one blank.
  static func narrowed(_ line: some StringProtocol) -> String {
    line.narrowed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
