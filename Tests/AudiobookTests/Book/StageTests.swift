import Guion
import Narration
import TestSupport
import Testing

@testable import Audiobook

/// Tests of what a table read speaks: presets, and the scenes of a role.
@Suite struct StageTests {
  private static let script = """
    Title: The Key
    Author: A. Writer

    # Act One

    INT. HALL - DAY

    It rains.

    ANN
    One.

    BEN
    Two.

    INT. CELLAR - NIGHT

    BEN
    Three.

    # Act Two

    EXT. GARDEN - DAY

    ANN
    Four.

    """

  private func texts(
    cast: String = "{}", script: String = Self.script, _ change: (inout Book) -> Void = { _ in }
  ) async throws -> String {
    var book = try ToneBook(script, cast: cast) { $0.options.split = .document }.book()
    change(&book)
    let planned = try await book.survey().planned()
    return planned.plan.chapters.flatMap(\.read.texts).joined(separator: " / ")
  }

  @Test(arguments: [
    (
      ReadPreset.all,
      "The Key. Written by A. Writer. / Interior. Hall. Day. / It rains. / Ann says: / One. / "
        + "Ben says: / Two. / Interior. Cellar. Night. / Ben says: / Three. / Exterior. Garden. Day. / Ann says: / Four."
    ),
    (
      .withoutHeadings,
      "The Key. Written by A. Writer. / It rains. / Ann says: / One. / Ben says: / Two. / Ben says: / "
        + "Three. / Ann says: / Four."
    ),
    (
      .withoutDirections,
      "The Key. Written by A. Writer. / Interior. Hall. Day. / Ann says: / One. / Ben says: / Two. / "
        + "Interior. Cellar. Night. / Ben says: / Three. / Exterior. Garden. Day. / Ann says: / Four."
    ),
    (
      .dialogueWithHeadings,
      "The Key. Written by A. Writer. / Interior. Hall. Day. / One. / Two. / Interior. Cellar. Night. / Three. / "
        + "Exterior. Garden. Day. / Four."
    ),
    (.dialogue, "The Key. Written by A. Writer. / One. / Two. / Three. / Four."),
    (.withoutNarrator, "One. / Two. / Three. / Four."),
  ])
  func `a preset names what is read`(_ preset: ReadPreset, _ expected: String) async throws {
    #expect(try await texts(cast: #"{ "read": "\#(preset.rawValue)" }"#) == expected)
    #expect(try await texts { $0.options.read = preset } == expected)
  }

  @Test func `keys of speech win over a preset, and an option over the cast's preset`() async throws
  {
    let cast =
      #"{ "speech": { "sceneHeadings": true, "announce": "always" }, "read": "no-narrator" }"#
    #expect(
      try await texts(cast: cast)
        == "Interior. Hall. Day. / Ann says: / One. / Ben says: / Two. / Interior. Cellar. Night. / Ben says: / "
        + "Three. / Exterior. Garden. Day. / Ann says: / Four.")
    #expect(
      try await texts(cast: #"{ "read": "all" }"#) { $0.options.read = .withoutNarrator }
        == "One. / Two. / Three. / Four.")
  }

  @Test func `a wrong preset is an error with its place`() throws {
    let reader = CastReader(bytes: Array(#"{ "read": "dialog" }"#.utf8), file: "cast.json")
    #expect(
      reader.diagnostics.map { "\($0)" } == [
        #"cast.json:1:11: error: "dialog" is not a value of "read"; did you mean "dialogue"? [unknown-value]"#
      ])
  }

  @Test func `only the scenes of a role are read, with the headings above them`() async throws {
    #expect(
      try await texts(cast: #"{ "read": "dialogue-headings" }"#) { $0.options.onlyWith = ["ann"] }
        == "The Key. Written by A. Writer. / Interior. Hall. Day. / One. / Two. / Exterior. Garden. Day. / Four."
    )
    let novel = "# One\n\nAnn: Hello.\n\n# Two\n\nBen: No.\n\n# Three\n\nAnn: Yes.\n"
    var book = try ToneBook(
      novel, cast: #"{ "characters": { "Ann": "tone://alto", "Ben": "tone://bass" } }"#
    ) {
      $0.format = .markdown
    }.book()
    book.options.onlyWith = ["Ann"]
    let planned = try await book.survey().planned()
    #expect(planned.plan.titles == ["One", "Three"])
  }

  @Test func `an unknown role is one clear error`() async throws {
    var book = try ToneBook(Self.script).book()
    book.options.rehearsed = ["Anne"]
    let error = await #expect(throws: BookError.self) { _ = try await book.plan() }
    #expect(
      error?.message == "BookOptions.rehearsed Anne: no role has this name; did you mean ANN?")
  }
}
