import Audiobook
import Guion
import Testing

/// A document of prose, the options for it, and the expected book.
struct DocumentRow: Sendable, CustomTestStringConvertible {
  var name: String
  var source: String
  var options: Options = []
  /// Every chapter, as `Title: text / more text | Next: …`.
  var expected: String
  var testDescription: String { name }

  init(
    _ name: String, _ source: String, asked options: Options = [], _ expected: String
  ) {
    (self.name, self.source, self.options, self.expected) = (name, source, options, expected)
  }

  func check() async throws {
    let speech = options.contains(.noCredits) ? "\"credits\": false" : ""
    let metadata = options.contains(.castTitle) ? "\"title\": \"Cast\", \"author\": \"Zoe\"" : ""
    let cast = "{\"speech\": {\(speech)}, \"metadata\": {\(metadata)}}"
    let book = ToneBook(source, cast: cast) {
      $0.format = .markdown
      $0.file = "notes.md"
      if options.contains(.title) { $0.options.title = "Asked" }
      if options.contains(.author) { $0.options.authors = ["Ann", "Ben"] }
      if options.contains(.sameTitle) { $0.options.title = "THE BOOK!" }
      if options.contains(.whole) { $0.options.split = .document }
    }
    let outline = try await book.plan().outline
    #expect(outline.joined(separator: " | ") == expected)
  }
}

/// The options for a document.
extension DocumentRow {
  struct Options: OptionSet, Sendable {
    let rawValue: Int
    static let title = Options(rawValue: 1)
    static let author = Options(rawValue: 2)
    static let sameTitle = Options(rawValue: 4)
    static let castTitle = Options(rawValue: 8)
    static let noCredits = Options(rawValue: 16)
    static let whole = Options(rawValue: 32)
  }
}
