/// A parsed document as the JSON that `guion2audio elements` prints.
public struct ElementsDocument: Sendable {
  private let source: String
  private let format: String
  private let titlePage: [TitlePageEntry]
  private let elements: [GuionElement]
  private let documents: [String]
  /// The numbers of words; nil if the JSON leaves them out.
  private var words: WordCount?

  /// Creates the JSON document.
  ///
  /// `source` is the file as the user named it; `format` is the raw value of its `DocumentFormat`.
  ///
  /// If there are several `documents`, every element names its document in the key `source`.
  public init(
    source: String, format: String, titlePage: [TitlePageEntry], elements: [GuionElement],
    documents: [String] = []
  ) {
    self.source = source
    self.format = format
    self.titlePage = titlePage
    self.elements = elements
    self.documents = documents
  }

  /// Returns the same JSON document with the numbers of words.
  package func with(_ words: WordCount) -> Self {
    var copy = self
    copy.words = words
    return copy
  }

  /// Passes the document to `output` in pieces of about 64 KiB, so that the complete JSON is never in
  /// memory.
  ///
  /// Every element is one line. Rethrows errors of `output`.
  public func write(to output: (UnsafeRawBufferPointer) throws -> Void) throws {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.key("source")
    json.string(source)
    json.key("format")
    json.string(format)
    json.key("titlePage")
    writeTitlePage(to: &json)
    json.key("elements")
    json.beginArray()
    for element in elements {
      write(element, to: &json)
      if json.count >= 1 << 16 { try json.take().withUnsafeBytes(output) }
    }
    json.end()
    if let words {
      json.key("words")
      json.words(words)
    }
    json.end()
    json.endLine()
    try json.take().withUnsafeBytes(output)
  }

  private func writeTitlePage(to json: inout JSONWriter) {
    json.beginArray()
    for entry in titlePage {
      json.beginArray(.inline)
      json.string(entry.key)
      json.beginArray()
      for value in entry.values { json.string(value) }
      json.end()
      json.end()
    }
    json.end()
  }

  /// Writes one element, with only the fields that apply to it.
  private func write(_ element: GuionElement, to json: inout JSONWriter) {
    json.beginObject(.inline)
    json.key("type")
    json.string(element.elementType.identifier)
    json.key("text")
    json.string(element.elementText)
    if let text = element.extension {
      json.key("extension")
      json.string(text)
    }
    if let number = element.sceneNumber {
      json.key("sceneNumber")
      json.string(number)
    }
    if element.isDualDialogue {
      json.key("dual")
      json.bool(true)
    }
    if element.isCentered {
      json.key("centered")
      json.bool(true)
    }
    if element.elementType.isSectionHeading {
      json.key("level")
      json.integer(element.elementType.level)
    }
    if element.quoteDepth > 0 {
      json.key("quote")
      json.bool(true)
    }
    if let mark = element.mark { write(mark, to: &json) }
    if !element.inlines.isEmpty { write(element.inlines, to: &json) }
    if documents.count > 1, let source = element.sourceRange?.source,
      documents.indices.contains(source)
    {
      json.key("source")
      json.string(documents[source])
    }
    if let start = element.sourceRange?.start {
      json.key("line")
      json.integer(start.line)
      json.key("column")
      json.integer(start.column)
    }
    json.end()
  }

  private func write(_ spans: [InlineSpan], to json: inout JSONWriter) {
    json.key("spans")
    json.beginArray(.inline)
    for span in spans {
      json.beginObject(.inline)
      json.key("kind")
      json.string(span.kind.identifier)
      json.key("start")
      json.integer(span.range.lowerBound)
      json.key("end")
      json.integer(span.range.upperBound)
      switch span.kind {
      case .link(let target):
        json.key("target")
        json.string(target)
      case .language(let tag):
        json.key("language")
        json.string(tag)
      case .imageFile(let path):
        json.key("path")
        json.string(path)
      case .footnote(let number, _):
        json.key("number")
        json.integer(number)
      default: break
      }
      json.end()
    }
    json.end()
  }

  private func write(_ mark: Mark, to json: inout JSONWriter) {
    switch mark {
    case .quote: break
    case .summary:
      json.key("summary")
      json.bool(true)
    case .list(let ordered, let number, let depth, let task):
      json.key("list")
      json.beginObject(.inline)
      json.key("ordered")
      json.bool(ordered)
      if let number {
        json.key("number")
        json.integer(number)
      }
      json.key("depth")
      json.integer(depth)
      if let task {
        json.key("task")
        json.bool(task)
      }
      json.end()
    case .code(let language):
      json.key("code")
      json.string(language ?? "")
    case .row(let cells):
      json.key("cells")
      json.beginArray(.inline)
      for cell in cells {
        json.beginArray(.inline)
        json.string(cell.header)
        json.string(cell.text)
        json.end()
      }
      json.end()
    case .footnote(let number):
      json.key("footnote")
      json.integer(number)
    }
  }
}

extension JSONWriter {
  /// Writes the numbers of words: `read`, and for each rule in `skipped`.
  package mutating func words(_ words: WordCount) {
    beginObject(.inline)
    key("read")
    integer(words.words)
    key("skipped")
    beginObject(.inline)
    for (rule, count) in words.skipped.counts {
      key(rule.rawValue)
      integer(count)
    }
    end()
    end()
  }
}

extension InlineSpan.Kind {
  /// The name of the kind in the JSON of elements.
  package var identifier: String {
    switch self {
    case .code: return "code"
    case .strikethrough: return "strikethrough"
    case .image: return "image"
    case .badge: return "badge"
    case .contentsLink: return "contents-link"
    case .lineBreak: return "line-break"
    case .math: return "math"
    case .emphasis: return "emphasis"
    case .strong: return "strong"
    case .underline: return "underline"
    case .language: return "language"
    case .raised: return "raised"
    case .link: return "link"
    case .imageFile: return "image-file"
    case .footnote: return "footnote"
    }
  }
}
