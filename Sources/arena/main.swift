import Platform

// A standard stream that was closed would become a pipe to an engine.
for stream in [FileDescriptor.standardInput, .standardOutput, .standardError]
where !stream.isOpen {
  _ = try? FileDescriptor.open("/dev/null", for: .updating)
}

CurrentProcess.exit(Command.main(CurrentProcess.arguments).rawValue)
