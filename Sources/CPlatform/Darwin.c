#ifdef __APPLE__
#include "CPlatform.h"
#include "System.h"

#include <crt_externs.h>
#include <fcntl.h>
#include <libproc.h>
#include <mach/mach_time.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

/* MARK: The beginning */

char **platform_arguments(void) { return *_NSGetArgv(); }

/* MARK: Threads */

unsigned platform_processor_count(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (unsigned)count : 1;
}

int platform_pin_thread(unsigned index) {
  (void)index;
  return -1;
}

void system_make_condition(pthread_cond_t *condition) { pthread_cond_init(condition, NULL); }

int system_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t moment) {
  int64_t rest = moment - platform_clock();
  if (rest <= 0) return 1;
  struct timespec time = {rest / 1000000000, rest % 1000000000};
  return pthread_cond_timedwait_relative_np(condition, mutex, &time) == ETIMEDOUT;
}

/* Reads the kernel's statistics of a process; returns whether the process exists. */
static int usage(pid_t process, struct rusage_info_v4 *info) {
  return proc_pid_rusage(process, RUSAGE_INFO_V4, (rusage_info_t *)info) == 0;
}

int64_t platform_time_of(pid_t process) {
  struct rusage_info_v4 info;
  mach_timebase_info_data_t base;
  if (!usage(process, &info) || mach_timebase_info(&base) != KERN_SUCCESS) return -1;
  return (int64_t)((info.ri_user_time + info.ri_system_time) * base.numer / base.denom);
}

/* MARK: Memory */

void platform_give_back(void *pages, size_t bytes) {
  /* MADV_FREE does not guarantee zeros later, so new zero pages are mapped in place of the old
     ones. */
  mmap(pages, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

void platform_share_one_heap(void) {}

/* MARK: Descriptors */

int platform_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
}

int platform_poll(struct pollfd *polled, unsigned long count, int64_t nanoseconds) {
  int64_t milliseconds = (nanoseconds + 999999) / 1000000;
  int limit = milliseconds > INT32_MAX ? INT32_MAX : (int)milliseconds;
  return poll(polled, (nfds_t)count, nanoseconds < 0 ? -1 : limit);
}

int platform_pipe_size(int descriptor) {
  (void)descriptor;
  return -1;
}

int platform_synchronize(int descriptor) { return fcntl(descriptor, F_FULLFSYNC); }

/* MARK: Processes */

char **platform_environment(void) { return *_NSGetEnviron(); }

long platform_resident_memory(pid_t process) {
  struct rusage_info_v4 info;
  return usage(process, &info) ? (long)(info.ri_resident_size / 1024) : -1;
}

long platform_peak_memory(pid_t process) {
  struct rusage_info_v4 info;
  return usage(process, &info) ? (long)(info.ri_lifetime_max_phys_footprint / 1024) : -1;
}

long platform_memory_share(pid_t process) {
  struct rusage_info_v4 info;
  return usage(process, &info) ? (long)(info.ri_phys_footprint / 1024) : -1;
}

/* MARK: Wardens */

/* Does nothing: orphans go to launchd. A process that leaves the program's group and loses its
   parent before the end therefore escapes. */
void system_become_warden(void) {}

int system_die_with_parent(void) { return 0; }

void system_close(unsigned first, unsigned last, int by_exec) {
  unsigned count = (unsigned)getdtablesize();
  for (unsigned descriptor = first; descriptor <= last && descriptor < count; descriptor++) {
    if (by_exec) fcntl((int)descriptor, F_SETFD, FD_CLOEXEC);
    else close((int)descriptor);
  }
}

int system_watch_children(void) { return -1; }

/* The most processes that are examined. */
enum { most_processes = 16384 };

void system_each_process(
    void (*body)(pid_t process, pid_t parent, void *context), void *context) {
  pid_t list[most_processes];
  int count = proc_listallpids(list, sizeof list);
  for (int index = 0; index < count; index++) {
    struct proc_bsdinfo info;
    if (proc_pidinfo(list[index], PROC_PIDTBSDINFO, 0, &info, sizeof info) == sizeof info)
      body(list[index], (pid_t)info.pbi_ppid, context);
  }
}

/* A process with the descendants found so far. */
struct tree {
  pid_t members[most_processes];
  int count;
  int has_grown;
};

static int contains(const struct tree *tree, pid_t process) {
  for (int index = 0; index < tree->count; index++)
    if (tree->members[index] == process) return 1;
  return 0;
}

/* Adds a process to the tree if its parent is in the tree. */
static void add_child(pid_t process, pid_t parent, void *context) {
  struct tree *tree = context;
  if (tree->count == most_processes || !contains(tree, parent) || contains(tree, process)) return;
  tree->members[tree->count++] = process;
  tree->has_grown = 1;
}

void system_kill_tree(pid_t program) {
  struct tree tree = {.members = {program}, .count = 1};
  do {
    tree.has_grown = 0;
    system_each_process(add_child, &tree);
  } while (tree.has_grown);
  kill(-program, SIGKILL);
  for (int index = 0; index < tree.count; index++) kill(tree.members[index], SIGKILL);
}
#endif
