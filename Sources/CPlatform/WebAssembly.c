#ifdef __wasm__
#define _GNU_SOURCE
#include "Portable.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The engine's system in WebAssembly with wasi-libc: a heap that only grows, and threads if the
   host has workers for them. */

static void wait_while(_Atomic int *place, int value, int64_t nanoseconds) {
  __builtin_wasm_memory_atomic_wait32((int *)place, value, nanoseconds);
}

static void notify(_Atomic int *place, unsigned count) {
  __builtin_wasm_memory_atomic_notify((int *)place, count);
}

/* MARK: Locks */

/* The lock is 0 if free, 1 if held, and 2 if threads may wait for it (Drepper, "Futexes are
   tricky", 2011, section 6). Each platform_wake increments the turn, and the waiting threads see
   that it has changed. */
struct platform_monitor {
  _Atomic int lock, turn;
};

platform_monitor platform_make_monitor(void) { return calloc(1, sizeof(struct platform_monitor)); }
void platform_free_monitor(platform_monitor monitor) { free(monitor); }

void platform_lock(platform_monitor monitor) {
  int free = 0;
  if (atomic_compare_exchange_strong(&monitor->lock, &free, 1)) return;
  while (atomic_exchange(&monitor->lock, 2) != 0) wait_while(&monitor->lock, 2, -1);
}

void platform_unlock(platform_monitor monitor) {
  if (atomic_exchange(&monitor->lock, 0) == 2) notify(&monitor->lock, 1);
}

void platform_wake(platform_monitor monitor) {
  monitor->turn++;
  notify(&monitor->turn, UINT_MAX);
}

int platform_wait(platform_monitor monitor, int64_t moment) {
  if (platform_processor_count() == 1) {
    if (moment == INT64_MAX) abort();
    return 1;
  }
  int turn = monitor->turn;
  platform_unlock(monitor);
  int64_t rest = moment == INT64_MAX ? -1 : moment - platform_clock();
  if (rest > 0 || moment == INT64_MAX) wait_while(&monitor->turn, turn, rest);
  platform_lock(monitor);
  return moment != INT64_MAX && platform_clock() >= moment;
}

/* MARK: The heap

   The C library's allocator is made for one thread. The linker therefore passes all allocations
   through these functions (--wrap), which hold a lock. */

static struct platform_monitor heap;

#define LOCKED(call) \
  platform_lock(&heap); \
  __auto_type result = call; \
  platform_unlock(&heap); \
  return result

void *__real_malloc(size_t);
void *__wrap_malloc(size_t size) { LOCKED(__real_malloc(size)); }

void *__real_calloc(size_t, size_t);
void *__wrap_calloc(size_t count, size_t size) { LOCKED(__real_calloc(count, size)); }

void *__real_realloc(void *, size_t);
void *__wrap_realloc(void *block, size_t size) { LOCKED(__real_realloc(block, size)); }

void *__real_aligned_alloc(size_t, size_t);
void *__wrap_aligned_alloc(size_t step, size_t size) { LOCKED(__real_aligned_alloc(step, size)); }

int __real_posix_memalign(void **, size_t, size_t);
int __wrap_posix_memalign(void **block, size_t step, size_t size) {
  LOCKED(__real_posix_memalign(block, step, size));
}

void __real_free(void *);
void __wrap_free(void *block) {
  platform_lock(&heap);
  __real_free(block);
  platform_unlock(&heap);
}

/* MARK: Threads

   A helper is a worker of the host, with its own instance of this module on the shared memory.
   The host calls wuliu_make_stack in the first instance. It sets the helper's stack pointer to
   the result, and calls wuliu_help in the helper's instance. */

struct platform_thread {
  void *(*body)(void *);
  void *argument;
  platform_thread next;
  _Atomic int state;
};

enum { running, ended, detached };

static unsigned helpers;

/* The threads that wait for a helper, and the number of helpers that wait for a thread. */
static struct {
  struct platform_monitor monitor;
  platform_thread first;
  unsigned idle;
} queue;

