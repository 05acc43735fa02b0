/// What an order file says: which documents are read, and after which.
struct ReadingOrder {
  /// A document as the order file names it.
  struct Entry: Equatable {
    /// The path as written, from the folder that holds the documents.
    var path: FilePath
    /// The words it is listed under, plain.
    var title: String?
    /// Where the path stands in the order file.
    var position: SourcePosition
  }

  /// The documents; nil where the file leaves the order to the names.
  var entries: [Entry]?
  /// The folder that holds the documents, from the order file's own; empty for that itself.
  var base = FilePath("")
  /// The book's title; only some files have one.
  var title: String?
  /// The book's authors; only some files have them.
  var authors: [String] = []
  /// What is worth saying about the file; without its name.
  var diagnostics: [Diagnostic] = []

  /// Whether a target leads to another site, or to a person, and not to a document.
  static func isExternal(_ target: some Collection<UInt8>) -> Bool {
    if target.starts(with: Array("//".utf8)) { return true }
    guard let colon = target.firstIndex(of: UInt8(ascii: ":")) else { return false }
    // A scheme of one letter would be a drive of Windows (CommonMark 0.31, "Autolinks").
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
