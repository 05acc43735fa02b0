#pragma once

#include <stdbool.h>
#include <stdint.h>

// libicu is loaded when the first number is spelled, because most commands spell no number and the data of libicu
// takes 30 MB. No header of ICU is included here, because the headers of Foundation's own copy have the same names
// and different contents.
//
// Functions that write text return the length of the text in UTF-16 code units, or -1 on failure. The length may
// be more than `size`.

/// Whether libicu is available, in any version since 58.
bool g2a_icu_load(void);

/// The name of the package that contains the version of the headers.
const char *g2a_icu_package(void);

/// Returns a formatter that spells numbers in a language; NULL if ICU has no rules for the language. The formatter
/// is never closed.
void *g2a_icu_speller(const char *locale);

/// Writes the names of a speller's rule sets, separated by semicolons.
int32_t g2a_icu_rules(void *speller, uint16_t *text, int32_t size);

/// Sets the rule set of a speller.
bool g2a_icu_choose(void *speller, const uint16_t *rules, int32_t length);

/// Spells an integer, or a decimal number written with a full stop.
int32_t g2a_icu_spell(void *speller, int64_t number, uint16_t *text, int32_t size);
int32_t g2a_icu_spell_decimal(void *speller, const char *number, int32_t length, uint16_t *text, int32_t size);

/// Writes the decimal or the grouping separator of a language.
int32_t g2a_icu_decimal_sign(const char *locale, uint16_t *text, int32_t size);
int32_t g2a_icu_grouping_sign(const char *locale, uint16_t *text, int32_t size);
