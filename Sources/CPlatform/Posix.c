#define _GNU_SOURCE
#include "CPlatform.h"
#include "System.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

/* MARK: Errors */

const char *platform_error_text(int error) { return strerror(error); }

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

int platform_has_room(size_t bytes) {
  void *room = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return 0;
  munmap(room, bytes);
  return 1;
}

/* MARK: Opening */

int platform_open(const char *path, enum platform_access access, int waits, int is_private) {
  static const int flags[] = {
    [platform_for_reading] = O_RDONLY,
    [platform_for_writing] = O_WRONLY | O_CREAT | O_TRUNC,
    [platform_for_updating] = O_RDWR | O_CREAT,
    [platform_for_changing] = O_RDWR,
    [platform_for_creating] = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
    [platform_for_feeding] = O_WRONLY,
  };
  int more = O_CLOEXEC | (waits ? 0 : O_NONBLOCK);
  return open(path, flags[access] | more, is_private ? 0600 : 0666);
}

int platform_close(int descriptor) { return close(descriptor); }
int platform_is_open(int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }
int platform_is_terminal(int descriptor) { return isatty(descriptor) == 1; }

int platform_is_file(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

static int is_same(const struct stat *one, const struct stat *other) {
  return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

int platform_is_at(int descriptor, const char *path, int follows_links) {
  struct stat own, named;
  return fstat(descriptor, &own) == 0 && (follows_links ? stat : lstat)(path, &named) == 0 &&
         is_same(&own, &named);
}

int platform_replaces_open_files(void) { return 1; }

int platform_name_count(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? (int)status.st_nlink : -1;
}

void platform_make_nonblocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

/* MARK: Reading and writing */

int platform_atomic_write(void) { return PIPE_BUF; }

int64_t platform_read(int descriptor, void *buffer, int64_t count) {
  return read(descriptor, buffer, (size_t)count);
}

int64_t platform_write(int descriptor, const void *bytes, int64_t count) {
  return write(descriptor, bytes, (size_t)count);
}

int64_t platform_read_at(int descriptor, void *buffer, int64_t count, int64_t offset) {
  return pread(descriptor, buffer, (size_t)count, (off_t)offset);
}

int64_t platform_write_at(int descriptor, const void *bytes, int64_t count, int64_t offset) {
  return pwrite(descriptor, bytes, (size_t)count, (off_t)offset);
}

int platform_is_ready(int descriptor, enum platform_event event, int64_t nanoseconds) {
  static const short flags[] = {POLLIN, POLLOUT, 0};
  struct pollfd polled = {descriptor, flags[event], 0};
  return platform_poll(&polled, 1, nanoseconds) > 0;
}

int platform_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

int64_t platform_file_size(int descriptor) { return lseek(descriptor, 0, SEEK_END); }

int platform_truncate(int descriptor, int64_t length) {
  return ftruncate(descriptor, (off_t)length);
}

int platform_lock_file(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
int platform_unlock_file(int descriptor) { return flock(descriptor, LOCK_UN); }

int platform_copy_access(int from, int to) {
  struct stat status, own;
  if (fstat(from, &status) != 0 || fstat(to, &own) != 0) return -1;
  int keeps_owner = fchown(to, status.st_uid, status.st_gid) == 0;
  /* Without its group, the file gets no group permissions: they would go to another group. */
  int keeps_group = keeps_owner || status.st_gid == own.st_gid ||
                    fchown(to, (uid_t)-1, status.st_gid) == 0;
  return fchmod(to, status.st_mode & (keeps_group ? 0777 : 0707));
}

/* MARK: Names */

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

int platform_may_write(const char *path) { return access(path, W_OK) == 0; }
int platform_may_execute(const char *path) { return access(path, X_OK) == 0; }
int platform_rename(const char *path, const char *new_path) { return rename(path, new_path); }
int platform_remove_file(const char *path) { return unlink(path); }
int platform_make_folder(const char *path) { return mkdir(path, 0777); }
int platform_remove_folder(const char *path) { return rmdir(path); }

int platform_synchronize_folder(const char *path) {
  int folder = platform_open(path, platform_for_reading, 1, 0);
  if (folder < 0) return -1;
  int result = platform_synchronize(folder);
  int error = errno;
  close(folder);
  errno = error;
  return result;
}

char *platform_resolve(const char *path) { return realpath(path, NULL); }

platform_names platform_open_folder(const char *path) { return (platform_names)opendir(path); }

const char *platform_next_name(platform_names folder) {
  struct dirent *entry = readdir((DIR *)folder);
  return entry == NULL ? NULL : entry->d_name;
}

void platform_close_folder(platform_names folder) { closedir((DIR *)folder); }

/* MARK: Signals */

void platform_ignore_signal(int number) { signal(number, SIG_IGN); }

void platform_restore_signal(int number) { signal(number, SIG_DFL); }

static void leave(int number) {
  (void)number;
  _exit(0);
}

static void end_on_signal(int number) {
  sigset_t set;
  signal(number, leave);
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void platform_keep_on_failed_writes(void) {
  platform_ignore_signal(SIGPIPE);
  platform_ignore_signal(SIGXFSZ);
}

void platform_end_when_asked(void) {
  end_on_signal(SIGTERM);
  end_on_signal(SIGINT);
  end_on_signal(SIGHUP);
}

/* MARK: Processes */

void platform_exit(int status) { exit(status); }
void platform_leave(int status) { _exit(status); }

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
