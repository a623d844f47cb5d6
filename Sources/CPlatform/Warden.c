#define _GNU_SOURCE
#include "CPlatform.h"
#include "System.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/resource.h>
#include <time.h>

/* A warden is a fork of a multithreaded program: it may only call async-signal-safe functions. */

/* The parameters of a program to start. */
struct launch {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *folder;
  const int *streams;
  unsigned long address_space;
  const char *group;
};

/* Writes text to a control file of the control group; failures are ignored, as kill_all works
   without a group. */
static void tell_group(const char *group, const char *name, const char *text) {
  char path[PATH_MAX];
  if (strlen(group) + strlen(name) + 2 > sizeof path) return;
  stpcpy(stpcpy(stpcpy(path, group), "/"), name);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (write(file, text, strlen(text)) < 0) { /* kill_all then relies on the process tree alone. */ }
  close(file);
}

/* Turns the forked child into the program; returns only if that failed, with errno set. */
static void become(const struct launch *launch, pid_t warden) {
  if (setpgid(0, 0) != 0 || system_die_with_parent() != 0) return;
  /* The warden may have died before the child asked for a signal at its death. */
  if (getppid() != warden) _exit(127);
  if (launch->group != NULL) tell_group(launch->group, "cgroup.procs", "0");
  for (int stream = 0; stream < 3; stream++)
    if (dup2(launch->streams[stream], stream) < 0) return;
  if (launch->folder != NULL && chdir(launch->folder) != 0) return;
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  if (launch->address_space > 0) {
    struct rlimit limit = {launch->address_space, launch->address_space};
    if (setrlimit(RLIMIT_AS, &limit) != 0) return;
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(launch->path, launch->arguments, launch->environment);
}

/* The report to the starting process: the program's process ID, or the reason for the failure. */
struct beginning {
  pid_t program;
  int error;
};

/* Forks and starts the program; the child reports a failed exec through a pipe that exec closes. */
static struct beginning begin(const struct launch *launch) {
  int ends[2];
  if (platform_pipe(ends) != 0) return (struct beginning){0, errno};
  pid_t warden = getpid();
  pid_t program = fork();
  if (program == 0) {
    /* All descriptors except the three standard streams are closed at exec. */
    system_close(3, ~0U, 1);
    become(launch, warden);
    int reason = errno;
    if (write(ends[1], &reason, sizeof reason) < 0) _exit(126);
    _exit(127);
  }
  int reason = program < 0 ? errno : 0;
  close(ends[1]);
  if (program > 0 && read(ends[0], &reason, sizeof reason) != sizeof reason) reason = 0;
  close(ends[0]);
  if (program > 0 && reason != 0) waitpid(program, NULL, 0);
  return (struct beginning){program, reason};
}

/* Closes all descriptors but two. */
static void keep_only(int a, int b) {
  unsigned low = (unsigned)(a < b ? a : b), high = (unsigned)(a < b ? b : a);
  if (low > 0) system_close(0, low - 1, 0);
  if (high > low + 1) system_close(low + 1, high - 1, 0);
  system_close(high + 1, ~0U, 0);
}

/* Reports the way the program ended: its exit status, or the signal that killed it. */
static void report_end(int report, int is_signal, int value) {
  struct platform_ending ending = {is_signal, value};
  if (write(report, &ending, sizeof ending) < 0) { /* The reader has closed the pipe. */ }
}

/* Reaps orphans, and reports the program's end; returns whether the program has ended. The program
   stays a zombie. Its process ID is thus not reused, and its processor time can still be read. */
static int reap_children(pid_t program, int report) {
  siginfo_t info;
  for (;;) {
    info.si_pid = 0;
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return 0;
    if (info.si_pid == program) {
      report_end(report, info.si_code != CLD_EXITED, info.si_status);
      return 1;
    }
    waitpid(info.si_pid, NULL, WNOHANG);
  }
}

/* Waits for a child's end or the timeout; returns whether the control pipe was closed meanwhile. */
static int wait_for_close(int control, int events, int milliseconds) {
  struct pollfd polled[2] = {{control, POLLIN, 0}, {events, POLLIN, 0}};
  if (poll(polled, 2, milliseconds) <= 0) return 0;
  char news[1024];
  while (read(events, news, sizeof news) > 0) continue;
  return polled[0].revents != 0;
}

/* Kills a process if it is a child of the warden; the body of system_each_process. */
static void kill_child(pid_t pid, pid_t parent, void *warden) {
  if (parent == *(pid_t *)warden) kill(pid, SIGKILL);
}

/* The time in nanoseconds after which processes that cannot be killed, such as those of other
   users, are abandoned. */
static const int64_t patience = 5000000000;

/* Kills the program and all processes below the warden. The children of each killed process become
   children of the warden and are killed in turn, until there are none. */
static void kill_all(pid_t program, int has_ended, int events, int report, const char *group) {
  pid_t self = getpid();
  if (group != NULL) tell_group(group, "cgroup.kill", "1");
  system_kill_tree(program);
  int64_t start = platform_clock();
  for (;;) {
    wait_for_close(-1, events, 5);
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
      if (pid != program || has_ended) continue;
      if (WIFEXITED(status)) report_end(report, 0, WEXITSTATUS(status));
      else report_end(report, 1, WTERMSIG(status));
    }
    if (pid < 0 && errno == ECHILD) break;
    if (platform_clock() - start > patience) break;
    system_each_process(kill_child, &self);
  }
  if (group != NULL) rmdir(group);
}

