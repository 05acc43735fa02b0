/// The header of a WAV file (Multimedia Programming Interface and Data Specifications 1.0, Microsoft
/// and IBM 1991).
enum WAVHeader {
  /// Returns the 44 bytes that precede 16-bit samples.
  /// `samples` is the number of samples in all channels.
  static func bytes(samples: Int, sampleRate: Int, channels: Int = 1) -> [UInt8] {
    bytes(format: format(sampleRate: sampleRate, channels: channels), size: samples * 2)
  }

  /// Returns the bytes that precede `size` bytes of samples.
  /// `format` is the content of the `fmt ` chunk.
  static func bytes(format: some Collection<UInt8>, size: Int) -> [UInt8] {
    var bytes = Array("RIFF".utf8)
    bytes.append(little: UInt32(clamping: 20 + format.count + size))
    bytes.append(contentsOf: "WAVEfmt ".utf8)
    bytes.append(little: UInt32(clamping: format.count))
    bytes.append(contentsOf: format)
    bytes.append(contentsOf: "data".utf8)
    bytes.append(little: UInt32(clamping: size))
    return bytes
  }

  /// Returns the content of the `fmt ` chunk for 16-bit samples.
  static func format(sampleRate: Int, channels: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: UInt16(1))  // PCM
    bytes.append(little: UInt16(clamping: channels))
    bytes.append(little: UInt32(clamping: sampleRate))
    bytes.append(little: UInt32(clamping: sampleRate * channels * 2))  // bytes per second
    bytes.append(little: UInt16(clamping: channels * 2))  // bytes per frame
    bytes.append(little: UInt16(16))  // bits per sample
    return bytes
  }
}

// Numbers and marks in binary formats. Positions are offsets from the first byte.

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns whether the bytes at a position equal a text in UTF-8.
  func has(_ text: String, at place: Int = 0) -> Bool {
    dropFirst(place).starts(with: text.utf8)
  }

  /// Returns the little-endian number of `size` bytes (at most 8) at a position; nil if the bytes
  /// end before the number does.
  func little(_ size: Int, at place: Int) -> Int? {
    bytes(size, at: place)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the big-endian number of `size` bytes (at most 8) at a position; nil if the bytes end
  /// before the number does.
  func big(_ size: Int, at place: Int) -> Int? {
    bytes(size, at: place)?.reduce(0) { $0 << 8 | Int($1) }
  }

  private func bytes(_ size: Int, at place: Int) -> SubSequence? {
    guard place >= 0, size <= count - place else { return nil }
    return self[startIndex + place..<startIndex + place + size]
  }
}

extension [UInt8] {
  /// Appends an integer in little-endian order.
  mutating func append(little value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
