/* Runs libopusenc alone, with the settings of Sources/Audio/SoundFile/BlockEncoders.swift:
 * opus_encode IN.wav OUT.opus */
#include <opus/opusenc.h>
#include <sndfile.h>
#include <stdlib.h>

enum { blockFrames = 4096, complexity = 5 };

static int encode(SNDFILE *in, OggOpusEnc *encoder, int channels) {
  short *block = malloc(sizeof(short) * blockFrames * channels);
  if (!block) return 0;
  sf_count_t frames;
  while ((frames = sf_readf_short(in, block, blockFrames)) > 0)
    if (ope_encoder_write(encoder, block, (int)frames) != OPE_OK) return 0;
  free(block);
  return ope_encoder_drain(encoder) == OPE_OK;
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  SF_INFO info = {0};
  SNDFILE *in = sf_open(argv[1], SFM_READ, &info);
  if (!in) return 66;
  OggOpusComments *comments = ope_comments_create();
  OggOpusEnc *encoder =
      ope_encoder_create_file(argv[2], comments, info.samplerate, info.channels, 0, NULL);
  if (!encoder) return 73;
  ope_encoder_ctl(encoder, OPUS_SET_COMPLEXITY(complexity));
  ope_encoder_ctl(encoder, OPE_SET_COMMENT_PADDING(0));
  int done = encode(in, encoder, info.channels);
  ope_encoder_destroy(encoder);
  ope_comments_destroy(comments);
  sf_close(in);
  return done ? 0 : 73;
}
