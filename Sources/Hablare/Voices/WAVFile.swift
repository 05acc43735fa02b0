import FoundationEssentials

/// A WAV file taken apart (Multimedia Programming Interface and Data Specifications 1.0, Microsoft
/// and IBM 1991), as programs write it: to a pipe they cannot know its sizes.
struct WAVFile {
  /// Why bytes are no WAV file that can be used.
  struct Fault: Error, Equatable {
    var reason: String
  }

  /// Bytes whose sizes say no less than this are as long as there are bytes: what programs write when
  /// they do not know (espeak-ng 0x7FFFF000, sox 0x7FFFFFFF, ffmpeg 0xFFFFFFFF).
  private static let unknownSize: UInt32 = 0x7FFF_F000

  /// The form of samples: 1 is PCM, 3 floating point.
  var format: Int
  var channels: Int
  var sampleRate: Int
  var bitsPerSample: Int
  /// Where the samples are.
  var samples: Range<Int>
  /// Whether the file's sizes are right.
  var hasTrueSizes: Bool

  /// Whether the samples are 16-bit integers of one channel.
  var isMono16: Bool { format == 1 && channels == 1 && bitsPerSample == 16 }

  /// Reads the header of a file and checks that all its samples are there.
  init(_ data: Data) throws(Fault) {
    let bytes = ByteReader(data)
    guard bytes.has("RIFF", at: 0), bytes.has("WAVE", at: 8) else {
      throw Fault(reason: "not a WAV file")
    }
    var form: (format: Int, channels: Int, rate: Int, bits: Int)?
    var offset = 12
    while let size = bytes.little32(at: offset + 4) {
      let start = offset + 8
      if bytes.has("fmt ", at: offset) {
        form = bytes.form(at: start, size: Int(size))
      } else if bytes.has("data", at: offset) {
        guard let form else { throw Fault(reason: "a WAV file without a format") }
        self.init(form: form, hasTrueSizes: size < Self.unknownSize)
        samples = start..<start
        try findSamples(from: start, size: size, in: data.count)
        return
      }
      // Chunks begin at even places.
      offset = start + Int(size) + Int(size & 1)
    }
    throw Fault(reason: "a WAV file without samples")
  }

  private init(form: (format: Int, channels: Int, rate: Int, bits: Int), hasTrueSizes: Bool) {
    (format, channels, sampleRate, bitsPerSample) = form
    samples = 0..<0
    self.hasTrueSizes = hasTrueSizes
  }

  private mutating func findSamples(from start: Int, size: UInt32, in count: Int) throws(Fault) {
    // A program that was to fill in the size later, and could not, has left it at nothing.
    if size == 0, count > start { hasTrueSizes = false }
    let available = count - start
    let announced = hasTrueSizes ? Int(size) : available
    guard announced <= available else {
      throw Fault(reason: "a WAV file of \(available) bytes of sound instead of \(announced)")
    }
    let frame = max(channels * bitsPerSample / 8, 1)
    samples = start..<start + announced / frame * frame
    guard (1...768_000).contains(sampleRate), (1...64).contains(channels) else {
      throw Fault(reason: "a WAV file of \(channels) channels at \(sampleRate) Hz")
    }
  }
}

/// Reads little-endian numbers; nil beyond the end.
private struct ByteReader {
  private let data: Data

  init(_ data: Data) { self.data = data }

  func has(_ text: String, at offset: Int) -> Bool {
    offset >= 0 && data.dropFirst(offset).starts(with: text.utf8)
  }

  func little32(at offset: Int) -> UInt32? {
    guard offset >= 0, offset + 4 <= data.count else { return nil }
    return (0..<4).reduce(0) { result, index in
      result | UInt32(data[data.startIndex + offset + index]) << (8 * UInt32(index))
    }
  }

  private func little16(at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= data.count else { return nil }
    return Int(data[data.startIndex + offset]) | Int(data[data.startIndex + offset + 1]) << 8
  }

  /// The `fmt ` chunk at an offset; nil if it is cut off.
  func form(at offset: Int, size: Int) -> (format: Int, channels: Int, rate: Int, bits: Int)? {
    guard size >= 16, var format = little16(at: offset), let channels = little16(at: offset + 2),
      let rate = little32(at: offset + 4), let bits = little16(at: offset + 14)
    else { return nil }
    // WAVE_FORMAT_EXTENSIBLE: the true form begins its GUID.
    if format == 0xFFFE, size >= 26, let inner = little16(at: offset + 24) { format = inner }
    return (format, channels, Int(rate), bits)
  }
}
