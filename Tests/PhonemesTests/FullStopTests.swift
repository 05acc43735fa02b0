import Basics
import Foundation
import Testing

@testable import Phonemes

/// Tests that a full stop changes the sound of no word except an abbreviation.
@Suite("Words before a full stop", .enabled(if: VoiceTables.areThere, VoiceTables.advice))
struct FullStopTests {
  /// The words of a voice's lexicon files.
  private static func words(_ dialect: EnglishDialect) throws -> [String] {
    let name = dialect == .american ? "us" : "gb"
    return try ["gold", "silver"].flatMap { kind -> [String] in
      let file = "\(VoiceTables.folder)/hibari/lexicon_\(name)_\(kind).json.gz"
      let unpack = Process()
      let output = Pipe()
      unpack.executableURL = URL(filePath: "/usr/bin/env")
      unpack.arguments = ["gzip", "-dc", file]
      unpack.standardOutput = output
      try unpack.run()
      let data = try #require(try output.fileHandleForReading.readToEnd())
      unpack.waitUntilExit()
      let members = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      return try #require(members).keys.sorted()
    }
  }

  /// The entries with a full stop in the lexicon files of each dialect.
  private static let entries = [
    "Dr.", "Esq.", "Etc.", "Mr.", "Mrs.", "Ms.", "No.", "etc.",
  ]

  @Test(arguments: EnglishDialect.allCases)
  func entriesWithAFullStopAreKnownAndNoIsNoNumber(_ dialect: EnglishDialect) throws {
    let data = try PhonemeData(folder: VoiceTables.folder, dialect: dialect)
    let dotted = try Self.words(dialect).filter { $0.contains(".") }
    #expect(dotted == Self.entries)
    for word in dotted {
      #expect(data.lexicon.has(ASCIIWord(word)) == (word != "No."), "\(word)")
    }
    #expect(!data.lexicon.has(ASCIIWord("no.")))
  }

  /// Words that sound different before a full stop, because they are abbreviations there.
  private static let abbreviations: Set<String> = [
    "Assn", "Ave", "Bros", "Co", "Col", "Corp", "Gen", "Jun", "Mar", "Mon", "Pres", "Prof", "Rep",
    "Rev", "Sen", "Sept", "Supt", "est",
  ]
  /// Words that have several pronunciations, of which the tagger chooses one by the mark that follows.
  private static let homographs: Set<String> = [
    "AS", "IN", "That", "arsenic", "close", "conducts", "conserve", "isolates", "overhead",
    "recharge", "lives", "read", "refuse", "reject", "rejects",
    "relays", "that",
  ]

  /// Returns the phonemes of a word at the end of a sentence, without the mark; nil if the lexicon does not know it.
  private func sound(_ text: String, _ reader: EnglishReader) throws -> Substring? {
    let draft = try reader.draft([.text(text)])
    return draft.questions.isEmpty
      ? draft.reading.phonemes.drop { $0 == " " }
        .prefix { $0 != "!" && $0 != "." } : nil
  }

  /// Tests words of two to eight letters: a single letter is an initial, and no abbreviation is longer.
  @Test(arguments: EnglishDialect.allCases)
  func noOtherWordChangesBeforeAFullStop(_ dialect: EnglishDialect) throws {
    let reader = EnglishReader(
      data: try PhonemeData(folder: VoiceTables.folder, dialect: dialect))
    var changed: Set<String> = []
    for word in try Self.words(dialect) where word.allSatisfy(\.isLetter) {
      guard (2...8).contains(word.count) else { continue }
      for form in [word, word.capitalized] {
        guard let plain = try sound("Hello \(form)!", reader),
          let stopped = try sound("Hello \(form).", reader)
        else { continue }
        if plain != stopped { changed.insert(form) }
      }
    }
    let known = Self.abbreviations.union(Self.homographs)
    #expect(changed == known.intersection(changed), "\(changed.subtracting(known).sorted())")
    #expect(known == known.intersection(changed), "\(known.subtracting(changed).sorted())")
  }
}
