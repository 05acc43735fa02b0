import Audiobook
import Hablare
import Narration
import Testing

@Suite struct BookPlannerTests {
  struct Row: Sendable {
    var script: String
    var titles: [String]
    var mode = SplitMode.auto
  }

  @Test(arguments: [
    Row(
      script: "Title: Brick\n\nOpening.\n\nINT. HALL - DAY\n\nLater.",
      titles: ["Brick", "INT. HALL - DAY"]),
    Row(script: "INT. HALL - DAY\n\nLater.", titles: ["INT. HALL - DAY"]),
    Row(script: "Title: Brick\n\nINT. HALL - DAY", titles: ["Brick", "INT. HALL - DAY"]),
    Row(script: "Only words.", titles: ["script"]),
    Row(script: "Title: _**Brick & Steel**_\n\nWords.", titles: ["Brick & Steel"]),
    Row(script: "Title:\n\tBrick\n\tand Steel\n\nWords.", titles: ["Brick and Steel"]),
    Row(script: "# One\n\na\n\n# Two\n\nb", titles: ["One", "Two"]),
    Row(script: "# Act\n\n## One\n\na\n\n## Two\n\nb", titles: ["Act: One", "Two"]),
    Row(script: "# One\n\na\n\n# Two\n\n# Three\n\nb", titles: ["One", "Two: Three"]),
    Row(script: "# One\n\na\n\n# Two\n\n[[todo]]\n\n# Three", titles: ["One", "Two: Three"]),
    Row(script: "# One\n\na\n\n# Two\n\nb", titles: ["script"], mode: .scene),
    Row(script: "Title: Brick\n\nINT. A\n\nx\n\nINT. B\n\ny", titles: ["Brick"], mode: .document),
  ])
  func chaptersAreTitled(_ row: Row) async throws {
    let plan = try await ToneBook(row.script) { $0.options.split = row.mode }.plan()
    #expect(plan.titles == row.titles)
    #expect(plan.chapters.map(\.index) == Array(1...row.titles.count))
  }

  private let titled = "Title: Brick\nCredit: Written by\nAuthor: Ann Ash\n\nWords."

  @Test func titlesOfUserCastDocumentAndFileAreTriedInThisOrder() async throws {
    let cast = #"{"metadata": {"title": "Cast title", "author": ["C", "D"]}}"#
    let asked = ToneBook(titled, cast: cast) {
      $0.options.title = "Asked"
      $0.options.authors = ["X"]
    }
    let all = [
      try await asked.plan(), try await ToneBook(titled, cast: cast).plan(),
      try await ToneBook(titled).plan(), try await ToneBook("Words.").plan(),
    ]
    #expect(all.map(\.title) == ["Asked", "Cast title", "Brick", "script"])
    #expect(all.map(\.authors) == [["X"], ["C", "D"], ["Ann Ash"], []])
  }

  @Test(arguments: [
    ("movie.final.fountain", "movie.final"), ("noextension", "noextension"),
    (".fountain", ".fountain"),
    ("-", "standard input"),
  ])
  func withoutATitleTheBookIsNamedAfterItsFile(_ file: String, _ title: String) async throws {
    #expect(try await ToneBook("Words.") { $0.file = file }.plan().title == title)
  }

  private func credits(_ script: String, cast: String = "{}") async throws -> [String] {
    let plan = try await ToneBook(script, cast: cast).plan()
    let items = plan.chapters.flatMap { $0.read.passages.flatMap(\.items) }
    return items.filter { $0.kind == .credits }.map(\.text)
  }

  @Test func creditsAreOnlyTitleCreditAndAuthors() async throws {
    #expect(try await credits(titled) == ["Brick. Written by Ann Ash."])
    let more =
      "Title: Brick\nCredit: story by\nAuthors:\n\tAnn\n\tBen\nContact:\n\tSecret St. 1\n"
      + "Draft date: 1/1/2000\nCopyright: nobody\n\nWords."
    #expect(try await credits(more) == ["Brick. Story by Ann and Ben."])
    #expect(try await credits("Words.").isEmpty)
    #expect(try await credits(titled, cast: #"{"speech": {"credits": false}}"#).isEmpty)
  }

  @Test(arguments: ["", "[[only a note]]", "/* only a boneyard */", "= synopsis", "CUT TO:", "..."])
  func aDocumentWithoutSpokenTextHasNoPlan(_ script: String) async throws {
    #expect(try await ToneBook(script).refusal() == ["nothing-spoken"])
  }

  @Test func splittingIntoMissingChaptersIsAnError() async throws {
    let book = ToneBook("INT. HALL\n\nWords.") { $0.options.split = .chapter }
    #expect(try await book.refusal() == ["no-chapters"])
  }

  @Test func theCastListsEveryVoiceWithTheNarratorUnderTheEmptyName() async throws {
    let script = "ANN\nHi.\n\nBEN (V.O.)\nHo."
    let cast =
      #"{"narrator": "tone://bass", "characters": {"ANN": {"voice": "tone://alto", "gain": -3}}, "default": "tone://tenor"}"#
    let plan = try await ToneBook(script, cast: cast).plan()
    #expect(
      plan.cast.mapValues(\.description) == [
        "": "tone://bass", "ANN": "tone://alto?gain=-3", "BEN": "tone://tenor",
      ])
  }

  @Test func itemsAndCharactersAreCounted() async throws {
    let plan = try await ToneBook("One.\n\nTwo!").plan()
    #expect(plan.chapters.map(\.itemCount) == [2])
    #expect(plan.chapters.map(\.characterCount) == [8])
  }
}
