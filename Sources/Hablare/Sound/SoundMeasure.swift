import Basics
package import FoundationEssentials

/// The rate, channels and length of audio, read from its headers without decoding.
package struct SoundMeasure: Sendable, Equatable {
  /// Frames per second.
  package var sampleRate: Int
  package var channels: Int
  /// The length in frames.
  /// A frame has one sample for each channel.
  package var frames: Int

  /// The length in seconds.
  package var duration: TimeInterval { Double(frames) / Double(sampleRate) }

  package init(sampleRate: Int, channels: Int, frames: Int) {
    (self.sampleRate, self.channels, self.frames) = (sampleRate, channels, frames)
  }

  /// Measures the output of an engine; nil if the bytes do not have the stated format, or if the
  /// length cannot be determined from them.
  package init?(_ output: VoiceEngineOutput) {
    let bytes = [UInt8](output.audioData)
    let measured: SoundMeasure? =
      switch output.audioFormat {
      case .pcm16: Self.pcm(bytes, rate: output.sampleRate, channels: output.channels ?? 1)
      case .wav: Self.wav(bytes)
      case .mp3: Self.mpeg(bytes)
      case .flac: Self.flac(bytes)
      case .ogg, .opus: Self.ogg(bytes)
      case .aiff: Self.aiff(bytes)
      case .m4a: Self.mpeg4(bytes)
      }
    guard let measured, measured.sampleRate > 0, measured.channels > 0 else { return nil }
    self = measured
  }

  private static func pcm(_ bytes: [UInt8], rate: Int?, channels: Int) -> SoundMeasure? {
    guard let rate, channels > 0 else { return nil }
    return SoundMeasure(sampleRate: rate, channels: channels, frames: bytes.count / 2 / channels)
  }

  private static func wav(_ bytes: [UInt8]) -> SoundMeasure? {
    guard let file = try? WAVFile(bytes) else { return nil }
    return SoundMeasure(
      sampleRate: file.sampleRate, channels: file.channels,
      frames: file.samples.count / file.frameSize)
  }

  private static func aiff(_ bytes: [UInt8]) -> SoundMeasure? {
    guard let header = AIFFHeader(bytes), let frames = header.frames else { return nil }
    return SoundMeasure(sampleRate: header.rate, channels: header.channels, frames: frames)
  }

  private static func mpeg4(_ bytes: [UInt8]) -> SoundMeasure? {
    MPEG4Header(bytes).map {
      SoundMeasure(sampleRate: $0.rate, channels: $0.channels, frames: $0.frames)
    }
  }

  /// Reads STREAMINFO (RFC 9639, section 8.2): 20 bits for the rate, 3 bits for the channels minus
  /// one, 5 bits that are not needed, and 36 bits for the frames.
  private static func flac(_ bytes: [UInt8]) -> SoundMeasure? {
    guard bytes.has("fLaC"), let packed = bytes.big(8, at: 18) else { return nil }
    return SoundMeasure(
      sampleRate: packed >> 44, channels: (packed >> 41 & 7) + 1, frames: packed & 0xF_FFFF_FFFF)
  }

  /// Reads the length from the position of the last page (RFC 3533, section 6).
  /// In Opus, positions count at 48 kHz and include the pre-skip (RFC 7845, section 4). In Vorbis,
  /// positions count at the stream's own rate (Vorbis I, section 4.2.2).
  private static func ogg(_ bytes: [UInt8]) -> SoundMeasure? {
    guard bytes.has("OggS"), bytes.count > 58 else { return nil }
    let last = bytes.indices.dropLast(13).last {
      bytes[$0] == UInt8(ascii: "O") && bytes.has("OggS", at: $0)
    }
    let packet = 27 + Int(bytes[26])
    guard let last, let position = bytes.little(8, at: last + 6), packet + 16 <= bytes.count else {
      return nil
    }
    if bytes.has("OpusHead", at: packet), let skipped = bytes.little(2, at: packet + 10) {
      return SoundMeasure(
        sampleRate: 48_000, channels: Int(bytes[packet + 9]), frames: max(0, position - skipped))
    }
    guard bytes.has("vorbis", at: packet + 1), let rate = bytes.little(4, at: packet + 12) else {
      return nil
    }
    return SoundMeasure(
      sampleRate: rate, channels: Int(bytes[packet + 11]), frames: max(0, position))
  }

  /// Counts the frames of an MPEG stream.
  /// Bytes outside frames are skipped. If the first frame contains the encoder's information
  /// instead of audio, this frame is not counted.
  private static func mpeg(_ bytes: [UInt8]) -> SoundMeasure? {
    var rest = MPEGAudio.withoutTags(bytes)
    var result: SoundMeasure?
    while rest.count >= 4 {
      guard let frame = MPEGFrame(rest) else {
        rest = rest.dropFirst()
        continue
      }
      if result == nil {
        result = SoundMeasure(
          sampleRate: frame.sampleRate, channels: frame.channels,
          frames: MPEGFrame.isInformation(rest) ? -frame.samples : 0)
      }
      result?.frames += frame.samples
      rest = rest.dropFirst(frame.length)
    }
    return result
  }
}

