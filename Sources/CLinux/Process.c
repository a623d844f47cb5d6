#define _GNU_SOURCE
#include "CLinux.h"

#include <malloc.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

unsigned linux_processor_count(void) {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) return 1;
  int count = CPU_COUNT(&usable);
  return count > 0 ? (unsigned)count : 1;
}

void linux_take_short_turns(void) {
  /* struct sched_attr of sched_setattr(2), which few C libraries declare. */
  struct {
    unsigned size, policy;
    unsigned long long flags;
    int nice;
    unsigned priority;
    unsigned long long runtime, deadline, period;
  } attributes = {0};
  attributes.size = sizeof attributes;
  attributes.policy = SCHED_OTHER;
  attributes.nice = getpriority(PRIO_PROCESS, 0);
  attributes.runtime = 100000;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void linux_share_one_heap(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 1);
#endif
}
