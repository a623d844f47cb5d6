#ifndef SYSTEM_H
#define SYSTEM_H

/* The functions of Linux.c and Darwin.c for the other C files. */

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>

/* Initialises a condition variable for system_wait_until. */
void system_make_condition(pthread_cond_t *condition);

/* Waits for the condition variable, at most until the given time of platform_clock. Returns whether
   the wait timed out. */
int system_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t moment);

/* MARK: The system calls of a warden

   A warden is a fork of a multithreaded program, so all of these
   functions are async-signal-safe. */

/* Makes this process a warden: it inherits the orphans among its descendants, where the system
   supports such a subreaper. */
void system_become_warden(void);

/* Asks for SIGKILL at the parent's death, where the system supports that; returns 0, or -1. */
int system_die_with_parent(void);

/* Closes the descriptors from first to last, now or at exec. */
void system_close(unsigned first, unsigned last, int by_exec);

/* Returns a descriptor that is readable once a child has ended, while SIGCHLD is blocked. Returns
   -1 if the system has none; children must then be polled. */
int system_watch_children(void);

/* Calls body for each process of the machine. */
void system_each_process(
    void (*body)(pid_t process, pid_t parent, void *context), void *context);

/* Kills a child of the warden with its process group. On a system without subreapers, also kills
   all its descendants: once their parent is dead, nobody could find them. */
void system_kill_tree(pid_t program);

#endif
