#pragma once
#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

typedef struct {
  pid_t leader;  /* whom to wait for: the program, or the stand-in for a shell above it */
  pid_t program;
  int master;
  struct termios settings; /* the terminal's, before the program could touch them */
} cpty_child;

typedef struct {
  char *const *arguments, *const *environment;
  const char *input, *output; /* files instead of the terminal, or NULL */
  unsigned short columns, rows;
  bool under_shell;
} cpty_plan;

/* Starts a program in a session of its own, on a new pseudo-terminal. Under a shell it is a foreground
   job: when it stops, the shell takes the terminal, and SIGUSR1 to the shell puts the job in the
   foreground again. False when the system refuses. */
bool cpty_spawn(const cpty_plan *plan, cpty_child *child);
