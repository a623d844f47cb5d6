#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <unistd.h>

int linux_pipe(int ends[2], int flags) { return pipe2(ends, flags); }

int linux_poll(struct pollfd *polled, unsigned long count, const struct timespec *interval) {
  return ppoll(polled, count, interval, NULL);
}

int linux_pin_thread(unsigned index) {
  cpu_set_t allowed, one;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return -1;
  int count = CPU_COUNT(&allowed);
  if (count == 0) return -1;
  int wanted = (int)(index % (unsigned)count);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &allowed) || wanted-- > 0) continue;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return sched_setaffinity(0, sizeof one, &one);
  }
  return -1;
}

int linux_pipe_size(int descriptor) { return fcntl(descriptor, F_GETPIPE_SZ); }

int linux_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}
