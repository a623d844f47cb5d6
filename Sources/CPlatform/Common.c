#include "Portable.h"

#include <stdlib.h>

/* The functions of Portable.h and Files.h that several systems have alike. */

void *platform_allocate(size_t count, size_t size) { return calloc(count, size); }
void platform_free(void *memory) { free(memory); }

#ifndef __linux__
/* Requests that only Linux acts upon. */

void platform_take_short_turns(void) {}

void platform_prefer_large_pages(void *pages, size_t bytes) {
  (void)pages;
  (void)bytes;
}

void platform_populate(void *pages, size_t bytes) {
  (void)pages;
  (void)bytes;
}
#endif

#ifndef __wasm__
/* All systems except WebAssembly. */

#include "Files.h"

#include <errno.h>

int platform_is_interrupted(void) { return 0; }
int platform_error(void) { return errno; }

int platform_error_number(enum platform_failure failure) {
  static const int numbers[] = {ENOENT, EEXIST, ELOOP, EISDIR, EINVAL, ENOSPC, EINTR, EAGAIN,
                                EMLINK};
  return numbers[failure];
}
#endif
