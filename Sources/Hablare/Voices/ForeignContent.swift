/// What a service may send in place of sound: words, pictures, archives.
enum ForeignContent {
  private static let signatures: [(bytes: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "PNG"), ([0x1F, 0x8B, 0x08], "gzip"), (Array("%PDF-".utf8), "PDF"),
    ([0x50, 0x4B, 3, 4], "ZIP"), (Array("GIF8".utf8), "GIF"), ([0xFF, 0xD8, 0xFF], "JPEG"),
  ]

  /// The name of what bytes are that are surely no sound; nil where they may be samples.
  static func name<Bytes: RandomAccessCollection<UInt8>>(of bytes: Bytes) -> String?
  where Bytes.Index == Int {
    if isText(bytes) { return "text" }
    return signatures.first { bytes.starts(with: $0.bytes) }?.name
  }

  /// Whether the bytes are words: valid UTF-8 without the control characters that samples have.
  static func isText<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool
  where Bytes.Index == Int {
    var start = Array(bytes.prefix(512))
    if start.isEmpty { return false }
    if start.contains(where: { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }) { return false }
    // The last character may be cut in two.
    for _ in 0..<4 {
      if String(validating: start, as: UTF8.self) != nil { return true }
      guard bytes.count > 512, !start.isEmpty else { return false }
      start.removeLast()
    }
    return false
  }
}
