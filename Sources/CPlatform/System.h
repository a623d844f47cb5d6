#ifndef SYSTEM_H
#define SYSTEM_H

/* What a warden needs of the system. It is a fork of a program with many threads: all of this is
   safe in a signal handler. */

#include <sys/types.h>

/* Makes this process the warden of what it will start: it inherits their orphans, where the system
   has such an heir. */
void system_become_warden(void);

/* Has this process die with its parent, where the system does that; returns 0, or -1. */
int system_die_with_parent(void);

/* Closes descriptors from the first to the last, now or by exec. */
void system_close(unsigned first, unsigned last, int by_exec);

/* A descriptor that can be read once a child has ended, SIGCHLD being blocked; -1 where there is
   none, and children have to be looked at now and then. */
int system_watch_children(void);

/* Calls body for every process of the machine. */
void system_each_process(
    void (*body)(pid_t process, pid_t parent, void *context), void *context);

/* Kills a child of the warden, its group, and what would be out of reach once it is dead. */
void system_kill_tree(pid_t program);

#endif
