/// What is in an Ogg stream, as far as its headers are concerned.
enum OggCodec {
  case vorbis, opus

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

  /// The comment header packet with these tags in place of its own; `nil` where the packet is no
  /// comment header.
  func comment(_ packet: [UInt8], with tags: Tags) -> [UInt8]? {
    let magic = self == .vorbis ? Self.vorbisComment : Self.opusComment
    guard packet.starts(with: magic), let old = VorbisComment(packet.dropFirst(magic.count)) else {
      return nil
    }
    // In Ogg Vorbis, and there alone, a set bit ends it (Vorbis I, section 5.2.1).
    return magic + old.bytes(tags) + (self == .vorbis ? [1] : [])
  }
}
