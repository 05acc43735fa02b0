@testable import Narration
import Testing

@Suite struct LayoutWordsTests {
  static let languages: [(name: String, words: LayoutWords)] = [
    ("English", .english), ("Spanish", .spanish), ("French", .french), ("German", .german),
  ]

  /// All ASCII symbols, without letters and digits.
  private static let signs = (0x21...0x7E as ClosedRange<UInt8>).map(Unicode.Scalar.init).filter {
    !$0.properties.isAlphabetic && $0.properties.numericType == nil
  }

  @Test(arguments: languages.indices) func everySymbolHasItsOwnName(_ index: Int) {
    let (language, words) = Self.languages[index]
    let names = words.signNames
    #expect(Self.signs.count == 32)
    for sign in Self.signs { #expect(names[sign] != nil, "\(language) has no name for \(sign)") }
    #expect(names.count == Self.signs.count, "\(language)")
    #expect(Set(names.values).count == names.count, "\(language) uses a name twice")
    for (sign, name) in names {
      #expect(name.contains { $0.isLetter }, "\(language) \(sign)")
      #expect(name == name.split(separator: " ").joined(separator: " "), "\(language) \(sign)")
    }
  }

  /// A missing or additional name would move all names after it, so the last ones are checked.
  @Test(arguments: [
    (0, "asterisk", "plus", "less than", "backtick"),
    (1, "asterisco", "más", "menor que", "acento grave"),
    (2, "astérisque", "plus", "inférieur à", "accent grave"),
    (3, "Stern", "Plus", "kleiner als", "Gravis"),
  ]) func everyNameBelongsToItsSymbol(
    _ index: Int, _ star: String, _ plus: String, _ less: String, _ tick: String
  ) {
    let (language, words) = Self.languages[index]
    let names = words.signNames
    #expect(
      [names["*"], names["+"], names["<"], names["`"]] == [star, plus, less, tick], "\(language)")
  }

  @Test(arguments: languages.indices) func everyWordIsDefined(_ index: Int) {
    let words = Self.languages[index].words
    let all = [
      words.quote, words.endOfQuote, words.sublist, words.endOfSublist, words.done, words.toDo,
      words.code, words.table, words.formula, words.footnote,
    ]
    #expect(all.allSatisfy { $0.contains { $0.isLetter } })
    #expect(Set(all).count == all.count)
    for counted in [words.lines, words.columns, words.rows] {
      #expect(counted.count(1) == "1 \(counted.one)")
      #expect(counted.count(0) == "0 \(counted.many)")
      #expect(counted.count(12) == "12 \(counted.many)")
      #expect(counted.one != counted.many)
    }
  }

  @Test(arguments: [
    ("swift", "Swift"), ("SWIFT", "Swift"), ("c++", "C plus plus"), ("cs", "C sharp"),
    ("sh", "shell"), ("objective-c", "Objective-C"), ("brainfuck", "brainfuck"), ("", ""),
  ]) func languagesOfCodeHaveNames(_ word: String, _ name: String) {
    #expect(SpokenCodeLanguage.name(of: word) == name)
  }
}
