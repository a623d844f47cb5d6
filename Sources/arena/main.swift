import Foundation

// A standard stream that was closed would become a pipe to an engine.
for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
  _ = open("/dev/null", O_RDWR)
}

exit(Command.main(Array(CommandLine.arguments.dropFirst())).rawValue)
