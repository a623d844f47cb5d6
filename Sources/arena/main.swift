import Platform

// A closed standard stream's number would be reused for an engine's pipe, so /dev/null takes it.
for stream in [FileDescriptor.standardInput, .standardOutput, .standardError]
where !stream.isOpen {
  _ = try? FileDescriptor.open("/dev/null", for: .updating)
}

var code = Command.main(CurrentProcess.arguments)
// A full disk is not a success.
if !CurrentProcess.hasWrittenAll() {
  Terminal.complain("standard output cannot be written to")
  code = .failure
}
CurrentProcess.exit(code.rawValue)
