// Access to the Secret Service through libsecret. The library is loaded when it is first needed. A program that
// finds its keys elsewhere runs without libsecret, and building does not need it.
#ifndef G2A_SECRET_SHIM_H
#define G2A_SECRET_SHIM_H

#include <stddef.h>

// The result of a call.
enum g2a_secret_result {
  // The call succeeded; a lookup has found the secret.
  G2A_SECRET_DONE,
  // No item with this name exists.
  G2A_SECRET_NOTHING,
  // An item with this name exists, but its keyring is locked and was not unlocked.
  G2A_SECRET_LOCKED,
  // There is no service, or the service refused; the call's message is the reason.
  G2A_SECRET_FAILED,
  // The call was cancelled.
  G2A_SECRET_CANCELLED,
};

// The two attributes that identify a secret; they are stored unencrypted.
struct g2a_secret_name {
  const char *application;
  const char *account;
};

struct g2a_secret_call;

// Returns why libsecret cannot be used; null if it can.
const char *g2a_secret_problem(void);

// Creates a call that another thread may cancel; null if libsecret cannot be used.
struct g2a_secret_call *g2a_secret_call_new(void);
void g2a_secret_call_free(struct g2a_secret_call *call);

// Cancels a waiting call. May be called from any thread, at any time before the call is freed.
void g2a_secret_call_cancel(struct g2a_secret_call *call);

// Returns the service's message after G2A_SECRET_FAILED. The message is valid until the call is freed.
const char *g2a_secret_call_message(const struct g2a_secret_call *call);

// These functions block, perhaps until the user has answered a prompt. Pass each call to only one of these
// functions.
enum g2a_secret_result g2a_secret_lookup(struct g2a_secret_call *call, struct g2a_secret_name name,
                                         char **secret);
enum g2a_secret_result g2a_secret_store(struct g2a_secret_call *call, struct g2a_secret_name name,
                                        const char *label, const char *secret);
enum g2a_secret_result g2a_secret_clear(struct g2a_secret_call *call, struct g2a_secret_name name);

// Overwrites and frees a secret from a lookup.
void g2a_secret_free(char *secret);

// Disables core dumps, and prevents other programs of this user from reading the memory of this program
// (setrlimit(2), and PR_SET_DUMPABLE of prctl(2), which Swift cannot call). Returns 0 if both succeeded.
int g2a_forgo_dumps(void);

#endif
