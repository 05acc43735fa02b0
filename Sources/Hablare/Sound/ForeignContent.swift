/// Detects data that a service may send instead of audio: text, pictures, archives.
enum ForeignContent {
  private static let signatures: [(bytes: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "PNG"), ([0x1F, 0x8B, 0x08], "gzip"), (Array("%PDF-".utf8), "PDF"),
    ([0x50, 0x4B, 3, 4], "ZIP"), (Array("GIF8".utf8), "GIF"), ([0xFF, 0xD8, 0xFF], "JPEG"),
  ]

  /// Returns the name of the bytes' format if it is certainly not audio; nil if the bytes can be
  /// audio.
  static func name<Bytes: RandomAccessCollection<UInt8>>(of bytes: Bytes) -> String?
  where Bytes.Index == Int {
    if isText(bytes) { return "text" }
    return signatures.first { bytes.starts(with: $0.bytes) }?.name
  }

  /// Returns whether the bytes are text.
  ///
  /// Text is UTF-8, UTF-16 with a byte order mark, or markup in another encoding. Text has no
  /// control characters except tabs and line ends.
  static func isText<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool
  where Bytes.Index == Int {
    var start = Array(bytes.prefix(512))
    if start.isEmpty { return false }
    if isUTF16(start) { return true }
    if start.contains(where: { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }) { return false }
    if start.count >= leastLength, let first = start.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "<") || first == UInt8(ascii: "{")
    {
      return true
    }
    // The first 512 bytes can end within a character.
    for _ in 0..<4 {
      if String(validating: start, as: UTF8.self) != nil { return true }
      guard bytes.count > 512, !start.isEmpty else { return false }
      start.removeLast()
    }
    return false
  }

  /// The minimum number of bytes for markup and UTF-16.
  ///
  /// Fewer bytes of audio can look like text by accident.
  private static let leastLength = 16

  /// Returns whether the bytes are a byte order mark followed by ASCII.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= leastLength else { return false }
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return false }
    return stride(from: 2, to: leastLength, by: 2).allSatisfy { place in
      let (low, high) = isLittle ? (place, place + 1) : (place + 1, place)
      return bytes[high] == 0 && (0x09...0x7E).contains(bytes[low])
    }
  }
}
