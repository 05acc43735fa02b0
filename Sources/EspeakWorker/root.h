// SPDX-License-Identifier: GPL-3.0-or-later
// Part of guion2audio-espeak, which links libespeak-ng (GPL-3.0-or-later) and shares its licence.

// The root's part: takes requests, keeps zygotes, watches children.

#ifndef GUION2AUDIO_ROOT_H
#define GUION2AUDIO_ROOT_H

// Serves until the command hangs up; the exit status of the process.
int run_root(int slots);

#endif
