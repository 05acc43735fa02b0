/// An ID3v2.4 tag with UTF-8 texts (id3.org, "ID3 tag version 2.4.0", sections 3 and 4).
enum ID3Tag {
  /// The length of a tag's header and of its footer, in bytes.
  static let headerSize = 10

  /// Returns the whole tag, or no bytes if there are no entries.
  static func bytes(_ tags: Tags) -> [UInt8] {
    let frames = tags.texts.flatMap(frame)
    return frames.isEmpty ? [] : whole(frames)
  }

  /// The byte before a text that marks it as UTF-8 (section 4).
  static let utf8: UInt8 = 3

  /// The limit of the length of a tag and its frames, in bytes.
  static let sizeLimit = 1 << 28

  static func whole(_ frames: [UInt8]) -> [UInt8] {
    Array("ID3".utf8) + [4, 0, 0] + syncSafe(frames.count) + frames
  }

  static func frame(_ identifier: String, text: String) -> [UInt8] {
    frame(identifier, [utf8] + Array(text.utf8))
  }

  static func frame(_ identifier: String, _ content: [UInt8]) -> [UInt8] {
    Array(identifier.utf8) + syncSafe(content.count) + [0, 0] + content
  }

  static func frame(_ tag: TagText) -> [UInt8] {
    guard tag.field == .summary else { return frame(tag.field.id3, text: tag.text) }
    // A comment has a language and a short description before its text (section 4.10).
    return frame(tag.field.id3, [utf8] + Array("und".utf8) + [0] + Array(tag.text.utf8))
  }

  /// Returns a 28-bit length in four bytes.
  /// The highest bit of each byte is clear, so that the length never looks like the start of an MPEG frame.
  private static func syncSafe(_ length: Int) -> [UInt8] {
    precondition(length < sizeLimit, "an ID3v2 tag holds at most 256 MB")
    return [21, 14, 7, 0].map { UInt8(length >> $0 & 0x7F) }
  }

  /// Returns the length of the tag that begins with this header, including a footer, or 0 if the bytes are not such a
  /// header.
  static func length(header: [UInt8]) -> Int {
    guard header.count >= headerSize, header.starts(with: Array("ID3".utf8)) else { return 0 }
    let size = header[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    let hasFooter = header[5] & 0x10 != 0
    return headerSize + size + (hasFooter ? headerSize : 0)
  }
}
