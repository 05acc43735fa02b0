import Audio
import Hablare
import Narration

/// What manifest and playlist say of a book beside its chapters.
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
  /// Voices by role, the narrator under the empty name.
  var cast: [String: String]
  /// The licences of voices that state one, by the voice without its settings; nil if there are none.
  var licences: [String: String]?
  var sources: [Source]
  /// The formats by name, in order.
  var formats: [String]
  /// The formats in which the whole book is one file.
  var books: [BookFormat]
  /// The formats of captions, in order.
  var captions: [CaptionFormat]
  /// What people read along in; nil for nothing.
  var readAlong: [ReadAlongFormat]?
  /// What is highlighted in an EPUB; nil if there is none.
  var overlay: OverlayUnit?
  /// Hertz.
  var sampleRate: Int
  var channels: Int
  /// The tempo that was asked of every voice.
  var rate: Double
  /// The cover's file; nil where there is none.
  var cover: CoverDescription?
  /// What the book is about.
  var summary: String?
  var year: String?
  /// The date, in the form of ISO 8601.
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

  /// The voices that have names for people, the narrator's first; none if the narrator's has none.
  ///
  /// An engine's code or a service's number tells a listener nothing.
  var narrators: [String] {
    var names: [String] = []
    for role in cast.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let name = cast[role].flatMap { VoiceURI($0) }.flatMap(HibariVoiceProvider.shownName(of:))
      if role.isEmpty, name == nil { return [] }
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Samples at the book's rate, of a count by the clock of its first file; one that lies between two is the
  /// first of them.
  func samples(ofBook count: Int) -> Int {
    guard let format = books.first else { return count }
    let clock = BookFileWriter.clock(format, sampleRate: sampleRate)
    return clock == sampleRate ? count : count * sampleRate / clock
  }
}
