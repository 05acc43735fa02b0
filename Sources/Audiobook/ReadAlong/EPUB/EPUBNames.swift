/// The names of an EPUB's parts in its archive.
///
/// They do not depend on the titles of chapters.
enum EPUBNames {
  /// The folder of the package document.
  ///
  /// The other names are relative to this folder.
  static let folder = "EPUB"
  static let package = "package.opf"
  static let navigation = "nav.xhtml"
  static let style = "style.css"

  /// Returns the name of a chapter's text.
  static func page(_ chapter: Int) -> String { "text/\(pageFile(chapter))" }

  /// Returns the name of a chapter's timing.
  static func overlay(_ chapter: Int) -> String { "text/\(digits(chapter)).smil" }

  /// Returns the name of a chapter's audio.
  static func audio(_ chapter: Int, _ kind: EPUBAudio) -> String {
    "audio/\(digits(chapter)).\(kind.fileExtension)"
  }

  /// Returns the name of a picture in the text; the picture keeps its file name.
  static func image(_ file: String) -> String { "images/\(EPUBImage.fileName(file))" }

  /// Returns the name of a chapter's text, relative to the chapter's overlay.
  static func pageFile(_ chapter: Int) -> String { "\(digits(chapter)).xhtml" }

  /// Returns the number of a chapter with at least three digits.
  static func digits(_ chapter: Int) -> String {
    let digits = String(chapter)
    return String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// The CSS class of the highlighted sentence or word.
  static let activeClass = "-epub-media-overlay-active"
  /// The CSS class of a page while it plays.
  static let playingClass = "-epub-media-overlay-playing"
}

/// The audio formats that EPUB readers play (EPUB 3.3, section 3.2, core media types).
enum EPUBAudio: String, Codable, Sendable {
  /// MPEG layer III (MP3).
  case mp3
  /// AAC-LC in MPEG-4.
  case mp4

  var fileExtension: String { self == .mp3 ? "mp3" : "m4a" }
  var mediaType: String { self == .mp3 ? "audio/mpeg" : "audio/mp4" }
}

/// A picture in the text of a chapter.
struct EPUBImage: Sendable {
  /// The name of the file in the blocks.
  var file: String
  var content: EPUBContent

  /// Returns a name without its folders.
  static func fileName(_ file: String) -> String {
    String(file.split(separator: "/").last ?? "")
  }

  /// Returns the media type for a file extension; nil if EPUB readers need not support the type (EPUB 3.3,
  /// section 3.2).
  static func mediaType(_ file: String) -> String? {
    switch fileName(file).split(separator: ".").last?.lowercased() {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    default: nil
    }
  }
}

/// The content of a part of an EPUB.
enum EPUBContent: Sendable {
  case bytes([UInt8])
  /// The path of a regular file, which is read when the EPUB is written.
  case file(path: String)
}

extension String {
  /// The text as a path, escaped for use as an address in a document (RFC 3986, section 2.3).
  var asAddress: String {
    utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.properties.isASCIIHexDigit || scalar.isASCII && scalar.properties.isAlphabetic
      if isPlain || "0123456789-._~/".unicodeScalars.contains(scalar) { return String(scalar) }
      return "%" + String(UInt16(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
    }.joined()
  }
}
