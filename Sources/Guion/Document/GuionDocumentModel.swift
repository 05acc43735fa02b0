public import Basics
public import FoundationEssentials

/// A parsed document in which each element knows its index and its chapter.
///
/// Immutable: an edited document needs a new model. With the same file name, the new model has the same
/// `id`. Elements that were not edited keep their `id`s, with one exception that the documentation of
/// `GuionElementModel.id` describes.
public final class GuionDocumentModel: Sendable, Identifiable {
  /// The identity of the document, as 64 hexadecimal digits.
  ///
  /// A digest of the file name, so that edits do not change the id. Without a file name, a digest of
  /// the format and the content.
  public let id: String
  /// The file's name as the caller gave it; nil for a document without a file.
  public let filename: String?
  /// The text that was read.
  ///
  /// Bytes that could not be decoded are replaced by U+FFFD. Empty if the file is not text.
  public let rawContent: String
  /// The parsed content: the plain elements with their ids, and the characters, scenes and chapters.
  public let parsed: GuionParsedElementCollection

  /// The chapter index of each element.
  /// An array, because a stored model for each element would need far more memory than the script.
  private let chapterIndexes: [Int32]

  /// Reads the file at a path, in the format that its name implies.
  ///
  /// `format` overrides the name. If neither names a format, the bytes decide; the default is plain text. `edition` is
  /// the edition of the rule set that will read the document aloud.
  ///
  /// Throws only if the file cannot be read. Problems in its content become diagnostics.
  public convenience init(
    file: String, format: DocumentFormat? = nil, edition: ReadingEdition = .second
  ) throws(FileError) {
    let (reading, digest) = try DocumentSource(file, format: format).reading(edition)
    self.init(
      filename: file, rawContent: String(decoding: reading.text, as: UTF8.self),
      parsed: GuionParsedElementCollection(reading, digest: digest))
  }

  /// Reads the file or folder of an address, in the same way as `init(file:format:)` reads a path.
  public convenience init(
    file: URL, format: DocumentFormat? = nil, edition: ReadingEdition = .second
  ) throws(FileError) {
    try self.init(file: file.path, format: format, edition: edition)
  }

  /// Reads a document that is already text.
  ///
  /// `filename` gives the document its identity and never determines the format.
  public convenience init(
    filename: String? = nil, string: String, format: DocumentFormat,
    edition: ReadingEdition = .second
  ) {
    self.init(
      filename: filename, rawContent: string,
      parsed: GuionParsedElementCollection(string: string, format: format, edition: edition))
  }

  private init(filename: String?, rawContent: String, parsed: GuionParsedElementCollection) {
    let content = "content\n\(parsed.format.rawValue)\n\(parsed.digest.hex)"
    let origin = filename.map { "file\n\($0)" } ?? content
    id = SHA256.hash("document\n\(origin)").hex
    self.filename = filename
    self.rawContent = rawContent
    self.parsed = parsed.identified()
    chapterIndexes = Self.chapterIndexes(of: parsed)
  }

  /// The format of the document.
  public var format: DocumentFormat { parsed.format }

  /// The keys and values of the title page or the front matter; empty if there is none.
  public var titlePage: [TitlePageEntry] { parsed.titlePage }

  /// The warnings and errors about the document, in the order of the text.
  public var diagnostics: [Diagnostic] { parsed.diagnostics }

  /// The elements in the order of the text.
  ///
  /// Each call creates a new array with 16 bytes per element. Each element holds a reference to the
  /// document.
  public var elements: [GuionElementModel] {
    parsed.elements.indices.map { GuionElementModel(document: self, orderIndex: $0) }
  }

  func chapterIndex(of index: Int) -> Int { Int(chapterIndexes[index]) }

  private static func chapterIndexes(of parsed: GuionParsedElementCollection) -> [Int32] {
    var indexes = [Int32](repeating: 0, count: parsed.elements.count)
    for (number, chapter) in parsed.chapters.enumerated() {
      for index in chapter.elements { indexes[index] = Int32(clamping: number) }
      if let heading = chapter.heading { indexes[heading] = Int32(clamping: number) }
    }
    return indexes
  }
}

extension GuionDocumentModel: Hashable {
  /// Whether both models have the same file name and come from the same bytes, read in the same
  /// format.
  public static func == (left: GuionDocumentModel, right: GuionDocumentModel) -> Bool {
    left === right
      || left.id == right.id && left.format == right.format
        && left.parsed.digest == right.parsed.digest
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(format)
    hasher.combine(parsed.digest)
  }
}

/// An element in its document.
///
/// A reference to the document and an index, so that the models of a long document stay small. The document
/// does not store models, so there is no reference cycle.
public struct GuionElementModel: Sendable, Hashable, Identifiable {
  /// The document that the element is in.
  public let document: GuionDocumentModel
  /// The index of the element in the document, from 0.
  public let orderIndex: Int

  init(document: GuionDocumentModel, orderIndex: Int) {
    self.document = document
    self.orderIndex = orderIndex
  }

  /// The element itself.
  public var element: GuionElement { document.parsed.elements[orderIndex] }

  /// The index of the element's chapter, as `--split chapter` divides the document.
  ///
  /// 0 before the first chapter, then from 1. A heading belongs to the chapter that it starts. Without
  /// chapters, always 0.
  public var chapterIndex: Int { document.chapterIndex(of: orderIndex) }

  /// The identity of the element in its document, as 64 hexadecimal digits.
  ///
  /// Elements of two documents can have the same id.
  ///
  /// The id is derived from the type, the text, a cue's extension, and the number of identical elements
  /// before this element. So the id stays the same when other lines are edited, inserted, moved or
  /// deleted. There is one exception: if an identical element before this one is added or removed, this
  /// element takes the id of the next or the previous identical element. The id is computed on each
  /// call, in about a microsecond. `GuionElement.elementID` is the same id.
  public var id: String {
    let element = element
    return ElementIdentity.id(of: element, ordinal: element.ordinal.count ?? 0)
  }

  /// The type of the element.
  public var elementType: ElementType { element.elementType }

  /// The element's text.
  public var elementText: String { element.elementText }
}
