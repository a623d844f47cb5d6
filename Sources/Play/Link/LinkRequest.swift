/// A way to connect to another player's program.
public enum LinkRequest: Equatable, Sendable {
  /// A listening port of this machine; for 0 the system chooses the port.
  case listen(port: UInt16)
  case connect(host: String, port: UInt16, token: LinkSecret)
  /// A shell command, whose pipes carry the lines. If the host gives no token, one is created.
  case through(command: String, token: LinkSecret?, isHost: Bool)

  /// The role of this program.
  public var role: LinkRole {
    switch self {
    case .listen: .host
    case .connect: .guest
    case .through(_, _, let isHost): isHost ? .host : .guest
    }
  }

  /// The token from the command line; `nil` if the command line gives none.
  public var token: LinkSecret? {
    switch self {
    case .listen: nil
    case .connect(_, _, let token): token
    case .through(_, let token, _): token
    }
  }
}
