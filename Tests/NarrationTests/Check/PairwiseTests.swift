import Guion
import Hablare
import TestSupport
import Testing

@testable import Narration

/// Tests that tables give the same results as comparing all pairs.
@Suite struct PairwiseTests {
  private func words(
    _ count: Int, _ letters: String, _ length: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> [String] {
    (0..<count).map { _ in
      String(
        (0..<Int.random(in: length, using: &random)).compactMap { _ in
          letters.randomElement(using: &random)
        })
    }
  }

  @Test func `names of a woman and of a man are not merged`() {
    let names = ["MR. FINCH", "MRS. FINCH", "MR. FINSH"]
    let groups = NameGroups.merged(names) { $0.hasPrefix("MRS") ? .female : .male }
    #expect(groups == [["MR. FINCH", "MR. FINSH"], ["MRS. FINCH"]])
  }

  @Test(arguments: [(1, "abs1"), (2, "abcdefé2"), (3, "ab s'")])
  func `names are merged with the first similar leader`(seed: UInt64, letters: String) {
    var random = SeededGenerator(seed: seed)
    let names = Array(Set(words(300, letters, 3...6, &random)).sorted())
    let folded = names.map(CharacterNormalizer.folded)
    var groups: [[Int]] = []
    for index in names.indices {
      let place = groups.firstIndex { CharacterNormalizer.areSimilar(folded[index], folded[$0[0]]) }
      if let place { groups[place].append(index) } else { groups.append([index]) }
    }
    #expect(NameGroups.merged(names) == groups.map { $0.map { names[$0] } })
    #expect(groups.count < names.count)
  }

  @Test(arguments: [(1, "aB "), (2, "abcABC "), (3, "aA'ß-")])
  func `pronunciations that occur are found`(seed: UInt64, letters: String) {
    var random = SeededGenerator(seed: seed)
    let entries = words(120, letters, 1...4, &random).filter { $0.contains(where: \.isLetter) }
      .map { Pronunciation(text: $0, say: "x") }
    let texts = words(6, letters, 0...8, &random)
    var search = PronunciationSearch(entries)
    for text in texts { search.read(text) }
    let expected = entries.indices.filter { number in
      texts.contains { Self.occurs(entries[number].text, in: $0) }
    }
    #expect(search.found.sorted() == expected)
    #expect(!expected.isEmpty && expected.count < entries.count)
  }

  private static func occurs(_ word: String, in text: String) -> Bool {
    if isWord(word, of: text) { return true }
    return word.contains(where: \.isUppercase)
      ? isWord(word.uppercased(), of: text) : isWord(word.lowercased(), of: text.lowercased())
  }

  private static func isWord(_ word: String, of text: String) -> Bool {
    let (word, text) = (Array(word), Array(text))
    return text.indices.contains { start in
      let end = start + word.count
      guard end <= text.count, Array(text[start..<end]) == word else { return false }
      let around = (start > 0 ? [text[start - 1]] : []) + text[end...].prefix(1)
      return !around.contains { $0.isLetter || $0.isNumber }
    }
  }

  @Test(arguments: [1, 2, 3], [RuleSet.v1_1, .v1_2])
  func `directions have the deliveries of all phrases in them`(seed: UInt64, rules: RuleSet) {
    var random = SeededGenerator(seed: seed)
    let keys = Array(Set(words(40, "ab ", 1...5, &random).filter(\.hasLetterOrDigit))).sorted()
    let additions = Dictionary(
      keys.enumerated().map { ($1, Delivery(gain: Double(-$0) / 8)) }
    ) { first, _ in first }
    let table = DeliveryTable(languageCode: "en-US", additions: additions, rules: rules)
    for direction in words(100, "ab ", 1...9, &random) {
      let spoken = direction.split(separator: " ")
      let matches = keys.filter { key in
        let phrase = key.split(separator: " ")
        return spoken.indices.contains { spoken[$0...].starts(with: phrase) }
      }
      let all = matches.compactMap { additions[$0] }.reduce(Delivery()) { $0.combined(with: $1) }
      // From rule set 1.2 on, several phrases stay within the limits of one.
      let expected = rules >= .v1_2 && matches.count > 1 ? all.limited : all
      #expect(table.delivery(for: direction) == (matches.isEmpty ? nil : expected), "\(direction)")
    }
  }

  @Test(arguments: [(1, "aA b"), (2, "abAB-"), (3, "aAßſSςΣ")])
  func `the longest fitting pronunciation is used, then a character's, then the first`(
    seed: UInt64, letters: String
  ) {
    var random = SeededGenerator(seed: seed)
    let entries = words(60, letters, 1...4, &random).filter { $0.contains(where: \.isLetter) }
      .enumerated().map {
        Pronunciation(
          text: $1, say: "<\($0)>",
          character: [nil, "ANN", "BEN"].randomElement(using: &random) ?? nil)
      }
    let rule = PronunciationRule(entries, languageCode: "en-US", notation: .none)
    let sorted = entries.enumerated().sorted {
      let (a, b) = ($0.element, $1.element)
      return (-a.text.unicodeScalars.count, a.character == nil ? 1 : 0, $0.offset)
        < (-b.text.unicodeScalars.count, b.character == nil ? 1 : 0, $1.offset)
    }.map(\.element)
    for text in words(300, letters + " ", 1...8, &random) {
      #expect(
        rule.apply(text, speaker: "Ann").text == Self.said(text, by: "ANN", sorted), "\(text)")
    }
  }

  /// Returns the text after replacing each word by its first fitting entry.
  private static func said(_ text: String, by speaker: String, _ entries: [Pronunciation]) -> String
  {
    let scalars = Array(text.unicodeScalars)
    var (said, index) = ("", 0)
    while index < scalars.count {
      let entry = entries.first { entry in
        let word = Array(entry.text.unicodeScalars)
        let end = index + word.count
        guard end <= scalars.count, entry.character == nil || entry.character == speaker,
          index == 0 || !scalars[index - 1].isWordPart || !scalars[index].isWordPart,
          end == scalars.count || !scalars[end].isWordPart || !scalars[end - 1].isWordPart,
          String(word[0]).lowercased() == String(scalars[index]).lowercased()
        else { return false }
        let typed = Array(scalars[index..<end])
        if word.contains(where: \.isUpper) {
          return typed == word || typed == Array(entry.text.uppercased().unicodeScalars)
        }
        return zip(word, typed).allSatisfy { String($0).lowercased() == String($1).lowercased() }
      }
      said += entry?.say ?? String(scalars[index])
      index += entry?.text.unicodeScalars.count ?? 1
    }
    return said
  }
}
