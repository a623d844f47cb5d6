// The package's interface to the operating system, in types; no other module calls the system.
//
// `Portable` calls only the functions of Portable.h, which every system has. `Files` calls those of
// Files.h as well, which every system with files and processes can have. The other Swift files call
// the C library for the common parts of POSIX systems, and CPlatform.h for the rest. Linux.c and
// Darwin.c have what differs between these systems. WebAssembly.c has the functions of Portable.h
// alone, and Windows.c those of Files.h too. No other file depends on the system, except
// Mathematics.swift, which names the math library. The groups:
//
// - errors: `SystemError`
// - threads: `WorkerThread` (stack size, join, detach, sleep, pinning, short time slices, processor
//   count), `Monitor` (lock, condition, wait with a time limit)
// - clocks: `MonotonicTime`, `Backoff`, `CPUTime` (of a thread, of this process, of another)
// - memory: `PageMemory` (map, populate, release, unmap), `ZeroedMemory` (allocate, free),
//   `AddressSpace` (available size, one heap)
// - descriptors: `FileDescriptor` (open, pipe, close, read, write, unread bytes, pipe size,
//   terminal; size, lock, truncate, read and write at an offset, synchronize; poll one or several)
// - terminals and sockets: `RawTerminal` (raw mode, size, restored at signals), `Socket` (listen,
//   accept, connect)
// - files and folders: `FileSystem`, `TextFile`, `FileLines`
// - signals: `Signal` (ignore, restore)
// - processes: `CurrentProcess` (arguments, signals to end, exit; environment, flush),
//   `ProcessID` (start, signal, ending), `ChildProcess` (below a warden), `ProcessTree`,
//   `ProcessMemory`, `ControlGroup`
// - mathematics: the functions of the C library that Portable/Mathematics.swift names
//
// Built and run: Linux with glibc; the engine also in WebAssembly, and on Windows under Wine.
// Written but not tested: Linux with musl, and Darwin. On Darwin threads are not pinned, and there
// are no control groups. An orphan that has left its program's process group outlives the warden
// there.
