import Records

/// An input of the link's state machine, `LinkStateMachine`.
enum LinkEvent {
  /// A new connection with its number. The peer of a public connection may be anybody.
  case opened(Int, isPublic: Bool)
  /// The connection with this number has been closed.
  case closed(Int)
  /// A line has come on the connection with this number.
  case line(Int, String)
  /// A message about the connection, which is only shown to the user.
  case news(Phrase)
  /// A timer tick.
  case time
  /// The user at the guest's end wants to do this action.
  case wants(GameAction)
  /// An action has been saved in the game's file and performed.
  case kept
  /// The credentials have been saved in the game's file.
  case keptCredentials(LinkCredentials)
  /// The guest has opened or created the file of the host's game, with these credentials.
  case adopted(PlaySettings, LinkCredentials)
}

/// An output of the link's state machine, carried out by `PlaySession`.
enum LinkEffect: Equatable {
  case send(String, to: Int)
  case close(Int)
  /// Saves the credentials in the game's file; the event `keptCredentials` confirms this.
  case keep(LinkCredentials)
  /// Saves and performs an action; the event `kept` confirms this.
  case commit(GameAction)
  /// Saves and performs an action of the guest, with the time that the host charges (`LinkClock`).
  case grant(GameAction)
  /// Opens or creates the guest's file of this game; the event `adopted` confirms this.
  case adopt(PlaySettings, LinkCredentials)
  /// The peer has authenticated itself on a new connection.
  case seated
  /// The time of the current turn by the host's clock, in milliseconds.
  case clock(Int)
  /// The host has left the finished game for this one, of the same players with exchanged colours.
  case rematch(PlaySettings)
  /// The guest's requested action will not be done; the text is the reason.
  case denied(Phrase)
  /// A message for the user.
  case news(Phrase)
  case warning(Phrase)
  /// Ends the session, because the guest cannot get the seat; the text is the reason.
  case leave(Phrase)
}
