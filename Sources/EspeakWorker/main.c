// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// guion2audio-espeak: speaks for guion2audio, each utterance in its own process.
//
// libespeak-ng keeps its state in globals, so an utterance changes the following ones. Therefore the root only
// initialises it. For each voice the root forks a zygote, which sets the voice and speaks one fixed text. The
// zygote forks a child for each utterance. So the state of each child depends only on the voice.

#include <espeak-ng/speak_lib.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "utterance.h"

// espeak's data must have the version of the library. A package brings its own data, because other systems have other
// versions. The function returns the folder that holds `espeak-ng-data`, or NULL for the system's folder.
static const char *data_folder(void) {
  static const char below[] = "/../../share/guion2audio";
  static char path[4096];
  // espeak itself reads this variable.
  if (getenv("ESPEAK_DATA_PATH") != NULL) return NULL;
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof below - 64);
  if (length <= 0) return NULL;
  path[length] = 0;
  char *end = strrchr(path, '/');
  if (end == NULL) return NULL;
  strcpy(end, below);
  char file[sizeof path + 64];
  snprintf(file, sizeof file, "%s/espeak-ng-data/phontab", path);
  return access(file, R_OK) == 0 ? path : NULL;
}

// espeak starts a thread that is never used. All signals are blocked in this thread, so that it cannot take the
// SIGCHLDs that the main loop waits for. Forked processes do not have the thread.
static int initialise(char **arguments) {
  (void)arguments;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  sample_rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, BUFFER_MS, data_folder(),
                                  espeakINITIALIZE_DONT_EXIT);
  if (sample_rate <= 0) return 69;  // espeak's data is missing
  espeak_SetSynthCallback(collect);
  return 0;
}

// espeak reads its 360 voice files when a voice is first set. The root reads them once, before the first line,
// so that the zygotes need not read them.
static void read_voices(void) { espeak_ListVoices(NULL); }

static void speak_or_pronounce(const struct request *request, struct reply *reply) {
  if (request->operation == PRONOUNCE) pronounce(request, reply);
  else speak(request, reply);
}

int main(int argc, char **argv) {
  static const struct engine engine = {
      .usage = "guion2audio starts this program automatically; run guion2audio instead.\n",
      .memory = 512u << 20,
      // A zygote needs 0.5 MB and starts in 4 ms, so even a large cast fits.
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
