import FoundationEssentials
import Guion
import TestSupport
import Testing

@Suite struct GuionDocumentModelTests {
  private static let script = """
    Title: Doors

    FADE IN:

    # One

    INT. HALL - DAY

    ANN (V.O.)
    Yes.

    BEN
    Yes.

    # Two

    ANN
    (low)
    Yes.
    """

  private func document(
    _ text: String = script, filename: String? = nil, format: DocumentFormat = .fountain
  ) -> GuionDocumentModel {
    GuionDocumentModel(filename: filename, string: text, format: format)
  }

  // MARK: The document

  @Test func aDocumentHasItsTextAndElements() {
    let model = document(filename: "doors.fountain")
    #expect(model.filename == "doors.fountain")
    #expect(model.rawContent == Self.script)
    #expect(model.format == .fountain)
    #expect(model.titlePage == [TitlePageEntry(key: "Title", values: ["Doors"])])
    #expect(model.diagnostics == model.parsed.diagnostics)
    #expect(model.elements.map(\.element) == model.parsed.elements)
    #expect(model.elements.map(\.orderIndex) == Array(0..<11))
    #expect(model.elements.allSatisfy { $0.document === model })
  }

  @Test func aFileAndItsTextGiveTheSame() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.script, as: "doors.fountain")
    let file = try GuionDocumentModel(file: path)
    #expect(file == document(filename: path))
    #expect(file.id == document(filename: path).id)
    #expect(file.rawContent == Self.script)
    #expect(file.format == .fountain)
    #expect(try GuionDocumentModel(file: path, format: .text).format == .text)
  }

  @Test(
    arguments: [
      // the bytes of a file, and its text
      ([0x41, 0x20, 0x64], "A d"),
      (Array("A door of the hotel, ".utf8) + [0xFF], "A door of the hotel, \u{FFFD}"),
      ([0xFF, 0xFE, 0x41, 0x00, 0x64, 0x00], "Ad"),
      ([0xFE, 0xFF, 0x00, 0x41, 0x01, 0x0D], "A\u{10D}"),
      // an archive is not text
      ([0x50, 0x4B, 0x03, 0x04, 0x0A, 0x00, 0x00, 0x00], ""),
      ([], ""),
    ] as [([UInt8], String)])
  func theContentOfAFileIsItsText(bytes: [UInt8], text: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.txt")
    try Data(bytes).write(to: URL(filePath: path))
    let model = try GuionDocumentModel(file: path)
    #expect(model.rawContent == text)
    #expect(model.elements.map(\.elementText) == (text.isEmpty ? [] : [text]))
  }

  @Test func aMissingFileIsAnError() {
    #expect(throws: FileError.self) { try GuionDocumentModel(file: "/nowhere/a.fountain") }
  }

  @Test func anEmptyDocumentHasNoElements() {
    #expect(document("").elements.isEmpty)
    #expect(document("").rawContent.isEmpty)
  }

  struct Pair: Sendable {
    var filename: String?
    var text: String
    var format: DocumentFormat
    var hasSameId: Bool
    var isEqual: Bool
  }

  @Test(arguments: [
    Pair(filename: "a", text: "x", format: .fountain, hasSameId: true, isEqual: true),
    Pair(filename: "a", text: "y", format: .fountain, hasSameId: true, isEqual: false),
    Pair(filename: "a", text: "x", format: .text, hasSameId: true, isEqual: false),
    Pair(filename: "b", text: "x", format: .fountain, hasSameId: false, isEqual: false),
    Pair(filename: nil, text: "x", format: .fountain, hasSameId: false, isEqual: false),
  ])
  func aNamedDocumentIsIdentifiedByItsName(pair: Pair) {
    let model = document("x", filename: "a")
    let other = document(pair.text, filename: pair.filename, format: pair.format)
    #expect((model.id == other.id) == pair.hasSameId)
    #expect((model == other) == pair.isEqual)
    #expect(Set([model, other]).count == (pair.isEqual ? 1 : 2))
  }

  @Test func aDocumentWithoutANameIsIdentifiedByItsContent() {
    #expect(document("x").id == document("x").id)
    #expect(document("x").id != document("y").id)
    #expect(document("x").id != document("x", format: .text).id)
    #expect(document("x") == document("x"))
  }

  @Test func noReferenceCycleKeepsADocument() {
    weak var gone: GuionDocumentModel?
    do {
      let model = document()
      gone = model
      #expect(model.elements.first?.id != nil)
    }
    #expect(gone == nil)
  }

  @Test func anElementKeepsItsDocument() {
    let last = document().elements.last
    #expect(last?.elementText == "Yes.")
    #expect(last?.document.rawContent == Self.script)
  }

  // MARK: Chapters

  @Test(arguments: [
    // elements before the first chapter are in 0, and a heading is in the chapter that it starts
    (script, [0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]),
    ("# A\n\na\n\n## x\n\n# B\n\nb", [1, 1, 1, 2, 2]),
    ("# A\n\n# B\n\nb", [1, 2, 2]),
    ("# A\n\na", [0, 0]),
    ("INT. A\n\na\n\nINT. B", [0, 0, 0]),
    ("", []),
  ])
  func chaptersAreCountedFromTheirHeadings(text: String, chapters: [Int]) {
    #expect(document(text).elements.map(\.chapterIndex) == chapters)
  }

  // MARK: Elements

  @Test func elementsAreSmall() {
    #expect(MemoryLayout<GuionElementModel>.stride <= 16)
  }

  @Test func everyElementHasItsOwnId() {
    let ids = document().elements.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.utf8.count == 64 })
    #expect(document(filename: "other").elements.map(\.id) == ids)
  }

  @Test func equalDocumentsHaveEqualElementsAtEqualPositions() {
    let (one, two) = (document().elements, document().elements)
    #expect(one == two)
    #expect(Set(one + two).count == one.count)
    #expect(one != document(Self.script + "\n").elements)
  }

  @Test(arguments: [
    // two texts, and whether the ids of their last elements are the same
    ("A door.", "A door.", true),
    ("A door.", "A dog.", false),
    ("A door.", "One.\n\nTwo.\n\nA door.", true),
    ("A door.", "A door.\n\nA door.", false),
    ("A door.", "> A door. <", true),
    ("A door.", "!A door.", true),
    ("A door.", "~A door.", false),
    ("# A", "## A", false),
    ("INT. A #1#", "INT. A #2#", true),
    ("caf\u{E9}", "cafe\u{301}", false),
    ("caf\u{E9}", "cafe\u{301}\n\ncaf\u{E9}", true),
  ])
  func anIdDependsOnTypeAndText(one: String, two: String, isSame: Bool) {
    #expect((document(one).elements.last?.id == document(two).elements.last?.id) == isSame)
  }

  @Test func aCuesExtensionIsPartOfItsId() {
    let ids = ["ANN\nx", "ANN (V.O.)\nx", "ANN (O.S.)\nx", "ANN (V.O.)\nx"].map {
      document($0).elements.first?.id
    }
    #expect(Set(ids).count == 3)
    #expect(ids[1] == ids[3])
  }

  @Test(
    arguments: [
      // an edit, and for each element after it the number of the original element
      ("# One", "# First", [0, nil, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
      ("FADE IN:\n\n", "", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
      ("# Two", "A dog.\n\n# Two", [0, 1, 2, 3, 4, 5, 6, nil, 7, 8, 9, 10]),
      ("Title: Doors", "Title: Windows\nAuthor: Ann", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
      ("(low)", "(lower)", [0, 1, 2, 3, 4, 5, 6, 7, 8, nil, 10]),
      // the only case in which an id moves: an identical element before it is added or removed
      ("BEN\nYes.\n\n", "", [0, 1, 2, 3, 4, 7, 8, 9, 6]),
      ("BEN\nYes.", "BEN\nNo.", [0, 1, 2, 3, 4, 5, nil, 7, 8, 9, 6]),
      ("FADE IN:", "CAL\nYes.", [nil, 4, 1, 2, 3, 6, 5, 10, 7, 8, 9, nil]),
    ] as [(String, String, [Int?])])
  func anIdStaysWhenOtherLinesAreEdited(old: String, new: String, elements: [Int?]) throws {
    let place = try #require(Self.script.firstRange(of: old))
    let edited = Self.script[..<place.lowerBound] + new + Self.script[place.upperBound...]
    let before = document().elements.map(\.id)
    let after = document(String(edited)).elements.map(\.id)
    #expect(after.map { id in before.firstIndex(of: id) } == elements)
  }

  // MARK: Markdown

  private static let article = """
    ---
    title: Doors
    ---

    Before.

    # Doors

    Words.

    ## One

    > # Quoted
    >
    > Words.

    1. first
    2. second

    ## Two

    - [ ] ask

    | Door | State |
    | --- | --- |
    | Hall | open |
    | Yard | shut |
    """

  @Test(arguments: [
    // neither the title nor a heading in a quotation starts a chapter
    (article, [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2]),
    ("# Doors\n\nWords.", [0, 0]),
    ("# One\n\n# Two\n\nWords.", [1, 2, 2]),
    ("One\n===\n\n- # Listed\n- x\n\nTwo\n===", [1, 1, 1, 2]),
    ("Words.", [0]),
  ])
  func chaptersOfProseAreCounted(text: String, chapters: [Int]) {
    let elements = document(text, format: .markdown).elements
    #expect(elements.map(\.chapterIndex) == chapters, "\(elements.map(\.elementText))")
  }

  @Test(
    arguments: [
      ("title: Doors", "title: Windows\nauthor: Ann", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
      ("Before.", "Once before.", [nil, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
      // a new list item renumbers the items below it, and a task keeps its id when it is done
      ("1. first", "1. zeroth\n2. first", [0, 1, 2, 3, 4, 5, nil, 6, 7, 8, 9, 10, 11]),
      ("[ ] ask", "[x] ask", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
      ("| Hall | open |\n", "", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11]),
      ("| Hall | open |", "| Hall | wide |", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, nil, 11]),
      ("> # Quoted\n>\n> Words.\n\n", "", [0, 1, 2, 3, 6, 7, 8, 9, 10, 11]),
      ("# Doors\n\nWords.\n\n", "", [0, 3, 4, 2, 6, 7, 8, 9, 10, 11]),
    ] as [(String, String, [Int?])])
  func anIdOfProseStaysWhenOtherLinesAreEdited(
    old: String, new: String, elements: [Int?]
  ) throws {
    let place = try #require(Self.article.firstRange(of: old))
    let edited = Self.article[..<place.lowerBound] + new + Self.article[place.upperBound...]
    let before = document(Self.article, format: .markdown).elements.map(\.id)
    let after = document(String(edited), format: .markdown).elements.map(\.id)
    #expect(after.map { id in before.firstIndex(of: id) } == elements)
  }

  @Test func idsCanBeReadInManyTasksAtOnce() async {
    let text = (0..<500).map { "Line \($0 % 100)." }.joined(separator: "\n\n")
    let model = document(text)
    let expected = document(text).elements.map(\.id)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { model.elements.map(\.id) == expected } }
      for await isSame in group { #expect(isSame) }
    }
    #expect(Set(expected).count == 500)
  }
}
