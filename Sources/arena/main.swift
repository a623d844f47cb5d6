import Platform

// Opens closed standard streams on /dev/null, as an engine's pipe would otherwise get their
// numbers.
for stream in [FileDescriptor.standardInput, .standardOutput, .standardError]
where !stream.isOpen {
  _ = try? FileDescriptor.open("/dev/null", for: .updating)
}

var code = Command.main(CurrentProcess.arguments)
// Reports a failure to write, for example on a full disk.
if !CurrentProcess.hasWrittenAll() {
  Terminal.complain("standard output cannot be written to")
  code = .failure
}
CurrentProcess.exit(code.rawValue)
