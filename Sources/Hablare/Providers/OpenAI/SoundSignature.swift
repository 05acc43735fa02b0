/// The kind of a sound, as its first bytes tell; headerless samples have none.
enum SoundSignature: Equatable {
  case wav, flac, ogg, opus, mp3, aiff
  /// A kind that nothing here can decode, by its name.
  case other(String)

  /// The kind of these bytes; nil where they begin like none.
  ///
  /// MPEG sound has no more signature than eleven set bits, with which headerless samples often begin
  /// (−1 is 0xFFFF): it is recognised only where a second frame follows the first.
  init?(_ bytes: ArraySlice<UInt8>) {
    let start = Array(bytes.prefix(64))
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: text.utf8)
    }
    if begins("RIFF"), begins("WAVE", at: 8) {
      self = .wav
    } else if begins("fLaC") {
      self = .flac
    } else if begins("OggS") {
      // The first page of a stream holds its codec's name (RFC 3533, section 6).
      self = begins("OpusHead", at: 28) ? .opus : .ogg
    } else if begins("ID3") {
      self = .mp3
    } else if begins("FORM"), begins("AIFF", at: 8) || begins("AIFC", at: 8) {
      self = .aiff
    } else if begins("ftyp", at: 4) {
      self = .other("MPEG-4")
    } else if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .other("WebM")
    } else if let length = Self.mp3FrameLength(bytes),
      Self.goesOn(bytes, behind: length, with: Self.mp3FrameLength)
    {
      self = .mp3
    } else if let length = Self.adtsFrameLength(bytes),
      Self.goesOn(bytes, behind: length, with: Self.adtsFrameLength)
    {
      self = .other("AAC")
    } else {
      return nil
    }
  }

  /// Whether another frame begins where the first ends, or nothing more does.
  private static func goesOn(
    _ bytes: ArraySlice<UInt8>, behind length: Int, with next: (ArraySlice<UInt8>) -> Int?
  ) -> Bool {
    bytes.count == length || next(bytes.dropFirst(length)) != nil
  }

  /// The length in bytes of the MPEG layer III frame that begins here (ISO/IEC 11172-3, 2.4.2.3;
  /// ISO/IEC 13818-3 for the lower rates).
  private static func mp3FrameLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    let header = Array(bytes.prefix(4))
    guard header.count == 4, header[0] == 0xFF, header[1] & 0xE6 == 0xE2 else { return nil }
    let version = header[1] >> 3 & 3  // 3 is MPEG-1, 2 MPEG-2, 0 MPEG-2.5
    let (rateIndex, frequencyIndex) = (Int(header[2] >> 4), Int(header[2] >> 2 & 3))
    guard version != 1, (1...14).contains(rateIndex), frequencyIndex < 3 else { return nil }
    let rates =
      version == 3
      ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    let frequency =
      [44_100, 48_000, 32_000][frequencyIndex] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    let bitrate = rates[rateIndex - 1] * 1000
    return (version == 3 ? 144 : 72) * bitrate / frequency + Int(header[2] >> 1 & 1)
  }

  /// The length in bytes of the AAC frame that begins here (ADTS, ISO/IEC 13818-7, 6.2).
  private static func adtsFrameLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    let header = Array(bytes.prefix(6))
    guard header.count == 6, header[0] == 0xFF, header[1] & 0xF6 == 0xF0, header[2] >> 2 & 15 < 13
    else { return nil }
    let length = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5)
    return length >= 7 ? length : nil
  }
}
