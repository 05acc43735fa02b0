// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// The child's part: one utterance, from the slot to the slot.

#ifndef GUION2AUDIO_UTTERANCE_H
#define GUION2AUDIO_UTTERANCE_H

#include <espeak-ng/speak_lib.h>
#include <sys/types.h>

#include "protocol.h"

// How much sound espeak hands over at once, in milliseconds: espeak's own default. Longer saves
// calls but touches more pages, each of which a forked child must copy (measured: no gain).
enum { BUFFER_MS = 60 };

extern int sample_rate;

// espeak's callback.
int collect(short *samples, int count, espeak_EVENT *events);

// Makes the state that a voice's utterances start from; 0 if the engine has the voice.
int warm_up(const char *voice);

// Kills this process when its parent dies; ends it at once if `parent` is dead already.
void die_with(pid_t parent);

// Speaks the text of a slot, sends the reply and ends the process.
_Noreturn void speak(const struct request *request);

// Writes the voices that the engine has to the slot, sends the reply and ends the process.
_Noreturn void list_voices(const struct request *request);

// Sends a reply; false if nobody is there to read it.
int send_reply(const struct reply *reply);

#endif
