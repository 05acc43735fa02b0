/// The header of a WAV file of 16-bit samples.
enum WAVHeader {
  /// The 44 bytes that precede the samples (Multimedia Programming Interface and Data
  /// Specifications 1.0, Microsoft and IBM 1991); `samples` counts those of all channels.
  static func bytes(samples: Int, sampleRate: Int, channels: Int = 1) -> [UInt8] {
    let dataSize = UInt32(clamping: samples * 2)
    var bytes = Array("RIFF".utf8)
    bytes.append(little: UInt32(clamping: 36 + samples * 2))
    bytes.append(contentsOf: "WAVEfmt ".utf8)
    bytes.append(little: UInt32(16))
    bytes.append(little: UInt16(1))  // PCM
    bytes.append(little: UInt16(channels))
    bytes.append(little: UInt32(sampleRate))
    bytes.append(little: UInt32(sampleRate * channels * 2))  // bytes a second
    bytes.append(little: UInt16(channels * 2))  // bytes a frame
    bytes.append(little: UInt16(16))  // bits a sample
    bytes.append(contentsOf: "data".utf8)
    bytes.append(little: dataSize)
    return bytes
  }
}
