/// A file that is not text, and what to do about it.
struct BinaryFile: Equatable {
  /// What it looks like: "a PNG image".
  let name: String
  /// What to do next.
  let advice: String

  /// How much of a file is looked at.
  private static let sampleSize = 1 << 16

  /// What a file is by its first bytes, or by how little of it can be read; nil for text.
  static func detect(_ bytes: [UInt8]) -> Self? {
    bytes.withUnsafeBufferPointer { bytes in
      let sample = Bytes(rebasing: bytes.prefix(sampleSize))
      let controls = sample.reduce(0) { $0 + ($1 < 0x20 && !plainControls.contains($1) ? 1 : 0) }
      let undecodable = sample.undecodable()?.count ?? 0
      if let found = signature(of: sample) {
        // A text may begin with "RIFF", but not have the bytes that come next.
        let isText = controls + undecodable == 0 && found.bytes.allSatisfy { 0x20..<0x7F ~= $0 }
        if !isText { return found.bytes == zip ? archive(sample) : found.file }
      }
      // Accented letters of another encoding are one byte in ten of a French text; a text in which
      // every fourth cannot be read is not worth reading.
      return controls * 20 > sample.count || undecodable * 4 > sample.count ? unknown(sample) : nil
    }
  }

  private typealias Signature = (bytes: [UInt8], file: Self)

  private static func signature(of sample: Bytes) -> Signature? {
    signatures.first { sample.starts(with: $0.bytes) }
  }

  /// Tab, line feed, form feed, carriage return, escape.
  private static let plainControls: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x1B]

  private static let save = "give a text to read instead"
  private static let export = "save it as Markdown or plain text"
  private static let unpack = "unpack it"
  private static let zip = Array("PK\u{3}\u{4}".utf8)

  private static let signatures: [Signature] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Self(name: "a PNG image", advice: save)),
    ([0xFF, 0xD8, 0xFF], Self(name: "a JPEG image", advice: save)),
    (Array("GIF8".utf8), Self(name: "a GIF image", advice: save)),
    (Array("%PDF-".utf8), Self(name: "a PDF document", advice: export)),
    (zip, Self(name: "a ZIP archive", advice: unpack)),
    ([0x1F, 0x8B, 0x08], Self(name: "a gzip archive", advice: unpack)),
    ([0x7F, 0x45, 0x4C, 0x46], Self(name: "a program", advice: save)),
    (Array("RIFF".utf8), Self(name: "a sound or a video", advice: save)),
    (Array("ID3".utf8), Self(name: "an MP3 file", advice: save)),
    (Array("OggS".utf8), Self(name: "an Ogg file", advice: save)),
    (Array("fLaC".utf8), Self(name: "a FLAC file", advice: save)),
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
      Self(name: "an old Office document", advice: export)
    ),
  ]

  /// Office documents and electronic books are archives, too; the names of their parts tell.
  private static func archive(_ sample: Bytes) -> Self {
    let text = sample.string(0..<min(sample.count, 4096))
    if isTextBundle(Array(sample)) {
      return Self(
        name: "a TextBundle in an archive",
        advice: "name the format textbundle, or highland for a screenplay of Highland")
    }
    if isEPUB(Array(sample)) {
      return Self(
        name: "an EPUB book", advice: "give it a name that ends in .epub, or name the format epub")
    }
    if text.contains("word/") || text.contains("[Content_Types].xml") {
      return Self(name: "a Word or other Office document", advice: export)
    }
    if text.contains("application/vnd.oasis") {
      return Self(name: "an OpenDocument file", advice: export)
    }
    return Self(name: "a ZIP archive", advice: unpack)
  }

  /// Whether an archive is a book, by its first entry (OCF 3.3, "mimetype").
  static func isEPUB(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(4096), as: UTF8.self).contains("application/epub+zip")
  }

  /// Whether an archive has a TextBundle, by the names of its first entries.
  static func isTextBundle(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let names = ["text.md", "text.markdown", "text.fountain", "text.txt"]
    return text.contains(".textbundle/")
      || text.contains("info.json") && names.contains { text.contains($0) }
  }

  private static func unknown(_ sample: Bytes) -> Self {
    let isUTF16 = sample.prefix(64).count { $0 == 0 } * 4 > min(sample.count, 64)
    return isUTF16
      ? Self(name: "UTF-16 without a byte order mark, or binary data", advice: "save it as UTF-8")
      : Self(name: "binary data", advice: "save it as text in UTF-8")
  }
}
