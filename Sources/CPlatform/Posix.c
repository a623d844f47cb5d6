#define _GNU_SOURCE
#include "CPlatform.h"
#include "System.h"

#include <pthread.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <time.h>

int platform_error(void) { return errno; }

/* MARK: Threads */

struct platform_thread {
  pthread_t handle;
};

platform_thread platform_start_thread(
    size_t stack_size, void *(*body)(void *), void *argument) {
  platform_thread thread = malloc(sizeof *thread);
  if (thread == NULL) return NULL;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_size);
  int error = pthread_create(&thread->handle, &attributes, body, argument);
  pthread_attr_destroy(&attributes);
  if (error == 0) return thread;
  free(thread);
  return NULL;
}

void platform_join_thread(platform_thread thread) {
  pthread_join(thread->handle, NULL);
  free(thread);
}

void platform_detach_thread(platform_thread thread) {
  pthread_detach(thread->handle);
  free(thread);
}

/* MARK: Locks */

struct platform_monitor {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
};

platform_monitor platform_make_monitor(void) {
  platform_monitor monitor = malloc(sizeof *monitor);
  if (monitor == NULL) abort();
  pthread_mutex_init(&monitor->mutex, NULL);
  system_make_condition(&monitor->changed);
  return monitor;
}

void platform_free_monitor(platform_monitor monitor) {
  pthread_cond_destroy(&monitor->changed);
  pthread_mutex_destroy(&monitor->mutex);
  free(monitor);
}

void platform_lock(platform_monitor monitor) { pthread_mutex_lock(&monitor->mutex); }
void platform_unlock(platform_monitor monitor) { pthread_mutex_unlock(&monitor->mutex); }
void platform_wake(platform_monitor monitor) { pthread_cond_broadcast(&monitor->changed); }

int platform_wait(platform_monitor monitor, int64_t moment) {
  if (moment != INT64_MAX) {
    return system_wait_until(&monitor->changed, &monitor->mutex, moment);
  }
  pthread_cond_wait(&monitor->changed, &monitor->mutex);
  return 0;
}

/* MARK: Interruption */

int platform_is_interrupted(void) { return 0; }

/* MARK: Clocks */

static int64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t platform_clock(void) { return nanoseconds(CLOCK_MONOTONIC); }
int64_t platform_thread_time(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }
int64_t platform_process_time(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

void platform_sleep(int64_t nanoseconds) {
  struct timespec rest = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  while (nanosleep(&rest, &rest) != 0 && errno == EINTR) continue;
}

/* MARK: Memory */

void *platform_map(size_t bytes) {
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

void platform_unmap(void *pages, size_t bytes) { munmap(pages, bytes); }

void *platform_allocate(size_t count, size_t size) { return calloc(count, size); }
void platform_free(void *memory) { free(memory); }

int platform_has_room(size_t bytes) {
  void *room = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return 0;
  munmap(room, bytes);
  return 1;
}

/* MARK: Descriptors */

int platform_open(const char *path, int flags, mode_t mode) {
  return open(path, flags | O_CLOEXEC, mode);
}

int platform_is_open(int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }

int platform_is_file(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

void platform_make_nonblocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

int platform_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

enum platform_kind platform_kind(const char *path, int follows_links) {
  struct stat status;
  if ((follows_links ? stat : lstat)(path, &status) != 0) return platform_nothing;
  switch (status.st_mode & S_IFMT) {
  case S_IFREG: return platform_plain_file;
  case S_IFDIR: return platform_folder;
  case S_IFLNK: return platform_link;
  case S_IFIFO:
  case S_IFCHR: return platform_stream;
  default: return platform_other;
  }
}

int platform_copy_access(int from, int to) {
  struct stat status, own;
  if (fstat(from, &status) != 0 || fstat(to, &own) != 0) return -1;
  int keeps_owner = fchown(to, status.st_uid, status.st_gid) == 0;
  /* Without its group, the file gets no group permissions: they would go to another group. */
  int keeps_group = keeps_owner || status.st_gid == own.st_gid ||
                    fchown(to, (uid_t)-1, status.st_gid) == 0;
  return fchmod(to, status.st_mode & (keeps_group ? 0777 : 0707));
}

/* MARK: Signals */

void platform_ignore_signal(int number) { signal(number, SIG_IGN); }

void platform_restore_signal(int number) { signal(number, SIG_DFL); }

static void leave(int number) {
  (void)number;
  _exit(0);
}

void platform_end_on_signal(int number) {
  sigset_t set;
  signal(number, leave);
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* MARK: Processes */

void platform_flush_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

int platform_has_written_all(void) { return fflush(stdout) == 0 && !ferror(stdout); }

int platform_start(
    pid_t *process, const char *path, char *const *arguments, char *const *environment,
    const int streams[3], int begins_session) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  posix_spawnattr_setflags(&attributes, begins_session ? flags | POSIX_SPAWN_SETSID : flags);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream = 0; stream < 3; stream++)
    if (streams[stream] >= 0)
      posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  int error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

int platform_has_ended(pid_t process, struct platform_ending *ending) {
  int status = 0;
  if (waitpid(process, &status, WNOHANG) != process) return 0;
  if (WIFEXITED(status)) *ending = (struct platform_ending){0, WEXITSTATUS(status)};
  else *ending = (struct platform_ending){1, WTERMSIG(status)};
  return 1;
}
