import Audiobook
import Testing

@Suite struct ChapterSelectionTests {
  private let titles = ["The Café", "Interior. House. Day.", "1984", "House of Cards", "End-game"]

  @Test(arguments: [
    ("3", [3]),
    ("2-4", [2, 3, 4]),
    ("4-", [4, 5]),
    ("-2", [1, 2]),
    ("1,3 , 5", [1, 3, 5]),
    ("2-3,3-4", [2, 3, 4]),
    ("house", [2, 4]),
    ("HOUSE", [2, 4]),
    ("CAFÉ", [1]),
    ("house,1", [1, 2, 4]),
    ("house   of", [4]),
    ("end-game", [5]),
    ("6", []),
    ("1984", []),
    ("0", []),
    ("nowhere", []),
    ("4-2", []),
    ("0-2", []),
    ("-", [5]),
  ])
  func termsNameChapters(_ text: String, _ expected: [Int]) throws {
    let selection = try #require(ChapterSelection(text))
    let chosen = titles.indices.filter { selection.contains(index: $0 + 1, title: titles[$0]) }
    #expect(chosen.map { $0 + 1 } == expected)
  }

  @Test(arguments: ["", " ", ",", " , ,"])
  func emptyTextIsNotASelection(_ text: String) {
    #expect(ChapterSelection(text) == nil)
  }

  @Test(arguments: ["99999999999999999999", "99999999999999999999-", "3-99999999999999999999"])
  func enormousNumbersAreHarmless(_ text: String) throws {
    let selection = try #require(ChapterSelection(text))
    #expect(!selection.contains(index: 3, title: "Three"))
  }
}
