import Basics

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
