#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

/* The few things that Swift asks of ncursesw, for one screen per process. */

typedef struct {
  int width, height;
} ct_size;

typedef enum { CT_OK, CT_UNKNOWN, CT_DUMB } ct_kind;

enum { CT_BOLD = 1, CT_DIM = 2, CT_REVERSE = 4, CT_UNDERLINE = 8 };

/* Reads and writes UTF-8, whatever the environment's locale is. */
void ct_use_utf8(void);
/* Whether terminfo knows the terminal, and whether it can be drawn on. */
ct_kind ct_look_up(const char *term);
/* How many colours terminfo says that it has; 0 for none, and for a terminal that is unknown. */
int ct_colours(const char *term);
/* The character set of the environment's locale; NULL where the C library has no such locale. */
const char *ct_codeset(void);
/* The window of any terminal that this process can see; 0 x 0 without one. */
ct_size ct_any_window(void);
/* ncurses, with its version and patch date. */
const char *ct_version(void);
/* Takes the terminal: `input` and `output` are descriptors of it. With `links` an OSC 8 that was left
   open is closed when the terminal is handed back. False when ncurses refuses. */
bool ct_open(const char *term, int input, int output, bool links);
/* Makes the eight colours ready; false on a terminal without. Does nothing the second time. */
bool ct_use_colors(void);
/* What a key sends according to terminfo ("kcuu1"), or NULL. */
const char *ct_key(const char *capability);

/* The window's size; 0 x 0 when nobody knows. */
ct_size ct_window(void);
/* The size that ncurses draws at. */
ct_size ct_drawn(void);
void ct_resize(ct_size size);

/* The next ct_show writes the whole row, also what has not changed in it. */
void ct_forget(int row);
/* Blanks a row. */
void ct_blank(int row);
/* Puts text into exactly `cells` cells: cut or padded; a control character becomes U+FFFD.
   `colour` is an ANSI number, 0 for the terminal's own. */
void ct_put(int row, int column, int cells, const char *text, int look, int colour);
/* Writes what changed, with the cursor at a cell. */
void ct_show(int row, int column, bool cursor);
/* Writes a command that leaves the screen as ncurses believes it to be. False when the terminal does
   not take it. */
bool ct_write(const unsigned char *bytes, size_t count);
/* The next ct_show writes everything. */
void ct_repaint(void);

/* Hands the terminal back and stops the process group, as Ctrl-Z does; SIGCONT is pending afterwards. */
void ct_suspend(void);
/* Takes the terminal again; stops in the background until it is in the foreground. */
void ct_resume(void);
/* Hands the terminal back for good; it waits no longer than a second for a terminal that does not
   read. Safe to call twice, and from a signal handler. */
void ct_close(void);
