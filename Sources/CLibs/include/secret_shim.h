// The Secret Service through libsecret, which is looked for when it is first needed: a program that
// finds its keys elsewhere runs without it, and nothing of it is needed to build.
#ifndef G2A_SECRET_SHIM_H
#define G2A_SECRET_SHIM_H

#include <stddef.h>

// How a call ended.
enum g2a_secret_result {
  // It was done; a lookup has found the secret.
  G2A_SECRET_DONE,
  // Nothing of that name is there.
  G2A_SECRET_NOTHING,
  // Something of that name is there, in a keyring that is locked and stayed so.
  G2A_SECRET_LOCKED,
  // There is no service, or it refused; the call's message says why.
  G2A_SECRET_FAILED,
  // The call was cancelled.
  G2A_SECRET_CANCELLED,
};

// Two attributes find a secret; they are stored in clear.
struct g2a_secret_name {
  const char *application;
  const char *account;
};

struct g2a_secret_call;

// Why libsecret cannot be used here; null where it can.
const char *g2a_secret_problem(void);

// A call that another thread may cancel; null where libsecret cannot be used.
struct g2a_secret_call *g2a_secret_call_new(void);
void g2a_secret_call_free(struct g2a_secret_call *call);

// Ends what the call is waiting for; may be called from any thread, at any time before the free.
void g2a_secret_call_cancel(struct g2a_secret_call *call);

// The service's words for G2A_SECRET_FAILED, which live as long as the call.
const char *g2a_secret_call_message(const struct g2a_secret_call *call);

// Each blocks, perhaps until a person has answered a prompt; one of them per call.
enum g2a_secret_result g2a_secret_lookup(struct g2a_secret_call *call, struct g2a_secret_name name,
                                         char **secret);
enum g2a_secret_result g2a_secret_store(struct g2a_secret_call *call, struct g2a_secret_name name,
                                        const char *label, const char *secret);
enum g2a_secret_result g2a_secret_clear(struct g2a_secret_call *call, struct g2a_secret_name name);

// Wipes and frees what a lookup has found.
void g2a_secret_free(char *secret);

// No core dumps from now on, and no other program of this user may look into this one's memory
// (setrlimit(2), PR_SET_DUMPABLE of prctl(2), which Swift cannot call); 0 where both were done.
int g2a_forgo_dumps(void);

#endif
