import Basics

/// A document that was read, with the elements in it that know their place.
///
/// Never changes: a document that was edited is another model, with the same `id` where it has a
/// file name, and with the same `id`s on all elements that were left alone.
public final class GuionDocumentModel: Sendable, Identifiable {
  /// Where the document comes from, as 64 hexadecimal digits: a digest of its file name, so that
  /// edits do not change it, and of its content where there is no name.
  public let id: String
  /// The file's name as it was given; nil for a document that has none.
  public let filename: String?
  /// The text that was read; what could not be decoded is U+FFFD, and a file that is no text has
  /// none.
  public let rawContent: String
  /// What was found in the text: the plain elements, which know their ids, and the characters, scenes and
  /// chapters.
  public let parsed: GuionParsedElementCollection

  /// One for each element, because a model made for each would cost far more than the script.
  private let chapterIndexes: [Int32]

  /// Reads the file at a path, in the format that its name tells; `format` says it where the name
  /// does not, and a name that tells nothing is taken for what its bytes are, else for plain text.
  ///
  /// Throws only when the file cannot be read: what is wrong with its content is a diagnostic.
  public convenience init(
    file: String, format: DocumentFormat? = nil
  ) throws(SourceFileError) {
    let (reading, digest) = try DocumentReading.file(file, format: format)
    self.init(
      filename: file, rawContent: String(decoding: reading.text, as: UTF8.self),
      parsed: GuionParsedElementCollection(reading, digest: digest))
  }

  /// Reads a document that is already text; the name tells where it comes from, never its format.
  public convenience init(
    filename: String? = nil, string: String, format: DocumentFormat
  ) {
    self.init(
      filename: filename, rawContent: string,
      parsed: GuionParsedElementCollection(string: string, format: format))
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

  /// What the document is written in.
  public var format: DocumentFormat { parsed.format }

  /// The keys and values of the title page or the front matter; empty when there is none.
  public var titlePage: [TitlePageEntry] { parsed.titlePage }

  /// What is worth saying about the document, in the order of the text.
  public var diagnostics: [Diagnostic] { parsed.diagnostics }

  /// The elements in the order of the text.
  ///
  /// A new array each time, of 16 bytes for each element; every one of them keeps the document.
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
  /// Whether both are the same bytes from the same place, read in the same format.
  public static func == (left: GuionDocumentModel, right: GuionDocumentModel) -> Bool {
    left === right
      || left.id == right.id && left.format == right.format
        && left.parsed.digest == right.parsed.digest
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(format)
    hasher.combine(parsed.digest)
  }
}
