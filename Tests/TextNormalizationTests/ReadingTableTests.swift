import Testing
import TextNormalization

/// Tests of the tables in Fixtures/readings, which were written before the rules.
@Suite struct ReadingTableTests {
  struct Floor: Sendable, CustomTestStringConvertible {
    var language: String
    /// The number of rows that the normalizer alone must read correctly.
    ///
    /// NarrationTests check the rows that need the rules for capitals or the cleaner's other steps.
    var right: Int
    var testDescription: String { language }
  }

  static let floors = [
    Floor(language: "en", right: 0), Floor(language: "es", right: 0),
    Floor(language: "fr", right: 0), Floor(language: "de", right: 0),
  ]

  @Test(arguments: floors)
  func readsEnoughRowsOfTheTable(_ floor: Floor) throws {
    let table = try ReadingTable(floor.language)
    let normalizer = TextNormalizer(language: floor.language)
    var wrong: [String] = []
    for row in table.rows {
      let said = normalizer.normalized(row.text).text
      let isRight = row.readings.contains {
        SpokenWordsComparison.agree(said, $0, floor.language)
      }
      if !isRight { wrong.append("\(row)\n    said: \(said)\n    not: \(row.readings[0])") }
    }
    let right = table.rows.count - wrong.count
    print("readings \(floor.language): \(right) of \(table.rows.count)")
    print(wrong.joined(separator: "\n"))
    #expect(table.rows.count > 100)
    #expect(right >= floor.right, "\(wrong.joined(separator: "\n"))")
  }
}
