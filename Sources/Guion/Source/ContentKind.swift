/// The type of a document, detected from its first bytes and not from its name.
enum ContentKind: Equatable {
  /// Final Draft's XML.
  case finalDraft
  /// Any other XML.
  case xml
  /// A zip archive.
  case zip
  /// Any other content: text, or a type that `BinaryFile` detects.
  case other

  /// The number of bytes that are examined.
  static let sampleSize = 1 << 12

  init(_ bytes: [UInt8]) {
    let sample = bytes.prefix(Self.sampleSize)
    if Self.isZip(sample) {
      self = .zip
    } else {
      self = Self.xml(in: Self.letters(of: sample)) ?? .other
    }
  }

  /// Whether a text begins as a web page.
  static func isWebPage(_ bytes: [UInt8]) -> Bool {
    let text = letters(of: bytes.prefix(sampleSize)).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
      || text.hasPrefix("<?xml") && text.contains("<html")
  }

  /// Whether this is a zip archive (APPNOTE 4.3).
  /// An archive begins with an entry, with the marker of a split archive, or, if it is empty, with the
  /// end of its list of entries.
  private static func isZip(_ sample: ArraySlice<UInt8>) -> Bool {
    guard sample.starts(with: Array("PK".utf8)) else { return false }
    let rest = sample.dropFirst(2)
    return rest.starts(with: [3, 4]) || rest.starts(with: [5, 6]) || rest.starts(with: [7, 8])
  }

  /// Returns the kind of an XML document; nil for any other content.
  /// An XML document begins with an XML declaration or with Final Draft's root element.
  private static func xml(in text: [UInt8]) -> Self? {
    let root = Array("<FinalDraft".utf8)
    if text.starts(with: root) { return .finalDraft }
    let declaration = Array("<?xml".utf8)
    guard text.starts(with: declaration), text.count > declaration.count,
      [0x20, 0x09, 0x0A, 0x0D].contains(text[declaration.count])
    else { return nil }
    return text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      .contains("<FinalDraft") ? .finalDraft : .xml
  }

  /// Returns the bytes without a byte order mark, without the zero bytes of UTF-16, and without leading
  /// white space.
  private static func letters(of sample: ArraySlice<UInt8>) -> [UInt8] {
    var rest = sample
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    let isMarked = rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF])
    let isWide = isMarked || rest.starts(with: [0x3C, 0]) || rest.starts(with: [0, 0x3C])
    if isMarked { rest = rest.dropFirst(2) }
    let letters = isWide ? rest.filter { $0 != 0 } : Array(rest)
    return Array(letters.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
  }
}
