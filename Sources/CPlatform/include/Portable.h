#ifndef CPLATFORM_PORTABLE_H
#define CPLATFORM_PORTABLE_H

/* The part of the operating-system interface that the engine itself needs, on every system:
   threads, locks, clocks, memory, mathematics. The implementations are Common.c, and Posix.c
   with Linux.c or Darwin.c, Windows.c, or WebAssembly.c. A port of the engine to another system
   needs exactly these functions. */

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* MARK: Threads */

/* A running thread; to be joined or detached once. */
typedef struct platform_thread *platform_thread;

/* Starts a thread that calls body with argument, on a stack of stack_size bytes. Returns NULL if
   the system has no thread left, or no threads at all. */
platform_thread _Nullable platform_start_thread(
    size_t stack_size, void *_Nullable (*_Nonnull body)(void *), void *argument);

/* Waits until a thread has ended. */
void platform_join_thread(platform_thread thread);

/* Lets a thread run on its own. */
void platform_detach_thread(platform_thread thread);

/* Returns the number of processors that this process may use, at least 1. */
unsigned platform_processor_count(void);

/* Pins the calling thread to one of the processors that it may use, by index modulo their number.
   Returns 0, or -1 if that is not possible. */
int platform_pin_thread(unsigned index);

/* Requests short time slices for the calling thread, so that the scheduler runs it soon after it
   wakes. Takes effect on Linux 6.12 and later; other systems ignore the request. */
void platform_take_short_turns(void);

/* Suspends the calling thread. */
void platform_sleep(int64_t nanoseconds);

/* MARK: Locks */

/* A lock with a condition variable. */
typedef struct platform_monitor *platform_monitor;

platform_monitor platform_make_monitor(void);
void platform_free_monitor(platform_monitor monitor);
void platform_lock(platform_monitor monitor);
void platform_unlock(platform_monitor monitor);

/* Wakes all threads that wait. */
void platform_wake(platform_monitor monitor);

/* Releases the lock, which the caller holds, and takes it again once the caller is woken or at
   the given time of platform_clock. Returns whether the time has come. A system without threads
   does not wait, because no other thread could wake the caller. */
int platform_wait(platform_monitor monitor, int64_t moment);

/* Returns whether the program's owner asks the running work to end. Only in WebAssembly the
   working thread has to ask for this; elsewhere another thread reads the request. */
int platform_is_interrupted(void);

/* MARK: Clocks, in nanoseconds */

/* Returns the time of the monotonic clock. */
int64_t platform_clock(void);

/* Return the processor time of the calling thread, and of this process. A system that does not
   count processor time gives the time of the monotonic clock. */
int64_t platform_thread_time(void);
int64_t platform_process_time(void);

/* MARK: Memory */

/* Maps zeroed pages. Returns NULL if there is not enough memory. */
void *_Nullable platform_map(size_t bytes);
void platform_unmap(void *pages, size_t bytes);

/* Requests large pages where the range has not been touched: fewer TLB misses, slower first
   touch. */
void platform_prefer_large_pages(void *pages, size_t bytes);

/* Populates the pages in one call, where the system supports that. */
void platform_populate(void *pages, size_t bytes);

/* Fills the pages with zeros, and releases their memory until they are touched again. */
void platform_give_back(void *pages, size_t bytes);

/* Returns whether the address space has room for another mapping of so many bytes. */
int platform_has_room(size_t bytes);

/* Allocates zeroed memory from the heap; NULL if there is not enough. */
void *_Nullable platform_allocate(size_t count, size_t size);
void platform_free(void *memory);

/* Asks the processor to load the cache line at an address, which saves a later cache miss. A hint
   only. */
static inline void platform_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

#pragma clang assume_nonnull end

#endif
