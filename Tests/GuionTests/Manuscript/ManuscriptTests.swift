import Guion
import Testing

/// Tests of a manuscript of one document.
@Suite struct ManuscriptTests {
  private func manuscript(
    _ text: String, _ format: DocumentFormat = .fountain, path: String = "a/b/script.fountain"
  ) -> Manuscript {
    Manuscript(GuionParsedElementCollection(string: text, format: format), path: path)
  }

  static let names = [
    ("script.fountain", "script.fountain"), ("a/b/c d.md", "c d.md"), ("/x.txt", "x.txt"),
    ("-", "-"), ("./-", "-"), ("a/b/", "b"), ("/", "/"), ("", ""),
  ]

  @Test(arguments: [
    ("date: 2024-05-12", "2024"), ("date: 12 May 1931", "1931"), ("year: 1999", "1999"),
    ("Draft date: 1/27/2012", "2012"), ("date: 12345", nil), ("date: soon", nil),
    ("date: 0999", nil),
  ])
  func `the year is that of the date`(line: String, year: String?) {
    let page = GuionParsedElementCollection(
      string: "Title: A\n\(line)\n\nText.\n", format: .fountain)
    #expect(Manuscript(page, path: "a.fountain").year == year)
  }

  @Test(arguments: [
    ("date: 2024-05-12", "2024-05-12"), ("date: 12 May 1931", "1931-05-12"),
    ("Draft date: Sept. 3, 2012", "2012-09-03"), ("date: 2024-05-12 18:30", "2024-05-12T18:30:00Z"),
    ("Draft date: 1/27/2012", nil), ("year: 1999", nil), ("date: soon", nil),
  ])
  func `only an unambiguous date is used`(line: String, date: String?) {
    let page = GuionParsedElementCollection(
      string: "Title: A\n\(line)\n\nText.\n", format: .fountain)
    #expect(Manuscript(page, path: "a.fountain").date?.description == date)
  }

  @Test(arguments: names) func theNameIsWithoutFolders(_ path: String, _ name: String) {
    #expect(manuscript("x", path: path).name == name)
    #expect(manuscript("x", path: path).documents.map(\.path) == [path])
  }

  @Test func aFountainTitlePageLosesItsEmphasisMarks() {
    let book = manuscript(
      """
      Title:
        _**BRICK & STEEL**_
        _**FULL  RETIRED**_
      Credit: *Written* by
      Author:
        Stu *Maschwitz*
        Ann Other

      Words.
      """)
    #expect(book.title == "BRICK & STEEL FULL RETIRED")
    #expect(book.spokenTitle == "BRICK & STEEL. FULL RETIRED")
    #expect(book.hasTitlePageTitle)
    #expect(book.credit == "Written by")
    #expect(book.authors == ["Stu Maschwitz", "Ann Other"])
    #expect(book.language == nil)
    #expect(!book.isFolder)
  }

  @Test func aScreenplayWithoutATitlePageHasNoTitle() {
    let book = manuscript("# Act One\n\nWords.\n")
    #expect(book.title == nil)
    #expect(book.spokenTitle == nil)
    #expect(!book.hasTitlePageTitle)
    #expect(book.authors.isEmpty)
  }

  @Test func frontMatterKeepsItsAsterisks() {
    let book = manuscript(
      "---\ntitle: The *Very* _Long_ Way\nauthors: [A, B]\nlang: en-GB\ncover: art/c.jpg\n---\n\nWords.\n",
      .markdown)
    #expect(book.title == "The *Very* _Long_ Way")
    #expect(book.authors == ["A", "B"])
    #expect(book.language == "en-GB")
    #expect(book.cover == "art/c.jpg")
    #expect(book.coverFile?.position == SourcePosition(line: 5, column: 8))
  }

  @Test func aHeadingAboveAllOthersIsTheTitle() {
    let book = manuscript("# The *Long* Way\n\n## One\n\nx\n\n## Two\n\ny\n", .markdown)
    #expect(book.title == "The Long Way")
    #expect(book.spokenTitle == "The Long Way")
    #expect(!book.hasTitlePageTitle)
    #expect(manuscript("# One\n\nx\n\n# Two\n\ny\n", .markdown).title == nil)
  }

  @Test func aTitlePageComesBeforeAHeading() {
    let book = manuscript("---\ntitle: Front\n---\n\n# Heading\n\nx\n", .markdown)
    #expect(book.title == "Front")
    #expect(book.hasTitlePageTitle)
  }

  @Test func settingsAndDiagnosticsNameTheirFile() {
    let book = manuscript(
      "---\nguion2audio:\n  narrator: espeak://en\n---\nx\n", .markdown, path: "d/x.md")
    #expect(book.settingsDocument?.path == "d/x.md")
    let broken = manuscript("/* never closed\n", path: "d/x.fountain")
    #expect(!broken.diagnostics.isEmpty)
    #expect(broken.diagnostics.allSatisfy { $0.file == "d/x.fountain" })
  }
}
