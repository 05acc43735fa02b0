// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// guion2audio-espeak: speaks for guion2audio, each utterance in a process of its own.
//
// libespeak-ng keeps its state in globals, and what it has said changes what it says next. So this
// process (the root) initialises it and says nothing; for each voice it forks a zygote, which sets
// the voice and says one fixed text; and a zygote forks a child for each utterance, whose state is
// thereby a function of the voice alone.

#define _GNU_SOURCE  // memfd_create, close_range

#include <errno.h>
#include <espeak-ng/speak_lib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocol.h"
#include "root.h"
#include "utterance.h"
#include "zygote.h"

static const char usage[] =
    "guion2audio-espeak speaks for guion2audio, which starts it; it has no use of its own.\n";

// A child that runs wild must fail, not take the machine's memory or leave a core file.
static void limit_resources(void) {
  const struct rlimit no_core = {0, 0};
  const struct rlimit memory = {512u << 20, 512u << 20};
  setrlimit(RLIMIT_CORE, &no_core);
  setrlimit(RLIMIT_AS, &memory);
  // A file that is too large for the shell's limit is an error, not the end.
  signal(SIGXFSZ, SIG_IGN);
}

// Takes as many open files as the hard limit allows.
static void raise_open_files(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= 1 << 12) return;
  files.rlim_cur = files.rlim_max < 1 << 12 ? files.rlim_max : 1 << 12;
  setrlimit(RLIMIT_NOFILE, &files);
}

// Works within the open files that the shell allows: slots and the root's own come first.
static void share_open_files(int slots) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur > 1 << 16) return;
  limit_zygotes((int)files.rlim_cur - FIRST_SLOT_FD - slots - 1);
}

// Makes the slots' memory files, as the descriptors that follow the socket.
static bool make_slots(int slots) {
  close_range(FIRST_SLOT_FD, ~0u, 0);  // what the command's host program may have left open
  for (int i = 0; i < slots; i++)
    if (memfd_create("guion2audio-slot", MFD_CLOEXEC) != FIRST_SLOT_FD + i) return false;
  return true;
}

// Sends the slots to the command, with the proof that this is the program it wanted.
static bool say_hello(int slots) {
  struct hello hello = {HELLO_MAGIC, PROTOCOL_VERSION, (uint32_t)slots};
  struct iovec data = {&hello, sizeof hello};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(MAX_SLOTS * sizeof(int))];
  } control = {0};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = &control};
  message.msg_controllen = CMSG_SPACE((size_t)slots * sizeof(int));
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN((size_t)slots * sizeof(int));
  for (int i = 0; i < slots; i++) {
    const int fd = FIRST_SLOT_FD + i;
    memcpy(CMSG_DATA(&control.header) + (size_t)i * sizeof fd, &fd, sizeof fd);
  }
  return sendmsg(CONTROL_FD, &message, MSG_NOSIGNAL) == (ssize_t)sizeof hello;
}

// espeak starts a thread that never has anything to do. It must not take the SIGCHLDs that the main
// loop waits for, so it gets none; the forked processes do not have it.
static void initialise_engine(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  sample_rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, BUFFER_MS, NULL,
                                  espeakINITIALIZE_DONT_EXIT);
}

int main(int argc, char **argv) {
  if (argc != 3 || atoi(argv[1]) != PROTOCOL_VERSION) {
    fputs(usage, stderr);
    return 64;
  }
  const int slots = atoi(argv[2]);
  if (slots < 1 || slots > MAX_SLOTS) return 64;
  raise_open_files();
  if (!make_slots(slots)) return REFUSED_STATUS + errno;
  limit_resources();
  share_open_files(slots);
  signal(SIGPIPE, SIG_IGN);
  initialise_engine();
  if (sample_rate <= 0) return 69;  // without its data
  espeak_SetSynthCallback(collect);
  if (!say_hello(slots)) return 71;
  return run_root(slots);
}
