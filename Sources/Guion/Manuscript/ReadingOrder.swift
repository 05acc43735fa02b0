/// The content of an order file: the documents in reading order.
struct ReadingOrder {
  /// A document as the order file names it.
  struct Entry: Equatable {
    /// The path as written, relative to the folder of the documents.
    var path: FilePath
    /// The title in the list, as plain text.
    var title: String?
    /// The position of the path in the order file.
    var position: SourcePosition
  }

  /// The documents; nil if the file does not list them.
  /// Then the documents are sorted by name.
  var entries: [Entry]?
  /// The folder of the documents, relative to the order file's folder.
  /// Empty if the documents are in that folder.
  var base = FilePath("")
  /// The book's title, which only some file formats have.
  var title: String?
  /// The book's authors, which only some file formats have.
  var authors: [String] = []
  /// Warnings about the file, without its name.
  var diagnostics: [Diagnostic] = []

  /// Whether a target is an external address (a web site, an email address) instead of a document.
  static func isExternal(_ target: some Collection<UInt8>) -> Bool {
    if target.starts(with: Array("//".utf8)) { return true }
    guard let colon = target.firstIndex(of: UInt8(ascii: ":")) else { return false }
    // A scheme of one letter would be a Windows drive (CommonMark 0.31, "Autolinks").
    let scheme = target[..<colon]
    return scheme.count >= 2 && scheme.first.map(isLetter) == true
      && scheme.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
