/// An encoder for any of the formats.
///
/// Its input arrives in blocks of `SoundFileWriter.blockFrames` frames. The last block can be shorter.
enum BlockEncoder: ~Copyable, Sendable {
  case sndfile(SndfileEncoder)
  case opus(OpusEncoder)
  case aac(AACEncoder)

  init(
    creating path: String, format: SoundFormat, sampleRate: Int, channels: Int,
    encoding: EncodingOptions
  ) throws(AudioError) {
    switch format {
    case .opus:
      self = .opus(
        try OpusEncoder(
          creating: path, sampleRate: sampleRate, channels: channels, encoding: encoding))
    case .aac:
      self = .aac(
        try AACEncoder(
          creating: path, sampleRate: sampleRate, channels: channels, encoding: encoding))
    case .wav, .flac, .flacBlocks, .mp3, .ogg:
      self = .sndfile(
        try SndfileEncoder(
          creating: path, format: format, sampleRate: sampleRate, channels: channels,
          encoding: encoding))
    }
  }

  /// Writes a block of interleaved samples.
  func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    switch self {
    case .sndfile(let encoder): try encoder.write(samples)
    case .opus(let encoder): try encoder.write(samples)
    case .aac(let encoder): try encoder.write(samples)
    }
  }

  /// Encodes the pending samples and closes the file.
  consuming func close() throws(AudioError) {
    switch consume self {
    case .sndfile(let encoder): try encoder.close()
    case .opus(let encoder): try encoder.close()
    case .aac(let encoder): try encoder.close()
    }
  }
}
