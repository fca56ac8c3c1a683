#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Cells that a terminal and ncurses give a scalar: 0 for marks, 1 or 2; -1 when it must not be
   drawn: controls, invisible formats, fillers, unassigned, or newer than Unicode 14 (glibc 2.36). */
int ctext_cells(uint32_t scalar);

/* Whether the scalar is a pictograph, which a zero-width joiner may tie to another. */
bool ctext_is_pictograph(uint32_t scalar);

/* Whether a joiner or non-joiner behind the scalar is ordinary spelling (Persian, Hindi, …). */
bool ctext_takes_joiner(uint32_t scalar);

/* The version of ICU that is linked, such as 72.1; `version` has room for 20 bytes. */
void ctext_icu_version(char *version);

/* Writes the name of a locale's region (`und_DE`) in a language, as UTF-8, and returns its length;
   0 where ICU has no name or `name` no room. */
size_t ctext_region_name(const char *locale, const char *language, char *name, size_t capacity);

/* Writes the offsets at which a line of UTF-8 may break, without 0 and with `count`, and returns
   how many there are; `breaks` has room for `count` of them. Safe on every thread. */
size_t ctext_line_breaks(const char *bytes, size_t count, size_t *breaks);

/* The rules of a language for putting words in order, opened when they are first wanted; NULL where
   this machine has none. Closed with `ctext_collator_close`. */
typedef struct ctext_collator ctext_collator;
ctext_collator *ctext_collator_open(const char *locale);
void ctext_collator_close(ctext_collator *collator);

/* Writes the sort key of a line of UTF-8, whose bytes compare as the language orders the words, and
   returns its length; where that is more than `capacity`, nothing useful was written. */
size_t ctext_sort_key(const ctext_collator *collator, const char *bytes, size_t count, uint8_t *key,
                      size_t capacity);
