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

/* Starts a program with the given standard streams and nothing else open, in the folder (unless
   NULL), in a process group of its own, with default signals; it is killed when the calling thread
   ends. Returns the process, or minus the error's number. */
pid_t linux_spawn(const char *path, char *const arguments[], char *const environment[],
                  const char *folder, const int streams[3]);

/* Frees a process started by linux_spawn from ending with its parent. */
void linux_outlive_parent(void);

/* Ties the calling thread to the index-th (modulo their number) processor that it may use. */
int linux_pin_thread(unsigned index);

#endif
