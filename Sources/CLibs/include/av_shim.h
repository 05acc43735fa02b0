#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <stdbool.h>

// libavformat loads 130 libraries, which takes 50 ms (measured, Debian 12). So libavformat is loaded only when the
// first book in a single file is written.

#define G2A_AV_FUNCTIONS(X)                                                                      \
  X(codec, av_new_packet) X(codec, av_packet_alloc) X(codec, av_packet_free)                     \
  X(codec, av_packet_unref) X(codec, avcodec_alloc_context3) X(codec, avcodec_find_decoder)      \
  X(codec, avcodec_find_encoder) X(codec, avcodec_free_context) X(codec, avcodec_open2)          \
  X(codec, avcodec_parameters_from_context) X(codec, avcodec_parameters_to_context)              \
  X(codec, avcodec_receive_frame) X(codec, avcodec_receive_packet) X(codec, avcodec_send_frame)  \
  X(codec, avcodec_send_packet) X(format, av_read_frame) X(format, av_write_frame)               \
  X(format, av_write_trailer) X(format, avformat_alloc_output_context2)                          \
  X(format, avformat_close_input) X(format, avformat_find_stream_info)                           \
  X(format, avformat_free_context) X(format, avformat_new_stream) X(format, avformat_open_input) \
  X(format, avformat_write_header) X(format, avio_closep) X(format, avio_open)                   \
  X(util, av_dict_count) X(util, av_dict_free) X(util, av_dict_set)                        \
  X(util, av_frame_alloc) X(util, av_frame_free) X(util, av_frame_get_buffer)                    \
  X(util, av_frame_make_writable) X(util, av_log_set_level) X(util, av_mallocz)                  \
  X(util, av_strerror)

/// The functions of libavformat, libavcodec and libavutil used here.
struct g2a_av {
#define G2A_AV_MEMBER(library, name) __typeof__(&name) name;
  G2A_AV_FUNCTIONS(G2A_AV_MEMBER)
};

// The program runs with the libraries of the machine, whose structures differ from those of the headers. These are the
// bytes at which the fields begin in libavformat 58, 59, 60 and 61 (FFmpeg 4.4, 5.1, 6.1 and 7.1), measured with the
// headers of Ubuntu 22.04, Debian 12, Ubuntu 24.04 and Debian 13. Fields that are not listed begin at the same byte in all
// of them. The build checks the column of its own headers.
#define G2A_AV_FIELDS(X)                         \
  X(AVCodecContext, sample_fmt, 408, 360, 360, 348) \
  X(AVCodecContext, sample_rate, 400, 352, 352, 344) \
  X(AVCodecContext, time_base, 100, 100, 100, 84) \
  X(AVCodecContext, flags, 76, 76, 76, 64)       \
  X(AVCodecContext, pkt_timebase, 884, 724, 716, 92) \
  X(AVFrame, sample_rate, 272, 208, 208, 192)    \
  X(AVFormatContext, flags, 1120, 96, 96, 128)   \
  X(AVFormatContext, metadata, 1200, 176, 176, 192) \
  X(AVFormatContext, chapters, 1192, 168, 168, 80) \
  X(AVFormatContext, nb_chapters, 1188, 164, 164, 72) \
  X(AVIOContext, error, 120, 84, 84, 84)         \
  X(AVStream, codecpar, 208, 208, 16, 16)        \
  X(AVStream, index, 0, 0, 8, 8)                 \
  X(AVStream, time_base, 24, 16, 32, 32)         \
  X(AVStream, duration, 40, 32, 48, 48)          \
  X(AVStream, metadata, 72, 64, 80, 80)          \
  X(AVStream, disposition, 56, 48, 64, 64)       \
  X(AVCodecParameters, width, 56, 56, 56, 72)    \
  X(AVCodecParameters, height, 60, 60, 60, 76)   \
  X(AVCodecParameters, bit_rate, 32, 32, 32, 48) \
  X(AVCodecParameters, sample_rate, 116, 116, 116, 152) \
  X(AVChapter, time_base, 4, 8, 8, 8)

// In libavformat 58, two numbers stand where a layout of channels stands later.
#define G2A_AV_LAYOUTS(X)                        \
  X(AVCodecContext, ch_layout, 404, 920, 912, 352) \
  X(AVFrame, ch_layout, 444, 448, 448, 408)      \
  X(AVCodecParameters, ch_layout, 112, 144, 144, 128)

enum g2a_av_field {
#define G2A_AV_NAME(structure, member, ...) g2a_##structure##_##member,
  G2A_AV_FIELDS(G2A_AV_NAME) G2A_AV_LAYOUTS(G2A_AV_NAME)
};

/// Returns the functions; NULL if the libraries are missing or have a version without a column above.
const struct g2a_av *g2a_av_load(void);

/// Returns the place of a field in a structure of the loaded libraries.
void *g2a_av_place(void *structure, enum g2a_av_field field);

/// Sets one or two channels; `field` is a layout of channels.
void g2a_av_set_channels(void *structure, enum g2a_av_field field, int channels);

/// Returns the number of channels; `field` is a layout of channels.
int g2a_av_channels(void *structure, enum g2a_av_field field);

/// Results that are not failures: no more data for now, and the end of the data.
static const int g2a_av_again = AVERROR(EAGAIN);
static const int g2a_av_end = AVERROR_EOF;
