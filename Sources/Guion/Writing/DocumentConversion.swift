public import Basics

/// A document written in another format, with what that format cannot hold.
///
/// Scripts become Fountain or Final Draft, other documents Markdown. What was written is read again, and each
/// difference is a note in `losses`.
public struct DocumentConversion: Sendable {
  /// The formats that documents are written in.
  public static let targets: [DocumentFormat] = [.fountain, .fdx, .markdown]

  /// The new document.
  public let bytes: [UInt8]
  /// What the new document does not hold as it was, each with its place in the old one.
  public let losses: [Diagnostic]
  /// Why the new document cannot be read, if it cannot.
  private let fault: Diagnostic?

  /// Converts a manuscript.
  ///
  /// Throws a `ConversionError` if the format cannot hold a document of this kind, or if what was written cannot be read
  /// again.
  public init(of manuscript: Manuscript, to target: DocumentFormat) throws(ConversionError) {
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
    self.init(source, to: target) { paths.indices.contains($0) ? paths[$0] : manuscript.name }
    if let fault { throw .unreadable(target, reason: fault.message) }
  }

  /// Writes elements; `path` names a document by its number.
  package init(
    _ source: ConversionSource, to target: DocumentFormat, path: (Int) -> String = { _ in "" }
  ) {
    let written = Self.write(source, as: target)
    bytes = written.bytes
    let reading = DocumentReading(bytes, format: target)
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

/// What is to be written.
package struct ConversionSource {
  var titlePage: [TitlePageEntry]
  var elements: [GuionElement]
  /// The document's block for this program.
  var settings: JSONNode?
  /// Whether words have Fountain's marks.
  var isMarked: Bool

  /// Makes a source.
  package init(
    titlePage: [TitlePageEntry] = [], elements: [GuionElement], settings: JSONNode? = nil,
    isMarked: Bool
  ) {
    (self.titlePage, self.elements) = (titlePage, elements)
    (self.settings, self.isMarked) = (settings, isMarked)
  }
}

/// Why a document cannot be converted.
public enum ConversionError: Error, Equatable {
  /// This program does not write the format.
  case unwritable(DocumentFormat)
  /// A script cannot become Markdown, nor another document a script.
  case wrongKind(DocumentFormat, DocumentFormat)
  /// A folder has scripts in Fountain and in other formats.
  case mixed
  /// What was written is beyond what this program reads.
  case unreadable(DocumentFormat, reason: String)
}

extension ConversionError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .unwritable(let target):
      let known = DocumentConversion.targets.map(\.rawValue).joined(separator: ", ")
      return "\(target.displayName) is not a format this version writes (\(known))"
    case .wrongKind(let source, let target):
      return source.isScreenplay
        ? "\(target.displayName) cannot hold a script; convert it to fountain or fdx"
        : "\(target.displayName) holds scripts only, and this is \(source.displayName); convert it to markdown"
    case .unreadable(let target, let reason):
      return "the new \(target.displayName) cannot be read again, so nothing was written: \(reason)"
    case .mixed: return "the folder has scripts in several formats; convert them one by one"
    }
  }
}
