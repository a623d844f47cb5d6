#ifndef CLINUX_H
#define CLINUX_H

/* Calls that glibc declares only under _GNU_SOURCE, which Swift's Glibc module does not define. */

#include <poll.h>
#include <spawn.h>
#include <time.h>

/* Opens a pipe; flags as in pipe2(2). */
int linux_pipe(int ends[2], int flags);

/* Waits for events with the kernel's resolution, as ppoll(2) without a signal mask. */
int linux_poll(struct pollfd *polled, unsigned long count, const struct timespec *interval);

/* Makes a spawned process start in the folder at path. */
int linux_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *path);

/* Ties the calling thread to the index-th (modulo their number) processor that it may use. */
int linux_pin_thread(unsigned index);

#endif
