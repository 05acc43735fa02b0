import Basics
import Testing

@testable import Narration

@Suite("The default pauses") struct PausesTests {
  @Test func `pauses grow from a comma to a chapter`() throws {
    let pauses = Pauses(for: .v1_2)
    let order: [[Pauses.Key]] = [
      [.interruption], [.afterAnnouncement], [.comma], [.sentence], [.sameSpeaker],
      [.betweenSpeakers, .listItem, .ellipsis], [.paragraph, .quote, .emptyLine], [.afterHeading],
      [.beforeScene, .pageBreak], [.chapterEnd],
    ]
    let values = try order.map { try $0.map { try #require(pauses[$0]) } }
    for (less, more) in zip(values, values.dropFirst()) {
      #expect(try #require(less.max()) < #require(more.min()))
    }
    #expect(pauses.sceneStart == 250 && pauses.sceneEnd == 500)
  }

  @Test(arguments: [RuleSet.v1_0, .v1_1]) func `older rule sets keep their pauses`(_ rules: RuleSet)
  {
    let pauses = Pauses(for: rules)
    let values = Pauses.Key.allCases.map { pauses[$0] }
    #expect(
      values == [
        750, 2000, 1000, 1500, 800, 600, 350, 80, 250, 150, 1500, 400, 500, 600, 120, nil, nil, nil,
      ])
    #expect(pauses.inside.key == nil)
    #expect(pauses.sceneStart == 750 && pauses.sceneEnd == 2000)
  }

  @Test func `a cast's pauses hold in every rule set`() {
    let set: [Pauses.Key: Int] = [.sentence: 300, .chapterEnd: 900, .paragraph: 1]
    for rules in RuleSet.allCases {
      let pauses = Pauses(set, for: rules)
      #expect(pauses.inside.sentence == 300 && pauses.paragraph == 1)
      #expect(pauses.chapterEnd == 900 && pauses.sceneEnd == 900)
    }
    #expect(Pauses(set, for: .v1_1).inside.key == "sentence=300")
    #expect(Pauses(set, for: .v1_2).inside.key == "sentence=300 comma=200 ellipsis=500")
  }

  @Test(arguments: [
    (
      "INT. ROOM\n\nJOHN\nHi.\n\nMARY\nOh.",
      [
        "250 | scene-heading: Interior. Room.",
        "1000 | announcement: {rate 1.1, gain -2.0} John says:",
        "150 | dialogue JOHN: {gain 1.0} Hi.",
        "500 | announcement: {rate 1.1, gain -2.0} Mary says:",
        "150 | dialogue MARY: {gain 1.0} Oh.", "end 500",
      ]
    ),
    ("One.\n\nTwo.", ["750 | action: One.", "650 | action: Two.", "end 2000"]),
    (
      "INT. A\n\nINT. B",
      ["750 | scene-heading: Interior. A.", "1500 | scene-heading: Interior. B.", "end 2000"]
    ),
  ])
  func `rule set 1_2 has its own pauses`(_ script: String, _ expected: [String]) async throws {
    let outline = try await TableReadOutline.of(script, rules: .v1_2)
    #expect(outline.lines == expected)
  }

  @Test func `pauses inside a text have keys in the cast`() {
    let text = """
      {"pauses": {"sentence": 300, "comma": 60001, "ellipsis": "long", "colon": 5}}
      """
    let reader = CastReader(bytes: Array(text.utf8), file: "cast.json")
    #expect(reader.cast.pauses == [.sentence: 300])
    #expect(reader.diagnostics.map(\.position?.column) == [66, 39, 58])
  }
}
