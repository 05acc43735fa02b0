#include <opus/opusenc.h>

/// `ope_encoder_ctl` is variadic, which Swift cannot call: every request used here takes one
/// integer.
int g2a_opus_encoder_set(OggOpusEnc *encoder, int request, opus_int32 value);
