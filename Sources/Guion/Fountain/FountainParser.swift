/// Reads a screenplay in Fountain 1.1 into elements, by the rules of Documentation/fountain.md.
///
/// Any bytes are a valid screenplay: problems are diagnostics, never errors. The work is linear in the
/// length of the text.
public struct FountainParser: Sendable {
  /// The keys and values of the title page; empty if there is none.
  public let titlePage: [TitlePageEntry]
  /// The elements in the order of the text, each with its position.
  public let elements: [GuionElement]
  /// The warnings, in the order of the text.
  public let diagnostics: [Diagnostic]

  /// Parses a screenplay that is already text.
  public init(string: String) {
    var string = string
    self = string.withUTF8 { Self(source: $0, isValid: true) }
  }

  /// Parses the bytes of a screenplay.
  ///
  /// Bytes that cannot be decoded become U+FFFD.
  public init(bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { Self(source: $0, isValid: false) }
  }

  /// Parses the bytes of a screenplay in memory that the caller owns.
  public init(bytes: UnsafeRawBufferPointer) {
    self = bytes.withMemoryRebound(to: UInt8.self) { Self(source: $0, isValid: false) }
  }

  /// Parses the file at a path.
  ///
  /// Throws only if the file cannot be read.
  public init(file: String) throws(SourceFileError) {
    self.init(bytes: try SourceFile.bytes(of: file))
  }

  // The steps are in the order of R19.
  private init(source: Bytes, isValid: Bool) {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0  // R1.1
    var found = isValid ? [] : Diagnostic.undecodable(in: source, from: start)

    let boneyards = Boneyards(in: source, from: start)
    found += boneyards.diagnostics
    var text = ScriptText(source)
    text.remove(boneyards.ranges)

    let front = text.withBytes { Front($0, from: start, boneyards: boneyards.spans) }
    found += front.diagnostics
    text.remove(front.notes)

    titlePage = front.titlePage
    let body = text.withBytes {
      BodyReader.read(LineCursor($0, from: front.body, spans: front.spans))
    }
    elements = Self.styled(body.elements, source)
    found += body.diagnostics
    diagnostics = found.sorted(by: Diagnostic.isInTextOrder)
  }
}

extension FountainParser {
  /// Returns the elements with the styles of their text.
  ///
  /// Notes and boneyards are shown as typed.
  private static func styled(_ elements: [GuionElement], _ source: Bytes) -> [GuionElement] {
    guard source.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "_") }) else {
      return elements
    }
    var elements = elements
    for index in elements.indices {
      switch elements[index].elementType {
      case .comment, .boneyard, .pageBreak: continue
      default: break
      }
      let spans = FountainEmphasis.spans(in: elements[index].elementText)
      if !spans.isEmpty { elements[index].inlines = spans }
    }
    return elements
  }
}

/// The data that is needed before the body is read: where the body begins and which notes are in it.
private struct Front {
  var titlePage: [TitlePageEntry]
  var body: LineCursor.Place
  /// The ranges of notes to remove.
  var notes: [Range<Int>]
  /// All removed spans: boneyards and notes.
  var spans: [RemovedSpan]
  var diagnostics: [Diagnostic]

  init(_ text: Bytes, from start: Int, boneyards: [RemovedSpan]) {
    let top = LineCursor(text, from: start, spans: boneyards)
    let page = TitlePage(top)
    let lines = page?.body ?? top
    let found = Notes(in: text, lines.offset..<text.count, lines: lines)
    (titlePage, body, notes) = (page?.entries ?? [], lines.place, found.ranges)
    spans = found.spans(in: text, from: start, boneyards: boneyards)
    diagnostics = found.diagnostics(in: text, from: start, boneyards: boneyards)
  }
}

extension Diagnostic {
  fileprivate static func isInTextOrder(_ left: Self, _ right: Self) -> Bool {
    guard let first = left.position, let second = right.position else { return false }
    return first < second
  }
}
