import Audio
import Basics
import Guion
import Hablare
import Narration

/// A rendered chapter: its place in the book, its lines, the result of its rendering, and its files.
/// The manifest is written from these values, and a shard leaves them for `assemble`.
struct FinishedChapter: Codable, Sendable {
  var index: Int
  var title: String
  /// The spoken lines; empty if they were left out to save memory.
  var items: [ManifestLine] = []
  /// The sounds that the script asks for, with and without files; nil if there are none.
  var sounds: [ManifestSound]?
  var record: ChapterRecord
  /// The files beside the sound.
  var artifacts: [Artifacts.Record]

  /// Creates a chapter without its lines.
  init(index: Int, title: String, _ record: ChapterRecord, _ artifacts: [Artifacts.Record]) {
    (self.index, self.title) = (index, title)
    (self.record, self.artifacts) = (record, artifacts)
  }

  /// Creates the description of a rendered chapter that is up to date with the plan.
  init(
    _ chapter: ChapterPlan, _ record: ChapterRecord, of plan: BookPlan,
    artifacts: [Artifacts.Record] = []
  ) {
    self.init(index: chapter.index, title: chapter.title, record, artifacts)
    let sources = plan.sources.count > 1 ? plan.sources.map(\.file) : []
    let placed = Self.sounds(of: chapter, record, sources)
    sounds = placed.isEmpty ? nil : placed
    items = chapter.read.passages.flatMap(\.items).enumerated().map { place, item in
      let source = Int(item.source)
      return ManifestLine(
        kind: item.kind.identifier, speaker: item.role?.name ?? "", cue: item.cue,
        // The fallback voice if the item's provider was down.
        voice: record.fallbacks?[place] ?? Self.voice(of: item, narrator: plan.cast[""]),
        text: item.text, written: item.written, passages: Self.passages(of: item),
        rehearsal: item.substitute?.rehearsal, take: item.substitute?.take?.file,
        line: Int(item.line),
        source: sources.indices.contains(source) ? sources[source] : nil)
    }
  }

  /// Returns the sounds of a chapter with their times. A sound without a file stands after the line before it.
  private static func sounds(
    of chapter: ChapterPlan, _ record: ChapterRecord, _ sources: [String]
  ) -> [ManifestSound] {
    let heard = Dictionary(record.soundPlacements.map { ($0.sound, $0) }) { first, _ in first }
    let passages = chapter.read.passages
    var firsts = [0]
    for passage in passages { firsts.append(firsts[firsts.count - 1] + passage.items.count) }
    return chapter.sounds.enumerated().compactMap { number, sound in
      guard let cue = sound.cue, cue.mode != .stop else { return nil }
      let item = firsts[min(sound.passage, passages.count)]
      let place = item > 0 ? record.placements[2 * item - 1] : 0
      let source = Int(cue.source)
      return ManifestSound(
        name: cue.name, bus: cue.bus.rawValue,
        file: heard[number].flatMap { _ in sound.file?.file },
        start: heard[number]?.start ?? place, end: heard[number]?.end ?? place,
        line: Int(cue.line), source: sources.indices.contains(source) ? sources[source] : nil)
    }
  }

  private static func voice(of item: SpokenItem, narrator: VoiceURI?) -> String {
    if let voice = item.passageVoice ?? item.role?.voiceText { return voice }
    // A line of the narrator can have a voice of its own.
    let own = item.spans.lazy.map(\.performance).first { $0.passageVoice == nil }
    guard let voice = (own?.neutral ?? own)?.voice, voice != narrator?.plain else {
      return narrator?.description ?? ""
    }
    return voice.description
  }

  private static func passages(of item: SpokenItem) -> [Manifest.Passage]? {
    let passages = item.passages.map {
      Manifest.Passage(language: $0.language, text: $0.text, voice: $0.voice)
    }
    return passages.isEmpty ? nil : passages
  }

  func files(of artifact: some Artifact) -> [FileRecord] {
    artifacts.filter { $0.artifact == artifact.key }.map(\.file)
  }
}

/// A book whose chapters have current files: what the artifacts of the book are made of.
struct FinishedBook {
  let description: BookDescription
  /// The chapters in order, without their lines.
  let chapters: [FinishedChapter]
  /// The picture of the cover, and its digest if it was drawn; nil if the book has no cover.
  var cover: (picture: Cover, digest: String?)?
  /// The path of the output folder.
  let folder: String
  /// Returns a chapter with its lines.
  /// Chapters are loaded one at a time to save memory.
  let chapter: (_ offset: Int) throws(RenderError) -> FinishedChapter

