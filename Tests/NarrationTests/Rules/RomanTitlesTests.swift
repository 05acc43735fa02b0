import Guion
import Testing

@testable import Narration

/// Tests of titles that begin with Roman numerals.
@Suite struct RomanTitlesTests {
  private func read(_ titles: [String]) -> [String] {
    let elements = titles.map {
      GuionElement(elementType: .sectionHeading(level: 1), elementText: $0)
    }
    let romans = RomanTitles(of: elements)
    return titles.map(romans.numbered)
  }

  @Test(arguments: [
    (["I", "II", "V", "X"], ["1", "2", "5", "10"]),
    (["I: Home", "II. Away", "III — The End"], ["1: Home", "2: Away", "3: The End"]),
    (["I WAS THERE", "II THE ROAD", "III THE SEA"], ["I WAS THERE", "2: THE ROAD", "3: THE SEA"]),
    (["II"], ["2"]), (["A", "C", "I", "V", "X"], ["A", "C", "I", "V", "X"]),
    (["IV Therapy", "XL Sizes"], ["IV Therapy", "XL Sizes"]),
    (["Mix", "MIX", "I/O", "I.O.U.", ""], ["Mix", "MIX", "I/O", "I.O.U.", ""]),
  ])
  func `numerals are numbers in a series`(_ titles: [String], _ words: [String]) {
    #expect(read(titles) == words)
  }
}
