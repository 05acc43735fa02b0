// SPDX-License-Identifier: MIT

#include "arithmetic.h"

#include "harmonics.h"

#include <math.h>
#include <string.h>

#include "approximate.h"

#define BINS_A_HERTZ ((float)WINDOW / SAMPLE_RATE)
#define QUIETEST 1e-20f

enum { LOBE = 2 };  // bins of the window's main lobe on either side of a harmonic

static inline float limited(float x, float lowest, float highest) {
  return x < lowest ? lowest : x > highest ? highest : x;
}

struct vector {
  float real, imaginary;
};

static inline struct vector product(struct vector a, struct vector b) {
  return (struct vector){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

static inline struct vector unit(struct vector a) {
  const float length = sqrtf(a.real * a.real + a.imaginary * a.imaginary);
  return length > QUIETEST ? (struct vector){a.real / length, a.imaginary / length} : (struct vector){1, 0};
}

static inline struct vector turn(float angle) {
  struct vector a;
  approximate_sincos(angle, &a.imaginary, &a.real);
  return a;
}

// Returns the value of a spectrum at a position between two bins.
static inline struct vector value_at(const struct spectrum *spectrum, float place) {
  const size_t below = place < BINS - 2 ? (size_t)place : BINS - 2;
  const float share = place - (float)below;
  return (struct vector){
      spectrum->real[below] * (1 - share) + spectrum->real[below + 1] * share,
      spectrum->imaginary[below] * (1 - share) + spectrum->imaginary[below + 1] * share,
  };
}

// The envelope of a frame at its harmonics.
struct envelope {
  int count;
  float distance;            // of two harmonics, in bins
  float logarithm[BINS];     // of the magnitude
  struct vector phase[BINS]; // relative to the pulses
};

// Returns the magnitude of a harmonic. The energy of the whole lobe does not depend on where the harmonic lies
// between two bins.
static float magnitude_at(const struct spectrum *spectrum, float place) {
  const int middle = (int)nearest(place), last = middle + LOBE < BINS ? middle + LOBE : BINS - 1;
  float energy = QUIETEST;
  for (int bin = middle < LOBE ? 0 : middle - LOBE; bin <= last; bin++)
    energy += spectrum->real[bin] * spectrum->real[bin] + spectrum->imaginary[bin] * spectrum->imaginary[bin];
  return sqrtf(energy);
}

static void read_envelope(const struct spectrum *spectrum, struct pulse_state pulses, struct envelope *envelope) {
  envelope->distance = pulses.fundamental * BINS_A_HERTZ;
  envelope->count = (int)((BINS - 1) / envelope->distance);
  for (int i = 0; i < envelope->count; i++) {
    const float number = (float)(i + 1), place = number * envelope->distance;
    envelope->logarithm[i] = logf(magnitude_at(spectrum, place));
    envelope->phase[i] = unit(product(value_at(spectrum, place), turn(-number * pulses.phase)));
  }
}

// Returns the logarithm between two harmonics, on a curve through the four nearest. A straight line would make
// formants duller.
static float logarithm_at(const struct envelope *envelope, int below, float share) {
  const float *at = envelope->logarithm + below;
  const float one = at[0], two = at[1];
  const float before = below > 0 ? at[-1] : one, after = below + 2 < envelope->count ? at[2] : two;
  return one + 0.5f * share * (two - before + share * (2 * before - 5 * one + 4 * two - after +
                                                       share * (3 * (one - two) + after - before)));
}

// Returns the phase between two harmonics.
static struct vector phase_at(const struct envelope *envelope, int below, float share) {
  const struct vector one = envelope->phase[below], two = envelope->phase[below + 1];
  return unit((struct vector){
      one.real * (1 - share) + two.real * share,
      one.imaginary * (1 - share) + two.imaginary * share,
  });
}

// Moves the bins around an original harmonic to a new harmonic. So noise and the shape of the window's lobe move too.
static void move_lobe(const struct spectrum *from, float old_place, float new_place, float distance, int first, int end,
                      struct vector factor, struct spectrum *to) {
  for (int bin = first; bin < end; bin++) {
    const float lobe = limited((float)bin - new_place, -distance / 2, distance / 2);
    const struct vector value = product(value_at(from, limited(old_place + lobe, 0, BINS - 1)), factor);
    to->real[bin] = value.real;
    to->imaginary[bin] = value.imaginary;
  }
}

void move_harmonics(const struct spectrum *from, struct pulse_state old, struct pulse_state new, float formant,
                    struct spectrum *to) {
  struct envelope envelope;
  read_envelope(from, old, &envelope);
  if (envelope.count < 2) {
    memcpy(to, from, sizeof *to);
    return;
  }
  const float pitch = new.fundamental / old.fundamental, distance = envelope.distance * pitch;
  int first = 0;
  for (int number = 1; first < BINS; number++) {
    const float source = (float)number * pitch / formant;
    const float own = limited(nearest(source), 1, (float)envelope.count);
    const int below = (int)limited(source - 1, 0, (float)(envelope.count - 2));
    const float share = limited(source - 1 - (float)below, 0, 1);
    const struct vector original = envelope.phase[(int)own - 1];
    struct vector factor = product(phase_at(&envelope, below, share),
                                   (struct vector){original.real, -original.imaginary});
    factor = product(factor, turn((float)number * new.phase - own * old.phase));
    const float level = approximate_exp(logarithm_at(&envelope, below, share) - envelope.logarithm[(int)own - 1]);
    factor.real *= level;
    factor.imaginary *= level;
    const int border = (int)(((float)number + 0.5f) * distance) + 1, end = border < BINS ? border : BINS;
    move_lobe(from, own * envelope.distance, (float)number * distance, envelope.distance, first, end, factor, to);
    first = end;
  }
}
