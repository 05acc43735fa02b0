/// A picture in the form that FLAC and Ogg use (RFC 9639, section 8.8).
enum PictureBlock {
  private static let frontCover: UInt32 = 3
  /// The number of bits per pixel: eight each for red, green and blue.
  private static let depth: UInt32 = 24

  /// Returns the content of a block: the kind of picture, its media type, an empty description, its width, height and
  /// depth, the number of palette colours (0) and its bytes.
  static func bytes(_ cover: Cover) -> [UInt8] {
    let type = Array(cover.kind.mimeType.utf8)
    return ByteOrder.big(frontCover) + ByteOrder.big(UInt32(type.count)) + type
      + ByteOrder.big(UInt32(0)) + ByteOrder.big(UInt32(clamping: cover.width))
      + ByteOrder.big(UInt32(clamping: cover.height)) + ByteOrder.big(depth)
      + ByteOrder.big(UInt32(0)) + ByteOrder.big(UInt32(cover.bytes.count)) + cover.bytes
  }

  /// Returns the block as base64 text (RFC 4648, section 4).
  static func text(_ cover: Cover) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = bytes(cover)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let isFilled = place <= group.count
        text.append(isFilled ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }
}
