import Basics

/// `manifest.json` (Documentation/interfaces.md, "Manifest"): its objects, each with one table of its keys.
///
/// `ManifestWriter` writes by these tables; `verify` and `feed` read by them. A new key is a property and a line of a
/// table; the writer then gives the property its value. Anyone may have written a manifest that is read: its
/// numbers can be counted with, and keys that are not known do not matter. A key that no reader needs keeps
/// its empty value.
struct Manifest: ManifestObject {
  var version = 1
  /// The program and its version.
  var generator = ""
  /// The rule set.
  var rules = ""
  /// The documents.
  var sources: [Source] = []
  var title = ""
  var authors: [String] = []
  var language = ""
  /// Voices by role, the narrator under the empty name.
  var cast: [String: String] = [:]
  /// The licences of voices that state one, by the voice without its settings; nil if there are none.
  var licences: [String: String]?
  /// The tempo that was asked of every voice; nil for 1.
  var rate: ManifestDecimal?
  /// What the book is about, as front matter or title page says.
  var summary: String?
  /// The date of front matter or title page, in the form of ISO 8601.
  var date: String?
  /// Seconds.
  var duration = ManifestDecimal.number(0)
  var chapters: [Chapter] = []
  var files: [File] = []

  static let shape = ManifestShape<Self>(
    .lines,
    [
      ManifestKey("generator", \.generator, .needed) {
        guard isOurs(generator: $0) else { throw ManifestFault("another program made it") }
      },
      ManifestKey("version", \.version, .needed) {
        guard $0 == 1 else { throw ManifestFault("its version is \($0), not 1") }
      },
      ManifestKey("sources", \.sources, .needed),
      ManifestKey(chaptersKey, \.chapters, .needed),
      ManifestKey("files", \.files, .needed),
      ManifestKey("duration", \.duration, .needed),
      ManifestKey("rate", \.rate, .optional),
      ManifestKey("authors", \.authors, .mayBeMissing),
      ManifestKey("cast", \.cast, .mayBeMissing),
      ManifestKey("date", \.date, .optional),
      ManifestKey("language", \.language, .mayBeMissing),
      ManifestKey("licences", \.licences),
      ManifestKey("rules", \.rules),
      ManifestKey("summary", \.summary, .optional),
      ManifestKey("title", \.title, .mayBeMissing),
    ])

  /// The key of the chapters, which the writer writes one by one.
  static let chaptersKey = "chapters"

  /// Whether this program has made a manifest, by its `generator`.
  static func isOurs(generator: String) -> Bool { generator.hasPrefix("guion2audio ") }
}

extension Manifest {
  /// A document.
  struct Source: ManifestObject {
    var file = ""
    var sha256 = ""

    static let shape = ManifestShape<Self>(
      .inline, [ManifestKey("file", \.file, .needed), ManifestKey("sha256", \.sha256)])
  }

  /// A chapter whose files are there.
  struct Chapter: ManifestObject {
    /// The number in the whole book.
    var index = 0
    var title = ""
    var file = ""
    var sha256 = ""
    var samples = 0
    /// Seconds.
    var duration = ManifestDecimal.number(0)
    /// Hertz.
    var sampleRate = 1
    var channels = 1
    var loudness: Loudness?
    /// The chapter's first sample in its file.
    var bookStart = 0
    /// True if a fallback voice speaks in it, else nil.
    var degraded: Bool?
    var fingerprint = ""
    var tagsFingerprint = ""
    var items: [Item] = []

    // Two months at 192 kHz: products with a sample rate stay whole numbers.
    private static let counts = 0...1 << 40

    static let shape = ManifestShape<Self>(
      .lines,
      [
        ManifestKey("index", \.index, .needed),
        ManifestKey("file", \.file, .needed),
        ManifestKey("sha256", \.sha256, .needed),
        ManifestKey("samples", \.samples, .needed, in: counts),
        ManifestKey("bookStart", \.bookStart, .mayBeMissing, in: counts),
        ManifestKey("sampleRate", \.sampleRate, .needed, in: 1...1 << 20),
        ManifestKey("channels", \.channels, .needed, in: 1...1 << 10),
        ManifestKey("duration", \.duration, .needed),
        ManifestKey("items", \.items, .needed),
        ManifestKey("degraded", \.degraded),
        ManifestKey("fingerprint", \.fingerprint),
        ManifestKey("loudness", \.loudness),
        ManifestKey("tagsFingerprint", \.tagsFingerprint),
        ManifestKey("title", \.title, .mayBeMissing),
      ])

    /// Its length in seconds, counted in samples.
    var seconds: Double { Double(samples) / Double(sampleRate) }
  }

  /// How loud a chapter is.
  struct Loudness: ManifestObject {
    /// LUFS, to tenths.
    var integrated: ManifestDecimal?
    /// dBTP, to tenths.
    var truePeak: ManifestDecimal?

    static let shape = ManifestShape<Self>(
      .inline,
      [ManifestKey("integrated", \.integrated), ManifestKey("truePeak", \.truePeak)])
  }

  /// A line, and where it sounds.
  struct Item: ManifestObject {
    /// What is spoken, by whom.
    var spoken = ManifestLine()
    /// Seconds from the chapter's start.
    var start = ManifestDecimal.number(0)
    /// Seconds from the chapter's start.
    var end = ManifestDecimal.number(0)

    static let shape = ManifestShape<Self>(
      .inline,
      [
        ManifestKey("start", \.start, .needed),
        ManifestKey("end", \.end, .needed),
        ManifestKey("text", \.spoken.text, .needed),
        ManifestKey("line", \.spoken.line, .optional),
        ManifestKey("source", \.spoken.source, .optional),
        ManifestKey("voice", \.spoken.voice, .optional),
        ManifestKey("cue", \.spoken.cue),
        ManifestKey("kind", \.spoken.kind),
        ManifestKey("speaker", \.spoken.speaker),
        ManifestKey("written", \.spoken.written),
      ])
  }

  /// A file of the book.
  struct File: ManifestObject {
    /// `chapter`, `captions`, `book`, `playlist` or `cover`.
    var role = ""
    var file = ""
    var sha256 = ""
    /// Nil for playlist and cover.
    var format: String?

    static let shape = ManifestShape<Self>(
      .inline,
      [
        ManifestKey("role", \.role, .needed),
        ManifestKey("file", \.file, .needed),
        ManifestKey("sha256", \.sha256, .needed),
        ManifestKey("format", \.format, .optional),
      ])
  }
}

/// A line of the table read as the manifest lists it, and as a share leaves it for `assemble`.
struct ManifestLine: Codable, Sendable {
  var kind = ""
  /// The cast's name; empty for the narrator.
  var speaker = ""
  /// The cue as typed, where the role goes by another name.
  var cue: String?
  var voice = ""
  var text = ""
  /// The author's words; nil where they are those of `text`, and for words of the program.
  var written: String?
  /// The line of the document, from 1; 0 where there is none.
  var line = 0
  /// The document it is in, where a book has several.
  var source: String?
}
