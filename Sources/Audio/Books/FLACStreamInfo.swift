/// The first block of a FLAC file (RFC 9639, section 8.2): what its sound is like.
struct FLACStreamInfo: Equatable {
  /// Samples of each channel in a block, all of which are as long.
  let blockSize: Int
  /// Samples per second, in hertz.
  let sampleRate: Int
  let channels: Int
  /// Bits of a sample.
  let bits: Int
  /// Samples of each channel.
  var samples: Int

  /// Reads a block; nil where blocks of sound differ in length.
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

  /// How many blocks there are; nil where the last one is not full, or their number is not known.
  var blocks: Int? { samples > 0 && samples % blockSize == 0 ? samples / blockSize : nil }

  /// The longest that a frame can be, in bytes: samples as they are, of one bit more in a side channel, and less
  /// than 64 bytes around them.
  var longestFrame: Int { blockSize * channels * (bits + 1) / 8 + 64 }

  /// The content of a block, for frames of a shortest and a longest length in bytes.
  ///
  /// A checksum of the sound would take decoding all of it: zero means that there is none.
  func content(frames: ClosedRange<Int>) -> [UInt8] {
    let size = ByteOrder.big(UInt16(blockSize))
    // Zero means unknown: 36 bits are 865 hours at 22,050 Hz.
    let samples = samples < 1 << 36 ? samples : 0
    let packed =
      UInt64(sampleRate) << 44 | UInt64(channels - 1) << 41 | UInt64(bits - 1) << 36
      | UInt64(samples)
    return size + size + ByteOrder.big(UInt32(frames.lowerBound)).dropFirst()
      + ByteOrder.big(UInt32(frames.upperBound)).dropFirst() + ByteOrder.big(packed)
      + [UInt8](repeating: 0, count: 16)
  }
}
