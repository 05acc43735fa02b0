#pragma once

#include <stdbool.h>
#include <stdint.h>

// Loaded when the first number is spelled: most tools of the program spell none, and the data of libicu are
// 30 MB. No header of ICU is included here, because those of Foundation's own copy have the same names and
// other contents.
//
// Functions that write text return its length in UTF-16 code units, which may be more than `size`, or -1.

/// Whether libicu is there, in the version of the headers that this was built with.
bool g2a_icu_load(void);

/// The name of the file that is loaded, and of Debian's package with it.
const char *g2a_icu_file(void);
const char *g2a_icu_package(void);

/// A formatter that spells numbers in a language; NULL where ICU has no rules for it. Never closed.
void *g2a_icu_speller(const char *locale);

/// The names of a speller's sets of rules, with semicolons between.
int32_t g2a_icu_rules(void *speller, uint16_t *text, int32_t size);

/// Sets the rules by which a speller writes.
bool g2a_icu_choose(void *speller, const uint16_t *rules, int32_t length);

/// Spells a whole number, or a decimal one that is written with a full stop.
int32_t g2a_icu_spell(void *speller, int64_t number, uint16_t *text, int32_t size);
int32_t g2a_icu_spell_decimal(void *speller, const char *number, int32_t length, uint16_t *text, int32_t size);

/// The sign before decimals, or that between thousands, in a language.
int32_t g2a_icu_decimal_sign(const char *locale, uint16_t *text, int32_t size);
int32_t g2a_icu_grouping_sign(const char *locale, uint16_t *text, int32_t size);
