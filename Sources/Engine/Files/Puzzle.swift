import Basics
import Gomocup
import Gomoku
import GomokuRules

/// A row of a puzzle file: a position and, usually, a claim about it.
///
/// Each line of the file is a JSON object. Fields that `init(row:)` does not read are ignored.
struct Puzzle {
  /// A claim about the side to move.
  enum Claim: String {
    case win
    /// No win of the kind that the file is about, such as a VCF.
    case none
  }

  let id: String
  let position: Position
  /// The claim; `nil` if the row has none, or one that is neither `win` nor `none`.
  let claim: Claim?
  /// The number of the winner's moves in the shortest win, if given.
  let length: Int?
  /// True if the claim was confirmed independently of its publisher.
  let isVerified: Bool

  /// Reads a row; `nil` if it is not JSON, or if a field of the position or the id is missing or
  /// wrong.
  init?(row: some StringProtocol) {
    guard let fields = try? JSON(parsing: row, isLenient: true), let id = fields["id"]?.string,
      let code = fields["rule"]?.int, let variant = Variant(gomocupCode: code),
      let side = fields["size"]?.int, let size = BoardSize(side: side),
      let black = fields["black"]?.string.flatMap(Point.list),
      let white = fields["white"]?.string.flatMap(Point.list),
      let mover = fields["side"]?.string.flatMap(Color.init(letter:))
    else { return nil }
    var position = Position(size: size, variant: variant)
    do {
      for point in black { try position.place(.black, on: point) }
      for point in white { try position.place(.white, on: point) }
    } catch { return nil }
    position.sideToMove = mover
    self.id = id
    self.position = position
    claim = (fields["result"] ?? fields["claim"])?.string.flatMap(Claim.init)
    length = fields["length"]?.int
    isVerified =
      switch fields["verified"] {
      case nil, .null, .array([]): false
      case .some: true
      }
  }
}
