/// The first block of a FLAC file (RFC 9639, section 8.2), with the properties of the audio.
struct FLACStreamInfo: Equatable {
  /// The number of samples per channel in an audio block.
  /// All audio blocks have the same length.
  let blockSize: Int
  /// Samples per second, in hertz.
  let sampleRate: Int
  let channels: Int
  /// The number of bits per sample.
  let bits: Int
  /// The number of samples per channel.
  var samples: Int

  /// Reads the content of the metadata block.
  /// Returns nil if the audio blocks differ in length.
  init?(_ content: [UInt8]) {
    guard content.count == 34 else { return nil }
    let numbers = content.map(Int.init)
    blockSize = numbers[0] << 8 | numbers[1]
    sampleRate = numbers[10] << 12 | numbers[11] << 4 | numbers[12] >> 4
    channels = numbers[12] >> 1 & 7 + 1
    bits = (numbers[12] & 1) << 4 | numbers[13] >> 4 + 1
    samples = numbers[14..<18].reduce(numbers[13] & 15) { $0 << 8 | $1 }
    guard blockSize >= 16, blockSize == numbers[2] << 8 | numbers[3], sampleRate > 0 else {
      return nil
    }
  }

  /// The number of audio blocks, or nil if the last block is not full or the number of samples is unknown.
  var blocks: Int? { samples > 0 && samples % blockSize == 0 ? samples / blockSize : nil }

  /// The maximum length of a frame in bytes: uncompressed samples, one more bit for each sample (a side channel needs
  /// it), and 64 bytes for everything else.
  var longestFrame: Int { blockSize * channels * (bits + 1) / 8 + 64 }

  /// Returns the content of the metadata block, given the lengths in bytes of the shortest and the longest frame.
  /// The checksum of the audio is written as zero, because it is unknown. Computing it would require decoding.
  func content(frames: ClosedRange<Int>) -> [UInt8] {
    let size = ByteOrder.big(UInt16(blockSize))
    // Zero means unknown. The field has 36 bits, enough for 865 hours at 22,050 Hz.
    let samples = samples < 1 << 36 ? samples : 0
    let packed =
      UInt64(sampleRate) << 44 | UInt64(channels - 1) << 41 | UInt64(bits - 1) << 36
      | UInt64(samples)
    return size + size + ByteOrder.big(UInt32(frames.lowerBound)).dropFirst()
      + ByteOrder.big(UInt32(frames.upperBound)).dropFirst() + ByteOrder.big(packed)
      + [UInt8](repeating: 0, count: 16)
  }
}
