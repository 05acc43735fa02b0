import Audiobook
import Testing

/// Tests of how the first chapter of a document of prose opens: with the title, once, whether the front
/// matter, a heading or the user sets it.
@Suite struct DocumentOpeningTests {
  typealias Row = DocumentRow

  private static let chapters = "## One\n\na\n\n## Two\n\nb\n"
  private static let bare = "# The Book\n\n" + chapters
  private static let told = "# The Book\n\nBefore.\n\n" + chapters
  private static func front(_ title: String) -> String { "---\ntitle: \(title)\n---\n\n" }

  static let opening: [Row] = [
    Row("a title", bare, "One: The Book. / One / a | Two: Two / b"),
    Row("a title with text", told, "The Book: The Book. / Before. | One: One / a | Two: Two / b"),
    Row("no title", chapters, "One: One / a | Two: Two / b"),
    Row(
      "no title, but text", "Before.\n\n" + chapters,
      "notes: Before. | One: One / a | Two: Two / b"),
    Row(
      "a title in the front matter", front("Front") + chapters,
      "One: Front. / One / a | Two: Two / b"),
    Row(
      "a title in the front matter and text", front("Front") + "Before.\n\n" + chapters,
      "Front: Front. / Before. | One: One / a | Two: Two / b"),
    Row(
      "the same in the front matter", front("the book!") + bare,
      "One: the book! / One / a | Two: Two / b"),
    Row(
      "the same in the front matter, and text", front("The *Book*") + told,
      "The *Book*: The Book. / Before. | One: One / a | Two: Two / b"),
    Row(
      "another in the front matter", front("Front") + bare,
      "One: Front. / The Book / One / a | Two: Two / b"),
    Row(
      "another in the front matter, and text", front("Front") + told,
      "Front: Front. / The Book / Before. | One: One / a | Two: Two / b"),
    Row(
      "authors", "---\nauthor: [Ann, Ben]\n---\n\n" + bare,
      "One: The Book. Written by Ann and Ben. / One / a | Two: Two / b"),
    Row(
      "authors without a title", "---\nauthor: Ann\n---\n\n" + chapters,
      "One: Written by Ann. / One / a | Two: Two / b"),
  ]

  static let asked: [Row] = [
    Row(
      "a title asked for", bare, asked: .title,
      "One: Asked. / The Book / One / a | Two: Two / b"),
    Row(
      "a title asked for, and text", told, asked: .title,
      "Asked: Asked. / The Book / Before. | One: One / a | Two: Two / b"),
    Row(
      "the document's own asked for", bare, asked: .sameTitle,
      "One: The book! / One / a | Two: Two / b"),
    Row(
      "a title asked for where there is none", chapters, asked: .title,
      "One: Asked. / One / a | Two: Two / b"),
    Row(
      "an author asked for", bare, asked: .author,
      "One: The Book. Written by Ann and Ben. / One / a | Two: Two / b"),
    Row(
      "the cast's", bare, asked: .castTitle,
      "One: Cast. Written by Zoe. / The Book / One / a | Two: Two / b"),
    Row(
      "the cast's, and text", told, asked: .castTitle,
      "Cast: Cast. Written by Zoe. / The Book / Before. | One: One / a | Two: Two / b"),
    Row(
      "the document's own asked for, and text", told, asked: .sameTitle,
      "THE BOOK!: The book! / Before. | One: One / a | Two: Two / b"),
    Row(
      "the cast's over the front matter's", front("Front") + chapters, asked: .castTitle,
      "One: Cast. Written by Zoe. / One / a | Two: Two / b"),
    Row(
      "one asked for over all", front("Front") + told, asked: [.title, .castTitle, .author],
      "Asked: Asked. Written by Ann and Ben. / The Book / Before. | One: One / a | Two: Two / b"),
  ]

  static let silent: [Row] = [
    Row(
      "a title without credits", bare, asked: .noCredits,
      "One: The Book / One / a | Two: Two / b"),
    Row(
      "a title with text without credits", told, asked: .noCredits,
      "The Book: The Book / Before. | One: One / a | Two: Two / b"),
    Row("no title without credits", chapters, asked: .noCredits, "One: One / a | Two: Two / b"),
    Row(
      "a title in the front matter without credits", front("Front") + chapters, asked: .noCredits,
      "One: One / a | Two: Two / b"),
    Row(
      "another in the front matter, neither credits nor text", front("Front") + bare,
      asked: .noCredits, "One: The Book / One / a | Two: Two / b"),
    Row(
      "the cast's without credits", bare, asked: [.castTitle, .noCredits],
      "One: The Book / One / a | Two: Two / b"),
    Row(
      "another in the front matter without credits", front("Front") + told, asked: .noCredits,
      "Front: The Book / Before. | One: One / a | Two: Two / b"),
    Row(
      "a title asked for without credits", bare, asked: [.title, .noCredits],
      "One: The Book / One / a | Two: Two / b"),
  ]

  @Test(arguments: opening) func theOpeningSpeaksTheTitleOnce(_ row: Row) async throws {
    try await row.check()
  }
  @Test(arguments: asked) func titlesSetByTheUserComeFirst(_ row: Row) async throws {
    try await row.check()
  }
  @Test(arguments: silent) func withoutCreditsTheHeadingsAreRead(_ row: Row) async throws {
    try await row.check()
  }
}
