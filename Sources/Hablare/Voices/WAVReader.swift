/// The sound in a WAV file, found without decoding it (Multimedia Programming Interface and Data
/// Specifications 1.0, Microsoft and IBM 1991).
///
/// Sizes that streaming writers leave open (0, 0xFFFFFFFF, or larger than the file) mean: until the
/// end.
struct WAVReader {
  /// Why a file cannot be read.
  enum Problem: Error, Equatable {
    /// It does not begin as WAV files do.
    case notWAV
    /// It ends before its sound begins, or does not say what kind of sound it is.
    case incomplete
  }

  /// The content of the `fmt ` chunk, which describes the samples.
  let format: ArraySlice<UInt8>
  /// The samples, whole frames only.
  let samples: ArraySlice<UInt8>
  /// Number of channels.
  let channels: Int
  /// Frames per second.
  let sampleRate: Int
  /// Bits of each sample.
  let bitsPerSample: Int
  /// Bytes that are left over behind the last whole frame: a sign that the file was cut off.
  let leftover: Int

  /// Whether the samples are plain integers (format 1, or 0xFFFE with that as its subformat).
  let isPCM: Bool

  /// Finds format and samples.
  init(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    guard bytes.count >= 12, bytes.prefix(4).elementsEqual("RIFF".utf8),
      bytes.dropFirst(8).prefix(4).elementsEqual("WAVE".utf8)
    else { throw .notWAV }
    var rest = bytes.dropFirst(12)
    var format: ArraySlice<UInt8>?
    var samples: ArraySlice<UInt8>?
    while samples == nil, rest.count >= 8 {
      let (name, size) = (rest.prefix(4), Int(rest.little(at: 4, count: 4)))
      rest = rest.dropFirst(8)
      if name.elementsEqual("data".utf8) {
        samples = size == 0 ? rest : rest.prefix(size)
      } else {
        if name.elementsEqual("fmt ".utf8) { format = rest.prefix(size) }
        // Chunks begin at even places.
        rest = rest.dropFirst(size + size % 2)
      }
    }
    guard let format, let samples, format.count >= 16 else { throw .incomplete }
    let tag = format.little(at: 0, count: 2)
    channels = Int(format.little(at: 2, count: 2))
    sampleRate = Int(format.little(at: 4, count: 4))
    bitsPerSample = Int(format.little(at: 14, count: 2))
    isPCM = tag == 1 || tag == 0xFFFE && format.count >= 26 && format.little(at: 24, count: 2) == 1
    let frame = max(1, Int(format.little(at: 12, count: 2)))
    guard channels > 0, sampleRate > 0 else { throw .incomplete }
    leftover = samples.count % frame
    self.format = format
    self.samples = samples.dropLast(leftover)
  }

  /// A file of such samples with sizes that are true.
  static func file(format: ArraySlice<UInt8>, samples: some Collection<UInt8>) -> [UInt8] {
    var bytes = Array("RIFF".utf8)
    bytes.append(little: UInt32(clamping: 20 + format.count + samples.count))
    bytes.append(contentsOf: "WAVEfmt ".utf8)
    bytes.append(little: UInt32(clamping: format.count))
    bytes.append(contentsOf: format)
    bytes.append(contentsOf: "data".utf8)
    bytes.append(little: UInt32(clamping: samples.count))
    bytes.append(contentsOf: samples)
    return bytes
  }
}

extension ArraySlice<UInt8> {
  /// An integer of so many bytes, the lowest first; the slice must have them.
  fileprivate func little(at offset: Int, count: Int) -> UInt32 {
    dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
