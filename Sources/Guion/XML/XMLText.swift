import Basics

/// An XML document as UTF-8 without a byte order mark.
/// The encoding comes from the byte order mark, or else from the XML declaration. Without either, the
/// encoding is UTF-8 (XML 1.0, appendix F). libxml2 could decode more encodings, but then byte offsets,
/// lines and columns would be lost.
enum XMLText {
  /// Returns the bytes as UTF-8.
  /// Throws if the encoding is not supported.
  /// UTF-8 is not checked here. The parser reports invalid UTF-8.
  /// `encoding` is that of a document without a mark and a declaration.
  static func utf8(_ bytes: [UInt8], encoding: String? = nil) throws(XMLFault) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if let units = UTF16Text(marked(bytes)) {
      guard units.diagnostics.isEmpty else { throw XMLFault(.undecodable("UTF-16")) }
      return units.bytes
    }
    guard let name = declaredEncoding(bytes) ?? encoding else { return bytes }
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": return bytes
    // ISO 8859-1 is read as Windows-1252, which has characters where ISO 8859-1 has only control codes
    // (WHATWG Encoding, "windows-1252").
    case "iso-8859-1", "latin1", "windows-1252", "cp1252": return Windows1252.utf8(bytes)
    default: throw XMLFault(.encoding(name), offset: 0)
    }
  }

  /// Adds the missing byte order mark to UTF-16, which is recognized by the first two characters of a
  /// declaration.
  private static func marked(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0x3C, 0, 0x3F, 0]) { return [0xFF, 0xFE] + bytes }
    if bytes.starts(with: [0, 0x3C, 0, 0x3F]) { return [0xFE, 0xFF] + bytes }
    return bytes
  }

  /// Returns the encoding that the XML declaration names.
  private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
    guard bytes.starts(with: Array("<?xml".utf8)) else { return nil }
    let head = bytes.prefix(1024)
    let declaration = String(decoding: head.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let key = declaration.firstRange(of: "encoding") else { return nil }
    let value = declaration[key.upperBound...].drop { " \t\r\n=".contains($0) }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
