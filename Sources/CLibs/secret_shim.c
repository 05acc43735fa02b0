#include "secret_shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// The few declarations of glib 2 and libsecret 0.18.5 or newer used here (glib.h, gio.h, secret-password.h,
// secret-service.h). Both keep their ABI within a soname.
typedef int gboolean;
typedef void (*free_function)(void *);

struct g_error {
  uint32_t domain;
  int code;
  char *message;
};

struct g_list {
  void *data;
  struct g_list *next, *previous;
};

// Secrets are identified only by attributes, as in secret-tool. A schema would add its name as an attribute,
// and then neither program would find the other's secrets (measured, libsecret 0.20.5).
struct secret_schema;
static const struct secret_schema *const no_schema = NULL;

enum {
  SECRET_SEARCH_ALL = 1 << 1,
  G_IO_ERROR_CANCELLED = 19,
};
static const char *const default_collection = "default";

#define FUNCTIONS(X)                                                                              \
  X(void *, g_hash_table_new, (unsigned (*hash)(const void *),                                    \
                               gboolean (*equal)(const void *, const void *)))                    \
  X(gboolean, g_hash_table_insert, (void *table, void *key, void *value))                         \
  X(void, g_hash_table_unref, (void *table))                                                      \
  X(unsigned, g_str_hash, (const void *))                                                         \
  X(gboolean, g_str_equal, (const void *, const void *))                                          \
  X(void, g_error_free, (struct g_error *))                                                       \
  X(void, g_list_free_full, (struct g_list *, free_function))                                     \
  X(void *, g_cancellable_new, (void))                                                            \
  X(void, g_cancellable_cancel, (void *))                                                         \
  X(uint32_t, g_io_error_quark, (void))                                                           \
  X(void, g_object_unref, (void *))                                                               \
  X(char *, secret_password_lookupv_sync, (const struct secret_schema *, void *table,             \
                                           void *cancellable, struct g_error **))                 \
  X(gboolean, secret_password_storev_sync, (const struct secret_schema *, void *table,            \
                                            const char *collection, const char *label,            \
                                            const char *password, void *cancellable,              \
                                            struct g_error **))                                   \
  X(gboolean, secret_password_clearv_sync, (const struct secret_schema *, void *table,            \
                                            void *cancellable, struct g_error **))                \
  X(struct g_list *, secret_service_search_sync, (void *service, const struct secret_schema *,    \
                                                  void *table, int flags, void *cancellable,      \
                                                  struct g_error **))                             \
  X(void, secret_password_free, (char *))

#define DECLARE(result, name, parameters) result(*name) parameters;
static struct {
  FUNCTIONS(DECLARE)
} lib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];

// Stores the object pointer from dlsym in a function pointer, through memory (POSIX, dlsym).
static void find(void *library, const char *name, void *function) {
  void *const symbol = dlsym(library, name);
  if (!symbol && !*problem) snprintf(problem, sizeof problem, "libsecret has no %s", name);
  *(void **)function = symbol;
}

// libsecret loads glib, gobject and gio, so a lookup through its handle finds their functions too. libsecret stays
// loaded, because glib cannot be unloaded.
static void load(void) {
  void *const library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(problem, sizeof problem, "libsecret is not installed (%s)", dlerror());
    return;
  }
#define FIND(result, name, parameters) find(library, #name, &lib.name);
  FUNCTIONS(FIND)
}

const char *g2a_secret_problem(void) {
  pthread_once(&once, load);
  return *problem ? problem : NULL;
}

struct g2a_secret_call {
  void *cancellable;
  struct g_error *error;
};

struct g2a_secret_call *g2a_secret_call_new(void) {
  if (g2a_secret_problem()) return NULL;
  struct g2a_secret_call *const call = calloc(1, sizeof *call);
  if (call) call->cancellable = lib.g_cancellable_new();
  return call;
}

void g2a_secret_call_free(struct g2a_secret_call *call) {
  if (!call) return;
  if (call->error) lib.g_error_free(call->error);
  lib.g_object_unref(call->cancellable);
  free(call);
}

void g2a_secret_call_cancel(struct g2a_secret_call *call) {
  lib.g_cancellable_cancel(call->cancellable);
}

const char *g2a_secret_call_message(const struct g2a_secret_call *call) {
  return call->error && call->error->message ? call->error->message : "no reason given";
}

// Returns a table of the attributes, which are not copied.
static void *table_of(struct g2a_secret_name name) {
  void *const table = lib.g_hash_table_new(lib.g_str_hash, lib.g_str_equal);
  lib.g_hash_table_insert(table, (void *)"application", (void *)name.application);
  lib.g_hash_table_insert(table, (void *)"account", (void *)name.account);
  return table;
}

static enum g2a_secret_result failure(const struct g2a_secret_call *call) {
  const bool is_cancelled = call->error->domain == lib.g_io_error_quark() &&
                            call->error->code == G_IO_ERROR_CANCELLED;
  return is_cancelled ? G2A_SECRET_CANCELLED : G2A_SECRET_FAILED;
}

// Returns the result of a call that found nothing. The password functions do not distinguish a locked item from a
// missing one, so this function searches for the item without unlocking.
static enum g2a_secret_result absence(struct g2a_secret_call *call, void *table) {
  if (call->error) return failure(call);
  struct g_list *const items = lib.secret_service_search_sync(
      NULL, no_schema, table, SECRET_SEARCH_ALL, call->cancellable, &call->error);
  if (call->error) return failure(call);
  if (!items) return G2A_SECRET_NOTHING;
  lib.g_list_free_full(items, lib.g_object_unref);
  return G2A_SECRET_LOCKED;
}

enum g2a_secret_result g2a_secret_lookup(struct g2a_secret_call *call, struct g2a_secret_name name,
                                         char **secret) {
  void *const table = table_of(name);
  *secret = lib.secret_password_lookupv_sync(no_schema, table, call->cancellable, &call->error);
  const enum g2a_secret_result result = *secret ? G2A_SECRET_DONE : absence(call, table);
  lib.g_hash_table_unref(table);
  return result;
}

enum g2a_secret_result g2a_secret_store(struct g2a_secret_call *call, struct g2a_secret_name name,
                                        const char *label, const char *secret) {
  void *const table = table_of(name);
  const gboolean is_stored = lib.secret_password_storev_sync(
      no_schema, table, default_collection, label, secret, call->cancellable, &call->error);
  lib.g_hash_table_unref(table);
  if (is_stored) return G2A_SECRET_DONE;
  // If the user dismisses a prompt, the result is FALSE without an error.
  return call->error ? failure(call) : G2A_SECRET_LOCKED;
}

enum g2a_secret_result g2a_secret_clear(struct g2a_secret_call *call, struct g2a_secret_name name) {
  void *const table = table_of(name);
  const gboolean is_cleared =
      lib.secret_password_clearv_sync(no_schema, table, call->cancellable, &call->error);
  const enum g2a_secret_result result = is_cleared ? G2A_SECRET_DONE : absence(call, table);
  lib.g_hash_table_unref(table);
  return result;
}

void g2a_secret_free(char *secret) {
  if (secret) lib.secret_password_free(secret);
}

int g2a_forgo_dumps(void) {
  const struct rlimit none = {0, 0};
  const int cores = setrlimit(RLIMIT_CORE, &none);
  const int dumpable = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  return cores || dumpable ? -1 : 0;
}
