/// An input of the link's state machine, `LinkStateMachine`.
enum LinkEvent {
  /// A new connection with its number. The peer of a public one may be anybody.
  case opened(Int, isPublic: Bool)
  case closed(Int)
  case line(Int, String)
  /// A timer tick.
  case time
  /// The guest's user wants to do this action.
  case wants(GameAction)
  /// An action has been saved in the game's file and performed.
  case kept
  /// The credentials have been saved in the game's file.
  case keptCredentials(LinkCredentials)
  /// The guest has opened or created the file of the host's game, with these credentials.
  case adopted(PlaySettings, LinkCredentials)
}

/// An output of the link's state machine, carried out by `PlayLoop`.
enum LinkEffect: Equatable {
  case send(String, to: Int)
  case close(Int)
  /// The request to save the credentials in the game's file; `keptCredentials` reports that it is
  /// done.
  case keep(LinkCredentials)
  /// The request to save and perform an action; `kept` reports that it is done.
  case commit(GameAction)
  /// The same request for an action of the guest, which the host's clock times.
  case grant(GameAction)
  /// The request to open or create the guest's file of this game; `adopted` reports that it is
  /// done.
  case adopt(PlaySettings, LinkCredentials)
  /// The peer has authenticated itself on a new connection.
  case seated
  /// The time of the current turn by the host's clock, in milliseconds.
  case clock(Int)
  /// The reason why the guest's requested action is not done.
  case denied(String)
  /// A message for the user.
  case news(String)
  case warning(String)
  /// The reason to end the session: this guest cannot get a seat in the host's game.
  case leave(String)
}
