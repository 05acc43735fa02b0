import Basics

/// The contents of `manifest.json` (Documentation/reference/output-folder.md, "Manifest").
/// Each object has a table of its keys.
/// `ManifestWriter` writes with these tables; `verify` and `feed` read with them. To add a key, add a property and an
/// entry in the table, and set the property in the writer. A manifest may come from any source, so readers check that
/// numbers are in range. Unknown keys are ignored. A property that no reader needs stays empty when a manifest is read.
struct Manifest: ManifestObject {
  /// The name of the file in the output folder.
  static let fileName = "manifest.json"

  var version = 1
  /// The name and version of the program that wrote the manifest.
  var generator = ""
  /// The rule set that the text was read with.
  var rules = ""
  var sources: [Source] = []
  var title = ""
  var authors: [String] = []
  var language = ""
  /// The voices, by role; the narrator's name is empty.
  var cast: [String: String] = [:]
  /// The stated licences of voices; nil if there are none.
  /// Each key is a voice without its settings.
  var licences: [String: String]?
  /// The tempo of all voices; nil for 1.
  var rate: ManifestDecimal?
  /// The summary of the book, from the front matter or title page.
  var summary: String?
  /// The date from the front matter or title page, in ISO 8601 format.
  var date: String?
  /// The length of all chapters in seconds.
  var duration = ManifestDecimal.number(0)
  var chapters: [Chapter] = []
  var files: [File] = []

  static let shape = ManifestShape<Self>(
    .lines,
    [
      ManifestKey("generator", \.generator, .needed) {
        guard isOwnFile(generator: $0) else { throw ManifestFault("another program wrote it") }
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

  /// Returns whether this program wrote a manifest, according to its `generator`.
  static func isOwnFile(generator: String) -> Bool { generator.hasPrefix("guion2audio ") }
}

extension Manifest {
  struct Source: ManifestObject {
    var file = ""
    var sha256 = ""

    static let shape = ManifestShape<Self>(
      .inline, [ManifestKey("file", \.file, .needed), ManifestKey("sha256", \.sha256)])
  }

  /// A chapter whose files exist.
  struct Chapter: ManifestObject {
    /// The number in the whole book.
    var index = 0
    var title = ""
    var file = ""
    var sha256 = ""
    var samples = 0
    /// The length in seconds.
    var duration = ManifestDecimal.number(0)
    /// The sample rate in hertz.
    var sampleRate = 1
    var channels = 1
    var loudness: Loudness?
    /// The index of the chapter's first sample in `file`.
    var bookStart = 0
    /// True if a fallback voice speaks in the chapter, else nil.
    var degraded: Bool?
    var fingerprint = ""
    var tagsFingerprint = ""
    var items: [Item] = []
    /// The sounds that are heard; nil if there are none.
    var sounds: [Sound]?

    // 2^40 samples are two months at 192 kHz. The product of this number and a sample rate fits in an integer.
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
        ManifestKey("sounds", \.sounds, .optional),
        ManifestKey("tagsFingerprint", \.tagsFingerprint),
        ManifestKey("title", \.title, .mayBeMissing),
      ])

    /// The length in seconds, from the number of samples.
    var seconds: Double { Double(samples) / Double(sampleRate) }
  }

  /// A sound beside the voices, and its times in the chapter.
  struct Sound: ManifestObject {
    var name = ""
    /// `effects`, `ambience` or `music`.
    var bus = ""
    var file = ""
    var start = ManifestDecimal.number(0)
    var end = ManifestDecimal.number(0)
    var line: Int?
    var source: String?

    static let shape = ManifestShape<Self>(
      .inline,
      [
        ManifestKey("name", \.name, .mayBeMissing), ManifestKey("bus", \.bus, .mayBeMissing),
        ManifestKey("file", \.file, .mayBeMissing), ManifestKey("start", \.start, .mayBeMissing),
        ManifestKey("end", \.end, .mayBeMissing), ManifestKey("line", \.line, .optional),
        ManifestKey("source", \.source, .optional),
      ])
  }

  struct Loudness: ManifestObject {
    /// The integrated loudness in LUFS, to one decimal place.
    var integrated: ManifestDecimal?
    /// The true peak in dBTP, to one decimal place.
    var truePeak: ManifestDecimal?

    static let shape = ManifestShape<Self>(
      .inline,
      [ManifestKey("integrated", \.integrated), ManifestKey("truePeak", \.truePeak)])
  }

  /// A spoken line, and its times in the chapter.
  struct Item: ManifestObject {
    /// The spoken text and its speaker.
    var spoken = ManifestLine()
    /// The start of the line in seconds from the chapter's start.
    var start = ManifestDecimal.number(0)
    /// The end of the line in seconds from the chapter's start.
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
        ManifestKey("kind", \.spoken.kind, .mayBeMissing),
        ManifestKey("passages", \.spoken.passages),
        ManifestKey("rehearsal", \.spoken.rehearsal, .optional),
        ManifestKey("speaker", \.spoken.speaker, .mayBeMissing),
        ManifestKey("take", \.spoken.take, .optional),
        ManifestKey("written", \.spoken.written, .optional),
      ])
  }

  /// A passage of a line in another language, which another voice speaks.
  struct Passage: ManifestObject, Encodable {
    var language = ""
    var text = ""
    var voice = ""

    static let shape = ManifestShape<Self>(
      .inline,
      [
        ManifestKey("language", \.language, .needed),
        ManifestKey("text", \.text, .needed),
        ManifestKey("voice", \.voice, .needed),
      ])
  }

  struct File: ManifestObject {
    /// `chapter` for the audio of a chapter, or the role of an artifact.
    var role = ""
    var file = ""
    var sha256 = ""
    /// The format; nil if the artifact does not list it.
    var format: String?

    static let chapterRole = "chapter"

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

/// A line of the table read, in the manifest or in a shard's part.
struct ManifestLine: Codable, Sendable {
  var kind = ""
  /// The name in the cast; empty for the narrator.
  var speaker = ""
  /// The cue as typed, if it differs from the role's name.
  var cue: String?
  var voice = ""
  var text = ""
  /// The author's text; nil if it is the same as `text`, and for announcements of the program.
  var written: String?
  /// The passages in other languages that other voices speak; nil if there are none.
  var passages: [Manifest.Passage]?
  /// What is heard while an actor rehearses the line; nil if its voice speaks.
  var rehearsal: String?
  /// The file of a person's recording that is heard, in the folder of recordings; nil if a voice speaks.
  var take: String?
  /// The line number in the document, from 1; 0 if there is none.
  var line = 0
  /// The name of the document that contains the line; nil if the book has only one document.
  var source: String?
}

/// A sound that the script asks for, in the manifest or in a shard's part.
struct ManifestSound: Codable, Sendable {
  var name = ""
  var bus = ""
  /// The file as the cast has it; nil if the sound has none and is not heard.
  var file: String?
  /// The times in samples of the chapter.
  var start = 0
  var end = 0
  /// The line number in the document, from 1; 0 if there is none.
  var line = 0
  /// The name of the document that contains the line; nil if the book has only one document.
  var source: String?
}
