import Audio
import CEbur128

/// libebur128 with all its measurements switched on: the reference for our meter and limiter.
struct Libebur128 {
  /// The integrated loudness in LUFS, or −∞ if all audio is gated.
  var integrated = 0.0
  /// The true peak of the louder channel, in dBTP.
  var truePeak = -Double.infinity
  /// The sample peak of the louder channel, in dBFS.
  var samplePeak = -Double.infinity

  init(_ samples: [Int16], sampleRate: Int, channels: Int = 1) {
    let mode =
      EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
      | EBUR128_MODE_SAMPLE_PEAK.rawValue
    var state = ebur128_init(UInt32(channels), UInt(sampleRate), Int32(mode))
    ebur128_add_frames_short(state, samples, samples.count / channels)
    ebur128_loudness_global(state, &integrated)
    // libebur128 keeps the last points of the wave in its filter.
    ebur128_add_frames_short(state, Signal.silence(16 * channels), 16)
    for channel in 0..<UInt32(channels) {
      var value = 0.0
      ebur128_true_peak(state, channel, &value)
      truePeak = max(truePeak, 20 * Signal.log10(value))
      ebur128_sample_peak(state, channel, &value)
      samplePeak = max(samplePeak, 20 * Signal.log10(value))
    }
    ebur128_destroy(&state)
  }
}
