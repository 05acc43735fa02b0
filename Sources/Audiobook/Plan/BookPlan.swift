import Audio
public import Basics
package import Guion
public import Hablare
public import Narration

/// A complete plan for rendering a book.
///
/// The plan depends only on the script, the cast, the options and the engine versions.
public struct BookPlan: Sendable {
  /// The title for tags and manifest, from the user, the cast, the document or the file name.
  public var title: String
  /// The authors, in order.
  public var authors: [String]
  /// The language of the text.
  public var language: String
  /// The voices, by role; the narrator's name is empty.
  public var cast: [String: VoiceURI]
  /// The stated licences of voices.
  /// Each key is a voice without its settings.
  var licences: [VoiceURI: VoiceLicence] = [:]
  /// The chapters, in order, numbered from 1.
  public var chapters: [ChapterPlan]
  /// The engine versions, by provider and voice.
  /// The sound of a voice depends on its version.
  package var engineVersions: EngineVersions
  /// The source files of the book, with their SHA-256 in hexadecimal.
  package var sources: [Source]
  /// The paths of the documents, indexed by the source numbers of elements.
  var documentPaths: [String] = []
  /// The lines with settings of their own; nil if no file has such settings.
  package var shapes: LineShaper.Result?
  /// The rules for reading the documents.
  public var rules = RuleSet.current
  /// The recordings by people, with the lines that they are of; nil if the cast names no folder.
  package var recordings: Recordings?
  /// The cover of the book; nil if it has none.
  package var cover: BookCover?
  /// The times in which speech lowers a bed and in which the bed comes back, in seconds.
  var ducking = (attack: 0.3, release: 0.6)
  /// The summary of the book, for the manifest and the tags of books in one file.
  public var summary: String?
  /// The year of the document, for the manifest and the tags of books in one file.
  public var year: String?

  /// The date of the document, to the day or to the second.
  public var date: PublicationDate?

  package struct Source: Sendable, Equatable {
    /// The file name without folders, because paths differ between machines.
    package var file: String
    /// The SHA-256 of its bytes, in hexadecimal.
    package var sha256: String

    package init(file: String, sha256: String) {
      self.file = file
      self.sha256 = sha256
    }
  }
}

extension BookPlan {
  package func selectedChapters(_ options: BuildOptions) -> [ChapterPlan] {
    chapters(of: options.shard).filter(options.selects)
  }
}

extension BuildOptions {
  /// Returns whether a chapter is selected (`--only`).
  func selects(_ chapter: ChapterPlan) -> Bool {
    only?.contains(index: chapter.index, title: chapter.title) ?? true
  }
}

/// The versions of engines, and of voices whose version differs from their engine's.
/// The sound of a voice depends on the voice's version as well as on the request.
package struct EngineVersions: Sendable, Equatable {
  private var providers: [String: String] = [:]
  private var voices: [VoiceURI: String] = [:]

  /// Creates a table from the versions of providers, by id.
  package init(_ providers: [String: String] = [:]) { self.providers = providers }

  /// Adds the entries of another table.
  /// For a key in both tables, the entry of this table stays.
  mutating func merge(_ other: EngineVersions) {
    providers.merge(other.providers) { own, _ in own }
    voices.merge(other.voices) { own, _ in own }
  }

  package subscript(providerId: String) -> String? {
    get { providers[providerId] }
    set { providers[providerId] = newValue }
  }

  /// The version of a voice if it is set, else its provider's version; empty if neither is known.
  package subscript(voice: VoiceURI) -> String {
    get { voices[voice.plain] ?? providers[voice.providerId] ?? "" }
    set { voices[voice.plain] = newValue == providers[voice.providerId] ? nil : newValue }
  }
}

/// A complete plan for rendering a chapter and writing its files.
public struct ChapterPlan: Sendable {
  /// The number in the whole book, from 1.
  public var index: Int
  /// The title, as players show it.
  public var title: String
  /// The speeches with their speakers, and the silences between them.
  public var read: TableRead
  /// The file name without extension: the number and the title, in characters that are safe on every file system.
  package var fileStem: String
  /// A digest of everything that the audio depends on, in hexadecimal.
  package var fingerprint: String
  /// A digest of the tags and the name, in hexadecimal.
  package var tagsFingerprint: String
  /// The elements that the chapter is read from; nil if the options do not need them.
  package var source: ChapterSource?
  /// The sounds beside the voices, in order.
  package var sounds: [PlannedSound] = []

  /// The number of spoken items.
  package var itemCount: Int { read.passages.reduce(0) { $0 + $1.items.count } }

  /// The number of UTF-8 bytes sent to the engines: a measure of the chapter's length.
  public var characterCount: Int {
    read.passages.reduce(0) { sum, passage in
      passage.items.reduce(sum) { $0 + $1.spans.reduce(0) { $0 + $1.text.utf8.count } }
    }
  }
}

