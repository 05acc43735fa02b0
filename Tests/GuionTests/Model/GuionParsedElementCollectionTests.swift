import Guion
import TestSupport
import Testing

@Suite struct GuionParsedElementCollectionTests {
  private func fountain(_ text: String) -> GuionParsedElementCollection {
    GuionParsedElementCollection(string: text, format: .fountain)
  }

  @Test(arguments: [
    ("a.fountain", DocumentFormat.fountain), ("a.spmd", .fountain), ("a.md", .markdown),
    ("a.markdown", .markdown), ("a.txt", .text), ("A.MD", .markdown), ("a.b.Fountain", .fountain),
    ("folder.md/a.txt", .text), (".md", .markdown),
    ("a.doc", nil), ("a.docx", .docx), ("a.pdf", .pdf), ("a", nil), ("folder.md/a", nil),
    ("a.", nil), ("md", nil), ("", nil),
    ("folder.md/", .markdown),
  ])
  func theFormatIsRecognizedByTheName(path: String, format: DocumentFormat?) {
    #expect(DocumentFormat(path: path) == format)
  }

  @Test func aFileIsReadInTheFormatOfItsName() throws {
    let folder = try TemporaryFolder()
    for (name, asked, format) in [
      ("a.fountain", nil, DocumentFormat.fountain), ("a.md", nil, .markdown),
      ("a.txt", nil, .text), ("a.odd", nil, .text), ("a.odd", .fountain, .fountain),
      ("a.md", .fountain, .fountain),
    ] as [(String, DocumentFormat?, DocumentFormat)] {
      let file = try folder.write("INT. HALL - DAY\n\nA door.\n", as: name)
      let collection = try GuionParsedElementCollection(file: file, format: asked)
      #expect(collection.format == format)
      #expect(collection.scenes.count == (format == .fountain ? 2 : 1))
    }
  }

  @Test func aMissingFileIsAnError() {
    #expect(throws: FileError.self) {
      try GuionParsedElementCollection(file: "/nowhere/a.fountain")
    }
  }

  @Test func aFileAndItsTextGiveTheSame() throws {
    let folder = try TemporaryFolder()
    let text = "Title: Doors\n\n# One\n\nINT. HALL - DAY\n\nANN (V.O.)\nWell?\n"
    let file = try GuionParsedElementCollection(file: folder.write(text, as: "a.fountain"))
    let string = fountain(text)
    #expect(file.elements == string.elements)
    #expect(file.titlePage == string.titlePage)
    #expect(file.titlePage == [TitlePageEntry(key: "Title", values: ["Doors"])])
    #expect(file.digest == string.digest)
    #expect(file.digest != fountain(text + " ").digest)
  }

  @Test func charactersInTheOrderOfTheirFirstSpeeches() {
    let collection = fountain(
      """
      Zoe waits for BEN.

      BEN
      Hi.

      @Ann (V.O.)
      Hello.

      ben (O.S.)
      is not a cue.

      ANN ^
      Bye.

      BEN (CONT'D)
      Bye.
      """)
    #expect(collection.characters == ["BEN", "Ann"])
  }

  @Test func aScriptWithoutSpeakers() {
    #expect(fountain("A door.").characters.isEmpty)
    #expect(fountain("").elements.isEmpty)
  }

  @Test func scenesAndChaptersMatchTheOutline() {
    let collection = fountain(
      """
      FADE IN:

      # One

      INT. HALL - DAY

      A door.

      # Two

      EXT. YARD - DAY
      """)
    let outline = DocumentOutline(collection.elements, format: .fountain)
    #expect(collection.scenes == outline.scenes(of: collection.elements))
    #expect(collection.scenes.map(\.heading) == [nil, 2, 5])
    #expect(collection.chapters == outline.chapters(of: collection.elements))
    #expect(collection.chapters.map(\.heading) == [nil, 1, 4])
    #expect(fountain("INT. HALL - DAY").chapters.isEmpty)
  }

  @Test func proseHasChaptersAndNoScenes() {
    let collection = GuionParsedElementCollection(
      string: "# Title\n\nx\n\n## One\n\nINT. HALL - DAY\n\n> ## q\n\n## Two\n\ny",
      format: .markdown)
    #expect(collection.chapters.map(\.heading) == [nil, 2, 5])
    #expect(collection.outline.titleHeading == 0)
    #expect(collection.scenes == [.init(elements: 0..<7, heading: nil)])
    #expect(collection.characters.isEmpty)
  }

  @Test func frontMatterIsTheTitlePage() {
    let collection = GuionParsedElementCollection(
      string: "---\ntitle: Doors\n---\n\n# One\n", format: .markdown)
    #expect(collection.titlePage == [TitlePageEntry(key: "title", values: ["Doors"])])
    #expect(collection.elements.map(\.elementText) == ["One"])
  }

  @Test func plainTextIsParagraphs() {
    let collection = GuionParsedElementCollection(
      string: "# One\n\nINT. HALL - DAY\n", format: .text)
    #expect(collection.elements.map(\.elementText) == ["# One", "INT. HALL - DAY"])
    #expect(collection.elements.allSatisfy { $0.elementType == .action })
    #expect(collection.chapters.isEmpty)
  }

  // MARK: Scene ids

  private static let script = """
    INT. HALL - DAY

    A door.

    EXT. YARD - NIGHT #7#

    A dog.

    INT. HALL - DAY

    No door.
    """

  private func sceneIds(_ text: String) -> [String?] {
    fountain(text).elements.filter { $0.elementType == .sceneHeading }.map(\.sceneId)
  }

  @Test func onlySceneHeadingsHaveAnIdOfTheirOwn() {
    let ids = sceneIds(Self.script)
    #expect(Set(ids.compactMap { $0 }).count == 3)
    for element in fountain(Self.script).elements where element.elementType != .sceneHeading {
      #expect(element.sceneId == nil)
    }
    #expect(sceneIds(Self.script) == ids)
  }

  @Test(
    arguments: [
      // an edit, and for each scene after it the number of the original scene
      ("A dog.", "A cat.", [0, 1, 2]),
      ("#7#", "#8#", [0, 1, 2]),
      ("EXT. YARD - NIGHT", "EXT. YARD - DAY", [0, nil, 2]),
      ("EXT. YARD", "EXT. BARN - DAY\n\nHay.\n\nEXT. YARD", [0, nil, 1, 2]),
      ("EXT. YARD - NIGHT #7#\n\nA dog.\n\n", "", [0, 2]),
      // when one of two scenes with the same name is removed, its id passes to the next
      ("INT. HALL - DAY\n\nA door.", "EXT. BARN - DAY", [nil, 1, 0]),
    ] as [(String, String, [Int?])])
  func aSceneIdStaysWhenOtherScenesAreEdited(old: String, new: String, scenes: [Int?]) throws {
    let place = try #require(Self.script.firstRange(of: old))
    let before = sceneIds(Self.script)
    let after = sceneIds(Self.script.replacingCharacters(in: place, with: new))
    #expect(after.map { id in before.firstIndex(of: id) } == scenes)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound] + text + self[range.upperBound...])
  }
}
