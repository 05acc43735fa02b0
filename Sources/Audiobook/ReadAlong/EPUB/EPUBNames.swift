/// Where the parts of an EPUB are in its archive.
///
/// The names are plain, whatever the titles of the chapters are.
enum EPUBNames {
  /// The folder of the package document; all other names are those in this folder.
  static let folder = "EPUB"
  static let package = "package.opf"
  static let navigation = "nav.xhtml"
  static let style = "style.css"

  /// The words of a chapter.
  static func page(_ chapter: Int) -> String { "text/\(pageFile(chapter))" }

  /// The times of a chapter's words.
  static func overlay(_ chapter: Int) -> String { "text/\(digits(chapter)).smil" }

  /// The sound of a chapter.
  static func audio(_ chapter: Int, _ kind: EPUBAudio) -> String {
    "audio/\(digits(chapter)).\(kind.fileExtension)"
  }

  /// A picture in the words, by its own name.
  static func image(_ file: String) -> String { "images/\(EPUBImage.fileName(file))" }

  /// The words of a chapter as the overlay beside them names them.
  static func pageFile(_ chapter: Int) -> String { "\(digits(chapter)).xhtml" }

  /// The number of a chapter with three digits, or more from 1,000 on.
  static func digits(_ chapter: Int) -> String {
    let digits = String(chapter)
    return String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// What the active sentence or word has as its class.
  static let activeClass = "-epub-media-overlay-active"
  /// What every page has as its class while it sounds.
  static let playingClass = "-epub-media-overlay-playing"
}

/// The formats of sound that EPUB readers play (EPUB 3.3, section 3.2, core media types).
enum EPUBAudio: String, Sendable {
  /// MPEG layer III, as in the files of chapters.
  case mp3
  /// AAC-LC in MPEG-4.
  case mp4

  var fileExtension: String { self == .mp3 ? "mp3" : "m4a" }
  var mediaType: String { self == .mp3 ? "audio/mpeg" : "audio/mp4" }
}

/// A picture within the words of a chapter.
struct EPUBImage: Sendable {
  /// The file name that the blocks give.
  var file: String
  var content: EPUBContent

  /// The name without its folders.
  static func fileName(_ file: String) -> String {
    String(file.split(separator: "/").last ?? "")
  }

  /// The media type that a name tells; nil for a picture that EPUB readers need not show (EPUB 3.3, section 3.2).
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

/// What a part of an EPUB holds.
enum EPUBContent: Sendable {
  case bytes([UInt8])
  /// A regular file, whose bytes are read when the EPUB is written.
  case file(path: String)
}

extension String {
  /// The path as an address in a document (RFC 3986, section 2.3).
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
