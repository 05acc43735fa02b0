import Audiobook
import Guion
import Narration
import TestSupport
import Testing

/// Tests of the chapters of a document of prose, and of their titles.
@Suite struct DocumentPlanTests {
  typealias Row = DocumentRow

  static let chaptersOfDocuments: [Row] = [
    Row(
      "several headings of the first level", "# One\n\na\n\n# Two\n\nb",
      "One: One / a | Two: Two / b"),
    Row("a heading and nothing else", "# Only", "Only: Only."),
    Row("one heading with text", "# Only\n\na", "Only: Only. / a"),
    Row(
      "the only heading below the title", "# The Book\n\n## One\n\na",
      "One: The Book. / One / a"),
    Row(
      "the only heading, in a book with another title", "---\ntitle: The Book\n---\n\n# One\n\na",
      "One: The Book. / One / a"),
    Row(
      "a heading below the first words", "# The Book\n\na\n\n## One\n\nb",
      "The Book: The Book. / a / One / b"),
    Row("words without headings", "a\n\nb", "notes: a / b"),
    Row("a title behind the first words", "Before.\n\n# Book\n\na", "Book: Book. / Before. / a"),
    Row(
      "headings above text hand their titles on", "# One\n\n# Two\n\n# Three\n\nc\n\n# Four\n\nd",
      "One: Two: Three: One / Two / Three / c | Four: Four / d"),
    Row(
      "text that is not heard is none", "# One\n\n<!-- x -->\n\n---\n\n...\n\n# Two\n\nb",
      "One: Two: One / Two / b"),
    Row("the last heading without text", "# One\n\na\n\n# Two", "One: One / a | Two: Two"),
    Row(
      "the last headings without text", "# One\n\na\n\n# Two\n\n# Three",
      "One: One / a | Two: Three: Two / Three"),
    Row("headings and nothing else", "# One\n\n# Two", "One: Two: One / Two"),
    Row(
      "a title, headings and nothing else", "# Book\n\n## One\n\n## Two",
      "One: Two: Book. / One / Two"),
    Row(
      "deeper headings within", "# One\n\na\n\n## Deep\n\nb\n\n# Two\n\nc",
      "One: One / a / Deep / b | Two: Two / c"),
    Row(
      "a deeper heading is text", "# One\n\n## Deep\n\n# Two\n\nc",
      "One: One / Deep | Two: Two / c"),
    Row(
      "higher headings start chapters too", "## One\n\na\n\n## Two\n\nb\n\n# Part\n\nc",
      "One: One / a | Two: Two / b | Part: Part / c"),
    Row(
      "headings in lists and quotations start none", "# One\n\na\n\n> # Q\n\n- # L\n\n# Two\n\nb",
      "One: One / a / Q / L | Two: Two / b"),
    Row("the whole as one", "# One\n\na\n\n# Two\n\nb", asked: .whole, "notes: One / a / Two / b"),
    Row(
      "the whole with its title", "# The Book\n\n## One\n\na", asked: .whole,
      "The Book: The Book. / One / a"),
    Row(
      "the whole under a title asked for", "# The Book\n\n## One\n\na", asked: [.whole, .title],
      "Asked: Asked. / The Book / One / a"),
    Row(
      "titles are words", "# *One* `f()`\n\na\n\n# ~~Two~~ Three[^1]\n\nb\n\n[^1]: N.",
      "One f(): One f() / a | Three: Three / b"),
  ]

  @Test(arguments: chaptersOfDocuments) func chaptersOfProse(_ row: Row) async throws {
    try await row.check()
  }

  @Test func aFootnoteIsNotPartOfATitle() async throws {
    let source = "# One[^1]\n\na\n\n# Two\n\nb\n\n[^1]: Note."
    for footnotes in ["skip", "inline", "end"] {
      let book = ToneBook(source, cast: "{\"speech\": {\"footnotes\": \"\(footnotes)\"}}") {
        $0.format = .markdown
      }
      let plan = try await book.plan()
      #expect(plan.titles == ["One", "Two"])
      #expect(plan.chapters[0].read.texts.contains { $0.contains("Note") } == (footnotes != "skip"))
    }
  }

  // MARK: --chapter-level

  struct Level: Sendable {
    var level: Int
    var titles: [String]
  }

  private static let levels = """
    # Book

    Before.

    ## One

    a

    ### Deep

    b

    ## Two

    ### Deeper

    c

    """

  @Test(arguments: [
    Level(level: 1, titles: ["Book"]), Level(level: 2, titles: ["Book", "One", "Two"]),
    Level(level: 3, titles: ["Book", "One", "Deep", "Two: Deeper"]),
    Level(level: 4, titles: ["Book", "One", "Deep", "Two: Deeper"]),
    Level(level: 99, titles: ["Book", "One", "Deep", "Two: Deeper"]),
  ]) func headingsUpToTheChosenLevelStartChapters(_ row: Level) async throws {
    for split in [SplitMode.auto, .chapter] {
      let book = ToneBook(Self.levels) {
        $0.format = .markdown
        $0.options.chapterLevel = row.level
        $0.options.split = split
      }
      let plan = try await book.plan()
      #expect(plan.titles == row.titles)
      #expect(plan.chapters.map(\.index) == Array(1...row.titles.count))
    }
  }

  @Test func aTitleAtTheChapterLevelStartsAChapter() async throws {
    let book = ToneBook("Before.\n\n# Book\n\na\n\n## One\n\nb") {
      $0.format = .markdown
      $0.options.chapterLevel = 1
    }
    let outline = try await book.plan().outline
    #expect(outline == ["Book: Before.", "Book: Book / a / One / b"])
  }

  @Test func aLevelWithoutHeadingsIsNotAnError() async throws {
    var book = ToneBook("### One\n\na\n\n### Two\n\nb") {
      $0.format = .markdown
      $0.options.chapterLevel = 1
    }
    #expect(try await book.plan().titles == ["script"])
    book.options.split = .chapter
    #expect(try await book.refusal() == ["no-chapters"])
  }

  @Test(arguments: ["", "<!-- nothing -->", "---\ntitle: T\n---\n", "---", "...\n\n***"])
  func aDocumentWithoutSpokenTextIsNotABook(_ source: String) async throws {
    let book = ToneBook(source, cast: #"{"speech": {"credits": false}}"#) { $0.format = .markdown }
    #expect(try await book.refusal() == ["nothing-spoken"])
  }

  @Test(arguments: [
    (
      "full", "en",
      "One: T. Written by Ann Lee. Narrated by Bo Ray. / One / a | "
        + "Two: Two / b / The End. You have heard T by Ann Lee, narrated by Bo Ray."
    ),
    (
      "full", "de",
      "One: T. Geschrieben von Ann Lee. Gelesen von Bo Ray. / One / a | "
        + "Two: Two / b / Ende. Sie hörten T von Ann Lee, gelesen von Bo Ray."
    ),
  ])
  func fullCreditsNameTheNarratorAndEndTheBook(
    _ credits: String, _ language: String, _ expected: String
  ) async throws {
    let cast = """
      {"language": "\(language)", "speech": {"credits": "\(credits)"},
       "metadata": {"title": "T", "author": "Ann Lee", "narrator": "Bo Ray"}}
      """
    let book = ToneBook("# One\n\na\n\n# Two\n\nb", cast: cast) { $0.format = .markdown }
    #expect(try await book.plan().outline.joined(separator: " | ") == expected)
  }

  @Test func aTitleAloneIsABook() async throws {
    let book = ToneBook("---\ntitle: T\n---\n") { $0.format = .markdown }
    #expect(try await book.plan().outline == ["T: T."])
  }
}
