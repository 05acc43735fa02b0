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
  X(util, av_channel_layout_default) X(util, av_dict_count) X(util, av_dict_free)                \
  X(util, av_dict_set) X(util, av_frame_alloc) X(util, av_frame_free)                            \
  X(util, av_frame_get_buffer) X(util, av_frame_make_writable) X(util, av_log_set_level)         \
  X(util, av_mallocz) X(util, av_strerror)

/// The functions of libavformat, libavcodec and libavutil used here.
struct g2a_av {
#define G2A_AV_MEMBER(library, name) __typeof__(&name) name;
  G2A_AV_FUNCTIONS(G2A_AV_MEMBER)
};

/// Returns the functions; NULL if the libraries are missing or have another version than the headers.
const struct g2a_av *g2a_av_load(void);

/// Results that are not failures: no more data for now, and the end of the data.
static const int g2a_av_again = AVERROR(EAGAIN);
static const int g2a_av_end = AVERROR_EOF;
