// SPDX-License-Identifier: MIT

#include "worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "children.h"
#include "root.h"
#include "slots.h"
#include "zygote.h"

// Limits the resources of all processes. A child that runs out of control must fail without exhausting the
// machine's memory or leaving a core file.
static void limit_resources(const struct engine *engine) {
  const struct rlimit no_core = {0, 0};
  const struct rlimit memory = {engine->memory, engine->memory};
  setrlimit(RLIMIT_CORE, &no_core);
  setrlimit(RLIMIT_AS, &memory);
  // A file that exceeds the shell's limit causes an error instead of ending the process.
  signal(SIGXFSZ, SIG_IGN);
}

// Raises the limit of open files as far as the hard limit allows, up to 4096.
static void raise_open_files(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= 1 << 12) return;
  files.rlim_cur = files.rlim_max < 1 << 12 ? files.rlim_max : 1 << 12;
  setrlimit(RLIMIT_NOFILE, &files);
}

// Divides the open files that the shell allows. The slots, the root's files and the engine's files come first,
// then at least one zygote, then children that stay for more lines, then more zygotes.
static void share_open_files(const struct engine *engine, int slots) {
  struct rlimit files;
  int room = 1 << 16;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 1 << 16) room = (int)files.rlim_cur;
  // Besides its socket, a new zygote or child briefly needs the other end of the socket.
  room -= FIRST_SLOT_FD + slots + 3 + engine->open_files;
  int kept = engine->lines_per_child == 1 ? 0 : slots;
  if (kept > room - 1) kept = room - 1;
  limit_children(kept);
  limit_zygotes(engine->zygotes < room - kept ? engine->zygotes : room - kept);
}

int run_worker(int argc, char **argv, const struct engine *engine) {
  if (argc != 3 + engine->arguments || atoi(argv[1]) != PROTOCOL_VERSION) {
    fputs(engine->usage, stderr);
    return 64;
  }
  const int slots = atoi(argv[2]);
  if (slots < 1 || slots > MAX_SLOTS) return 64;
  raise_open_files();
  if (!make_slots(slots)) return REFUSED_STATUS + errno;
  limit_resources(engine);
  share_open_files(engine, slots);
  signal(SIGPIPE, SIG_IGN);
  const int status = engine->initialise(argv + 3);
  if (status) return status;
  if (!say_hello(slots)) return 71;
  return run_root(engine, slots);
}
