#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include "CTerminal.h"
#include "guard.h"
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

static int output;
static bool is_ansi, has_links;

/* A terminfo string, or NULL where the terminal has none. */
static const char *string(const char *capability) {
  char *found = tigetstr(capability);
  return found == (char *)-1 ? NULL : found;
}

void ct_use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

ct_kind ct_look_up(const char *term) {
  int found = 0;
  if (setupterm(term, STDOUT_FILENO, &found) != OK) return found == 1 ? CT_DUMB : CT_UNKNOWN;
  bool can_draw = string("cup") && string("clear");
  del_curterm(cur_term);
  return can_draw ? CT_OK : CT_DUMB;
}

int ct_colours(const char *term) {
  int found = 0;
  if (setupterm(term, STDOUT_FILENO, &found) != OK) return 0;
  int colours = tigetnum("colors");
  del_curterm(cur_term);
  return colours > 0 ? colours : 0;
}

const char *ct_codeset(void) {
  static char name[64];
  locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (!locale) return NULL;
  snprintf(name, sizeof name, "%s", nl_langinfo_l(CODESET, locale));
  freelocale(locale);
  return name;
}

ct_size ct_any_window(void) {
  int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  const int descriptors[] = {STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO, terminal};
  ct_size size = {0, 0};
  for (int i = 0; i < 4 && size.width == 0; i++) {
    struct winsize window = {0};
    if (descriptors[i] >= 0 && ioctl(descriptors[i], TIOCGWINSZ, &window) == 0)
      size = (ct_size){window.ws_col, window.ws_row};
  }
  if (terminal >= 0) close(terminal);
  return size;
}

const char *ct_version(void) { return curses_version(); }

static void paste_mode(bool on) {
  if (is_ansi) (void)!write(output, on ? "\033[?2004h" : "\033[?2004l", 8);
}

/* What hands this terminal back, in the order in which it was taken. */
static void prepare_guard(void) {
  guard_clear();
  if (has_links) guard_add("\033]8;;\033\\");
  if (is_ansi) guard_add("\033[?2004l");
  guard_add(string("sgr0"));
  guard_add(string("rmkx"));
  guard_add(string("cnorm"));
  if (string("rmcup")) {
    guard_add(string("rmcup"));
  } else {
    guard_add(tiparm(string("cup"), getmaxy(stdscr) - 1, 0));
    guard_add(string("el"));
  }
}

bool ct_open(const char *term, int in, int out, bool links) {
  output = out;
  has_links = links;
  guard_save(in, out);
  if (!newterm(term, stdout, stdin)) return false;
  const char *clear = string("clear");
  is_ansi = clear && strstr(clear, "\033[");
  prepare_guard();
  guard_install();
  raw();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  /* A frame is written whole, also while keys are waiting. */
  typeahead(-1);
  paste_mode(true);
  return true;
}

bool ct_use_colors(void) {
  static bool is_ready;
  if (is_ready) return true;
  if (!has_colors() || start_color() != OK || use_default_colors() != OK) return false;
  for (short number = 1; number < 8; number++) init_pair(number, number, -1);
  return is_ready = true;
}

const char *ct_key(const char *capability) { return string(capability); }

ct_size ct_window(void) {
  struct winsize window = {0};
  if (ioctl(output, TIOCGWINSZ, &window) != 0) return (ct_size){0, 0};
  return (ct_size){window.ws_col, window.ws_row};
}

ct_size ct_drawn(void) { return (ct_size){getmaxx(stdscr), getmaxy(stdscr)}; }

void ct_resize(ct_size size) {
  resize_term(size.height, size.width);
  prepare_guard();
}

void ct_forget(int row) { wredrawln(stdscr, row, 1); }

void ct_blank(int row) {
  wattr_set(stdscr, A_NORMAL, 0, NULL);
  wmove(stdscr, row, 0);
  wclrtoeol(stdscr);
}

void ct_put(int row, int column, int cells, const char *text, int look, int colour) {
  attr_t attributes = A_NORMAL;
  if (look & CT_BOLD) attributes |= A_BOLD;
  if (look & CT_DIM) attributes |= A_DIM;
  if (look & CT_REVERSE) attributes |= A_REVERSE;
  if (look & CT_UNDERLINE) attributes |= A_UNDERLINE;
  wattr_set(stdscr, attributes, (short)colour, NULL);
  wmove(stdscr, row, column);

  mbstate_t state = {0};
  const char *end = text + strlen(text);
  int used = 0;
  while (text < end) {
    wchar_t scalar;
    size_t length = mbrtowc(&scalar, text, (size_t)(end - text), &state);
    if (length == (size_t)-1 || length == (size_t)-2) break;
    text += length;
    int width = wcwidth(scalar);
    if (width < 0) {
      scalar = L'\uFFFD';
      width = 1;
    }
    if (used + width > cells) break;
    used += width;
    waddnwstr(stdscr, &scalar, 1);
  }
  while (used++ < cells) waddnwstr(stdscr, L" ", 1);
}

void ct_show(int row, int column, bool cursor) {
  curs_set(cursor ? 1 : 0);
  wmove(stdscr, row, column);
  wnoutrefresh(stdscr);
  guard_listen(true);
  doupdate();
  guard_listen(false);
}

bool ct_write(const unsigned char *bytes, size_t count) {
  guard_listen(true);
  while (count > 0) {
    ssize_t written = write(output, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    bytes += written;
    count -= (size_t)written;
  }
  guard_listen(false);
  return count == 0;
}

void ct_repaint(void) { clearok(curscr, TRUE); }

void ct_suspend(void) {
  guard_hold(false);
  paste_mode(false);
  endwin();

  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(SIGTSTP, &standard, NULL);
  kill(0, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  kill(getpid(), SIGCONT);
}

void ct_resume(void) {
  if (!isendwin()) {
    paste_mode(false);
    endwin();
  }
  guard_hold(true);
  reset_prog_mode();
  paste_mode(true);
}

void ct_close(void) { guard_give_back(); }
