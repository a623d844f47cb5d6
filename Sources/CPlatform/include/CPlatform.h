#ifndef CPLATFORM_H
#define CPLATFORM_H

/* The operating-system interface of the module Platform on POSIX systems, beyond the parts that
   every engine needs (Portable.h, Files.h). The headers of the C library cover the common parts,
   and the functions below cover the rest. Those differ between systems, or use what Swift cannot
   call: macros, variadic functions and fork. Linux.c and Darwin.c are the two implementations. */

#include "Files.h"
#include "Portable.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

/* MARK: Processor time */

/* Returns the processor time of another process in nanoseconds; -1 if there is no such process. */
int64_t platform_time_of(pid_t process);

/* MARK: Descriptors */

/* pipe(2) with the close-on-exec flag. */
int platform_pipe(int ends[_Nonnull 2]);

/* Makes all later reads and writes of the descriptor nonblocking. */
void platform_make_nonblocking(int descriptor);

/* Polls as poll(2), with a timeout in nanoseconds; a negative one means no limit. The timeout is as
   exact as the system allows: Darwin rounds it up to milliseconds. */
int platform_poll(struct pollfd *polled, unsigned long count, int64_t nanoseconds);

/* Return the capacity of a pipe, and the number of bytes that can be read at once; -1 if
   unknown. */
int platform_pipe_size(int descriptor);
int platform_unread_bytes(int descriptor);

/* MARK: Terminals */

/* Switches a terminal to raw mode, in which every key is delivered at once and none is echoed.
   Returns 0, or -1. Only one terminal at a time can be raw. A signal that ends the program
   restores the terminal first. platform_restore_terminal writes the first 64 bytes of the
   farewell. */
int platform_make_terminal_raw(int input, int output, const char *farewell);

/* Writes the farewell and restores the terminal's previous mode. Does nothing if no terminal is
   raw. */
void platform_restore_terminal(void);

/* Returns a descriptor that can be read, without waiting, after each SIGWINCH; -1 if there is none.
   All calls return the same descriptor. */
int platform_watch_window(void);

/* Stores the size of a terminal's window in characters. Returns 0, or -1 if the size is unknown. */
int platform_terminal_size(int descriptor, int *columns, int *rows);

/* MARK: Nonblocking sockets */

/* Listens for connections from this machine only. A port of 0 lets the system choose one; given
   receives the port in use. Returns -1, or a descriptor that is readable once a connection is
   requested. */
int platform_listen(unsigned short port, unsigned short *given);

/* Accepts a connection; returns its descriptor, or -1 if none is requested. */
int platform_accept(int listener);

/* Resolves the host's name, which may block, and begins to connect. Returns -1, or a descriptor
   that is writable once the connection is established or has failed. */
int platform_connect(const char *host, const char *port);

/* Returns the error number of a failed connection; 0 if the connection has not failed. */
int platform_connection_error(int line);

/* MARK: Signals */

void platform_ignore_signal(int number);
void platform_restore_signal(int number);

/* MARK: Processes */

/* Returns the environment: strings NAME=VALUE, with a null pointer behind them. */
char *_Nullable *_Nonnull platform_environment(void);

/* Returns whether this process may execute the file at a path. */
int platform_may_execute(const char *path);

/* Makes standard output line-buffered. Must be called before the first output. */
void platform_flush_lines(void);

/* Flushes standard output; returns whether no write to it has ever failed. */
int platform_has_written_all(void);

/* The end of a program: its exit status, or the number of the signal that killed it. */
struct platform_ending {
  int is_signal;
  int value;
};

/* Starts a program without a warden. Each of the three streams that is not negative becomes the
   program's standard stream. The program starts with the default action of every signal and with no
   signal blocked, whatever this thread blocks. Returns 0, or the error's number. */
int platform_start(
    pid_t *process, const char *path, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, const int streams[_Nonnull 3],
    int begins_session);

/* Returns whether a program that platform_start started has ended. If so, stores its ending and
   reaps the process. */
int platform_has_ended(pid_t process, struct platform_ending *ending);

/* A started program and its warden. */
struct platform_ward {
  pid_t program;
  pid_t warden;
  /* Closing this end, or dying, makes the warden kill the program and all that it started. */
  int control;
  /* Gives a platform_ending once the program has ended; never blocks. */
  int report;
};

/* Starts a program below a warden: a process that inherits the orphans among the program's
   descendants, so that all of them can be found and killed. The program has a process group of
   its own, default signal actions, and no open descriptors but its streams. After its end it
   stays a zombie until the warden is told to kill. Returns 0, or an error number.

   folder: the working directory; NULL for the caller's.
   address_space: the limit of the address space in bytes, as `ulimit -v`; 0 for no limit.
   group: the folder of an empty control group (version 2) for the program, or NULL. */
int platform_spawn(
    const char *path, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, const char *_Nullable folder,
    const int streams[_Nonnull 3], unsigned long address_space, const char *_Nullable group,
    struct platform_ward *ward);

/* Returns whether the program has ended. If so, reads its ending from the ward's report. */
int platform_read_ending(int report, struct platform_ending *ending);

/* A running process and the one that started or inherited it. */
struct platform_process {
  pid_t pid;
  pid_t parent;
};

/* Lists the machine's processes; returns their number, which may exceed the capacity. */
long platform_processes(struct platform_process *list, long capacity);

/* Return the resident memory of a process and its peak, in KiB; -1 if unknown. */
long platform_resident_memory(pid_t process);
long platform_peak_memory(pid_t process);
/* Returns the resident memory in KiB, with each shared page divided among its users (PSS). */
long platform_memory_share(pid_t process);

#pragma clang assume_nonnull end

#endif
