#include "include/icu_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// In two steps, so that names that are macros are opened first: unum_open is unum_open_72.
#define QUOTED(text) #text
#define TEXT(name) QUOTED(name)

static struct g2a_icu icu;
static bool is_loaded;

const char *g2a_icu_file(void) { return "libicui18n.so." TEXT(U_ICU_VERSION_MAJOR_NUM); }

const char *g2a_icu_package(void) { return "libicu" TEXT(U_ICU_VERSION_MAJOR_NUM); }

static void load(void) {
  // Never unloaded.
  void *library = dlopen(g2a_icu_file(), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  is_loaded = true;
#define FIND(member, name)                             \
  icu.member = (__typeof__(icu.member))dlsym(library, TEXT(name)); \
  if (icu.member == NULL) is_loaded = false;
  G2A_ICU_FUNCTIONS(FIND)
}

const struct g2a_icu *g2a_icu_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? &icu : NULL;
}
