/// Reads a document in CommonMark with GitHub's extensions into elements, by the rules of
/// Documentation/markdown.md.
///
/// Any bytes are valid Markdown: problems are diagnostics, never errors. The work is linear in the length
/// of the text.
public struct CommonMarkParser: Sendable {
  /// The keys and values of the front matter; empty if there is none.
  public let titlePage: [TitlePageEntry]
  /// The elements in the order of the text, each with its position.
  ///
  /// Footnotes come last.
  public let elements: [GuionElement]
  /// The warnings and errors: about the front matter, about bytes that cannot be decoded, about a wide
  /// table.
  public let diagnostics: [Diagnostic]
  /// The front matter's `guion2audio` block, which can contain the keys of a cast file.
  public let settings: JSONNode?

  /// Parses a document that is already text.
  public init(string: String) {
    var string = string
    self = string.withUTF8 { Self(source: $0, isValid: true) }
  }

  /// Parses the bytes of a document.
  ///
  /// Bytes that cannot be decoded become U+FFFD.
  public init(bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { Self(source: $0, isValid: false) }
  }

  /// Parses the bytes of a document, cut into parts of the given sizes.
  init(bytes: [UInt8], sizes: MarkdownSizes) {
    self = bytes.withUnsafeBufferPointer { Self(source: $0, isValid: false, sizes) }
  }

  /// Parses the file at a path.
  ///
  /// Throws only if the file cannot be read.
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

/// Properties of a text that are known before it is parsed.
struct MarkdownTraits {
  /// Whether the whole text is valid UTF-8.
  var isValid = true
  /// Whether tables are parsed as tables.
  var hasTables = true
}

/// The sizes for cutting a long document into parts, which are parsed separately.
struct MarkdownSizes {
  /// The size of the largest document that is parsed whole, in bytes.
  ///
  /// A tree needs ten to twenty times as much memory as its document. Up to this size, there is enough
  /// memory for the tree.
  var whole = 1 << 20
  /// The minimum length of a part, in bytes.
  ///
  /// Longer parts would only need more memory.
  var part = 256 << 10
  /// The maximum total length of the document's labels, in bytes.
  ///
  /// Every part gets a preamble with all labels.
  var labels = 256 << 10
  /// The minimum ratio of a part's length to its preamble's length, so that parsing the preamble stays
  /// cheap.
  var minimumRatio = 8
}
