import Basics

/// Distinguishes audio from bytes that only begin like audio.
/// The check decodes nothing. It checks that headers agree with themselves and with the bytes after
/// them.
enum SoundCheck {
  /// The sample rates of speech and music, in hertz, from telephone to studio.
  static let rates = 8_000...192_000
  /// The numbers of channels that this module's readers accept.
  static let channels = 1...8
  /// The number of consecutive MPEG frames that the check needs.
  /// If the audio has fewer frames, all must be valid.
  private static let leastFrames = 4

  /// Returns whether the bytes can be audio in a format.
  /// The check reads from the first header to the first samples. There is one exception: the check
  /// reads an Ogg file to the end.
  static func accepts<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, as format: VoiceEngineAudioFormat
  ) -> Bool where Bytes.Index == Int {
    switch format {
    case .pcm16: !bytes.isEmpty && bytes.count.isMultiple(of: 2)
    case .wav: (try? WAVFile(bytes)).map { $0.fault(in: bytes) == nil } ?? false
    case .mp3: isMP3(Array(bytes))
    case .flac: isFLAC(bytes)
    case .ogg, .opus: OggPageHeader.chain(bytes)
    case .aiff: AIFFHeader(bytes)?.isUsable ?? false
    case .m4a: isMPEG4(bytes)
    }
  }

  private static func isMP3(_ bytes: [UInt8]) -> Bool {
    var rest = MPEGAudio.withoutTags(bytes)
    guard let first = MPEGFrame(rest), !MPEGAudio.endsWithinFrame(bytes) else { return false }
    var found = MPEGFrame.isInformation(rest) ? -1 : 0
    while found < leastFrames {
      guard let frame = MPEGFrame(rest), frame.fits(first), frame.length <= rest.count else {
        return rest.isEmpty && found > 0
      }
      found += 1
      rest = rest.dropFirst(frame.length)
    }
    return true
  }

  /// Returns whether STREAMINFO and a frame are in their required positions.
  /// STREAMINFO comes first and has 34 bytes. After the last metadata block, a frame begins with 15
  /// bits that are always the same (RFC 9639, sections 8 and 9.1). STREAMINFO need not state the
  /// number of samples.
  private static func isFLAC<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool
  where Bytes.Index == Int {
    guard bytes.has("fLaC"), let first = bytes.big(4, at: 4), first & 0x7FFF_FFFF == 34,
      let least = bytes.big(2, at: 8), let most = bytes.big(2, at: 10),
      let packed = bytes.big(8, at: 18)
    else { return false }
    let bits = (packed >> 36 & 31) + 1
    guard least >= 16, least <= most, rates.contains(packed >> 44 & 0xF_FFFF), bits >= 4 else {
      return false
    }
    var place = 4
    while let header = bytes.big(4, at: place) {
      place += 4 + header & 0xFF_FFFF
      if header >> 31 == 1 { return bytes.big(2, at: place).map { $0 & 0xFFFE == 0xFFF8 } ?? false }
    }
    return false
  }

  /// Returns whether the bytes consist of boxes, among them `moov` with the index and `mdat` with
  /// the audio (ISO/IEC 14496-12, 4.2).
  private static func isMPEG4<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool
  where Bytes.Index == Int {
    var (place, hasIndex, hasSound) = (0, false, false)
    while place < bytes.count, var size = bytes.big(4, at: place) {
      if bytes.has("moov", at: place + 4) { hasIndex = true }
      if bytes.has("mdat", at: place + 4) { hasSound = true }
      if size == 0 { size = bytes.count - place }
      if size == 1 { size = bytes.big(8, at: place + 8) ?? 0 }
      guard size >= 8, size <= bytes.count - place else { return false }
      place += size
    }
    return place == bytes.count && hasIndex && hasSound
  }
}

/// The header of an Ogg page (RFC 3533, section 6).
struct OggPageHeader {
  /// The length of the page in bytes, including its header.
  let length: Int
  /// Whether the page begins a stream.
  let isFirst: Bool
  /// The offset of the page's packets from the page's first byte.
  let content: Int
  /// The number of samples from the start of the stream to the end of the page; -1 if no packet
  /// ends in the page.
  let position: Int

