// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// guion2audio-espeak: speaks for guion2audio, each utterance in a process of its own.
//
// libespeak-ng keeps its state in globals, and what it has said changes what it says next. So the root
// initialises it and says nothing; for each voice it forks a zygote, which sets the voice and says one
// fixed text; and a zygote forks a child for each utterance, whose state is thereby a function of the
// voice alone.

#include <espeak-ng/speak_lib.h>
#include <signal.h>
#include <stddef.h>

#include "utterance.h"

// espeak starts a thread that never has anything to do. It must not take the SIGCHLDs that the main
// loop waits for, so it gets none; the forked processes do not have it.
static int initialise(char **arguments) {
  (void)arguments;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  sample_rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, BUFFER_MS, NULL,
                                  espeakINITIALIZE_DONT_EXIT);
  if (sample_rate <= 0) return 69;  // without its data
  espeak_SetSynthCallback(collect);
  return 0;
}

// espeak reads its files of voices when a voice is first set: 360 files, which each zygote would read
// for itself. The root reads them once, when there is something to say.
static void read_voices(void) { espeak_ListVoices(NULL); }

static void speak_or_pronounce(const struct request *request, struct reply *reply) {
  if (request->operation == PRONOUNCE) pronounce(request, reply);
  else speak(request, reply);
}

int main(int argc, char **argv) {
  static const struct engine engine = {
      .usage = "guion2audio-espeak speaks for guion2audio, which starts it; it has no use of its own.\n",
      .memory = 512u << 20,
      // A zygote has 0.5 MB to itself and costs 4 ms to make, so a large cast fits.
      .zygotes = 48,
      .open_files = 4,
      .lines_per_child = 1,
      .initialise = initialise,
      .read_voices = read_voices,
      .prepare = warm_up,
      .speak = speak_or_pronounce,
      .list = list_voices,
  };
  return run_worker(argc, argv, &engine);
}
