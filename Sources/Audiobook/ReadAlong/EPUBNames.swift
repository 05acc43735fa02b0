/// The names of an EPUB's parts in its archive.
/// They do not depend on the titles of chapters.
enum EPUBNames {
  /// The folder of the package document.
  /// The other names are relative to this folder.
  static let folder = "EPUB"
  static let package = "package.opf"
  static let navigation = "nav.xhtml"
  static let style = "style.css"

  /// Returns the name of a chapter's text.
  static func page(_ chapter: Int) -> String { "text/\(pageFile(chapter))" }

  /// Returns the name of a chapter's timing.
  static func overlay(_ chapter: Int) -> String { "text/\(digits(chapter)).smil" }

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

extension String {
  /// The text as the address of an external link; nil if an EPUB must not link to the address.
  /// Characters that are not allowed in an address are escaped (RFC 3986, section 2).
  var asLink: String? {
    let lower = lowercased()
    guard ["https://", "http://", "mailto:"].contains(where: { lower.hasPrefix($0) }) else {
      return nil
    }
    if !lower.hasPrefix("mailto:"), !hasPlainHost { return nil }
    if lower == "mailto:" { return nil }
    var result = ""
    var rest = Array(unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      let isEscape =
        scalar == "%" && rest.prefix(2).count == 2
        && rest.prefix(2).allSatisfy(\.properties.isASCIIHexDigit)
      if isEscape || Self.isInAddress(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          result += "%" + String(UInt16(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
        }
      }
    }
    return result
  }

  /// Whether the host consists of letters, digits, dots and hyphens.
  /// A port may follow.
  private var hasPlainHost: Bool {
    let place = split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
    let parts = place.prefix { !"/?#".contains($0) }
      .split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2 else { return false }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
        && label.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    let port = parts.count == 2 ? UInt16(parts[1]) : 0
    return isName && port != nil
  }

  /// Whether a character is allowed unescaped in an address.
  private static func isInAddress(_ scalar: Unicode.Scalar) -> Bool {
    let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
    return isLetter || "0123456789-._~:/?#@!$&'()*+,;=".unicodeScalars.contains(scalar)
  }
}

/// A time from the beginning of a chapter, or the duration of a chapter or a book.
struct EPUBTime: Comparable, Sendable {
  var microseconds: Int

  init(microseconds: Int) { self.microseconds = microseconds }

  init(milliseconds: Int) { microseconds = milliseconds * 1000 }

  /// Creates the duration of a number of samples, rounded down.
  /// If a clip ended after the last sample, a player would wait.
  init(samples: Int, sampleRate: Int) {
    microseconds = samples / sampleRate * 1_000_000 + samples % sampleRate * 1_000_000 / sampleRate
  }

  static func < (first: Self, second: Self) -> Bool { first.microseconds < second.microseconds }
  static func + (first: Self, second: Self) -> Self {
    Self(microseconds: first.microseconds + second.microseconds)
  }

  /// The time in hours, minutes and seconds, such as `1:02:03.45` (a full clock value of SMIL 3.0).
  var clock: String {
    let minutes = microseconds / 60_000_000
    return "\(minutes / 60):\(Self.padded(minutes % 60, 2)):"
      + Self.seconds(microseconds % 60_000_000, digits: 2)
  }

  /// The time in seconds, such as `83.25s` (a timecount value of SMIL 3.0).
  var seconds: String { Self.seconds(microseconds, digits: 1) + "s" }

  private static func seconds(_ microseconds: Int, digits: Int) -> String {
    var fraction = padded(microseconds % 1_000_000, 6)
    while fraction.last == "0" { fraction.removeLast() }
    let whole = padded(microseconds / 1_000_000, digits)
    return fraction.isEmpty ? whole : "\(whole).\(fraction)"
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

/// Builds an XML document.
/// Text is escaped. Characters that XML 1.0 forbids are omitted.
struct XMLText {
  /// The names and values of attributes.
  /// An attribute with the value nil is omitted.
  typealias Attributes = KeyValuePairs<String, String?>

  /// The document in UTF-8.
  private(set) var bytes: [UInt8] = []

  /// Creates a document that begins with the XML declaration, and with the HTML doctype if `isHTML` is true.
  init(isHTML: Bool = false) {
    markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    if isHTML { markup("<!DOCTYPE html>\n") }
  }

  /// Adds markup without escaping it.
  mutating func markup(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func words(_ text: some Sequence<Unicode.Scalar>) {
    for scalar in text {
      switch scalar {
      case "&": markup("&amp;")
      case "<": markup("&lt;")
      case ">": markup("&gt;")
      case "\"": markup("&quot;")
      default: if scalar.isXML { bytes.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
      }
    }
  }

  mutating func words(_ text: String) { words(text.unicodeScalars) }

  /// Adds a start tag.
  mutating func open(_ name: String, _ attributes: Attributes = [:]) {
    tag(name, attributes, end: ">")
  }

  /// Adds an end tag.
  mutating func close(_ name: String) { markup("</\(name)>") }

  /// Adds an element that has no content.
  mutating func empty(_ name: String, _ attributes: Attributes = [:]) {
    tag(name, attributes, end: "/>")
  }

  /// Adds an element that contains only text.
  mutating func element(_ name: String, _ attributes: Attributes = [:], words text: String) {
    open(name, attributes)
    words(text)
    close(name)
  }

  private mutating func tag(_ name: String, _ attributes: Attributes, end: String) {
    markup("<" + name)
    for (name, value) in attributes {
      guard let value else { continue }
      markup(" \(name)=\"")
      words(value)
      markup("\"")
    }
    markup(end)
  }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 allows the character (section 2.2) and preserves it.
  /// Carriage returns are excluded, because a parser would read them as line feeds.
  var isXML: Bool {
    switch self {
    case "\t", "\n": true
    case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": false
    default: true
    }
  }
}
