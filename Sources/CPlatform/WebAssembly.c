#ifdef __wasm__
#define _GNU_SOURCE
#include "Portable.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The engine's system in WebAssembly with wasi-libc: one thread, and a heap that only grows. */

/* MARK: Threads */

platform_thread platform_start_thread(
    size_t stack_size, void *(*body)(void *), void *argument) {
  (void)stack_size;
  (void)body;
  (void)argument;
  return NULL;
}

void platform_join_thread(platform_thread thread) { (void)thread; }
void platform_detach_thread(platform_thread thread) { (void)thread; }
unsigned platform_processor_count(void) { return 1; }

int platform_pin_thread(unsigned index) {
  (void)index;
  return -1;
}

void platform_take_short_turns(void) {}

void platform_sleep(int64_t nanoseconds) {
  struct timespec rest = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  nanosleep(&rest, NULL);
}

/* MARK: Locks */

struct platform_monitor {
  char unused;
};

static struct platform_monitor only;

platform_monitor platform_make_monitor(void) { return &only; }
void platform_free_monitor(platform_monitor monitor) { (void)monitor; }
void platform_lock(platform_monitor monitor) { (void)monitor; }
void platform_unlock(platform_monitor monitor) { (void)monitor; }
void platform_wake(platform_monitor monitor) { (void)monitor; }

int platform_wait(platform_monitor monitor, int64_t moment) {
  (void)monitor;
  if (moment == INT64_MAX) abort();
  return 1;
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

void platform_prefer_large_pages(void *pages, size_t bytes) {
  (void)pages;
  (void)bytes;
}

void platform_populate(void *pages, size_t bytes) {
  (void)pages;
  (void)bytes;
}

void platform_give_back(void *pages, size_t bytes) { memset(pages, 0, bytes); }
int platform_has_room(size_t bytes) { return bytes < (size_t)1 << 31; }
void *platform_allocate(size_t count, size_t size) { return calloc(count, size); }
void platform_free(void *memory) { free(memory); }

/* MARK: The Swift runtime */

/* The seed of Swift's hashing and random numbers. */
void arc4random_buf(void *bytes, size_t count) {
  for (unsigned char *byte = bytes; count > 0; count -= 256 < count ? 256 : count, byte += 256) {
    if (getentropy(byte, count < 256 ? count : 256) != 0) abort();
  }
}

/* Multiplies 128-bit numbers, each given as its low and high half: a function of the compiler's own
   library, which wasi-libc does not bring. */
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