  /// The formats of the book in one file; empty if no chapter is finished.
  var books: [BookFormat] { chapters.isEmpty ? [] : description.books }

  /// Returns the path of a file in the output folder.
  func path(of name: String) -> String { folder + "/" + name }

  /// Returns the positions of the chapters in the first book in one file, in samples at the book's sample rate,
  /// followed by the end of the last chapter.
  var starts: [Int] {
    var samples = 0
    return [0]
      + chapters.map {
        samples += $0.record.stretch ?? $0.record.samples
        return description.samples(ofBook: samples)
      }
  }
}

/// The data of a book in its manifest and in the files beside the sound, without its chapters.
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
  /// The narrator's name is empty.
  var cast: [String: String]
  /// The roles that speak, in the order of their numbers; nil if no file beside the sound shows the numbers.
  var roles: [String]?
  /// The titles of the acts that begin with these chapters, in books whose chapters are scenes; nil if there are none.
  var parts: [Int: String]?
  /// The names of licences; nil if no voice has a licence.
  /// A key is the URI of a voice without its settings.
  var licences: [String: String]?
  var sources: [Source]
  /// The names of the formats of chapter files, in order.
  var formats: [String]
  var books: [BookFormat]
  /// The files beside the sound.
  var artifacts: Artifacts
  /// The sample rate in hertz.
  var sampleRate: Int
  var channels: Int
  /// The tempo requested from every voice.
  var rate: Double
  /// The description of the cover; nil if the book has no cover.
  var cover: CoverDescription?
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
    (books, artifacts) = (options.books, Artifacts(options))
    self.sampleRate = sampleRate
    channels = options.channels
    rate = options.rate
    cover = plan.cover.map(CoverDescription.init)
    (summary, year, date) = (plan.summary, plan.year, plan.date?.description)
    guard artifacts.all.contains(where: \.needsSpeakers) else { return }
    roles = plan.speakerNumbers.sorted { $0.value < $1.value }.map(\.key)
    guard artifacts.all.contains(where: \.needsElements) else { return }
    let acts = plan.chapters.count > 1 ? Self.acts(of: plan.chapters) : [:]
    parts = acts.isEmpty ? nil : acts
  }

  /// The names of all files that do not belong to a single chapter.
  var names: [String] { artifacts.all.flatMap { $0.names(of: self) } + [Manifest.fileName] }

  /// Returns the name of a file of the book: the title with this extension.
  func fileName(_ fileExtension: String) -> String {
    FileName.book(
      title: FileName.readable(title, RuleSet(rawValue: rules) ?? .current), fileExtension)
  }

  /// The voice names to show to listeners, the narrator's first; empty if the narrator's voice has no such
  /// name.
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
  /// An Opus file counts samples at its own rate (`BookFormat.clock`). The result is rounded down.
  func samples(ofBook count: Int) -> Int {
    guard let format = books.first else { return count }
    let clock = format.clock(sampleRate: sampleRate)
    return clock == sampleRate ? count : count * sampleRate / clock
  }
}

extension BookDescription {
  /// Returns the titles of the acts: headings of the first level that are not the title of their own chapter.
  /// An act whose text begins before its first scene heading begins with the next chapter.
  private static func acts(of chapters: [ChapterPlan]) -> [Int: String] {
    var (acts, next): ([Int: String], String?) = ([:], nil)
    for chapter in chapters {
      guard let source = chapter.source, source.format.isScreenplay else { continue }
      let scenes = source.elements.indices.filter {
        source.elements[$0].elementType == .sceneHeading
      }
      let start = scenes.first ?? source.elements.endIndex
      let act = act(in: source.headings + source.elements[..<start]) ?? next
      if let act, act != chapter.title { acts[chapter.index] = act }
      // A chapter of several scenes can contain whole acts.
      next = scenes.count > 1 ? nil : Self.act(in: source.elements[start...])
    }
    return acts
  }

  private static func act(in elements: some BidirectionalCollection<GuionElement>) -> String? {
    elements.last { element in
      if case .sectionHeading(level: 1) = element.elementType { true } else { false }
    }?.elementText
  }
}

