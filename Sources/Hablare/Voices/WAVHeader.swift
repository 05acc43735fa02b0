/// The header of a WAV file of mono 16-bit samples.
enum WAVHeader {
  /// The 44 bytes that precede the samples (Multimedia Programming Interface and Data
  /// Specifications 1.0, Microsoft and IBM 1991).
  static func bytes(samples: Int, sampleRate: Int) -> [UInt8] {
    let dataSize = UInt32(clamping: samples * 2)
    var bytes = Array("RIFF".utf8)
    bytes.append(little: UInt32(clamping: 36 + samples * 2))
    bytes.append(contentsOf: "WAVEfmt ".utf8)
    bytes.append(little: UInt32(16))
    bytes.append(little: UInt16(1))  // PCM
    bytes.append(little: UInt16(1))  // channels
    bytes.append(little: UInt32(sampleRate))
    bytes.append(little: UInt32(sampleRate * 2))  // bytes a second
    bytes.append(little: UInt16(2))  // bytes a frame
    bytes.append(little: UInt16(16))  // bits a sample
    bytes.append(contentsOf: "data".utf8)
    bytes.append(little: dataSize)
    return bytes
  }
}
