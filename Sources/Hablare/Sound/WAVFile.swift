/// A WAV file taken apart without decoding it (Multimedia Programming Interface and Data
/// Specifications 1.0, Microsoft and IBM 1991), as programs write it: to a pipe they cannot know its
/// sizes.
struct WAVFile {
  /// Why bytes are no WAV file that can be used.
  struct Fault: Error, Equatable {
    var reason: String
  }

  /// Bytes whose sizes say no less than this are as long as there are bytes: what programs write when
  /// they do not know (espeak-ng 0x7FFFF000, sox 0x7FFFFFFF, ffmpeg and OpenAI 0xFFFFFFFF).
  private static let unknownSize = 0x7FFF_F000

  /// Where the content of the `fmt ` chunk is, which describes the samples.
  let format: Range<Int>
  /// The form of samples: 1 is PCM, 3 floating point.
  let encoding: Int
  let channels: Int
  /// Frames per second.
  let sampleRate: Int
  let bitsPerSample: Int
  /// Bytes of a frame: a sample of each channel, or a block where they are compressed.
  let frameSize: Int
  /// Where the samples are, whole frames only.
  let samples: Range<Int>
  /// The bytes that the samples should have by the file's own account; nil where that is left open.
  let announced: Int?
  /// The bytes of samples that are announced but not there: the file was cut off.
  let missing: Int
  /// Bytes behind the last whole frame: a sign that a file of an open size was cut off.
  let leftover: Int

  /// Whether the samples are 16-bit integers of one channel.
  var isMono16: Bool { encoding == 1 && channels == 1 && bitsPerSample == 16 }

  /// Finds format and samples; all ranges count from the first byte.
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
      throw Fault(reason: "a WAV file of \(channels) channels at \(rate) Hz")
    }
    format = form
    // WAVE_FORMAT_EXTENSIBLE: the true form begins its GUID.
    let inner = tag == 0xFFFE && form.count >= 26 ? bytes.little(2, at: form.lowerBound + 24) : nil
    encoding = inner ?? tag
    (self.channels, sampleRate, bitsPerSample) = (channels, rate, bits)
    frameSize = block > 0 ? block : max(channels * bits / 8, 1)
    let available = bytes.count - chunks.start
    // A program that was to fill in the size later, and could not, has left it at nothing.
    let isOpen = chunks.size >= Self.unknownSize || chunks.size == 0 && available > 0
    announced = isOpen ? nil : chunks.size
    let length = min(announced ?? available, available)
    missing = (announced ?? length) - length
    leftover = length % frameSize
    samples = chunks.start..<chunks.start + length - leftover
  }

  /// Where the format is, and where the samples begin and how many bytes they are said to have.
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
      // Chunks begin at even places.
      place = start + size + size % 2
    }
    throw Fault(reason: "a WAV file without samples")
  }
}
