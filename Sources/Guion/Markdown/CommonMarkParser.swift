/// Reads a document in CommonMark with GitHub's extensions into elements, by the rules of
/// Documentation/markdown.md.
///
/// Any bytes are Markdown: what is wrong with them is a diagnostic, never an error. The work is
/// linear in the length of the text.
public struct CommonMarkParser: Sendable {
  /// The keys and values of the front matter; empty when there is none.
  public let titlePage: [TitlePageEntry]
  /// The elements in the order of the text, every one with its place; footnotes come last.
  public let elements: [GuionElement]
  /// What is worth saying about the document: first its front matter, then its bytes.
  public let diagnostics: [Diagnostic]
  /// The front matter's `guion2audio` block, in which the keys of a cast file may stand.
  public let settings: JSONNode?

  /// Parses a document that is already text.
  public init(string: String) {
    var string = string
    self = string.withUTF8 { Self(source: $0, isValid: true) }
  }

  /// Parses the bytes of a document; undecodable ones become U+FFFD.
  public init(bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { Self(source: $0, isValid: false) }
  }

  /// Parses the bytes of a document, cut into parts of the given sizes.
  init(bytes: [UInt8], sizes: MarkdownSizes) {
    self = bytes.withUnsafeBufferPointer { Self(source: $0, isValid: false, sizes) }
  }

  /// Parses the file at a path; throws only when it cannot be read.
  public init(file: String) throws(SourceFileError) {
    self.init(bytes: try SourceFile.bytes(of: file))
  }

  private init(source: Bytes, isValid: Bool, _ sizes: MarkdownSizes = .init()) {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let undecodable = isValid ? [] : Diagnostic.undecodable(in: source, from: start)
    let front = FrontMatter(in: source, from: start)
    titlePage = front.titlePage
    settings = front.settings
    let wide = WideTable.first(in: source, from: front.end)
    let warning = wide.map { table in
      var places = PositionCounter(source, from: start)
      return Diagnostic.wideTable(table, at: places.position(of: table.offset))
    }
    diagnostics = front.diagnostics + undecodable + (warning.map { [$0] } ?? [])
    elements = MarkdownReader.elements(
      of: source, below: front,
      traits: MarkdownTraits(isValid: undecodable.isEmpty, hasTables: wide == nil), sizes)
  }
}

/// What is known of a text before it is parsed.
struct MarkdownTraits {
  /// Whether all of it can be decoded as UTF-8.
  var isValid = true
  /// Whether its tables are read as such.
  var hasTables = true
}

/// How a long document is cut into parts, each of which has a tree of its own.
struct MarkdownSizes {
  /// Up to this length, in bytes, a document is parsed whole: its tree, ten to twenty times as large,
  /// does no harm.
  var whole = 1 << 20
  /// How long a part is at least; longer ones would only take memory.
  var part = 256 << 10
  /// How long the labels of the document may be together, for all of them are told to every part.
  var labels = 256 << 10
  /// How many times as long as what it is told a part is at least: so that is read in little time.
  var share = 8
}
