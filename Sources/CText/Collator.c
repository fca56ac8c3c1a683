#include "CText.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

/* ICU's collation is a library of its own, which is loaded when a list is first sorted, so that no
   start pays for it. Its functions carry the version in their names. */

#define NAME(function) NAME_OF(function)
#define NAME_OF(function) #function

struct ctext_collator {
  UCollator *rules;
};

static struct {
  UCollator *(*open)(const char *, UErrorCode *);
  void (*close)(UCollator *);
  void (*set)(UCollator *, UColAttribute, UColAttributeValue, UErrorCode *);
  int32_t (*key)(const UCollator *, const UChar *, int32_t, uint8_t *, int32_t);
} icu;

static void load(void) {
  void *library = dlopen("libicui18n.so." U_ICU_VERSION_SHORT, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
  icu.open = dlsym(library, NAME(ucol_open));
  icu.close = dlsym(library, NAME(ucol_close));
  icu.set = dlsym(library, NAME(ucol_setAttribute));
  icu.key = dlsym(library, NAME(ucol_getSortKey));
}

ctext_collator *ctext_collator_open(const char *locale) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!icu.open || !icu.close || !icu.set || !icu.key) return NULL;
  UErrorCode status = U_ZERO_ERROR;
  UCollator *rules = icu.open(locale, &status);
  /* "Item 2" before "Item 10". */
  if (rules) icu.set(rules, UCOL_NUMERIC_COLLATION, UCOL_ON, &status);
  ctext_collator *collator = malloc(sizeof *collator);
  if (U_SUCCESS(status) && rules && collator) {
    collator->rules = rules;
    return collator;
  }
  free(collator);
  if (rules) icu.close(rules);
  return NULL;
}

void ctext_collator_close(ctext_collator *collator) {
  if (!collator) return;
  icu.close(collator->rules);
  free(collator);
}

size_t ctext_sort_key(const ctext_collator *collator, const char *bytes, size_t count, uint8_t *key,
                      size_t capacity) {
  UChar few[256];
  UChar *text = few;
  int32_t length = 0;
  UErrorCode status = U_ZERO_ERROR;
  if (count > 256 && !(text = malloc(count * sizeof *text))) return 0;
  u_strFromUTF8WithSub(text, (int32_t)(count > 256 ? count : 256), &length, bytes, (int32_t)count,
                       0xFFFD, NULL, &status);
  int32_t found =
      U_FAILURE(status) ? 0 : icu.key(collator->rules, text, length, key, (int32_t)capacity);
  if (text != few) free(text);
  return found > 0 ? (size_t)found : 0;
}