/* The main function of a warden. All signals are blocked, so only SIGKILL can end it early, and
   then the program is killed with it. */
static _Noreturn void serve(const struct launch *launch, int control, int report) {
  signal(SIGCHLD, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  setpgid(0, 0);
  system_become_warden();
  struct beginning beginning = begin(launch);
  keep_only(control, report);
  if (write(report, &beginning, sizeof beginning) < 0) _exit(1);
  if (beginning.error != 0) _exit(1);
  int events = system_watch_children();
  int has_ended = 0;
  do has_ended = has_ended || reap_children(beginning.program, report);
  while (!wait_for_close(control, events, events < 0 ? 10 : -1));
  kill_all(beginning.program, has_ended, events, report, launch->group);
  _exit(0);
}

int platform_spawn(
    const char *path, char *const *arguments, char *const *environment, const char *folder,
    const int streams[3], unsigned long address_space, const char *group,
    struct platform_ward *ward) {
  struct launch launch = {
      path, arguments, environment, folder, streams, address_space, group,
  };
  int control[2], report[2];
  if (platform_pipe(control) != 0) return errno;
  if (platform_pipe(report) != 0) {
    int reason = errno;
    close(control[0]);
    close(control[1]);
    return reason;
  }
  /* Signals are blocked, so that no handler of the caller runs in the warden. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t warden = fork();
  if (warden == 0) serve(&launch, control[0], report[1]);
  struct beginning beginning = {0, warden < 0 ? errno : ECHILD};
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(control[0]);
  close(report[1]);
  if (warden > 0)
    while (read(report[0], &beginning, sizeof beginning) < 0 && errno == EINTR) continue;
  if (beginning.error != 0) {
    close(control[1]);
    close(report[0]);
    if (warden > 0)
      while (waitpid(warden, NULL, 0) < 0 && errno == EINTR) continue;
    return beginning.error;
  }
  platform_make_nonblocking(report[0]);
  *ward = (struct platform_ward){beginning.program, warden, control[1], report[0]};
  return 0;
}

int platform_read_ending(int report, struct platform_ending *ending) {
  return read(report, ending, sizeof *ending) > 0;
}

/* A list of processes with a fixed capacity; count continues beyond it, to tell the size needed. */
struct listing {
  struct platform_process *list;
  long capacity;
  long count;
};

static void add(pid_t pid, pid_t parent, void *context) {
  struct listing *listing = context;
  if (listing->count < listing->capacity)
    listing->list[listing->count] = (struct platform_process){pid, parent};
  listing->count++;
}

long platform_processes(struct platform_process *list, long capacity) {
  struct listing listing = {list, capacity, 0};
  system_each_process(add, &listing);
  return listing.count;
}
