import Foundation
import Testing
import TextNormalization

/// Tests of the source ranges of words.
@Suite struct RangeTests {
  /// Returns texts of the repository: the tables of readings, the examples, the fixtures.
  static func lines(_ language: String) throws -> [String] {
    var lines = try ReadingTable(language).rows.map(\.text)
    let folders = ["Examples", "Fixtures/scripts", "Fixtures/documents", "Documentation"]
    for folder in folders {
      let root = ReadingTable.package.appending(path: folder).resolvingSymlinksInPath()
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard ["md", "fountain", "txt"].contains(file.pathExtension),
          let text = try? String(contentsOf: file, encoding: .utf8)
        else { continue }
        lines += text.split(separator: "\n").map(String.init)
      }
    }
    return lines
  }

  @Test(arguments: ["en-US", "en-GB", "es", "fr", "de"])
  func everyWordComesFromItsReplacement(_ language: String) throws {
    let normalizer = TextNormalizer(language: language)
    let lines = try Self.lines(String(language.prefix(2)))
    #expect(lines.count > 500)
    var words = 0
    for line in lines {
      let scalars = Array(line.unicodeScalars)
      var end = 0
      for replacement in normalizer.replacements(in: scalars) {
        #expect(replacement.range.lowerBound >= end && !replacement.range.isEmpty, "\(line)")
        #expect(replacement.range.upperBound <= scalars.count, "\(line)")
        for word in replacement.words {
          #expect(!word.text.isEmpty && !word.text.contains(" "), "\(line)")
          #expect(!word.range.isEmpty, "\(line): \(word.text)")
          let isInside =
            word.range.lowerBound >= replacement.range.lowerBound
            && word.range.upperBound <= replacement.range.upperBound
          // The full stop of an abbreviation at the end of a sentence stays in the text, but also belongs to
          // the word.
          #expect(
            isInside || word.range.upperBound == replacement.range.upperBound + 1,
            "\(line): \(word.text)")
        }
        words += replacement.words.count
        end = replacement.range.upperBound
      }
    }
    #expect(words > 300)
  }

  /// The source text of each word in a reading.
  static let readings: [(language: String, text: String, words: [String])] = [
    (
      "en", "It cost $19.99.",
      ["nineteen←19.99", "dollars←$", "and←19.99", "ninety-nine←19.99", "cents←$"]
    ),
    ("en", "on March 3, 1944", ["March←March", "third,←3", "nineteen←1944", "forty-four←1944"]),
    ("en", "5 km/h", ["Five←5", "kilometers←km", "per←/h", "hour←/h"]),
    ("en", "pages 12–15", ["twelve←12", "to←–", "fifteen←15"]),
    (
      "en", "Call 555-0134",
      ["five←555", "five←555", "five,←555", "oh←0134", "one←0134", "three←0134", "four←0134"]
    ),
    ("en", "Elm St. near", ["Street←St."]),
    ("en", "Henry VIII", ["the←VIII", "eighth←VIII"]),
    ("de", "am 3. Mai 1944", ["dritten←3.", "Mai←Mai", "neunzehnhundertvierundvierzig←1944"]),
    ("fr", "3 M€", ["Trois←3", "millions←M", "d'euros←€"]),
    ("es", "2 ½ horas", ["Dos←2", "horas←horas", "y←½", "media←½"]),
  ]

  @Test(arguments: readings.indices)
  func wordsHaveTheirSourceText(_ index: Int) {
    let row = Self.readings[index]
    let scalars = Array(row.text.unicodeScalars)
    let words = TextNormalizer(language: row.language).replacements(in: scalars).flatMap(\.words)
    let shown = words.map { word -> String in
      var source = String.UnicodeScalarView()
      source.append(contentsOf: scalars[word.range])
      return "\(word.text)←\(String(source))"
    }
    #expect(shown == row.words)
  }

  @Test func positionsInTheTextAreThoseOfTheWords() {
    let text = TextNormalizer(language: "en").normalized("Take 5 km of A4 & go.")
    let words = text.words.map { word -> String in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text.scalars[word.place])
      return String(view)
    }
    #expect(text.text == "Take five kilometers of A-four and go.")
    #expect(words == ["five", "kilometers", "four", "and"])
    #expect(text.words.map(\.source) == [5..<6, 7..<9, 14..<15, 16..<17])
  }
}
