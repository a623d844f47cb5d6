#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int linux_pipe(int ends[2], int flags) { return pipe2(ends, flags); }

int linux_poll(struct pollfd *polled, unsigned long count, const struct timespec *interval) {
  return ppoll(polled, count, interval, NULL);
}

/* What the child does between fork and exec: only calls that are safe there. */
static void become(const char *path, char *const arguments[], char *const environment[],
                   const char *folder, const int streams[3], pid_t parent) {
  if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return;
  if (getppid() != parent) _exit(127);
  for (int stream = 0; stream < 3; stream++)
    if (dup2(streams[stream], stream) < 0) return;
  if (folder != NULL && chdir(folder) != 0) return;
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(path, arguments, environment);
}

pid_t linux_spawn(const char *path, char *const arguments[], char *const environment[],
                  const char *folder, const int streams[3]) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -errno;
  /* No handler of the parent may run in the child. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    /* Everything but the three streams closes with exec. */
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    become(path, arguments, environment, folder, streams, parent);
    int reason = errno;
    if (write(report[1], &reason, sizeof reason) < 0) _exit(126);
    _exit(127);
  }
  int reason = child < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (child > 0 && read(report[0], &reason, sizeof reason) == sizeof reason)
    waitpid(child, NULL, 0);
  close(report[0]);
  return reason == 0 ? child : -reason;
}

void linux_outlive_parent(void) { prctl(PR_SET_PDEATHSIG, 0); }

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
