public import Basics

/// A document converted to another format, and a list of what that format cannot represent.
///
/// Scripts become Fountain or Final Draft, other documents become Markdown. The new document is read again,
/// and each difference is a note in `losses`.
public struct DocumentConversion: Sendable {
  /// The formats that documents can be converted to.
  public static let targets: [DocumentFormat] = [.fountain, .fdx, .markdown]

  /// The new document.
  public let bytes: [UInt8]
  /// The notes on what the new document could not preserve, each with its position in the old document.
  public private(set) var losses: [Diagnostic]
  /// The reason why the new document cannot be read again; nil if it can be read.
  private let fault: Diagnostic?

  /// Converts a manuscript.
  ///
  /// The new document is read again in `edition`. Throws a `ConversionError` if the format cannot represent a document of this kind, or if the new
  /// document cannot be read again.
  public init(
    of manuscript: Manuscript, to target: DocumentFormat, edition: ReadingEdition = .second
  ) throws(ConversionError) {
    let formats = Set(manuscript.documents.map(\.format))
    guard Self.targets.contains(target) else { throw .unwritable(target) }
    guard formats.allSatisfy({ $0.isScreenplay == target.isScreenplay }) else {
      throw .wrongKind(manuscript.format, target)
    }
    guard formats.count <= 1 || !formats.contains(.fountain) else { throw .mixed }
    let source = ConversionSource(
      titlePage: manuscript.titlePage, elements: manuscript.elements,
      settings: manuscript.documents.count == 1 ? manuscript.documents[0].settings : nil,
      isMarked: formats == [.fountain])
    let paths = manuscript.documents.map(\.path)
    self.init(source, to: target, edition: edition) {
      paths.indices.contains($0) ? paths[$0] : manuscript.name
    }
    if let fault { throw .unreadable(target, reason: fault.message) }
    if let lost = Self.lostWords(of: manuscript) { losses.append(lost) }
  }

  /// Returns the note on the words of a manuscript that are in no element, and so in no other document.
  /// The new document has the title page or the keys of the front matter, and the headers of a table's columns with
  /// its cells.
  private static func lostWords(of manuscript: Manuscript) -> Diagnostic? {
    let isScript = manuscript.format.isScreenplay
    let lost = manuscript.wordCount.skipped.counts.filter {
      // The only such words of a script are notes about languages, which become spans.
      !([.titlePage, .frontMatter, .tableHeader].contains($0.rule)
        || isScript && $0.rule == .markup)
    }
    guard !lost.isEmpty else { return nil }
    let rules = lost.map { "\($0.rule.rawValue) \($0.words)" }.joined(separator: ", ")
    let count = lost.reduce(0) { $0 + $1.words }
    return Diagnostic(
      code: "lost-words", severity: .note,
      message:
        "\(Quantity.count(count, "word")) outside the elements \(count == 1 ? "is" : "are") not in "
        + "the new document (\(rules))",
      file: manuscript.documents.count == 1 ? manuscript.documents[0].path : manuscript.name)
  }

  /// Writes elements.
  /// `path` returns the path of the document with a given index.
  package init(
    _ source: ConversionSource, to target: DocumentFormat, edition: ReadingEdition = .second,
    path: (Int) -> String = { _ in "" }
  ) {
    let written = Self.write(source, as: target)
    bytes = written.bytes
    let reading = DocumentReading(bytes, format: target, edition: edition)
    fault = reading.diagnostics.first { $0.severity == .error }
    let check = ConversionCheck(source, written, reading, target: target)
    losses = zip(check.losses, check.sources).map { $0.inFile(path($1)) }
  }

  private static func write(_ source: ConversionSource, as target: DocumentFormat) -> WrittenText {
    switch target {
    case .fdx:
      FinalDraftWriter(
        titlePage: source.titlePage, elements: source.elements, isMarked: source.isMarked
      ).output
    case .markdown:
      MarkdownWriter(
        titlePage: source.titlePage, elements: source.elements, settings: source.settings
      ).output
    default:
      FountainWriter(
        titlePage: source.titlePage, elements: source.elements, isMarked: source.isMarked
      ).output
    }
  }
}

package struct ConversionSource {
  var titlePage: [TitlePageEntry]
  var elements: [GuionElement]
  /// The front matter's `guion2audio` block.
  var settings: JSONNode?
  /// Whether the text has Fountain's emphasis marks.
  var isMarked: Bool

  package init(
    titlePage: [TitlePageEntry] = [], elements: [GuionElement], settings: JSONNode? = nil,
    isMarked: Bool
  ) {
    (self.titlePage, self.elements) = (titlePage, elements)
    (self.settings, self.isMarked) = (settings, isMarked)
  }
}

/// The reasons why a document cannot be converted.
public enum ConversionError: Error, Equatable {
  /// This version does not write the format.
  case unwritable(DocumentFormat)
  /// A script cannot become Markdown, and other documents cannot become a script.
  case wrongKind(DocumentFormat, DocumentFormat)
  /// The folder contains scripts in Fountain and in other formats.
  case mixed
  /// This program cannot read the new document.
  case unreadable(DocumentFormat, reason: String)
}

extension ConversionError: CustomStringConvertible {
  /// The problem and how to solve it.
  public var description: String {
    switch self {
    case .unwritable(let target):
      let known = DocumentConversion.targets.map(\.rawValue).joined(separator: ", ")
      return
        "\(target.displayName) is not a format that this version can write; use one of \(known)"
    case .wrongKind(let source, let target):
      return source.isScreenplay
        ? "\(target.displayName) cannot represent a script; convert it to fountain or fdx"
        : "\(target.displayName) is only for scripts, but this is \(source.displayName); documents can be "
          + "written only as markdown"
    case .unreadable(let target, let reason):
      return
        "this program could not read the new \(target.displayName) document, so no file was "
        + "written: \(reason)"
    case .mixed:
      return "a folder is converted only if its scripts have the same format; convert each script "
        + "separately"
    }
  }
}
