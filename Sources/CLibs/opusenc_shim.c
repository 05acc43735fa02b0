#include "opusenc_shim.h"

int g2a_opus_encoder_set(OggOpusEnc *encoder, int request, opus_int32 value) {
  return ope_encoder_ctl(encoder, request, value);
}
