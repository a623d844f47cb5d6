#ifndef CLINUX_H
#define CLINUX_H

/* Calls that Swift's Glibc module does not offer: glibc declares them only under _GNU_SOURCE, or
   they are fork. */

#include <poll.h>
#include <sys/types.h>
#include <time.h>

/* How many processors this process may use, at least 1. */
unsigned linux_processor_count(void);

/* Asks for the processor to be handed to the calling thread soon after it wakes, for short turns only
   (Linux 6.12 and later; earlier ones take no notice). */
void linux_take_short_turns(void);

/* Lets all threads allocate from one heap: with glibc, each heap of their own takes 64 MiB of address
   space. */
void linux_share_one_heap(void);

/* Opens a pipe; flags as in pipe2(2). */
int linux_pipe(int ends[2], int flags);

/* Waits for events with the kernel's resolution, as ppoll(2) without a signal mask. */
int linux_poll(struct pollfd *polled, unsigned long count, const struct timespec *interval);

/* A program to start. */
struct linux_launch {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /* NULL for the caller's own. */
  const char *folder;
  int streams[3];
  /* Bytes of address space it may use, as `ulimit -v`; 0 for no limit. */
  unsigned long address_space;
  /* The folder of an empty control group (version 2) that is to hold it, or NULL. */
  const char *group;
};

/* A started program and its warden. */
struct linux_ward {
  pid_t program;
  pid_t warden;
  /* Closing this end, or dying, makes the warden kill the program and everything that it started. */
  int control;
  /* Gives a linux_ending once the program has ended; never blocks. */
  int report;
};

/* How a program ended: by itself with an exit status, or by a signal. */
struct linux_ending {
  int is_signal;
  int value;
};

/* Starts a program in a process group of its own, with default signals and nothing open but its
   streams, below a warden: a process that inherits whatever the program leaves behind, so that all
   of it can be found. The program stays a zombie until the warden is told to kill. Returns 0, or
   the error's number. */
int linux_spawn(const struct linux_launch *launch, struct linux_ward *ward);

/* A running process and the one that started or inherited it. */
struct linux_process {
  pid_t pid;
  pid_t parent;
};

/* Lists the machine's processes; returns their number, which may exceed the capacity. */
long linux_processes(struct linux_process *list, long capacity);

/* How many bytes fit into a pipe; -1 if nobody knows. */
int linux_pipe_size(int descriptor);

/* How many bytes can be read at once; -1 if nobody knows. */
int linux_unread_bytes(int descriptor);

/* Ties the calling thread to the index-th (modulo their number) processor that it may use. */
int linux_pin_thread(unsigned index);

#endif