extension SpokenItem {
  /// What is heard in place of the item's voice; nil if its voice speaks.
  var substitute: Substitute? { spans.first?.performance.substitute }
}

extension Substitute {
  /// The word for a rehearsal in the manifest; nil for a take.
  fileprivate var rehearsal: String? {
    switch self {
    case .rehearsal(let rehearsal): rehearsal.form.rawValue
    case .prompt: Rehearsal.Form.whisper.rawValue
    case .take: nil
    }
  }

  /// The recording; nil in a rehearsal.
  var take: RecordedTake? { if case .take(let take, _, _) = self { take } else { nil } }
}

/// What the artifacts of a chapter are made of.
/// Values that several artifacts need are computed once, and only if one of them needs the values.
final class ChapterMaterial {
  let plan: BookPlan
  let options: BuildOptions
  /// The sample rate in hertz.
  let sampleRate: Int
  /// The path of the output folder.
  let folder: String
  let chapter: ChapterPlan
  let record: ChapterRecord
  /// The number of each speaker of the book, in the order of their first appearance.
  let speakers: [String: Int]

  private var digests: [[String]: String] = [:]
  /// The chapter for the read-along formats, with its pictures; nil if its times are unknown.
  private(set) lazy var readAlong = makeReadAlong()
  /// The captions with and without announcements; nil if the times of the chapter's spans are unknown.
  private var cues: [Bool: [CaptionCue]] = [:]

  init(
    _ chapter: ChapterPlan, _ record: ChapterRecord, of plan: BookPlan, options: BuildOptions,
    sampleRate: Int, folder: String, speakers: [String: Int]
  ) {
    (self.chapter, self.record, self.plan) = (chapter, record, plan)
    (self.options, self.sampleRate, self.speakers) = (options, sampleRate, speakers)
    self.folder = folder
  }

  /// Returns the path of a file in the output folder.
  func path(of name: String) -> String { folder + "/" + name }

  /// The times of the spans; nil if they are unknown.
  var timings: [SpanTiming]? {
    record.captions.flatMap { ChapterCaptions.fits($0, chapter.read) ? $0 : nil }
  }

  /// Returns the captions; empty if the times of the spans are unknown.
  func captions(announcements: Bool) -> [CaptionCue] {
    if let known = cues[announcements] { return known }
    let made =
      timings.flatMap {
        ChapterCaptions.cues(
          of: chapter.read, timings: $0, samples: record.samples, sampleRate: sampleRate,
          announcements: announcements)
      } ?? []
    cues[announcements] = made
    return made
  }

  /// The colours of the chapter's speakers in captions.
  private(set) lazy var captionColors: [CaptionCue.Color] = {
    let roles = chapter.read.passages.lazy.flatMap(\.items).compactMap(\.role?.name)
    let own = Set(roles)
    return CaptionCue.Color.all(of: speakers.filter { own.contains($0.key) })
  }()

  private func makeReadAlong() -> (page: PageChapter, pictures: [PagePictures.Picture])? {
    var pictures = PagePictures(documents: plan.documentPaths)
    let page = PageMaker.page(
      of: chapter, record, sampleRate: sampleRate, speakers: speakers,
      image: { pictures.name(of: $0, in: $1) })
    return page.map { ($0, pictures.pictures.values.sorted { $0.name < $1.name }) }
  }

  // MARK: Digests

  /// The edition of the formats; increased when the same input gives different files.
  private static let edition = 1

  /// Returns a digest of the chapter's table read and times, and of other inputs.
  func digest(_ others: [String]) -> String {
    if let known = digests[others] { return known }
    var hash = TextFieldHasher()
    hash.add(Self.edition)
    hash.add(others.count)
    for other in others { hash.add(other) }
    hash.add(chapter.index)
    hash.add(chapter.title)
    hash.add(record.samples)
    for timing in record.captions ?? [] {
      hash.add(timing.pieces.count)
      for time in [timing.start, timing.end] + timing.pieces { hash.add(time) }
    }
    for item in chapter.read.passages.lazy.flatMap(\.items) {
      hash.add(item.kind.identifier)
      hash.add(item.role?.name ?? "")
      hash.add(item.written ?? "")
      hash.add(item.spans.count)
      for span in item.spans { hash.add(span.captionText) }
    }
    let digest = hash.finish()
    digests[others] = digest
    return digest
  }
}