  /// Reads the header at a position; nil if there is no header.
  init?<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, at place: Int)
  where Bytes.Index == Int {
    guard bytes.has("OggS", at: place), let version = bytes.big(1, at: place + 4), version == 0,
      let flags = bytes.big(1, at: place + 5), flags < 8,
      let position = bytes.little(8, at: place + 6), let count = bytes.big(1, at: place + 26),
      count <= bytes.count - place - 27
    else { return nil }
    let table = bytes.dropFirst(place + 27).prefix(count)
    content = 27 + count
    length = content + table.reduce(0) { $0 + Int($1) }
    isFirst = flags & 2 != 0
    self.position = position
  }

  /// Returns whether the bytes are a chain of pages with usable audio.
  /// The pages must follow each other to the end. The first page must begin a stream, and there
  /// must be samples. The number of channels and the rate must be valid; Opus always has 48 kHz
  /// (RFC 7845, section 5.1). For codecs other than Opus and Vorbis only the pages are checked.
  static func chain<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool
  where Bytes.Index == Int {
    guard let first = OggPageHeader(bytes, at: 0), first.isFirst else { return false }
    if bytes.has("OpusHead", at: first.content) {
      guard let channels = bytes.big(1, at: first.content + 9),
        SoundCheck.channels.contains(channels)
      else { return false }
    } else if bytes.has("\u{1}vorbis", at: first.content) {
      guard let channels = bytes.big(1, at: first.content + 11),
        let rate = bytes.little(4, at: first.content + 12),
        SoundCheck.channels.contains(channels), SoundCheck.rates.contains(rate)
      else { return false }
    }
    var (place, last) = (0, 0)
    while place < bytes.count {
      guard let page = OggPageHeader(bytes, at: place), page.length <= bytes.count - place else {
        return false
      }
      last = max(last, page.position)
      place += page.length
    }
    return last > 0
  }
}

/// The format of audio, found in its first bytes.
/// Headerless samples have no signature.
package enum SoundSignature: Equatable {
  case format(VoiceEngineAudioFormat)
  /// A known format that engines must not deliver; the string is the format's name.
  case other(String)

  /// Detects the format of bytes; nil if their beginning matches no known format.
  /// A frame of MPEG audio begins with eleven set bits. Headerless samples often begin with the
  /// same bits (−1 is 0xFFFF). Therefore MPEG is recognised only if the bytes end after the first
  /// frame, or if another frame of the same stream follows.
  package init?<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) where Bytes.Index == Int {
    if bytes.has("RIFF"), bytes.has("WAVE", at: 8) {
      self = .format(.wav)
    } else if bytes.has("fLaC") {
      self = .format(.flac)
    } else if bytes.has("OggS") {
      self = Self.ogg(bytes)
    } else if bytes.has("FORM"), bytes.has("AIFF", at: 8) || bytes.has("AIFC", at: 8) {
      self = .format(.aiff)
    } else if bytes.has("ftyp", at: 4) {
      self = .format(.m4a)
    } else if bytes.has("ID3") || Self.isMP3(bytes) {
      self = .format(.mp3)
    } else if let kind = Self.others.first(where: { bytes.starts(with: $0.bytes) }) {
      self = .other(kind.name)
    } else if Self.isAAC(bytes) {
      self = .other("AAC")
    } else {
      return nil
    }
  }

  /// Formats that this program cannot decode.
  private static let others: [(bytes: [UInt8], name: String)] = [
    ([0x1A, 0x45, 0xDF, 0xA3], "WebM"), ([0x30, 0x26, 0xB2, 0x75], "Windows Media"),
    (Array("ADIF".utf8), "AAC"), (Array("#!AMR".utf8), "AMR"), (Array("caff".utf8), "CAF"),
  ]

  /// Returns the format of an Ogg stream.
  /// The first page names the codec at byte 28, after the header of 27 bytes and a table with one
  /// entry (RFC 3533, section 6).
  private static func ogg<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> SoundSignature
  where Bytes.Index == Int {
    if bytes.has("OpusHead", at: 28) { return .format(.opus) }
    // libsndfile 1.2 opens neither FLAC in Ogg nor Speex.
    if bytes.has("\u{7F}FLAC", at: 28) { return .other("FLAC in Ogg") }
    return bytes.has("Speex", at: 28) ? .other("Speex") : .format(.ogg)
  }

  /// The common name of the format.
  var name: String {
    switch self {
    case .format(.m4a): "MPEG-4"
    case .format(.ogg): "Ogg"
    case .format(.opus): "Opus"
    case .format(let format): format.rawValue.uppercased()
    case .other(let name): name
    }
  }

  private static func isMP3<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool
  where Bytes.Index == Int {
    guard let first = MPEGFrame(bytes) else { return false }
    let rest = bytes.dropFirst(first.length)
    return MPEGFrame(rest)?.fits(first) ?? (bytes.count == first.length)
  }

  private static func isAAC<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool
  where Bytes.Index == Int {
    guard let length = adtsFrameLength(bytes) else { return false }
    return bytes.count == length || adtsFrameLength(bytes.dropFirst(length)) != nil
  }

  /// Returns the length in bytes of the AAC frame that begins here (ADTS, ISO/IEC 13818-7, 6.2).
  private static func adtsFrameLength<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Int?
  where Bytes.Index == Int {
    guard let header = bytes.big(6, at: 0), header >> 32 & 0xFFF6 == 0xFFF0,
      header >> 26 & 15 < 13
    else { return nil }
    let length = header >> 5 & 0x1FFF
    return length >= 7 ? length : nil
  }
}

