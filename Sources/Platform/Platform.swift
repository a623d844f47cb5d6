// All that this package asks of the operating system, in types; no other module calls it.
//
// Swift files call the C library for what POSIX systems have in common, and the functions of
// CPlatform.h for the rest: Linux.c and Darwin.c stand side by side, and nothing else, but for the
// name of the library with the mathematics below, knows which system it is on. The groups:
//
// - errors: `SystemError`
// - threads: `WorkerThread` (stack size, join, detach, sleep, pinning, short turns, processor
//   count), `Monitor` (lock, condition, wait with a time limit)
// - clocks: `MonotonicTime`, `Rest`, `CPUTime` (of a thread, of this process, of another)
// - memory: `PageMemory` (map, populate, give back, unmap), `ZeroedMemory` (allocate, free),
//   `AddressSpace` (room, one heap)
// - descriptors: `FileDescriptor` (open, pipe, close, read, write, unread bytes, pipe size,
//   terminal; size, lock, truncate, read and write at an offset, synchronize; poll one or several)
// - terminals and sockets: `RawTerminal` (raw mode, size, given back by signals), `Socket` (listen,
//   accept, connect)
// - files and folders: `FileSystem`, `TextFile`, `FileLines`
// - signals: `Signal` (ignore, restore, end the process)
// - processes: `CurrentProcess` (environment, exit, flush), `ProcessID` (start, signal, ending),
//   `ChildProcess` (below a warden), `ProcessTree`, `ProcessMemory`, `ControlGroup`
// - mathematics: the C library's functions named below
//
// Built and run: Linux with glibc. Written but untried: Linux with musl, and Darwin, where threads
// are not pinned, there are no control groups, and an orphan that has left its program's process
// group outlives the warden. Windows is not written: this list is what it would need.

#if canImport(Glibc)
  @_exported import func Glibc.cos
  @_exported import func Glibc.exp
  @_exported import func Glibc.exp2
  @_exported import func Glibc.log
  @_exported import func Glibc.log10
  @_exported import func Glibc.powf
#elseif canImport(Musl)
  @_exported import func Musl.cos
  @_exported import func Musl.exp
  @_exported import func Musl.exp2
  @_exported import func Musl.log
  @_exported import func Musl.log10
  @_exported import func Musl.powf
#elseif canImport(Darwin)
  @_exported import func Darwin.cos
  @_exported import func Darwin.exp
  @_exported import func Darwin.exp2
  @_exported import func Darwin.log
  @_exported import func Darwin.log10
  @_exported import func Darwin.powf
#endif
