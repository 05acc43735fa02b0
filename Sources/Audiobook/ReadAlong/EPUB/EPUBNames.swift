/// The names of an EPUB's parts in its archive.
///
/// The names do not depend on the titles of the chapters.
enum EPUBNames {
  /// The folder of the package document.
  ///
  /// All other names are relative to it.
  static let folder = "EPUB"
  static let package = "package.opf"
  static let navigation = "nav.xhtml"
  static let style = "style.css"

  /// The text of a chapter.
  static func page(_ chapter: Int) -> String { "text/\(pageFile(chapter))" }

  /// The timing of a chapter.
  static func overlay(_ chapter: Int) -> String { "text/\(digits(chapter)).smil" }

  /// The audio of a chapter.
  static func audio(_ chapter: Int, _ kind: EPUBAudio) -> String {
    "audio/\(digits(chapter)).\(kind.fileExtension)"
  }

  /// A picture in the text, under its own name.
  static func image(_ file: String) -> String { "images/\(EPUBImage.fileName(file))" }

  /// The text of a chapter, relative to its overlay.
  static func pageFile(_ chapter: Int) -> String { "\(digits(chapter)).xhtml" }

  /// The number of a chapter with at least three digits.
  static func digits(_ chapter: Int) -> String {
    let digits = String(chapter)
    return String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// The class of the active sentence or word.
  static let activeClass = "-epub-media-overlay-active"
  /// The class of every page while it plays.
  static let playingClass = "-epub-media-overlay-playing"
}

/// The audio formats that EPUB readers play (EPUB 3.3, section 3.2, core media types).
enum EPUBAudio: String, Sendable {
  /// MPEG layer III, as in chapter files.
  case mp3
  /// AAC-LC in MPEG-4.
  case mp4

  var fileExtension: String { self == .mp3 ? "mp3" : "m4a" }
  var mediaType: String { self == .mp3 ? "audio/mpeg" : "audio/mp4" }
}

/// A picture in the text of a chapter.
struct EPUBImage: Sendable {
  /// The file name, as in the blocks.
  var file: String
  var content: EPUBContent

  /// The name without its folders.
  static func fileName(_ file: String) -> String {
    String(file.split(separator: "/").last ?? "")
  }

  /// Returns the media type from the file extension; nil for a type that EPUB readers need not support (EPUB
  /// 3.3, section 3.2).
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
  /// A regular file that is read when the EPUB is written.
  case file(path: String)
}

extension String {
  /// The path, escaped for use as an address in a document (RFC 3986, section 2.3).
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
