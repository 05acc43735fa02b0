/// What is in an Ogg stream, as far as its headers are concerned.
enum OggCodec {
  case vorbis, opus

  /// The rate, in hertz, at which Opus counts samples, whatever it was made from (RFC 7845, section 4).
  static let opusSampleRate = 48_000

  private static let vorbisIdentification = Array("\u{01}vorbis".utf8)
  private static let vorbisComment = Array("\u{03}vorbis".utf8)
  private static let opusIdentification = Array("OpusHead".utf8)
  private static let opusComment = Array("OpusTags".utf8)

  /// The codec whose identification header this is.
  init?(identification packet: [UInt8]) {
    if packet.starts(with: Self.vorbisIdentification) {
      self = .vorbis
    } else if packet.starts(with: Self.opusIdentification) {
      self = .opus
    } else {
      return nil
    }
  }

  /// How many header packets there are: identification, comment and, in Vorbis, setup.
  var headerCount: Int { self == .vorbis ? 3 : 2 }

  /// The comment header packet with other content, made with the vendor's text of its own; `nil` where the
  /// packet is no comment header.
  func comment(_ packet: [UInt8], with content: (VorbisComment) -> [UInt8]) -> [UInt8]? {
    let magic = self == .vorbis ? Self.vorbisComment : Self.opusComment
    guard packet.starts(with: magic), let old = VorbisComment(packet.dropFirst(magic.count)) else {
      return nil
    }
    // In Ogg Vorbis, and there alone, a set bit ends it (Vorbis I, section 5.2.1).
    return magic + content(old) + (self == .vorbis ? [1] : [])
  }

  /// The headers that decide how packets are decoded.
  func setup(of headers: [[UInt8]]) -> [[UInt8]] {
    headers.enumerated().filter { $0.offset != 1 }.map(\.element)
  }

  /// The rate in hertz at which times are counted, by the identification header: of Opus 48,000 always, of
  /// Vorbis that of the sound (Vorbis I, section 4.2.2).
  func sampleRate(_ identification: [UInt8]) -> Int {
    self == .opus
      ? Self.opusSampleRate : max(1, Int(ByteOrder.little(identification.dropFirst(12).prefix(4))))
  }

  /// The samples that a player leaves out at the beginning (RFC 7845, section 5.1); none in Vorbis.
  func preSkip(_ identification: [UInt8]) -> Int {
    self == .opus ? Int(ByteOrder.little(identification.dropFirst(10).prefix(2))) : 0
  }
}