/// The contents of the `COMM` chunk of an AIFF file (Apple, Audio Interchange File Format 1.3, and
/// AIFF-C).
struct AIFFHeader {
  var channels = 0
  /// The number of frames, or of packets of frames if the samples are compressed.
  var packets = 0
  var bits = 0
  /// Frames per second; 0 if the number is not usable.
  var rate = 0
  /// The encoding of the samples, as four characters; nil for plain AIFF samples.
  private var encoding: String?
  var hasSound = false
  /// Whether the bytes end before the audio does.
  private var isCutOff = false

  /// The smallest size that means "unknown".
  /// The audio then extends to the end of the bytes.
  /// Programs write such sizes if they do not know the real size.
  private static let unknownSize = 0x7FFF_0000

  init?<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) where Bytes.Index == Int {
    guard bytes.has("FORM"), bytes.has("AIFF", at: 8) || bytes.has("AIFC", at: 8) else {
      return nil
    }
    var place = 12
    while let size = bytes.big(4, at: place + 4) {
      if bytes.has("COMM", at: place) { readCommon(bytes, at: place + 8, size: size) }
      if bytes.has("SSND", at: place), bytes.count > place + 16 {
        hasSound = true
        isCutOff = size < Self.unknownSize && size > bytes.count - place - 8
      }
      place += 8 + size + size % 2
    }
    if channels == 0 { return nil }
  }

  private mutating func readCommon<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, at place: Int, size: Int
  ) where Bytes.Index == Int {
    guard let channels = bytes.big(2, at: place), let packets = bytes.big(4, at: place + 2),
      let bits = bytes.big(2, at: place + 6), let exponent = bytes.big(2, at: place + 8),
      let mantissa = bytes.big(4, at: place + 10)
    else { return }
    (self.channels, self.packets, self.bits) = (channels, packets, bits)
    // The rate is an 80-bit floating-point number. The upper 32 bits of the mantissa are enough.
    rate = (16_383...16_414).contains(exponent) ? mantissa >> (16_414 - exponent) : 0
    // The encoding follows the rate, but only in AIFF-C.
    guard bytes.has("AIFC", at: 8), size >= 22, bytes.big(4, at: place + 18) != nil else { return }
    encoding = String(decoding: bytes.dropFirst(place + 18).prefix(4), as: UTF8.self)
  }

  var isUsable: Bool {
    hasSound && !isCutOff && packets > 0 && (1...64).contains(bits)
      && SoundCheck.rates.contains(rate) && SoundCheck.channels.contains(channels)
  }

  /// The number of frames; nil if the encoding is unknown.
  var frames: Int? {
    switch encoding?.lowercased() {
    // Integers of either byte order, floating point, μ-law and A-law have one sample per packet.
    case nil, "none", "twos", "sowt", "raw ", "in24", "in32", "42ni", "23ni", "fl32", "fl64",
      "ulaw", "alaw":
      packets
    // For each channel, a packet has 64 samples in QuickTime's ADPCM, and six samples in MACE.
    case "ima4": packets * 64
    case "mac3", "mac6": packets * 6
    default: nil
    }
  }
}

/// The audio properties from the index of an MPEG-4 file (ISO/IEC 14496-12).
struct MPEG4Header {
  /// Frames per second.
  var rate: Int
  var channels: Int
  /// The number of frames that are played.
  /// The encoder's delay is left out if the file states it.
  var frames: Int

