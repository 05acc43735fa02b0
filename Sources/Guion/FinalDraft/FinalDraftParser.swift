public import Basics

/// Reads a Final Draft document (`.fdx`) into elements (Documentation/formats.md).
///
/// Parsing problems are diagnostics and are never thrown. A document that cannot be read has no elements.
/// The work is linear in the length of the document.
public struct FinalDraftParser: Sendable {
  /// The lines of the title page under Fountain's keys; empty if there is none.
  public let titlePage: [TitlePageEntry]
  /// The elements in the order of the document, each with its position.
  public let elements: [GuionElement]
  /// The problems in the document.
  public let diagnostics: [Diagnostic]
  /// The document in UTF-8.
  let text: [UInt8]
  /// The words that are in no element.
  let skipped: SkippedWords

  /// Reads the bytes of a document, which is XML in UTF-8, UTF-16 or a Windows encoding.
  public init(bytes: [UInt8], edition: ReadingEdition = .second) {
    let text: [UInt8]
    do throws(XMLFault) {
      text = try XMLText.utf8(bytes)
    } catch {
      self.init(nil, text: [], diagnostics: [.badXML(error, at: nil)])
      return
    }
    var diagnostics: [Diagnostic] = []
    let reader = text.withUnsafeBufferPointer { source -> Found? in
      let reader = FinalDraftReader(source, edition)
      let fault = XMLStream.read(source, into: reader)
      let places = LineTable(source)
      if let fault, !reader.isOtherXML {
        diagnostics = [.badXML(fault, at: fault.offset.map(places.position))]
        return nil
      }
      if reader.isOtherXML {
        diagnostics = [
          .wrongFormat(
            "XML from another program", as: .fdx,
            advice: "export it from that program as Final Draft (.fdx)")
        ]
        return nil
      }
      diagnostics = reader.unknown.map { .unreadText($0.name, at: places.position(of: $0.offset)) }
      let lines =
        edition == .second ? FinalDraftTitleLine.filled(reader.titlePage) : reader.titlePage
      return Found(
        titlePage: FinalDraftTitlePage(
          lines, waitsForCredit: edition == .second, hasSeveralCredits: edition == .second,
          places.position
        ).entries,
        elements: reader.takeElements(), skipped: reader.skippedWords)
    }
    self.init(reader, text: text, diagnostics: diagnostics)
  }

  /// Reads the file at a path; throws only if the file cannot be read.
  public init(file: String, edition: ReadingEdition = .second) throws(FileError) {
    self.init(bytes: try SourceFile.bytes(of: file), edition: edition)
  }

  /// The parsed content of a document.
  private struct Found {
    var titlePage: [TitlePageEntry]
    var elements: [GuionElement]
    var skipped: SkippedWords
  }

  private init(_ found: Found?, text: [UInt8], diagnostics: [Diagnostic]) {
    (titlePage, elements) = (found?.titlePage ?? [], found?.elements ?? [])
    (self.text, self.diagnostics) = (text, diagnostics)
    skipped = found?.skipped ?? SkippedWords()
  }
}

extension Diagnostic {
  /// The warning for text outside the script, in an element whose meaning is unknown.
  fileprivate static func unreadText(_ name: String, at position: SourcePosition) -> Self {
    let place = name.isEmpty ? "this text" : "the text of this <\(name.visible)>"
    return Self(
      code: "unread-text", severity: .warning,
      message:
        "\(place) is not in the script, so it is not read; if it belongs to the script, move it into "
        + "a paragraph of <Content>",
      position: position)
  }
}

struct FinalDraftTitleLine {
  /// The text; empty for a separating line.
  var words: String
  var isCentered: Bool
  var offset: Int
  /// Whether the words before the authors end in the line.
  var isCredit = false

  /// Returns lines without those that Final Draft proposes and nobody filled in.
  static func filled(_ lines: [Self]) -> [Self] {
    guard lines.contains(where: { proposals.contains($0.words) }) else { return lines }
    let hasNoAuthor = lines.contains { $0.words == "(Name of First Writer)" }
    return lines.map { line in
      var line = line
      let words = line.words.lowercased()
      let isCredit = hasNoAuthor && ["by", "written by"].contains(words)
      let isRevision = words == "revisions by" || words == "current revisions by"
      if proposals.contains(line.words) || isCredit || isRevision { line.words = "" }
      return line
    }
  }

  private static let proposals: Set<String> = [
    "(Name of Project)", "(Name of First Writer)", "(Based on, If Any)", "(Current Writer, date)",
    "(Names of Subsequent Writers,", "in Order of Work Performed)",
    "Name (of company, if applicable)", "Address", "Phone Number",
  ]

