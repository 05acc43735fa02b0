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

/// A value in the manifest, which can be written and read.
protocol ManifestValue: Decodable, Sendable {
  static var listLayout: JSONWriter.Layout { get }
  /// Whether there is a value to write.
  var isSet: Bool { get }
  func write(to json: inout JSONWriter)
}

/// An object of the manifest.
/// The writer and the readers of the object use one table of keys.
protocol ManifestObject: ManifestValue {
  /// The table of keys.
  static var shape: ManifestShape<Self> { get }
  /// Creates an object with empty values.
  init()
}

/// The table of an object's keys.
/// Each entry has the name of a key, the property for its value, and the way in which a reader treats the key.
struct ManifestShape<Object: ManifestObject>: Sendable {
  /// The keys in writing order: sorted by name, so that two builds of the same input compare equal.
  let sorted: [ManifestKey<Object>]
  /// The keys in reading order: a reader reports the first fault in this order.
  fileprivate let keys: [ManifestKey<Object>]
  fileprivate let layout: JSONWriter.Layout

  /// Creates a table from keys in reading order.
  init(_ layout: JSONWriter.Layout, _ keys: [ManifestKey<Object>]) {
    (self.layout, self.keys) = (layout, keys)
    sorted = keys.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

struct ManifestKey<Object: ManifestObject>: Sendable {
  /// How a reader treats a key.
  enum Reading: Sendable {
    /// The key is not read, because no reader needs its value.
    case ignored
    /// The key must exist.
    case needed
    /// The key may be missing, but its value must not be null.
    case mayBeMissing
    /// The key may be missing, or its value may be null.
    case optional
  }

  let name: String
  /// Writes the key and its value; writes nothing if there is no value.
  let write: @Sendable (Object, inout JSONWriter) -> Void
  fileprivate let read: @Sendable (inout Object, Container) throws -> Void

  fileprivate typealias Container = KeyedDecodingContainer<ManifestKeyName>

  /// Creates a key for a property; `check` validates each value that is read.
  init<Value: ManifestValue>(
    _ name: String, _ property: any WritableKeyPath<Object, Value> & Sendable,
    _ reading: Reading = .ignored, check: (@Sendable (Value) throws -> Void)? = nil
  ) {
    let key = ManifestKeyName(stringValue: name)
    self.name = name
    write = { object, json in
      let value = object[keyPath: property]
      guard value.isSet else { return }
      json.key(name)
      value.write(to: &json)
    }
    read = { object, values in
      switch reading {
      case .ignored: return
      case .mayBeMissing where !values.contains(key): return
      case .optional:
        guard let value = try values.decodeIfPresent(Value.self, forKey: key) else { return }
        object[keyPath: property] = value
      case .needed, .mayBeMissing:
        object[keyPath: property] = try values.decode(Value.self, forKey: key)
      }
      try check?(object[keyPath: property])
    }
  }

  /// Creates a key for a number that must be in a range.
  init(
    _ name: String, _ property: any WritableKeyPath<Object, Int> & Sendable, _ reading: Reading,
    in range: ClosedRange<Int>
  ) {
    self.init(name, property, reading) { value in
      guard range.contains(value) else { throw ManifestFault("\(name) cannot be \(value)") }
    }
  }
}

/// The reason why a manifest is not valid.
/// The reason is part of a message.
struct ManifestFault: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

private struct ManifestKeyName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

// MARK: - Values

extension ManifestValue {
  static var listLayout: JSONWriter.Layout { .lines }
  var isSet: Bool { true }
}

extension ManifestObject {
  init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: ManifestKeyName.self)
    for key in Self.shape.keys { try key.read(&self, values) }
  }

  func write(to json: inout JSONWriter) {
    json.beginObject(Self.shape.layout)
    for key in Self.shape.sorted { key.write(self, &json) }
    json.end()
  }
}

extension String: ManifestValue {
  static var listLayout: JSONWriter.Layout { .inline }
  func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: ManifestValue {
  func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Bool: ManifestValue {
  func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Optional: ManifestValue where Wrapped: ManifestValue {
  var isSet: Bool { self != nil }
  func write(to json: inout JSONWriter) { self?.write(to: &json) }
}

extension Array: ManifestValue where Element: ManifestValue {
  func write(to json: inout JSONWriter) {
    json.beginArray(Element.listLayout)
    for value in self { value.write(to: &json) }
    json.end()
  }
}

extension [String: String]: ManifestValue {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    for name in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      json.member(name, self[name] ?? "")
    }
    json.end()
  }
}

/// A decimal number: a fraction that is written with six decimals, or a number that was read.
enum ManifestDecimal: ManifestValue {
  case fraction(Int, over: Int)
  case number(Double)

  init(from decoder: any Decoder) throws {
    self = .number(try decoder.singleValueContainer().decode(Double.self))
  }

  var value: Double {
    switch self {
    case .fraction(let numerator, let denominator): Double(numerator) / Double(denominator)
    case .number(let value): value
    }
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .fraction(let numerator, let denominator): json.decimal(numerator, over: denominator)
    case .number(let value):
      json.decimal(Int(exactly: (value * 1_000_000).rounded()) ?? 0, over: 1_000_000)
    }
  }
}
