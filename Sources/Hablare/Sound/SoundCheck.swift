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
