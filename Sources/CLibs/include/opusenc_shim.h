#include <opus/opusenc.h>

/// `ope_encoder_ctl` is variadic, so Swift cannot call it. All requests used here have one integer argument.
int g2a_opus_encoder_set(OggOpusEnc *encoder, int request, opus_int32 value);
