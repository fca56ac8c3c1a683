#include "CText.h"

#include <pthread.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>
#include <unicode/utext.h>

int ctext_cells(uint32_t scalar) {
  switch (u_charType((UChar32)scalar)) {
  case U_UNASSIGNED:
  case U_CONTROL_CHAR:
  case U_FORMAT_CHAR:
  case U_SURROGATE:
  case U_LINE_SEPARATOR:
  case U_PARAGRAPH_SEPARATOR:
    return -1;
  default:
    break;
  }
  UVersionInfo age;
  u_charAge((UChar32)scalar, age);
  if (age[0] > 14) return -1;
  /* The vowels and finals of a decomposed Korean syllable stand inside its first letter. */
  if ((scalar >= 0x1161 && scalar <= 0x11FF) || (scalar >= 0xD7B0 && scalar <= 0xD7FB)) return 0;
  if (u_hasBinaryProperty((UChar32)scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return -1;
  /* glibc and libvterm draw these wide, though the standard calls them ambiguous or neutral. */
  if ((scalar >= 0x3248 && scalar <= 0x324F) || (scalar >= 0x4DC0 && scalar <= 0x4DFF)) return 2;
  switch (u_charType((UChar32)scalar)) {
  case U_NON_SPACING_MARK:
  case U_ENCLOSING_MARK:
    return 0;
  default:
    break;
  }
  switch (u_getIntPropertyValue((UChar32)scalar, UCHAR_EAST_ASIAN_WIDTH)) {
  case U_EA_WIDE:
  case U_EA_FULLWIDTH:
    return 2;
  default:
    return 1;
  }
}

bool ctext_is_pictograph(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_EXTENDED_PICTOGRAPHIC);
}

bool ctext_takes_joiner(uint32_t scalar) {
  if (u_getIntPropertyValue((UChar32)scalar, UCHAR_INDIC_SYLLABIC_CATEGORY) == U_INSC_CONSONANT)
    return true;
  switch (u_getIntPropertyValue((UChar32)scalar, UCHAR_JOINING_TYPE)) {
  case U_JT_DUAL_JOINING:
  case U_JT_LEFT_JOINING:
  case U_JT_RIGHT_JOINING:
    return true;
  default:
    return false;
  }
}

void ctext_icu_version(char *version) {
  UVersionInfo numbers;
  u_getVersion(numbers);
  u_versionToString(numbers, version);
}

size_t ctext_region_name(const char *locale, const char *language, char *name, size_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UChar units[128];
  int32_t count = uloc_getDisplayCountry(locale, language, units, 128, &status);
  if (status != U_ZERO_ERROR) return 0;
  int32_t length = 0;
  u_strToUTF8(name, (int32_t)capacity, &length, units, count, &status);
  return U_FAILURE(status) ? 0 : (size_t)length;
}

static UBreakIterator *prototype;

static void open_prototype(void) {
  UErrorCode status = U_ZERO_ERROR;
  prototype = ubrk_open(UBRK_LINE, "en", NULL, 0, &status);
}

size_t ctext_line_breaks(const char *bytes, size_t count, size_t *breaks) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_prototype);
  if (count == 0) return 0;

  size_t found = 0;
  UErrorCode status = U_ZERO_ERROR;
  UText text = UTEXT_INITIALIZER;
  utext_openUTF8(&text, bytes, (int64_t)count, &status);
  /* The prototype is never moved, so that threads may clone it side by side. */
  UBreakIterator *iterator = prototype ? ubrk_clone(prototype, &status) : NULL;
  if (iterator) {
    ubrk_setUText(iterator, &text, &status);
    if (U_SUCCESS(status)) {
      int32_t offset;
      while (found < count && (offset = ubrk_next(iterator)) != UBRK_DONE) {
        breaks[found++] = (size_t)offset;
      }
    }
    ubrk_close(iterator);
  }
  utext_close(&text);
  if (found == 0) breaks[found++] = count;
  return found;
}