/// The frames of an MPEG layer III stream, without the stream's tags and information frame (ISO/IEC
/// 11172-3, 13818-3).
struct MPEGAudio: Sendable, Equatable {
  /// The frames that contain audio.
  private(set) var frames: ArraySlice<UInt8>
  /// The sample rate, in hertz.
  private(set) var sampleRate: Int
  private(set) var channels: Int
  /// The number of samples of each channel in the frames.
  private(set) var samples: Int

  /// Finds the frames; nil if the bytes are not an MPEG layer III stream or end within a frame.
  init?(_ bytes: [UInt8]) {
    var rest = Self.withoutTags(bytes)
    guard let first = MPEGFrame(rest), first.length <= rest.count else { return nil }
    (sampleRate, channels, samples) = (first.sampleRate, first.channels, 0)
    if MPEGFrame.isInformation(rest) { rest = rest.dropFirst(first.length) }
    frames = rest
    while !rest.isEmpty {
      guard let frame = MPEGFrame(rest), frame.fits(first), frame.length <= rest.count else {
        return nil
      }
      samples += frame.samples
      rest = rest.dropFirst(frame.length)
    }
    if samples == 0 { return nil }
  }

  /// Returns whether the first bytes are those of an MPEG layer III stream.
  static func isBeginning(of bytes: [UInt8]) -> Bool {
    bytes.has("ID3") || MPEGFrame(bytes) != nil
  }

  /// Returns whether the bytes end within a frame, so that the stream was cut off.
  /// Bytes that are not a frame do not matter, because they may be a tag.
  static func endsWithinFrame(_ bytes: [UInt8]) -> Bool {
    var rest = withoutTags(bytes)
    guard let first = MPEGFrame(rest) else { return false }
    while let frame = MPEGFrame(rest), frame.fits(first) {
      if frame.length > rest.count { return true }
      rest = rest.dropFirst(frame.length)
    }
    return false
  }

  /// Returns several streams joined to one; nil if their sample rates or numbers of channels
  /// differ.
  /// The frames are joined unchanged, because the first frame of a stream refers to no earlier
  /// bytes. The encoder's delay in each stream adds a pause of about 50 ms between the streams.
  /// Removing the delay would need decoding, which this module does not do.
  static func joined(_ parts: [MPEGAudio]) -> MPEGAudio? {
    guard var whole = parts.first,
      parts.allSatisfy({ ($0.sampleRate, $0.channels) == (whole.sampleRate, whole.channels) })
    else { return nil }
    whole.frames = ArraySlice(parts.flatMap(\.frames))
    whole.samples = parts.reduce(0) { $0 + $1.samples }
    return whole
  }

  /// Returns the bytes without an ID3v2 tag at the start and an ID3v1 tag at the end.
  static func withoutTags(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    if rest.count >= 10, rest.has("ID3") {
      let header = Array(rest.prefix(10))
      let size = header[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      let footer = header[5] & 0x10 != 0 ? 10 : 0
      rest = rest.dropFirst(10 + size + footer)
    }
    if rest.count >= 128, rest.suffix(128).starts(with: "TAG".utf8) { rest = rest.dropLast(128) }
    return rest
  }
}

extension MPEGFrame {
  /// Returns whether the first frame contains information about the stream instead of audio.
  /// The marks `Xing` and `Info` follow the header of 4 bytes and the side information of 9 to 32
  /// bytes. The mark `VBRI` (Fraunhofer) is at byte 36.
  static func isInformation(_ bytes: ArraySlice<UInt8>) -> Bool {
    (13..<40).contains { place in
      bytes.has("Xing", at: place) || bytes.has("Info", at: place) || bytes.has("VBRI", at: place)
    }
  }
}
