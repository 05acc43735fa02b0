public import Basics
public import FoundationEssentials

/// A parsed document of any format: title page, elements, scenes and chapters.
public struct GuionParsedElementCollection: Sendable {
  /// The format of the document.
  public let format: DocumentFormat
  /// The keys and values of the title page or the front matter; empty if there is none.
  public let titlePage: [TitlePageEntry]
  /// The elements in the order of the text.
  ///
  /// Scene headings have a `sceneId`.
  public private(set) var elements: [GuionElement]
  /// The warnings and errors about the document, in the order of the text.
  public let diagnostics: [Diagnostic]
  /// The front matter's `guion2audio` block, which can contain the keys of a cast file.
  public let settings: JSONNode?
  /// The SHA-256 of the bytes that were read.
  public let digest: SHA256Digest
  package let edition: ReadingEdition
  /// The files in the document that contain its text, indexed by `sourceRange.source`.
  /// Empty for a document that is a single text.
  package let parts: [DocumentPart]
  /// The cover inside the document.
  package let cover: FileReference?
  package let wordCount: WordCount

  /// Reads the file at a path, in the format that its name implies.
  ///
  /// `format` overrides the name. If neither names a format, the bytes decide; the default is plain text. `edition` is
  /// the edition of the rule set that will read the document aloud.
  ///
  /// Throws only if the file cannot be read. Problems in its content become diagnostics.
  public init(
    file: String, format: DocumentFormat? = nil, edition: ReadingEdition = .second
  ) throws(FileError) {
    self = try DocumentSource(file, format: format).parsed(edition)
  }

  /// Reads the file or folder of an address, in the same way as `init(file:format:)` reads a path.
  public init(
    file: URL, format: DocumentFormat? = nil, edition: ReadingEdition = .second
  ) throws(FileError) {
    try self.init(file: file.path, format: format, edition: edition)
  }

  /// Reads a document that is already text.
  public init(string: String, format: DocumentFormat, edition: ReadingEdition = .second) {
    self.init(bytes: Array(string.utf8), format: format, edition: edition)
  }

  /// Reads the bytes of a document: text in UTF-8, text in UTF-16 with a byte order mark, or a file in
  /// `format`.
  ///
  /// Bytes that are XML or an archive are never read as text, whatever the format.
  public init(bytes: [UInt8], format: DocumentFormat, edition: ReadingEdition = .second) {
    self.init(
      DocumentReading(bytes, format: format, edition: edition), digest: SHA256.hash(bytes))
  }

  /// Creates a collection from a document that was read already; `digest` is the digest of its bytes.
  init(_ reading: DocumentReading, digest: SHA256Digest) {
    (format, self.digest, edition) = (reading.format, digest, reading.edition)
    settings = reading.settings
    diagnostics = reading.diagnostics
    (parts, cover) = (reading.parts, reading.cover)
    wordCount = WordCount(of: reading.elements, skipped: reading.skipped, format: reading.format)
    var elements = reading.elements
    SceneIdentity.assign(to: &elements)
    var titlePage = reading.titlePage
    if reading.edition == .second, let start = GutenbergText.mark(&elements), titlePage.isEmpty {
      titlePage = GutenbergText.titlePage(of: elements[...start])
    }
    (self.titlePage, self.elements) = (titlePage, elements)
  }

  /// Returns the same document with elements that know their ids.
  func identified() -> Self {
    var copy = self
    ElementIdentity.count(&copy.elements)
    return copy
  }

  /// The names on the cues, each once, in order of first appearance.
  ///
  /// Names that differ only in case are treated as one name.
  public var characters: [String] {
    var seen: Set<String> = []
    return elements.lazy.filter { $0.elementType == .character }.map(\.elementText)
      .filter { seen.insert($0.uppercased()).inserted }
  }

  /// The scenes in order.
  ///
  /// The first part has no heading and can be empty.
  public var scenes: [DocumentOutline.Part] { outline.scenes(of: elements) }

  /// The chapters in order.
  ///
  /// The first part has no heading and can be empty.
  ///
  /// The array is empty if no heading starts a chapter.
  public var chapters: [DocumentOutline.Part] { outline.chapters(of: elements) ?? [] }

