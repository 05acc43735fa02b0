#include <stdbool.h>
#include <unicode/unum.h>
#include <unicode/ures.h>

// Loaded when the first number is spelled: most tools of the program spell none, and the data of libicu are
// 30 MB. ICU's symbols and file names have its major version, so those of the headers are asked for.

#define G2A_ICU_FUNCTIONS(X)                                                                     \
  X(open, unum_open) X(close, unum_close) X(format, unum_formatInt64)                            \
  X(format_decimal, unum_formatDecimal) X(symbol, unum_getSymbol)                                \
  X(set_text, unum_setTextAttribute) X(text, unum_getTextAttribute)                              \
  X(open_resource, ures_open) X(close_resource, ures_close)

/// The functions of libicui18n that are used.
struct g2a_icu {
#define G2A_ICU_MEMBER(member, name) __typeof__(&name) member;
  G2A_ICU_FUNCTIONS(G2A_ICU_MEMBER)
};

/// The functions; NULL where the library is not there, or of another version than its headers.
const struct g2a_icu *g2a_icu_load(void);

/// Where ICU's data have the rules of spelled numbers.
static const char *const g2a_icu_rules = U_ICUDATA_NAME "-rbnf";

/// The name of the file that is loaded, and of Debian's package with it.
const char *g2a_icu_file(void);
const char *g2a_icu_package(void);
