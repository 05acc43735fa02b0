/// A file that is not text, and advice for the user.
struct BinaryFile: Equatable {
  /// A description such as "a PNG image".
  let name: String
  /// The advice for the user.
  let advice: String
  /// The encoding, for a text in an encoding that is not read.
  var encoding: String?

  /// The number of bytes that are examined.
  private static let sampleSize = 1 << 16

  /// Detects a binary file by its first bytes, or by the number of its control characters and undecodable
  /// bytes; nil for text.
  static func detect(_ bytes: [UInt8]) -> Self? {
    bytes.withUnsafeBufferPointer { bytes in
      let sample = Bytes(rebasing: bytes.prefix(sampleSize))
      let controls = sample.reduce(0) { $0 + ($1 < 0x20 && !plainControls.contains($1) ? 1 : 0) }
      let undecodable = sample.undecodable()?.count ?? 0
      if let found = signature(of: sample) {
        // A text may begin with letters such as "RIFF", but has no control characters or undecodable
        // bytes. A PDF can have only letters; its first line is "%PDF-1.4" or alike.
        let isText =
          controls + undecodable == 0 && found.bytes.allSatisfy { 0x20..<0x7F ~= $0 }
          && !(sample.starts(with: "%PDF-".utf8)
            && sample.dropFirst(8).first.map { $0 < 0x20 } == true)
        if !isText { return found.bytes == zip ? archive(sample) : found.file }
      }
      // In a French text in another encoding, about one byte in ten is an accented letter. If more
      // than one byte in four cannot be decoded, the text is not worth reading.
      return controls * 20 > sample.count || undecodable * 4 > sample.count ? unknown(sample) : nil
    }
  }

  private typealias Signature = (bytes: [UInt8], file: Self)

  private static func signature(of sample: Bytes) -> Signature? {
    signatures.first { sample.starts(with: $0.bytes) }
  }

  /// Tab, line feed, form feed, carriage return, escape: the control characters of plain text.
  private static let plainControls: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x1B]

  private static let save = "choose a file that contains the text"
  private static let export = "save it as Markdown or plain text"
  private static let unpack = "unpack it"
  private static let zip = Array("PK\u{3}\u{4}".utf8)

  private static let signatures: [Signature] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Self(name: "a PNG image", advice: save)),
    ([0xFF, 0xD8, 0xFF], Self(name: "a JPEG image", advice: save)),
    (Array("GIF8".utf8), Self(name: "a GIF image", advice: save)),
    (
      Array("%PDF-".utf8),
      Self(name: "a PDF document", advice: "leave out --from, or choose the format pdf")
    ),
    (zip, Self(name: "a ZIP archive", advice: unpack)),
    ([0x1F, 0x8B, 0x08], Self(name: "a gzip archive", advice: unpack)),
    ([0x7F, 0x45, 0x4C, 0x46], Self(name: "a program", advice: save)),
    (Array("RIFF".utf8), Self(name: "an audio or video file", advice: save)),
    (Array("ID3".utf8), Self(name: "an MP3 file", advice: save)),
    (Array("OggS".utf8), Self(name: "an Ogg file", advice: save)),
    (Array("fLaC".utf8), Self(name: "a FLAC file", advice: save)),
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
      Self(
        name: "an old Office document (or one with a password)",
        advice: "save it as DOCX, without a password")
    ),
  ]

  /// Describes an archive.
  /// Office documents and electronic books are archives too. The names of the files in an archive show
  /// its kind.
  private static func archive(_ sample: Bytes) -> Self {
    let text = sample.string(0..<min(sample.count, 4096))
    if isTextBundle(Array(sample)) {
      return Self(
        name: "a TextBundle in an archive",
        advice: "choose the format textbundle, or highland for a Highland screenplay")
    }
    if isEPUB(Array(sample)) {
      return Self(
        name: "an EPUB book", advice: "rename it to end in .epub, or choose the format epub")
    }
    if isWord(Array(sample)) {
      return Self(
        name: "a Word document", advice: "rename it to end in .docx, or choose the format docx")
    }
    if isOpenDocument(Array(sample)) {
      return Self(
        name: "an OpenDocument text", advice: "rename it to end in .odt, or choose the format odt")
    }
    if text.contains("[Content_Types].xml") {
      return Self(name: "an Office document", advice: export)
    }
    if text.contains("application/vnd.oasis") {
      return Self(name: "an OpenDocument file", advice: export)
    }
    return Self(name: "a ZIP archive", advice: unpack)
  }

  /// Whether an archive is an EPUB, judged by its first entry (OCF 3.3, "mimetype").
  static func isEPUB(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(4096), as: UTF8.self).contains("application/epub+zip")
  }

  /// Whether an archive is a Word document, judged by the names of its first entries.
  static func isWord(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    return text.contains("[Content_Types].xml") && text.contains("word/")
  }

  /// Whether an archive is an OpenDocument text, judged by its first entry (OpenDocument 1.3, part 2, 3.3).
  static func isOpenDocument(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(4096), as: UTF8.self).contains(
      "application/vnd.oasis.opendocument.text")
  }

  /// Whether an archive is a TextBundle, judged by the names of its first entries.
  static func isTextBundle(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let names = ["text.md", "text.markdown", "text.fountain", "text.txt"]
    return text.contains(".textbundle/")
      || text.contains("info.json") && names.contains { text.contains($0) }
  }

  private static func unknown(_ sample: Bytes) -> Self {
    if let name = OtherEncoding.wide(sample) ?? OtherEncoding.name(of: sample) {
      return Self(name: "a text in \(name)", advice: "save it as UTF-8", encoding: name)
    }
    let isUTF16 = sample.prefix(64).count { $0 == 0 } * 4 > min(sample.count, 64)
    return isUTF16
      ? Self(name: "UTF-16 without a byte order mark, or binary data", advice: "save it as UTF-8")
      : Self(name: "binary data", advice: "save it as text in UTF-8")
  }
}

/// The type of a document, detected from its first bytes and not from its name.
enum ContentKind: Equatable {
  /// Final Draft's XML.
  case finalDraft
  case xml
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
