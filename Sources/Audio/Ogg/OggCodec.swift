/// The codec of an Ogg stream, and the layout of its header packets.
enum OggCodec {
  case vorbis, opus

  /// The rate, in hertz, at which Opus counts samples, regardless of the original rate (RFC 7845, section 4).
  static let opusSampleRate = 48_000

  private static let vorbisIdentification = Array("\u{01}vorbis".utf8)
  private static let vorbisComment = Array("\u{03}vorbis".utf8)
  private static let opusIdentification = Array("OpusHead".utf8)
  private static let opusComment = Array("OpusTags".utf8)

  /// Creates the codec that an identification header names.
  /// Returns nil if the packet is not such a header.
  init?(identification packet: [UInt8]) {
    if packet.starts(with: Self.vorbisIdentification) {
      self = .vorbis
    } else if packet.starts(with: Self.opusIdentification) {
      self = .opus
    } else {
      return nil
    }
  }

  /// The number of header packets: identification, comment and, in Vorbis, setup.
  var headerCount: Int { self == .vorbis ? 3 : 2 }

  /// Returns a comment header packet with new content.
  /// `content` gets the old header, so that it can keep the vendor text.
  /// Returns nil if the packet is not a comment header.
  func comment(_ packet: [UInt8], with content: (VorbisComment) -> [UInt8]) -> [UInt8]? {
    let magic = self == .vorbis ? Self.vorbisComment : Self.opusComment
    guard packet.starts(with: magic), let old = VorbisComment(packet.dropFirst(magic.count)) else {
      return nil
    }
    // A Vorbis comment header ends with a set bit (Vorbis I, section 5.2.1). An Opus comment header has no such bit.
    return magic + content(old) + (self == .vorbis ? [1] : [])
  }

  /// Returns the headers that determine how packets are decoded: all headers except the comment header.
  func setup(of headers: [[UInt8]]) -> [[UInt8]] {
    headers.enumerated().filter { $0.offset != 1 }.map(\.element)
  }

  /// Returns the rate in hertz at which times are counted, from the identification header.
  /// The rate is always 48,000 for Opus, and the sample rate for Vorbis (Vorbis I, section 4.2.2).
  func sampleRate(_ identification: [UInt8]) -> Int {
    self == .opus
      ? Self.opusSampleRate : max(1, Int(ByteOrder.little(identification.dropFirst(12).prefix(4))))
  }

  /// Returns the number of samples that a player skips at the beginning (RFC 7845, section 5.1); 0 for Vorbis.
  func preSkip(_ identification: [UInt8]) -> Int {
    self == .opus ? Int(ByteOrder.little(identification.dropFirst(10).prefix(2))) : 0
  }
}