extension TableRead {
  /// Brings the silence at the start into the range `head`, and the silence at the end into the range `tail`.
  /// The ranges are in seconds. Each silence stays at least 0.05 s inside its range. This margin is needed because a
  /// louder voice is audible a few milliseconds earlier at its start, and a few milliseconds longer at its end.
  mutating func fit(_ head: ClosedRange<Double>, _ tail: ClosedRange<Double>) {
    func milliseconds(_ silence: Int, _ range: ClosedRange<Double>) -> Int {
      let margin = 0.05
      return min(
        max(silence, Int((range.lowerBound + margin) * 1000)),
        Int((range.upperBound - margin) * 1000))
    }
    if let first = passages.indices.first {
      passages[first].pauseBefore = milliseconds(passages[first].pauseBefore, head)
    }
    pauseAfter = milliseconds(pauseAfter, tail)
  }
}

/// The script elements of a chapter, for the read-along formats.
package struct ChapterSource: Sendable {
  /// The section headings that form the chapter's title.
  var headings: [GuionElement] = []
  /// The elements after the headings.
  /// Items of the table read refer to these elements by index, starting at 0.
  var elements: ArraySlice<GuionElement> = []
  /// The format of the document that contains the elements.
  package var format = DocumentFormat.fountain
  var speaksStruckThroughText = false

  /// Whether any element refers to a picture.
  var hasPictures: Bool {
    (headings + elements).contains { element in
      var spans = element.inlines
      if case .row(let cells) = element.mark {
        spans += cells.flatMap { $0.headerInlines + $0.inlines }
      }
      return spans.contains { if case .imageFile = $0.kind { true } else { false } }
    }
  }
}

/// Computes the two fingerprints of a chapter, for its audio and for its tags (Documentation/design.md, "The plan").
struct FingerprintMaker: Sendable {
  let options: BuildOptions
  let rules: RuleSet
  let sampleRate: Int
  let engineVersions: EngineVersions

  /// The program and rules that read the script.
  var program: [String] { [options.generator, rules.rawValue] }

  /// The formats and settings of the encoded audio.
  var encoding: [String] {
    // A setting that few books use is added only if it is used. So a new setting does not change the fingerprints of
    // books that do not use it.
    options.encodings.map(\.rawValue) + [String(sampleRate), String(options.bitrate ?? 0)]
      + (options.loudness == .off ? [] : ["loudness \(options.loudness)"])
      + (options.channels == 1 ? [] : ["\(options.channels) channels"])
      + [options.roomTone(rules).map { "room tone \($0)" }].compactMap(\.self)
      + (options.bits == 16 ? [] : ["\(options.bits) bits unrounded"])
      + (options.needsLayers ? ["layers"] : [])
  }

  /// Returns the digest of everything that the audio depends on: program, rules, encoding, pauses and spans.
  /// Sounds count only if the chapter has a file for one of them.
  func sound(
    of read: TableRead, _ sounds: [PlannedSound] = [], _ ducking: [Double] = []
  ) -> String {
    var hash = TextFieldHasher()
    for field in program + encoding { hash.add(field) }
    for passage in read.passages {
      hash.add(passage.pauseBefore)
      hash.add(passage.items.count)
      for item in passage.items { add(item, to: &hash) }
    }
    hash.add(read.pauseAfter)
    if let pauses = read.pausesInside.key { hash.add(pauses) }
    if sounds.contains(where: { $0.file != nil }) { add(sounds, ducking, to: &hash) }
    return hash.finish()
  }

  private func add(
    _ sounds: [PlannedSound], _ ducking: [Double], to hash: inout TextFieldHasher
  ) {
    hash.add("sounds \(ducking)")
    for sound in sounds {
      let isEnd = sound.cue == nil || sound.cue?.mode == .stop
      guard isEnd || sound.file != nil else { continue }
      hash.add(sound.passage)
      hash.add(sound.span)
      hash.add(sound.file?.key ?? "end \(sound.cue.map { "\($0.bus) \($0.name)" } ?? "")")
      hash.add(sound.cue?.bus.rawValue ?? "")
    }
  }

  private func add(_ item: SpokenItem, to hash: inout TextFieldHasher) {
    hash.add(item.spans.count)
    for span in item.spans {
      let performance = span.performance
      hash.add(manner(of: performance))
      hash.add(engineVersions[performance.voice])
      hash.add(span.pauseBefore)
      hash.add(span.hasPhonemes ? 1 : 0)
      hash.add(span.text)
      for stress in span.stresses { hash.add(stress.key) }
      if span.take > 0 { hash.add("take \(span.take)") }
    }
  }

  /// Returns the voice and manner as text, with the stereo position if there is one.
  func manner(of performance: Performance) -> String {
    // From rule set 1.2 on, effects keep the loudness.
    (performance.effect == nil || rules < .v1_2 ? performance.key : "\(performance.key) loud")
      + (options.channels == 1 || performance.pan == 0 ? "" : " pan=\(performance.pan)")
  }

  /// Returns the digest of the chapter's tags and file name.
  func tags(index: Int, title: String, album: String, authors: [String], fileStem: String)
    -> String
  {
    var hash = TextFieldHasher()
    hash.add(index)
    hash.add(title)
    hash.add(album)
    for author in authors { hash.add(author) }
    hash.add(fileStem)
    return hash.finish()
  }
}