  /// Returns the lines of a paragraph.
  /// An empty paragraph is one empty line.
  static func lines(of paragraph: FinalDraftParagraph) -> [Self] {
    let lines = paragraph.words.lines.map { $0.text.inOneLine ?? "" }
    return lines.map {
      Self(
        words: $0, isCentered: paragraph.isCentered,
        offset: paragraph.range?.lowerBound ?? paragraph.offset)
    }
  }
}

/// The entries of a title page, recognized by position and wording.
/// Final Draft stores where the lines are, but not what they mean.
struct FinalDraftTitlePage {
  /// The entries under Fountain's keys.
  var entries: [TitlePageEntry] {
    Self.keys.compactMap { key in
      found[key].map { TitlePageEntry(key: key, values: $0.values, position: $0.position) }
    }
  }

  private static let keys = [
    "Title", "Credit", "Author", "Source", "Draft date", "Contact", "Copyright", "Notes",
  ]

  private var found: [String: (values: [String], position: SourcePosition)] = [:]
  private let position: (Int) -> SourcePosition
  /// The key for the next block if the previous block ends with a credit such as "written by";
  /// otherwise nil.
  private var expected: String?

  /// Whether an author can only stand below a credit, because there is one: "Pilot" above "written by" is no author.
  private let waitsForCredit: Bool
  /// Whether a credit below the authors is a source of its own: "Story by" below the authors of the screenplay.
  private let hasSeveralCredits: Bool

  /// Whether the title is centred, so that a line at the left above it is none: "Placed into the public domain."
  private var centersTitle = false

  /// Reads lines; `position` returns the place of a line's offset.
  init(
    _ lines: [FinalDraftTitleLine], waitsForCredit: Bool = false, hasSeveralCredits: Bool = false,
    _ position: @escaping (Int) -> SourcePosition
  ) {
    self.position = position
    self.hasSeveralCredits = hasSeveralCredits
    self.waitsForCredit = waitsForCredit && lines.contains { TitleWording.isCredit($0.words) }
    if hasSeveralCredits, let credit = lines.firstIndex(where: { TitleWording.isCredit($0.words) })
    {
      centersTitle = lines[..<credit].contains { $0.isCentered && !$0.words.isEmpty }
    }
    for block in lines.split(whereSeparator: \.words.isEmpty) { read(Array(block)) }
  }

  /// Reads a block of lines without an empty line in between.
  private mutating func read(_ block: [FinalDraftTitleLine]) {
    // The name after "written by" may be in the block below.
    var key = expected
    expected = nil
    for (index, line) in block.enumerated() {
      if let own = Self.key(of: line) {
        key = own
      } else if let credit = line.isCredit ? (line.words, nil) : TitleWording.credit(line.words) {
        let isSource = hasSeveralCredits && found["Author"] != nil
        key = isSource ? "Source" : "Author"
        add(isSource ? "Source" : "Credit", credit.words, line)
        if let author = credit.author { add(isSource ? "Source" : "Author", author, line) }
        if index == block.count - 1, credit.author == nil { expected = key }
        continue
      } else if key == nil {
        let isTitle = found["Title"] == nil && (line.isCentered || !centersTitle)
        key = isTitle ? "Title" : fallback(line)
      }
      if key == "Author", TitleWording.isJoint(line.words) { continue }
      add(key ?? "Notes", line.words, line)
      // A date or a copyright is one line. Other entries continue to the end of the block.
      if key == "Draft date" || key == "Copyright" { key = nil }
    }
  }

  /// Returns the key that the text of a line alone determines; nil if it determines none.
  /// This key applies even if there is no title yet.
  private static func key(of line: FinalDraftTitleLine) -> String? {
    if TitleWording.isCopyright(line.words) { return "Copyright" }
    if TitleWording.isSource(line.words) { return "Source" }
    return nil
  }

  /// Returns the key of a line below the title if neither `key(of:)` nor the line above gives a key.
  private func fallback(_ line: FinalDraftTitleLine) -> String {
    if TitleWording.isDraft(line.words) { return "Draft date" }
    if TitleWording.isContact(line.words) || !line.isCentered { return "Contact" }
    let isAuthor = found["Author"] == nil && found["Credit"] == nil && !waitsForCredit
    return isAuthor ? "Author" : "Notes"
  }

  private mutating func add(_ key: String, _ words: String, _ line: FinalDraftTitleLine) {
    found[key, default: ([], position(line.offset))].values.append(words)
  }
}
