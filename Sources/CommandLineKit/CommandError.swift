/// The error of a command line or command, as the sentence that the user reads.
public struct CommandError: Error, Equatable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
