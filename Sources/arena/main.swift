import Platform

// A closed standard stream's number would be reused for an engine's pipe, so /dev/null takes it.
for stream in [FileDescriptor.standardInput, .standardOutput, .standardError]
where !stream.isOpen {
  _ = try? FileDescriptor.open("/dev/null", for: .updating)
}

CurrentProcess.exit(Command.main(CurrentProcess.arguments).rawValue)
