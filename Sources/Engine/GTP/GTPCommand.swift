/// The GTP commands of the engine, in the order of `list_commands`.
enum GTPCommand: String, CaseIterable {
  // Administration
  case protocolVersion = "protocol_version"
  case name
  case version
  case knownCommand = "known_command"
  case listCommands = "list_commands"
  case quit

  // The game
  case boardSize = "boardsize"
  case rectangularBoardSize = "rectangular_boardsize"
  case clearBoard = "clear_board"
  case komi
  case play
  case undo
  case genMove = "genmove"
  case regGenMove = "reg_genmove"
  case finalScore = "final_score"
  case showBoard = "showboard"

  // Time
  case timeSettings = "time_settings"
  case kgsTimeSettings = "kgs-time_settings"
  case timeLeft = "time_left"

  // Rules and settings
  case getRules = "kata-get-rules"
  case setRules = "kata-set-rules"
  case info = "wuliu-info"
  case forbidden = "wuliu-forbidden"

  // Analysis
  case lzAnalyze = "lz-analyze"
  case lzGenMoveAnalyze = "lz-genmove_analyze"
  case kataAnalyze = "kata-analyze"
  case kataGenMoveAnalyze = "kata-genmove_analyze"
  case stop

  // GoGui
  case analyzeCommands = "gogui-analyze_commands"
  case interrupt = "gogui-interrupt"
  case gameID = "gogui-rules_game_id"
  case board = "gogui-rules_board"
  case rulesBoardSize = "gogui-rules_board_size"
  case legalMoves = "gogui-rules_legal_moves"
  case sideToMove = "gogui-rules_side_to_move"
  case finalResult = "gogui-rules_final_result"

  /// The handicap commands, which front ends of Go send. They are refused, and not listed.
  static let handicaps: Set<String> = [
    "fixed_handicap", "place_free_handicap", "set_free_handicap",
  ]
}
