import TestSupport
import Testing

@testable import Basics
@testable import Hablare

/// Tests of similar spellings among many names.
///
/// The results must be those of comparing each pair.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SpellingIndexTests {
  private func name(
    _ letters: String, _ length: ClosedRange<Int>, _ generator: inout SeededGenerator
  ) -> String {
    let letters = Array(letters)
    return String(
      (0..<Int.random(in: length, using: &generator)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &generator)]
      })
  }

  /// Returns another spelling of a name, with some changed letters.
  private func slip(
    of name: String, by letters: String, _ count: Int, _ generator: inout SeededGenerator
  ) -> String {
    var slip = Array(name)
    for _ in 0..<count {
      let place = Int.random(in: 0...slip.count, using: &generator)
      let letter = Array(letters)[Int.random(in: 0..<letters.count, using: &generator)]
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: slip.insert(letter, at: place)
      case 1 where place < slip.count: slip.remove(at: place)
      case 2 where place < slip.count: slip[place] = letter
      case 3 where place + 1 < slip.count: slip.swapAt(place, place + 1)
      default: break
      }
    }
    return String(slip)
  }

  @Test(arguments: [
    (1, "ab", 0...6), (2, "abc ", 1...9), (3, "ABab", 2...8), (4, "aäÄößéİ", 1...6),
    (5, "abcdefghijklmnopqrstuvwxyz", 3...12), (6, "AB0123456789", 6...20),
    (7, "e\u{301}e\u{300}x", 0...7),
  ])
  func `the nearest name is the one found by comparing pairs`(
    seed: UInt64, letters: String, length: ClosedRange<Int>
  ) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<6 {
      let names = (0..<60).map { _ in name(letters, length, &random) }
      let index = SpellingIndex(names)
      for number in 0..<40 {
        let word =
          number % 2 == 0
          ? name(letters, length, &random) : slip(of: names[number], by: letters, 3, &random)
        for bound in 0...4 {
          #expect(
            index.nearest(to: word, within: bound)
              == Spelling.nearest(to: word, among: names, limit: 1, within: bound).first,
            "\(word) \(bound) \(names)")
        }
        #expect(
          index.nearest(to: word) == Spelling.nearest(to: word, among: names, limit: 1).first,
          "\(word) \(names)")
      }
    }
  }

  @Test(arguments: [(1, "ab", 1...7), (2, "abc1", 2...9), (3, "xyzé", 3...5)])
  func `the near names are those found by comparing pairs`(
    seed: UInt64, letters: String, length: ClosedRange<Int>
  ) {
    var random = SeededGenerator(seed: seed)
    var seen: Set<String> = []
    let names = (0..<150).map { _ in name(letters, length, &random) }
      .filter { seen.insert($0).inserted }
    let index = SpellingIndex(names)
    for word in names.prefix(60) {
      for bound in 0...2 {
        let near = names.indices.filter {
          !Spelling.nearest(to: word, among: [names[$0]], within: bound).isEmpty
        }
        #expect(index.numbers(near: word, within: bound) == near, "\(word) \(bound)")
      }
    }
  }

  @Test func `names of one kind are found among thousands of others`() {
    let names = (0..<5000).map { "SOLDIER NUMBER \(10_000 + 7 * $0)" }
    let index = SpellingIndex(names)
    for word in ["SOLDIER NUMBER 10001", "SOLDER NUMBER 17007", "SOLDIER NUMBR 1700"] {
      #expect(
        index.nearest(to: word, within: 4)
          == Spelling.nearest(to: word, among: names, limit: 1, within: 4).first)
    }
  }

  /// Twice as many names do not mean twice the work for each name.
  @Test(arguments: ["", "THE LIEUTENANT FROM THE NORTHERN "])
  func `the work for a name hardly depends on the number of names`(start: String) {
    var random = SeededGenerator(seed: 1)
    func work(_ count: Int) -> Int {
      let names = (0..<count).map { _ in
        start + name("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 8...8, &random)
      }
      let index = SpellingIndex(names)
      let bound = max(1, names[0].count / 5)
      let works = names.prefix(50).map { name in
        index.search(for: String(name.reversed()), within: bound).work
          + index.search(for: name + "QQ", within: 1).work
      }
      return works.reduce(0, +)
    }
    let (few, many) = (work(2000), work(16_000))
    #expect(many < 4 * few + 50 * 4000)
  }

  @Test func `the work for a name has a limit, whatever the names are`() {
    let scalars = (0..<20_000).compactMap { Unicode.Scalar(0x4E00 + $0) }
    let hostile = [
      scalars.map { "\($0)AAAAA" }, scalars.map { "AAAAA\($0)" },
      (0..<20_000).map { String(repeating: "A", count: 40) + String($0, radix: 36) },
    ]
    for names in hostile {
      let index = SpellingIndex(names)
      for word in ["AAAAAX", "XAAAAA", String(repeating: "A", count: 41) + "//////"] {
        let work = index.search(for: word, within: max(1, word.count / 5)).work
        #expect(work < SpellingSearch.maximumWork + 1000)
      }
    }
  }

  @Test func `text longer than any name is not a spelling of a name`() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(SpellingIndex([long]).nearest(to: long + "y", within: 200_000) == nil)
    #expect(Spelling.nearest(to: long + "y", among: [long]).isEmpty)
    let name = String(repeating: "x", count: 255)
    #expect(SpellingIndex([name]).nearest(to: name + "y", within: 1) == name)
  }
}
