import Audio
import Hablare
import Narration

/// The data of a book in its manifest and playlist, without its chapters.
struct BookDescription: Codable, Equatable, Sendable {
  struct Source: Codable, Equatable, Sendable {
    var file: String
    var sha256: String
  }

  var generator: String
  var rules: String
  var title: String
  var authors: [String]
  var language: String
  /// The voices by role.
  ///
  /// The narrator's name is empty.
  var cast: [String: String]
  /// The names of licences; nil if no voice has a licence.
  ///
  /// A key is the URI of a voice without its settings.
  var licences: [String: String]?
  var sources: [Source]
  /// The names of the formats of chapter files, in order.
  var formats: [String]
  /// The formats of the books in one file.
  var books: [BookFormat]
  /// The caption formats, in order.
  var captions: [CaptionFormat]
  /// The read-along formats; nil if there are none.
  var readAlong: [ReadAlongFormat]?
  /// The text unit highlighted in an EPUB; nil without an EPUB.
  var overlay: OverlayUnit?
  /// The sample rate in hertz.
  var sampleRate: Int
  var channels: Int
  /// The tempo requested from every voice.
  var rate: Double
  /// The description of the cover; nil if the book has no cover.
  var cover: CoverDescription?
  /// The summary of the book.
  var summary: String?
  var year: String?
  /// The publication date in ISO 8601 form.
  var date: String?

  init(_ plan: BookPlan, options: BuildOptions, sampleRate: Int) {
    generator = options.generator
    rules = plan.rules.rawValue
    (title, authors, language) = (plan.title, plan.authors, plan.language)
    cast = plan.cast.mapValues(\.description)
    let stated = plan.licences.map { ($0.key.description, $0.value.name) }
    licences = stated.isEmpty ? nil : Dictionary(uniqueKeysWithValues: stated)
    sources = plan.sources.map { Source(file: $0.file, sha256: $0.sha256) }
    formats = options.formats.map(\.rawValue)
    (books, captions) = (options.books, options.captions)
    readAlong = options.readAlong.isEmpty ? nil : options.readAlong
    overlay = options.readAlong.contains(.epub) ? options.overlay : nil
    self.sampleRate = sampleRate
    channels = options.channels
    rate = options.rate
    cover = plan.cover.map(CoverDescription.init)
    (summary, year, date) = (plan.summary, plan.year, plan.date?.description)
  }

  /// The voice names to show to listeners, the narrator's first; empty if the narrator's voice has no such
  /// name.
  ///
  /// A voice with only a code or a number as its name is left out, because such a name tells a listener
  /// nothing.
  var narrators: [String] {
    var names: [String] = []
    for role in cast.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let name = cast[role].flatMap { VoiceURI($0) }.flatMap(NeuralVoiceProvider.shownName(of:))
      if role.isEmpty, name == nil { return [] }
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Converts a number of samples in the first whole-book file to the book's sample rate.
  ///
  /// An Opus file counts samples at its own rate (`BookFileWriter.clock`). The result is rounded down.
  func samples(ofBook count: Int) -> Int {
    guard let format = books.first else { return count }
    let clock = BookFileWriter.clock(format, sampleRate: sampleRate)
    return clock == sampleRate ? count : count * sampleRate / clock
  }
}
