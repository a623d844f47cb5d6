#ifndef CPLATFORM_H
#define CPLATFORM_H

/* What Platform asks of the operating system: the C library's headers, for what all POSIX systems
   have in common, and the functions below, for what each does in its own way or what Swift cannot
   call (macros, functions with any number of arguments, fork). Linux.c and Darwin.c stand side by
   side; another system would need what they hold. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

/* Bytes that a pipe takes at once or not at all. */
enum { platform_atomic_write = PIPE_BUF };

/* The number of the calling thread's last error. */
int platform_error(void);

/* Returns the words of the command line, the program's name first, with a null pointer behind them.
   Returns null on a system that passes these words only to main. */
char *_Nullable *_Nullable platform_arguments(void);

/* MARK: Threads */

/* A thread, whatever the system knows it by. */
struct platform_thread {
  pthread_t handle;
};

/* Starts a thread with a stack of so many bytes; returns 0, or the error's number. */
int platform_start_thread(
    struct platform_thread *thread, size_t stack_size,
    void *_Nullable (*_Nonnull body)(void *), void *argument);

/* How many processors this process may use, at least 1. */
unsigned platform_processor_count(void);

/* Ties the calling thread to the index-th (modulo their number) processor that it may use; returns
   0, or -1 where that cannot be done. */
int platform_pin_thread(unsigned index);

/* Asks for the processor to be handed to the calling thread soon after it wakes, for short turns
   only (Linux 6.12 and later; others take no notice). */
void platform_take_short_turns(void);

/* Makes a condition that platform_wait_until can wait for. */
void platform_make_condition(pthread_cond_t *condition);

/* Waits for the condition until a moment of platform_clock; returns whether that has come. */
int platform_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t moment);

/* MARK: Clocks, in nanoseconds */

/* The clock that never jumps. */
int64_t platform_clock(void);

/* Processor time of the calling thread, of this process, and of another one; -1 if it is gone. */
int64_t platform_thread_time(void);
int64_t platform_process_time(void);
int64_t platform_time_of(pid_t process);

/* Waits. */
void platform_sleep(int64_t nanoseconds);

/* MARK: Memory */

/* Whole pages, zero, or NULL; munmap gives them back. */
void *_Nullable platform_map(size_t bytes);

/* Asks for large pages where those have not been touched. */
void platform_prefer_large_pages(void *pages, size_t bytes);

/* Touches pages all at once, where the system can. */
void platform_populate(void *pages, size_t bytes);

/* Makes pages zero, and takes no memory for them before they are touched again. */
void platform_give_back(void *pages, size_t bytes);

/* Whether the address space has room for so many bytes more. */
int platform_has_room(size_t bytes);

/* Lets all threads allocate from one heap: with glibc, each heap of their own takes 64 MiB of
   address space. */
void platform_share_one_heap(void);

/* MARK: Descriptors */

/* open(2) and pipe(2); what they open is closed by exec. */
int platform_open(const char *path, int flags, mode_t mode);
int platform_pipe(int ends[_Nonnull 2]);

/* Whether a descriptor is open, and whether it is that of a plain file. */
int platform_is_open(int descriptor);
int platform_is_file(int descriptor);

/* Lets no call wait for the descriptor. */
void platform_make_nonblocking(int descriptor);

/* As poll(2), with the best resolution that the system has; negative nanoseconds for no limit. */
int platform_poll(struct pollfd *polled, unsigned long count, int64_t nanoseconds);

/* How many bytes fit into a pipe, and how many can be read at once; -1 if nobody knows. */
int platform_pipe_size(int descriptor);
int platform_unread_bytes(int descriptor);

/* Returns 0 once what was written survives the loss of power. */
int platform_synchronize(int descriptor);

/* What a path names, or leads to. A stream is a pipe or a device of characters. */
enum platform_kind {
  platform_nothing,
  platform_plain_file,
  platform_folder,
  platform_link,
  platform_stream,
  platform_other
};
enum platform_kind platform_kind(const char *path, int follows_links);

/* Gives the file `to` the mode of `from`, and the owner and group as far as the system allows.
   Returns 0, or -1 if the mode cannot be set. */
int platform_copy_access(int from, int to);

/* MARK: Terminals */

/* Has a terminal hand over every key at once and show none; returns 0, or -1. Signals that end the
   program give it back before they do. There is one such terminal at a time. */
int platform_make_terminal_raw(int input, int output, const char *farewell);

/* Writes the farewell and makes the terminal what it was; does nothing if no terminal is raw. */
void platform_restore_terminal(void);

/* Returns a descriptor that can be read, without waiting, after each SIGWINCH; -1 if there is none.
   All calls return the same descriptor. */
int platform_watch_window(void);

/* Tells the size of a terminal's window; returns 0, or -1 where there is none. */
int platform_terminal_size(int descriptor, int *columns, int *rows);

/* MARK: Sockets; none of them ever waits */

/* Listens to this machine alone, on a port that the system chooses if it is 0; returns -1, or a
   descriptor that can be read once somebody calls. */
int platform_listen(unsigned short port, unsigned short *given);

/* Takes a call; returns -1 if there is none. */
int platform_accept(int listener);

/* Begins to call; returns -1, or a descriptor that can be written once the call is taken or has
   failed. */
int platform_connect(const char *host, const char *port);

/* Why a call has failed; 0 if it was taken. */
int platform_connection_error(int line);

/* MARK: Signals */

void platform_ignore_signal(int number);
void platform_restore_signal(int number);

/* Has a signal end the process at once with status 0, even if whoever started it has blocked it. */
void platform_end_on_signal(int number);

/* MARK: Processes */

/* The environment: strings NAME=VALUE, and NULL. */
char *_Nullable *_Nonnull platform_environment(void);

/* Has every printed line leave at once. */
void platform_flush_lines(void);

/* Flushes standard output; whether no write to it has ever failed. */
int platform_has_written_all(void);

/* How a program ended: by itself with an exit status, or by a signal. */
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

/* Whether a program started so has ended; buries it. */
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

/* Starts a program in a process group of its own, with default signals and nothing open but its
   streams, below a warden: a process that inherits whatever the program leaves behind, so that all
   of it can be found. The program stays a zombie until the warden is told to kill. Returns 0, or
   the error's number.

   folder: where it runs; NULL for the caller's own.
   address_space: bytes of address space it may use, as `ulimit -v`; 0 for no limit.
   group: the folder of an empty control group (version 2) that is to hold it, or NULL. */
int platform_spawn(
    const char *path, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, const char *_Nullable folder,
    const int streams[_Nonnull 3], unsigned long address_space, const char *_Nullable group,
    struct platform_ward *ward);

/* Whether the program has ended; reads how from its ward's report. */
int platform_read_ending(int report, struct platform_ending *ending);

/* A running process and the one that started or inherited it. */
struct platform_process {
  pid_t pid;
  pid_t parent;
};

/* Lists the machine's processes; returns their number, which may exceed the capacity. */
long platform_processes(struct platform_process *list, long capacity);

/* Kibibytes of a process's memory; -1 if there is none or nobody knows. */
long platform_resident_memory(pid_t process);
long platform_peak_memory(pid_t process);
/* Resident memory, what it shares with others being divided among them. */
long platform_memory_share(pid_t process);

#pragma clang assume_nonnull end

#endif
