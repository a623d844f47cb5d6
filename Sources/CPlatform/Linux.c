#ifdef __linux__
#define _GNU_SOURCE
#include "CPlatform.h"
#include "System.h"

#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>

/* MARK: The beginning */

static char **arguments;

#ifdef __GLIBC__
/* Runs before all other constructors. Swift reads the command line from /proc, which may be
   missing, as in an empty chroot; so the arguments are saved here. A statically linked program also
   looks in /proc for its backtrace tool, and aborts without it; the setting prevents this. */
__attribute__((constructor(101))) static void begin(int count, char **words) {
  (void)count;
  arguments = words;
  if (access("/proc/self/exe", F_OK) != 0) {
    setenv("SWIFT_BACKTRACE", "enable=no,swift-backtrace=/", 0);
  }
}

#else
/* Other C libraries pass the arguments only to main: they are read from /proc once. */
__attribute__((constructor(101))) static void begin(void) {
  static char text[1 << 17];
  static char *words[4096];
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  char *word = text;
  for (int count = 0; word < text + length && count < 4095; word += strlen(word) + 1) {
    words[count++] = word;
  }
  arguments = words;
}
#endif

char **platform_arguments(void) { return arguments; }

/* MARK: Threads */

unsigned platform_processor_count(void) {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) return 1;
  int count = CPU_COUNT(&usable);
  return count > 0 ? (unsigned)count : 1;
}

int platform_pin_thread(unsigned index) {
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

void platform_take_short_turns(void) {
  /* A thread with another policy, such as SCHED_IDLE, keeps it. */
  if (sched_getscheduler(0) != SCHED_OTHER) return;
  /* The struct sched_attr of sched_setattr(2), which few C libraries declare. */
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
  /* The requested time slice in nanoseconds: a short one lets the scheduler (EEVDF) run the thread
     sooner. */
  attributes.runtime = 100000;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void system_make_condition(pthread_cond_t *condition) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(condition, &attributes);
  pthread_condattr_destroy(&attributes);
}

int system_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t moment) {
  struct timespec time = {moment / 1000000000, moment % 1000000000};
  return pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT;
}

int64_t platform_time_of(pid_t process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* MARK: Memory */

void platform_prefer_large_pages(void *pages, size_t bytes) {
  madvise(pages, bytes, MADV_HUGEPAGE);
}

void platform_populate(void *pages, size_t bytes) {
  /* MADV_POPULATE_WRITE of Linux 5.14; on older systems pages are populated at first touch. */
  madvise(pages, bytes, 23);
}

void platform_give_back(void *pages, size_t bytes) { madvise(pages, bytes, MADV_DONTNEED); }

void platform_share_one_heap(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 1);
#endif
}

/* MARK: Descriptors */

int platform_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int platform_poll(struct pollfd *polled, unsigned long count, int64_t nanoseconds) {
  struct timespec interval = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return ppoll(polled, count, nanoseconds < 0 ? NULL : &interval, NULL);
}

int platform_pipe_size(int descriptor) { return fcntl(descriptor, F_GETPIPE_SZ); }

int platform_synchronize(int descriptor) { return fdatasync(descriptor); }

/* MARK: Processes */

char **platform_environment(void) { return environ; }

/* Returns the number in a line "key: N kB" of a file in the process's folder in /proc, or -1. */
static long figure(pid_t process, const char *file, const char *key) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%d/%s", process, file);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  ssize_t count = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  if (count <= 0) return -1;
  text[count] = 0;
  const char *line = strstr(text, key);
  return line == NULL ? -1 : strtol(line + strlen(key), NULL, 10);
}

long platform_resident_memory(pid_t process) { return figure(process, "status", "\nVmRSS:"); }

long platform_peak_memory(pid_t process) { return figure(process, "status", "\nVmHWM:"); }

long platform_memory_share(pid_t process) {
  long share = figure(process, "smaps_rollup", "\nPss:");
  return share < 0 ? platform_resident_memory(process) : share;
}

/* MARK: Wardens */

void system_become_warden(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_NAME, "arena-warden");
}

int system_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

void system_close(unsigned first, unsigned last, int by_exec) {
  /* CLOSE_RANGE_CLOEXEC of Linux 5.11, by number: not every C library declares the call. */
  syscall(SYS_close_range, first, last, by_exec ? 1U << 2 : 0);
}

int system_watch_children(void) {
  sigset_t deaths;
  sigemptyset(&deaths);
  sigaddset(&deaths, SIGCHLD);
  return signalfd(-1, &deaths, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* The following functions must be async-signal-safe: they read /proc by system calls and format
   numbers themselves. */

/* An entry of a directory in the kernel's format (struct linux_dirent64). */
struct entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

/* Writes the concatenation of a, the number and b to text. */
static void join(char *text, const char *a, long number, const char *b) {
  char digits[24];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  while (*a) *text++ = *a++;
  while (count > 0) *text++ = digits[--count];
  while (*b) *text++ = *b++;
  *text = 0;
}

/* Returns the parent of a process, or 0. The name comes first in the file, in parentheses, and may
   contain any characters; so parsing starts after the last parenthesis. */
static pid_t parent_of(pid_t pid) {
  char path[64], text[512];
  join(path, "/proc/", pid, "/stat");
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  const char *end = strrchr(text, ')');
  if (end == NULL || end[1] == 0 || end[2] == 0) return 0;
  return (pid_t)strtol(end + 3, NULL, 10);
}

void system_each_process(void (*body)(pid_t pid, pid_t parent, void *context), void *context) {
  int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  _Alignas(struct entry) char buffer[8192];
  long count;
  while ((count = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long place = 0; place < count;) {
      const struct entry *entry = (const struct entry *)(buffer + place);
      place += entry->length;
      if (entry->name[0] < '1' || entry->name[0] > '9') continue;
      pid_t pid = (pid_t)strtol(entry->name, NULL, 10);
      pid_t parent = parent_of(pid);
      if (parent > 0) body(pid, parent, context);
    }
  }
  close(folder);
}

void system_kill_tree(pid_t program) { kill(-program, SIGKILL); }
#endif
