extension Cover {
  /// A description of the damage to the file, or nil if the file is intact.
  /// A file is damaged if parts of it are missing, or if a checksum in a PNG is wrong. The picture is not decoded.
  package var damage: String? {
    bytes.withUnsafeBufferPointer { bytes in
      switch kind {
      case .png: Self.pngDamage(bytes)
      case .jpeg: Self.jpegDamage(bytes)
      }
    }
  }

  /// Returns the damage to a PNG, or nil if the PNG is intact.
  /// Each chunk has a length, a name and a checksum of name and contents (PNG specification, 5.3).
  private static func pngDamage(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    var start = 8
    var hasPicture = false
    while start + 12 <= bytes.count {
      let end = start + 8 + number(at: start)
      guard end + 4 <= bytes.count else { break }
      let name = bytes[start + 4..<start + 8]
      let covered = UnsafeBufferPointer(rebasing: bytes[start + 4..<end])
      guard Int(Checksum.chunk(covered)) == number(at: end) else {
        return "its checksums do not match its contents"
      }
      if name.elementsEqual("IDAT".utf8) { hasPicture = true }
      if name.elementsEqual("IEND".utf8) { return hasPicture ? nil : "it contains no picture" }
      start = end + 4
    }
    return "its picture is incomplete"
  }

  /// Returns the damage to a JPEG, or nil if the JPEG is intact.
  /// Segments contain their lengths. The data of a scan follows its header and ends at the first marker other than a
  /// restart marker (ITU-T T.81, B.1.1.2 and B.1.1.5).
  private static func jpegDamage(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var (index, hasPicture) = (2, false)
    while index + 1 < bytes.count {
      guard bytes[index] == 0xFF else { return "it contains data that is not JPEG" }
      let marker = bytes[index + 1]
      switch marker {
      case 0xFF: index += 1
      case 0x01, 0xD0...0xD8: index += 2
      case 0xD9: return hasPicture ? nil : "it contains no picture"
      default:
        guard index + 3 < bytes.count else { return "its picture is incomplete" }
        index += 2 + Int(bytes[index + 2]) << 8 + Int(bytes[index + 3])
        guard marker == 0xDA else { continue }
        hasPicture = true
        while index + 1 < bytes.count,
          bytes[index] != 0xFF || bytes[index + 1] == 0 || 0xD0...0xD7 ~= bytes[index + 1]
        {
          index += 1
        }
      }
    }
    return "its picture is incomplete"
  }
}