  /// Reads the first audio track.
  /// Nil if there is no audio track, or if the index does not state the track's length. The index
  /// of a fragmented file does not state the length.
  init?(_ bytes: [UInt8]) {
    let boxes = MPEG4Boxes(bytes: bytes)
    guard let movie = boxes.first("moov", in: bytes.indices) else { return nil }
    for track in boxes.all("trak", in: movie) {
      guard let media = boxes.first("mdia", in: track),
        let handler = boxes.first("hdlr", in: media),
        bytes.has("soun", at: handler.lowerBound + 8),
        let clock = boxes.first("mdhd", in: media).flatMap(boxes.clock), clock.duration > 0,
        let entry = boxes.soundEntry(in: media)
      else { continue }
      // A rate above 65,535 Hz does not fit into the entry. The clock of an audio track has one
      // unit for each frame, so its scale is the rate.
      rate = entry.rate > 0 ? entry.rate : clock.scale
      channels = entry.channels
      let movieScale = boxes.first("mvhd", in: movie).flatMap(boxes.clock)?.scale ?? clock.scale
      let played = boxes.played(in: track, of: clock, movieScale: movieScale)
      let frames = played * Double(rate) / Double(clock.scale)
      // Times are 64-bit numbers, and a damaged file can contain any value.
      guard frames >= 0, frames < Double(1 << 50) else { return nil }
      self.frames = Int(frames.rounded())
      return
    }
    return nil
  }

  /// The boxes of an ISO file.
  /// A box is given by the range of its content.
  private struct MPEG4Boxes {
    /// The time unit and the duration of a track or movie.
    struct Clock {
      /// Units per second.
      var scale: Int
      /// The duration in units; 0 if unknown.
      var duration: Int
    }

    let bytes: [UInt8]

    /// Returns the contents of the boxes of a type within a range.
    func all(_ type: String, in range: Range<Int>) -> [Range<Int>] {
      var found: [Range<Int>] = []
      var place = range.lowerBound
      while place + 8 <= range.upperBound, var size = bytes.big(4, at: place) {
        var header = 8
        if size == 1 { (header, size) = (16, bytes.big(8, at: place + 8) ?? 0) }
        if size == 0 { size = range.upperBound - place }
        guard size >= header, size <= range.upperBound - place else { break }
        if bytes.has(type, at: place + 4) { found.append(place + header..<place + size) }
        place += size
      }
      return found
    }

    func first(_ type: String, in range: Range<Int>) -> Range<Int>? { all(type, in: range).first }

    /// Returns the time scale and the duration in a `mvhd` or `mdhd` box.
    /// Version 1 of these boxes has longer numbers.
    func clock(_ box: Range<Int>) -> Clock? {
      let isLong = bytes.big(1, at: box.lowerBound) == 1
      let place = box.lowerBound + (isLong ? 20 : 12)
      guard let scale = bytes.big(4, at: place),
        let duration = bytes.big(isLong ? 8 : 4, at: place + 4), scale > 0
      else { return nil }
      let isUnknown = isLong ? duration < 0 : duration == 0xFFFF_FFFF
      return Clock(scale: scale, duration: isUnknown ? 0 : duration)
    }

    /// Returns the rate and the channels from the first entry of `stsd`.
    /// The AAC decoder configuration in the entry overrides the number of channels.
    /// Nil for version 2 of QuickTime's entry, which stores these values elsewhere.
    func soundEntry(in media: Range<Int>) -> (rate: Int, channels: Int)? {
      guard let table = first("minf", in: media).flatMap({ first("stbl", in: $0) }),
        let entries = first("stsd", in: table)
      else { return nil }
      let entry = entries.lowerBound + 8
      guard let version = bytes.big(2, at: entry + 16), version < 2,
        let channels = bytes.big(2, at: entry + 24), let rate = bytes.big(4, at: entry + 32)
      else { return nil }
      // Version 1 of QuickTime's entry has four more numbers, and the decoder's box is inside another
      // box.
      let start = entry + (version == 1 ? 52 : 36)
      let size = bytes.big(4, at: entry) ?? 0
      let end = min(entries.upperBound, entry + size)
      let more = start..<max(start, end)
      let place =
        first("esds", in: more) ?? first("wave", in: more).flatMap { first("esds", in: $0) }
      let config = place.flatMap { AACConfiguration(bytes[$0]) }
      return (rate >> 16, config?.channels ?? channels)
    }

