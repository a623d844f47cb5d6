/// An error of a command line or command, as a sentence for the user.
public struct CommandError: Error, Equatable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
