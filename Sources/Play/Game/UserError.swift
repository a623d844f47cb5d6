/// The reason why an action is refused, as a sentence for the user.
public struct UserError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