    /// Returns how much of a track is played, in units of `clock`.
    /// The track's edit list skips the encoder's delay.
    func played(in track: Range<Int>, of clock: Clock, movieScale: Int) -> Double {
      let whole = Double(clock.duration)
      guard let list = first("edts", in: track).flatMap({ first("elst", in: $0) }),
        let count = bytes.big(4, at: list.lowerBound + 4)
      else { return whole }
      let isLong = bytes.big(1, at: list.lowerBound) == 1
      let (word, size) = isLong ? (8, 20) : (4, 12)
      // If the list states more entries than its box contains, only the entries in the box are read.
      let places = stride(from: list.lowerBound + 8, to: list.upperBound - size + 1, by: size)
      var played = 0.0
      var isEdited = false
      for place in places.prefix(count) {
        guard let length = bytes.big(word, at: place), let start = bytes.big(word, at: place + word)
        else { break }
        // An edit without a start is a pause.
        let isPause = isLong ? start < 0 : start > 0x7FFF_FFFF
        if isPause { continue }
        isEdited = true
        let rest = max(0, whole - Double(start))
        let asked = Double(length) * Double(clock.scale) / Double(movieScale)
        // The edit's length is in units of the movie's clock, which is coarser than the track's
        // clock. The rest of the track is the limit.
        played += length == 0 ? rest : min(rest, asked)
      }
      return isEdited ? played : whole
    }
  }
}

/// The decoder configuration of AAC in an MPEG-4 file.
/// The number of channels is read from this configuration. The box around the configuration need
/// not state the actual number and often states two (ISO/IEC 14496-14, 5.6).
struct AACConfiguration {
  /// The number of channels; nil if only the audio itself states the number.
  let channels: Int?

  /// Reads the content of an `esds` box, which consists of nested descriptors (ISO/IEC 14496-1, 7.2.6).
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = DescriptorReader(rest: bytes.dropFirst(4))
    guard reader.enter(tag: 3) else { return nil }
    reader.skip(2)
    guard let flags = reader.byte() else { return nil }
    // Skips the optional fields: the id of another stream, a URL, and the id of a clock.
    if flags & 0x80 != 0 { reader.skip(2) }
    if flags & 0x40 != 0 { reader.skip(reader.byte() ?? 0) }
    if flags & 0x20 != 0 { reader.skip(2) }
    guard reader.enter(tag: 4) else { return nil }
    // Skips the stream type, the buffer size and the bit rates.
    reader.skip(13)
    guard reader.enter(tag: 5), let number = Self.channels(reader.rest) else { return nil }
    channels = number > 0 ? number : nil
  }

  /// Returns the number of channels in an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1).
  /// 0 if only the audio itself states the number; nil if the configuration is cut short.
  private static func channels(_ bytes: ArraySlice<UInt8>) -> Int? {
    var bits = BitReader(bytes: bytes)
    guard let kind = bits.read(5) else { return nil }
    // Type 31 means that six more bits contain the object type.
    if kind == 31 { _ = bits.read(6) }
    // Index 15 means that the sample rate itself follows, in 24 bits.
    if bits.read(4) == 15 { _ = bits.read(24) }
    guard let number = bits.read(4) else { return nil }
    switch number {
    // Parametric stereo turns one channel into two.
    case 1 where kind == 29: return 2
    case 7: return 8
    default: return number
    }
  }

  /// Reads descriptors, each with a tag, a length and a content.
  private struct DescriptorReader {
    var rest: ArraySlice<UInt8>

    mutating func byte() -> Int? { rest.popFirst().map { Int($0) } }

    mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

    /// Enters a descriptor; returns false if the next descriptor has another tag.
    /// The length is ignored: the wanted data is at the start of the descriptor's content.
    mutating func enter(tag: Int) -> Bool {
      guard byte() == tag else { return false }
      // Each length byte holds seven bits. The top bit is set in every length byte but the last.
      for _ in 0..<4 {
        guard let part = byte() else { return false }
        if part & 0x80 == 0 { return true }
      }
      return false
    }
  }

  /// Reads bits, the highest bit of each byte first.
  private struct BitReader {
    let bytes: ArraySlice<UInt8>
    private var place = 0

    init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Returns the next bits as a number; nil after the end.
    mutating func read(_ count: Int) -> Int? {
      guard place + count <= bytes.count * 8 else { return nil }
      var value = 0
      for bit in place..<place + count {
        let byte = bytes[bytes.startIndex + bit / 8]
        value = value << 1 | Int(byte >> (7 - bit % 8) & 1)
      }
      place += count
      return value
    }
  }
}