unsigned platform_processor_count(void) { return 1 + helpers; }

/* Returns the end of a stack for one more helper, or NULL if memory is short. */
__attribute__((export_name("wuliu_make_stack"))) void *make_stack(void) {
  enum { size = 4 << 20 };
  char *stack = aligned_alloc(16, size);
  if (stack == NULL) return NULL;
  helpers++;
  return stack + size;
}

/* Runs threads, one after another; called by a helper, never returns. */
__attribute__((export_name("wuliu_help"))) void help(void) {
  for (;;) {
    platform_lock(&queue.monitor);
    queue.idle++;
    while (queue.first == NULL) platform_wait(&queue.monitor, INT64_MAX);
    platform_thread thread = queue.first;
    queue.first = thread->next;
    platform_unlock(&queue.monitor);
    thread->body(thread->argument);
    if (atomic_exchange(&thread->state, ended) == detached) free(thread);
    else notify(&thread->state, 1);
  }
}

platform_thread platform_start_thread(
    size_t stack_size, void *(*body)(void *), void *argument) {
  (void)stack_size;
  if (helpers == 0) return NULL;
  platform_thread thread = calloc(1, sizeof *thread);
  if (thread == NULL) return NULL;
  platform_lock(&queue.monitor);
  int is_taken = queue.idle > 0;
  if (is_taken) {
    queue.idle--;
    thread->body = body;
    thread->argument = argument;
    thread->next = queue.first;
    queue.first = thread;
    platform_wake(&queue.monitor);
  }
  platform_unlock(&queue.monitor);
  if (is_taken) return thread;
  free(thread);
  return NULL;
}

void platform_join_thread(platform_thread thread) {
  while (thread->state == running) wait_while(&thread->state, running, -1);
  free(thread);
}

void platform_detach_thread(platform_thread thread) {
  if (atomic_exchange(&thread->state, detached) == ended) free(thread);
}

int platform_pin_thread(unsigned index) {
  (void)index;
  return -1;
}

void platform_sleep(int64_t nanoseconds) {
  struct timespec rest = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  nanosleep(&rest, NULL);
}

/* MARK: Interruption */

__attribute__((import_module("wuliu"), import_name("stopped"))) int host_stopped(void);
int platform_is_interrupted(void) { return host_stopped(); }

/* MARK: Clocks */

int64_t platform_clock(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t platform_thread_time(void) { return platform_clock(); }
int64_t platform_process_time(void) { return platform_clock(); }

/* MARK: Memory */

void *platform_map(size_t bytes) {
  void *pages = aligned_alloc(65536, (bytes + 65535) / 65536 * 65536);
  if (pages != NULL) memset(pages, 0, bytes);
  return pages;
}

void platform_unmap(void *pages, size_t bytes) {
  (void)bytes;
  free(pages);
}

void platform_give_back(void *pages, size_t bytes) { memset(pages, 0, bytes); }
int platform_has_room(size_t bytes) { return bytes < (size_t)1 << 31; }

/* MARK: The Swift runtime */

/* The seed of Swift's hashing and random numbers. */
void arc4random_buf(void *bytes, size_t count) {
  for (unsigned char *byte = bytes; count > 0; count -= 256 < count ? 256 : count, byte += 256) {
    if (getentropy(byte, count < 256 ? count : 256) != 0) abort();
  }
}

/* Multiplies 128-bit numbers, each given as its low and high half. The function belongs to the
   compiler's own library, which wasi-libc lacks. */
struct halves {
  uint64_t low, high;
};

void __multi3(struct halves *product, uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, cross = a0 * b1 + (low >> 32), other = a1 * b0 + (uint32_t)cross;
  product->low = other << 32 | (uint32_t)low;
  product->high = a1 * b1 + (cross >> 32) + (other >> 32) + a * b_high + a_high * b;
}

uintptr_t __stack_chk_guard = 0x5BD1E995;
void __stack_chk_fail(void) { abort(); }

#endif
