/// The properties of a whole game; the raw value is the name of the SGF property.
///
/// `rule` may name the opening rule too, as in `renju (Taraguchi-10)`.
public enum GameInfo: String, CaseIterable, Sendable {
  case black = "PB"
  case white = "PW"
  case blackRank = "BR"
  case whiteRank = "WR"
  case blackTeam = "BT"
  case whiteTeam = "WT"
  case rule = "RU"
  case result = "RE"
  case gameName = "GN"
  case event = "EV"
  case round = "RO"
  case date = "DT"
  case place = "PC"
  case time = "TM"
  case overtime = "OT"
  case opening = "ON"
  case handicap = "HA"
  case komi = "KM"
  case annotator = "AN"
  case source = "SO"
  case user = "US"
  case copyright = "CP"
  case gameComment = "GC"
}