  /// The outline: where chapters and scenes begin.
  public var outline: DocumentOutline { DocumentOutline(elements, format: format) }

  /// The text that Project Gutenberg puts around its books.
  enum GutenbergText {
    /// Marks what stands before the line `*** START OF …` and after the line `*** END OF …` as back matter.
    /// Returns the index of the first of these lines.
    @discardableResult
    static func mark(_ elements: inout [GuionElement]) -> Int? {
      var start: Int?
      var end: Int?
      for index in elements.indices {
        let text = elements[index].elementText.drop(while: \.isWhitespace)
        guard beginnings.contains(where: text.hasPrefix) else { continue }
        if start == nil, startLines.contains(where: text.contains) {
          start = index
        } else if endLines.contains(where: text.contains) {
          end = index
          break
        }
      }
      if let start { markStart(start, before: end ?? elements.count, in: &elements) }
      guard var end else { return start }
      // A sentence above the line says the same.
      while end > 0, elements[end - 1].elementText.hasPrefix("End of"),
        elements[end - 1].elementText.contains("Project Gutenberg")
      {
        end -= 1
      }
      for index in end..<elements.count { elements[index].isBackMatter = true }
      return start
    }

    /// Returns the title, the author and the language that stand above a book: "Title: Emma".
    static func titlePage(of head: ArraySlice<GuionElement>) -> [TitlePageEntry] {
      var entries: [TitlePageEntry] = []
      for element in head {
        var isOpen = false
        for line in element.elementText.split(separator: "\n") {
          let parts = line.split(separator: ":", maxSplits: 1)
          let key = String(parts.first ?? "")
          let value = parts.last.flatMap { String($0).inOneLine } ?? ""
          if parts.count == 2, keys.contains(key) {
            isOpen = true
            entries.append(
              TitlePageEntry(key: key, values: [value], position: element.sourceRange?.start))
          } else if isOpen, let line = String(line).inOneLine, let last = entries.indices.last {
            // A subtitle, or the rest of a long title.
            let isNew = line.first?.isUppercase == true && entries[last].key == keys[0]
            entries[last].values[0] += (isNew ? ": " : " ") + line
          }
        }
      }
      return entries.compactMap { entry in
        guard entry.key == "Language" else { return entry }
        // English is the default, in which the clips of these books are known.
        let code = entry.values.first.flatMap { languages[$0] }
        return code.map { TitlePageEntry(key: entry.key, values: [$0], position: entry.position) }
      }
    }

    private static let keys = ["Title", "Author", "Language"]
    private static let languages = [
      "German": "de", "French": "fr", "Spanish": "es", "Italian": "it", "Portuguese": "pt",
      "Dutch": "nl", "Finnish": "fi", "Swedish": "sv", "Danish": "da", "Polish": "pl",
      "Hungarian": "hu", "Latin": "la",
    ]

    private static func markStart(_ start: Int, before end: Int, in elements: inout [GuionElement])
    {
      for index in 0...start { elements[index].isBackMatter = true }
      // The names of the people who made the file.
      for index in start + 1..<min(start + 4, max(end, start + 1))
      where makers.contains(where: elements[index].elementText.hasPrefix) {
        elements[index].isBackMatter = true
      }
    }

    /// In older books in HTML, the line is in one block with the text above it.
    private static let beginnings = [
      "*", "End of", "The Project Gutenberg", "Project Gutenberg's", "The Project Gutenberg's",
    ]
    private static let startLines = [
      "START OF THIS PROJECT GUTENBERG", "START OF THE PROJECT GUTENBERG", "*END*THE SMALL PRINT!",
      "*END THE SMALL PRINT!",
    ]
    private static let endLines = [
      "END OF THIS PROJECT GUTENBERG", "END OF THE PROJECT GUTENBERG",
      "End of the Project Gutenberg E", "End of this Project Gutenberg E",
      "End of Project Gutenberg",
    ]
    private static let makers = [
      "Produced by", "E-text prepared by", "This etext was", "This eBook was produced",
      "Transcribed ",
      "HTML version by",
    ]
  }
}
