/// The structure of a WAV file, read without decoding (Multimedia Programming Interface and Data
/// Specifications 1.0, Microsoft and IBM 1991).
/// The sizes in the header may be wrong, because a program that writes to a pipe does not know them
/// yet.
struct WAVFile {
  /// Why bytes are not a usable WAV file.
  struct Fault: Error, Equatable {
    var reason: String
  }

  /// The smallest size that means "unknown".
  /// The samples then extend to the end of the bytes.
  /// Programs write such sizes if they do not know the real size (espeak-ng 0x7FFFF000, sox
  /// 0x7FFFFFFF, ffmpeg and OpenAI 0xFFFFFFFF).
  private static let unknownSize = 0x7FFF_F000

  /// The range of the `fmt ` chunk's content, which describes the samples.
  let format: Range<Int>
  /// The encoding of the samples: 1 is PCM, 3 floating point.
  let encoding: Int
  let channels: Int
  /// Frames per second.
  let sampleRate: Int
  let bitsPerSample: Int
  /// The number of bytes in a frame.
  /// A frame has one sample for each channel. In compressed audio, a frame is a block.
  let frameSize: Int
  /// The range of the samples.
  /// It contains only whole frames.
  let samples: Range<Int>
  /// The number of bytes of samples that the header declares; nil if the header leaves the size
  /// open.
  let announced: Int?
  /// The number of declared bytes that are missing because the file was cut off.
  let missing: Int
  /// The number of bytes after the last whole frame.
  /// In a file of open size, these bytes show that the file was cut off.
  let leftover: Int

  /// Whether the samples are 16-bit integers of one channel.
  var isMono16: Bool { encoding == 1 && channels == 1 && bitsPerSample == 16 }

  /// Finds the format and the samples.
  /// All ranges are offsets from the first byte.
  init<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) throws(Fault)
  where Bytes.Index == Int {
    let chunks = try Self.chunks(of: bytes)
    guard let form = chunks.format, let tag = bytes.little(2, at: form.lowerBound),
      let channels = bytes.little(2, at: form.lowerBound + 2),
      let rate = bytes.little(4, at: form.lowerBound + 4),
      let block = bytes.little(2, at: form.lowerBound + 12),
      let bits = bytes.little(2, at: form.lowerBound + 14)
    else { throw Fault(reason: "a WAV file without a format") }
    guard (1...768_000).contains(rate), (1...64).contains(channels) else {
      throw Fault(reason: "a WAV file with \(channels) channels at \(rate) Hz")
    }
    format = form
    // WAVE_FORMAT_EXTENSIBLE: the GUID begins with the real encoding.
    let inner = tag == 0xFFFE && form.count >= 26 ? bytes.little(2, at: form.lowerBound + 24) : nil
    encoding = inner ?? tag
    (self.channels, sampleRate, bitsPerSample) = (channels, rate, bits)
    frameSize = block > 0 ? block : max(channels * bits / 8, 1)
    let available = bytes.count - chunks.start
    // If a program cannot fill in the size at the end, the size stays zero.
    let isOpen = chunks.size >= Self.unknownSize || chunks.size == 0 && available > 0
    announced = isOpen ? nil : chunks.size
    let length = min(announced ?? available, available)
    missing = (announced ?? length) - length
    leftover = length % frameSize
    samples = chunks.start..<chunks.start + length - leftover
  }

  /// Returns the range of the format, the start of the samples, and their declared size in bytes.
  private static func chunks<Bytes: RandomAccessCollection<UInt8>>(
    of bytes: Bytes
  ) throws(Fault) -> (format: Range<Int>?, start: Int, size: Int) where Bytes.Index == Int {
    guard bytes.has("RIFF"), bytes.has("WAVE", at: 8) else { throw Fault(reason: "not a WAV file") }
    var format: Range<Int>?
    var place = 12
    while let size = bytes.little(4, at: place + 4) {
      let start = place + 8
      if bytes.has("data", at: place) { return (format, start, size) }
      if bytes.has("fmt ", at: place), size >= 16, start + size <= bytes.count {
        format = start..<start + size
      }
      // Chunks begin at even offsets.
      place = start + size + size % 2
    }
    throw Fault(reason: "a WAV file without samples")
  }
}

extension WAVFile {
  /// Returns why the samples are unusable even if the file is complete; nil if the samples are
  /// usable.
  /// Usable samples are integers of 8 to 32 bits, or floating-point numbers of 32 or 64 bits. Every
  /// floating-point sample must be finite.
  func fault<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes) -> Fault?
  where Bytes.Index == Int {
    guard SoundCheck.rates.contains(sampleRate), SoundCheck.channels.contains(channels) else {
      return Fault(reason: "a WAV file with \(channels) channels at \(sampleRate) Hz")
    }
    let widths = encoding == 1 ? [8, 16, 24, 32] : encoding == 3 ? [32, 64] : []
    guard widths.contains(bitsPerSample), frameSize == channels * bitsPerSample / 8 else {
      return Fault(
        reason: "a WAV file of encoding \(encoding) with \(bitsPerSample)-bit samples")
    }
    let start = bytes.startIndex
    let content = bytes[start + samples.lowerBound..<start + samples.upperBound]
    if encoding == 3, !Self.areNumbers(content, size: bitsPerSample / 8) {
      return Fault(reason: "a WAV file with samples that are not numbers")
    }
    return nil
  }

  /// Returns whether all samples are finite.
  /// In infinity and NaN, every bit of the exponent is set (IEEE 754).
  private static func areNumbers<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, size: Int
  ) -> Bool where Bytes.Index == Int {
    let exponent: UInt16 = size == 4 ? 0x7F80 : 0x7FF0
    return stride(from: bytes.startIndex + size - 2, to: bytes.endIndex - 1, by: size).allSatisfy {
      (UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) & exponent != exponent
    }
  }
}

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
