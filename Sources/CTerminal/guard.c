#define _GNU_SOURCE
#include "guard.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT};
static const int ends[] = {SIGTERM, SIGHUP, SIGINT};
enum { CRASHES = sizeof crashes / sizeof *crashes, ENDS = sizeof ends / sizeof *ends };

static struct sigaction before[CRASHES];
static struct termios shell;
static int input = -1, output = -1;
static char sequence[256];
static size_t length;
static volatile sig_atomic_t is_held, came;

/* A description of the terminal that only this process has, so that it may be told not to block. */
static int own_description(int descriptor) {
  char name[128];
  if (ttyname_r(descriptor, name, sizeof name) != 0) return descriptor;
  int own = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  return own < 0 ? descriptor : own;
}

void guard_save(int in, int out) {
  input = in;
  output = own_description(out);
  tcgetattr(input, &shell);
}

void guard_clear(void) { length = 0; }

/* Without the padding ("$<2>") that only tputs understands. */
void guard_add(const char *string) {
  while (string && *string && length < sizeof sequence) {
    const char *end = strncmp(string, "$<", 2) == 0 ? strchr(string, '>') : NULL;
    if (end) string = end + 1;
    else sequence[length++] = *string++;
  }
}

void guard_hold(bool held) { is_held = held; }

static bool can_write(int milliseconds) {
  struct pollfd descriptor = {.fd = output, .events = POLLOUT};
  return poll(&descriptor, 1, milliseconds) == 1 && (descriptor.revents & POLLOUT);
}

void guard_give_back(void) {
  if (!is_held) return;
  is_held = false;
  size_t written = 0;
  while (written < length && can_write(1000)) {
    ssize_t count = write(output, sequence + written, length - written);
    if (count <= 0) break;
    written += (size_t)count;
  }
  tcsetattr(input, TCSANOW, &shell);
}

static void end_by(int number) {
  signal(number, SIG_DFL);
  raise(number);
}

/* What the kernel saw happens again once the handlers of before are back: a backtrace, a core. */
static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  guard_give_back();
  bool is_fault = info->si_code > 0 && number != SIGQUIT;
  if (!is_fault) {
    end_by(number);
    return;
  }
  for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &before[i], NULL);
}

static void on_end(int number) {
  if (can_write(0)) {
    came = number;
    return;
  }
  guard_give_back();
  end_by(number);
}

void guard_install(void) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
    stack = (stack_t){.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
    if (stack.ss_sp) sigaltstack(&stack, NULL);
  }
  struct sigaction crash = {.sa_sigaction = on_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &crash, &before[i]);
  struct sigaction end = {.sa_handler = on_end};
  for (int i = 0; i < ENDS; i++) sigaction(ends[i], &end, NULL);
  atexit(guard_give_back);
  is_held = true;
}

void guard_listen(bool on) {
  static sigset_t mask;
  if (on) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < ENDS; i++) sigaddset(&set, ends[i]);
    came = 0;
    pthread_sigmask(SIG_UNBLOCK, &set, &mask);
    return;
  }
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  if (came) kill(getpid(), came);
}
