#define _GNU_SOURCE
#include "CPty.h"
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void redirect(const char *path, int flags, int target) {
  if (!path) return;
  int descriptor = open(path, flags);
  if (descriptor >= 0) dup2(descriptor, target);
}

static void run(const cpty_plan *plan) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  redirect(plan->input, O_RDONLY, STDIN_FILENO);
  redirect(plan->output, O_WRONLY, STDOUT_FILENO);
  execve(plan->arguments[0], plan->arguments, plan->environment);
  _exit(127);
}

/* Passes the program's end on as its own. */
static void leave_as(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  signal(WTERMSIG(status), SIG_DFL);
  kill(getpid(), WTERMSIG(status));
  _exit(126);
}

static void be_shell(const cpty_plan *plan, int report) {
  sigset_t news;
  sigemptyset(&news);
  sigaddset(&news, SIGUSR1);
  sigaddset(&news, SIGCHLD);
  sigprocmask(SIG_BLOCK, &news, NULL);
  signal(SIGTTOU, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  pid_t job = fork();
  if (job == 0) {
    setpgid(0, 0);
    tcsetpgrp(STDIN_FILENO, getpid());
    run(plan);
  }
  setpgid(job, job);
  tcsetpgrp(STDIN_FILENO, job);
  (void)!write(report, &job, sizeof job);

  bool is_stopped = false, is_wanted = false;
  int number, status;
  while (sigwait(&news, &number) == 0) {
    if (number == SIGUSR1) is_wanted = true;
    while (waitpid(job, &status, WUNTRACED | WNOHANG) == job) {
      if (!WIFSTOPPED(status)) leave_as(status);
      is_stopped = true;
      tcsetpgrp(STDIN_FILENO, getpid());
    }
    if (is_stopped && is_wanted) {
      is_stopped = is_wanted = false;
      tcsetpgrp(STDIN_FILENO, job);
      kill(-job, SIGCONT);
    }
  }
  _exit(126);
}

bool cpty_spawn(const cpty_plan *plan, cpty_child *child) {
  struct winsize size = {.ws_row = plan->rows, .ws_col = plan->columns};
  int report[2], gate[2];
  if (pipe2(report, O_CLOEXEC) != 0) return false;
  if (pipe2(gate, O_CLOEXEC) != 0) {
    close(report[0]);
    close(report[1]);
    return false;
  }
  child->leader = forkpty(&child->master, NULL, NULL, &size);
  if (child->leader == 0) {
    char nothing;
    close(gate[1]);
    (void)!read(gate[0], &nothing, 1);
    if (plan->under_shell) be_shell(plan, report[1]);
    run(plan);
  }
  if (child->leader > 0) tcgetattr(child->master, &child->settings);
  close(gate[0]);
  close(gate[1]);
  close(report[1]);
  child->program = child->leader;
  bool started = child->leader > 0;
  if (started) fcntl(child->master, F_SETFD, FD_CLOEXEC);
  if (started && plan->under_shell) {
    started = read(report[0], &child->program, sizeof child->program) == sizeof child->program;
  }
  close(report[0]);
  return started;
}
