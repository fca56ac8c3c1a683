#pragma once
#include <stdbool.h>

/* Hands the terminal back when the program cannot do it itself any more: after a trap, an abort or a
   signal that ends it while it is stuck in a write. Only async-signal-safe calls are made then. */

/* Remembers the terminal as the shell left it. */
void guard_save(int input, int output);
/* Builds what is written to hand the terminal back, string by string; NULL adds nothing. */
void guard_clear(void);
void guard_add(const char *string);
/* From here on the terminal is ours; a crash hands it back, and so does an exit. */
void guard_install(void);
/* Whether there is anything to hand back. */
void guard_hold(bool held);
/* While on, a signal that asks the program to end is heard even if the terminal does not read; one
   that comes while it does read is sent again when listening ends. */
void guard_listen(bool on);
void guard_give_back(void);
