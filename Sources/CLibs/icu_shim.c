#include "include/icu_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unicode/unum.h>
#include <unicode/ures.h>

// ICU's symbols and file names contain its major version: unum_open expands to unum_open_72. These functions are the
// same in each version since 58, so the program takes the version of its headers if the machine has it, else the newest
// that it finds. TEXT needs two steps, so that a macro is expanded before it is quoted.
#define QUOTED(text) #text
#define TEXT(name) QUOTED(name)
enum { OLDEST = 58, NEWEST = 99 };

#define FUNCTIONS(X)                                                                                     \
  X(open, unum_open) X(close, unum_close) X(format, unum_formatInt64)                                    \
  X(format_decimal, unum_formatDecimal) X(symbol, unum_getSymbol)                                        \
  X(set_text, unum_setTextAttribute) X(text, unum_getTextAttribute)                                      \
  X(open_resource, ures_open) X(close_resource, ures_close)

static struct {
#define MEMBER(member, name) __typeof__(&name) member;
  FUNCTIONS(MEMBER)
} icu;
static bool is_loaded;
static int loaded_version;

const char *g2a_icu_package(void) { return "libicu" TEXT(U_ICU_VERSION_MAJOR_NUM); }

static void *find(void *library, const char *name, int version) {
  char symbol[64];
  // The name ends with the version of the headers, two digits.
  snprintf(symbol, sizeof symbol, "%.*s%d", (int)strlen(name) - 2, name, version);
  return dlsym(library, symbol);
}

static bool load_version(int version) {
  char file[32];
  snprintf(file, sizeof file, "libicui18n.so.%d", version);
  // The library is never unloaded.
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
  bool is_complete = true;
#define FIND(member, name)                                                        \
  icu.member = (__typeof__(icu.member))find(library, TEXT(name), version); \
  if (icu.member == NULL) is_complete = false;
  FUNCTIONS(FIND)
  if (is_complete) loaded_version = version;
  return is_complete;
}

static void load(void) {
  is_loaded = load_version(U_ICU_VERSION_MAJOR_NUM);
  for (int version = NEWEST; !is_loaded && version >= OLDEST; version--) is_loaded = load_version(version);
}

bool g2a_icu_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

/// Returns the length of a text, even if the buffer was too small for the text; -1 on failure.
static int32_t length(int32_t length, UErrorCode status) {
  return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? length : -1;
}

/// Whether ICU has rules for the language itself. For other languages, ICU would use the rules of the machine's
/// language.
static bool has_rules(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  char data[32];
  // U_ICUDATA_NAME, "icudt72l", with the version that was loaded.
  snprintf(data, sizeof data, "icudt%d" U_ICUDATA_TYPE_LETTER "-rbnf", loaded_version);
  UResourceBundle *rules = icu.open_resource(data, locale, &status);
  if (rules == NULL) return false;
  icu.close_resource(rules);
  return status == U_ZERO_ERROR || status == U_USING_FALLBACK_WARNING;
}

void *g2a_icu_speller(const char *locale) {
  if (!g2a_icu_load() || !has_rules(locale)) return NULL;
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormat *speller = icu.open(UNUM_SPELLOUT, NULL, 0, locale, NULL, &status);
  return U_SUCCESS(status) ? speller : NULL;
}

int32_t g2a_icu_rules(void *speller, uint16_t *text, int32_t size) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = icu.text(speller, UNUM_PUBLIC_RULESETS, text, size, &status);
  return length(count, status);
}

bool g2a_icu_choose(void *speller, const uint16_t *rules, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  icu.set_text(speller, UNUM_DEFAULT_RULESET, rules, length, &status);
  return U_SUCCESS(status);
}

int32_t g2a_icu_spell(void *speller, int64_t number, uint16_t *text, int32_t size) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = icu.format(speller, number, text, size, NULL, &status);
  return length(count, status);
}

int32_t g2a_icu_spell_decimal(void *speller, const char *number, int32_t digits, uint16_t *text, int32_t size) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = icu.format_decimal(speller, number, digits, text, size, NULL, &status);
  return length(count, status);
}

static int32_t sign(const char *locale, UNumberFormatSymbol symbol, uint16_t *text, int32_t size) {
  if (!g2a_icu_load()) return -1;
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormat *format = icu.open(UNUM_DECIMAL, NULL, 0, locale, NULL, &status);
  if (format == NULL) return -1;
  int32_t count = icu.symbol(format, symbol, text, size, &status);
  icu.close(format);
  return length(count, status);
}

int32_t g2a_icu_decimal_sign(const char *locale, uint16_t *text, int32_t size) {
  return sign(locale, UNUM_DECIMAL_SEPARATOR_SYMBOL, text, size);
}

int32_t g2a_icu_grouping_sign(const char *locale, uint16_t *text, int32_t size) {
  return sign(locale, UNUM_GROUPING_SEPARATOR_SYMBOL, text, size);
}
