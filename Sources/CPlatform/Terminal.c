#define _GNU_SOURCE
#include "CPlatform.h"

#include <sys/ioctl.h>
#include <termios.h>

/* The raw terminal, its previous mode, and the text to write when it is restored. */
static struct {
  int input, output;
  struct termios before;
  char farewell[64];
  size_t length;
  volatile sig_atomic_t is_raw;
} terminal;

/* The signals that end a program and leave its terminal behind. */
static const int endings[] = {
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
};

void platform_restore_terminal(void) {
  if (!terminal.is_raw) return;
  terminal.is_raw = 0;
  if (write(terminal.output, terminal.farewell, terminal.length) < 0) { /* It is closed. */ }
  tcsetattr(terminal.input, TCSANOW, &terminal.before);
}

/* Restores the terminal, then raises the signal again with its default action. */
static void end(int number) {
  int error = errno;
  platform_restore_terminal();
  signal(number, SIG_DFL);
  raise(number);
  errno = error;
}

int platform_make_terminal_raw(int input, int output, const char *farewell) {
  if (tcgetattr(input, &terminal.before) != 0) return -1;
  terminal.input = input;
  terminal.output = output;
  terminal.length = strnlen(farewell, sizeof terminal.farewell);
  memcpy(terminal.farewell, farewell, terminal.length);
  struct termios raw = terminal.before;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
  raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON | ISTRIP);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  if (tcsetattr(input, TCSANOW, &raw) != 0) return -1;
  terminal.is_raw = 1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = end;
  action.sa_flags = SA_NODEFER;
  /* The parent process may have blocked some of these signals. */
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    sigaction(endings[i], &action, NULL);
    sigaddset(&set, endings[i]);
  }
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return 0;
}

/* The pipe into which the SIGWINCH handler writes: the reading end, then the writing end. */
static int window_ends[2] = {-1, -1};

static void note_window(int number) {
  (void)number;
  int error = errno;
  if (write(window_ends[1], "", 1) < 0) { /* The pipe is full, so its reader wakes anyway. */ }
  errno = error;
}

int platform_watch_window(void) {
  if (window_ends[0] < 0) {
    if (platform_pipe(window_ends) != 0) return -1;
    platform_make_nonblocking(window_ends[0]);
    platform_make_nonblocking(window_ends[1]);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_window;
  action.sa_flags = SA_RESTART;
  sigaction(SIGWINCH, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGWINCH);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return window_ends[0];
}

int platform_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
