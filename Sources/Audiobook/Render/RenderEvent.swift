import Basics
public import Guion
public import Hablare
public import Narration

/// A report from a running build.
public enum RenderEvent: Sendable {
  /// The build starts. The numbers are those of the selected chapters, of the items to render, and of the selected
  /// chapters that are already finished.
  case start(chapters: Int, items: Int, reused: Int)
  /// Another process has locked the folder, and this build waits for the lock.
  case waiting(path: String, heldBy: String)
  /// A chapter will be rendered, with at least one reason.
  case due(chapter: Int, title: String, [RenderReason])
  /// A chapter reuses the audio of an earlier build's file, and gets only new tags and a new name.
  case taken(chapter: Int, title: String, from: String)
  /// Items of a chapter are mixed. The other values are for the whole build: the items done, all items to render, and
  /// the seconds of audio so far.
  case item(chapter: Int, done: Int, total: Int, audioSeconds: Double)
  /// A chapter is finished. Its duration is in seconds.
  case chapter(index: Int, file: String, duration: Double)
  /// A line has a warning. `source` is the number of its document.
  case warning(chapter: Int, source: Int, Diagnostic)
  /// A provider is down, and a fallback voice speaks the provider's remaining lines.
  case outage(Outage)
  /// A chapter failed.
  case failed(chapter: Int, RenderError)
}

/// The result of a build.
public struct BuildOutcome: Sendable {
  /// The paths of all written files.
  public var written: [String] = []
  /// The number of selected chapters.
  public var selected = 0
  /// The number of chapters that were rendered.
  public var rendered = 0
  /// The number of chapters that were already finished.
  public var reused = 0
  /// The number of chapters with reused audio that got new tags or a new name.
  public var moved = 0
  /// The number of reused clips, from earlier builds or from another line with the same request.
  public var reusedClips = 0
  /// The number of complete chapters, including reused ones.
  public var completed = 0
  /// Chapters that failed, in order, with the reason.
  public var failures: [(chapter: Int, error: RenderError)] = []
  /// The numbers of the chapters that contain a fallback voice, in order.
  public var degraded: [Int] = []
  /// The number of warnings about lines and chapters, and of provider outages.
  public var warnings = 0
  /// The total duration of all complete chapters, in seconds.
  public var duration = 0.0
  /// The voice paces learned from the rendered chapters.
  package var lesson = PaceLesson()

  /// The voice paces known before the build.
  var knownPaces: [PaceKey: VoicePace] = [:]

  /// The number of selected chapters that were not started because another chapter failed.
  package var notStarted: Int { max(0, selected - reused - moved - rendered - failures.count) }

  /// Creates an empty outcome.
  public init() {}
}

/// Counts the progress of all chapters, and reports it in order.
actor Progress {
  private let sampleRate: Int
  private let onEvent: @Sendable (RenderEvent) -> Void
  private var total = 0
  private var done = 0
  private var samples: [Int: Int] = [:]
  private var totalSamples = 0

  init(sampleRate: Int, onEvent: @escaping @Sendable (RenderEvent) -> Void) {
    self.sampleRate = sampleRate
    self.onEvent = onEvent
  }

  func start(_ work: WorkList, chapters: Int, reused: Int) {
    total = work.rendered.reduce(0) { $0 + $1.chapter.itemCount }
    onEvent(.start(chapters: chapters, items: total, reused: reused))
    for moved in work.moved {
      onEvent(
        .taken(
          chapter: moved.chapter.index, title: moved.chapter.title,
          from: moved.record.files[0].file))
    }
    for rendered in work.rendered {
      let chapter = rendered.chapter
      onEvent(.due(chapter: chapter.index, title: chapter.title, rendered.reasons))
    }
  }

  func waiting(for path: String, heldBy holder: String) {
    onEvent(.waiting(path: path, heldBy: holder))
  }

  func mixed(_ items: Int, in chapter: Int, samples count: Int) {
    done += items
    totalSamples += count - samples[chapter, default: 0]
    samples[chapter] = count
    onEvent(
      .item(
        chapter: chapter, done: done, total: total,
        audioSeconds: Double(totalSamples) / Double(sampleRate)))
  }

  func finished(_ chapter: Int, file: String, samples count: Int) {
    samples[chapter] = nil
    onEvent(
      .chapter(index: chapter, file: file, duration: Double(count) / Double(sampleRate)))
  }

  func warning(_ chapter: Int, _ source: Int, _ diagnostic: Diagnostic) {
    onEvent(.warning(chapter: chapter, source: source, diagnostic))
  }

  func outage(_ outage: Outage) { onEvent(.outage(outage)) }

  func failed(_ chapter: Int, _ error: RenderError) {
    onEvent(.failed(chapter: chapter, error))
  }
}

/// The paces of voices learned by a build.
package struct PaceLesson: Sendable {
  package private(set) var paces: [PaceKey: VoicePace] = [:]
  /// The durations of the rendered chapters in seconds, by index.
  package private(set) var chapters: [Int: Double] = [:]

  /// Creates an empty lesson.
  package init() {}

  /// Adds a chapter that was rendered at a sample rate in hertz.
  mutating func add(_ chapter: ChapterPlan, _ sound: ChapterSound, sampleRate: Int) {
    let rate = Double(sampleRate)
    chapters[chapter.index] = Double(sound.samples) / rate
    let items = chapter.read.passages.flatMap(\.items)
    let (inside, isShaped) = (chapter.read.pausesInside, chapter.read.isShaped)
    for (index, (item, place)) in zip(items, sound.placements).enumerated() {
      // A fallback voice gives no information about the item's own voice.
      guard sound.fallbacks[index] == nil, let first = item.spans.first?.performance,
        item.spans.allSatisfy({ $0.performance.substitute == nil })
      else { continue }
      let key = PaceKey(first, isShaped: isShaped)
      // If one part of a speech is whispered, the speech has two paces, but only its total length is known.
      guard
        item.spans.allSatisfy({
          $0.performance === first || PaceKey($0.performance, isShaped: isShaped) == key
        })
      else { continue }
      let amounts = item.spans.map { SpeechAmount($0.captionText, inside: inside) }
      let units = zip(item.spans, amounts).reduce(0) {
        $0 + $1.1.units / $1.0.performance.options.rate
      }
      let pauses = amounts.reduce(item.innerPauses) { $0 + $1.seconds }
      let seconds = Double(place.end - place.start) / rate - pauses
      guard let pace = VoicePace(units: units, seconds: seconds) else { continue }
      for key in [key, PaceKey(voicesLike: first, isShaped: isShaped)] {
        paces[key, default: VoicePace()].add(pace)
      }
    }
  }
}

/// The reason why a chapter is rendered, for display.
public enum RenderReason: Sendable, Equatable {
  /// No earlier build has rendered the chapter.
  case new
  /// The user requested that all chapters be rendered.
  case forced
  /// The user requested new takes.
  case retaken
  /// Text was changed or added between two positions. If `isEmpty` is true, text was removed near the
  /// position `from`.
  case words(from: ScriptPosition, to: ScriptPosition, isEmpty: Bool)
  /// These roles have other voices than before. The roles are sorted by name. The narrator's name is empty.
  case voices([String])
  /// An item has another delivery.
  case delivery(ScriptPosition)
  case pauses
  /// The format, channels, sample rate, bit rate or loudness changed.
  case encoding
  /// The version of this program or its rules changed.
  case version
  /// The engine versions of these providers changed. The providers are sorted by id.
  case engines([String])
  /// A file of the chapter has changed since it was written.
  case modified(file: String)
  /// A file of the chapter is missing.
  case missing(file: String)
  /// Captions or read-along files are requested, but timings were not recorded.
  case captions
  /// A fallback voice spoke because a provider was down.
  case degraded
  /// The inputs of the earlier build were not recorded.
  case unknown
}

extension RenderReason {
  /// Returns the reason as text.
  ///
  /// `documents` are the names of the book's documents; if there are several, positions include the name. The name of a PDF
  /// or an office document ends in its extension: then a place is a page and a line, or a paragraph.
  public func text(documents: [String] = []) -> String {
    func file(_ place: ScriptPosition) -> String? {
      documents.indices.contains(place.source) ? documents[place.source] : nil
    }
    func words(_ place: ScriptPosition) -> String {
      PlaceUnit.words(ofLine: place.line, in: file(place))
    }
    func end(_ place: ScriptPosition) -> String {
      documents.count > 1 ? file(place).map { " of \($0)" } ?? "" : ""
    }
    return switch self {
    case .new: "it is new"
    case .forced: "all chapters were requested"
    case .retaken: "a new take was requested"
    case .words(let from, _, true): "text was removed near \(words(from))\(end(from))"
    case .words(let from, let to, _) where to.source != from.source || to.line <= from.line:
      "\(words(from))\(end(from)) changed"
    case .words(let from, let to, _) where PlaceUnit(file: file(from)) == .line:
      "lines \(from.line) to \(to.line)\(end(from)) changed"
    case .words(let from, let to, _): "\(words(from)) to \(words(to))\(end(from)) changed"
    case .voices(let names):
      (names.count == 1 ? "the voice of " : "the voices of ")
        + names.map { $0.isEmpty ? "the narrator" : $0 }.joined(separator: ", ") + " changed"
    case .delivery(let at): "the delivery of \(words(at))\(end(at)) changed"
    case .pauses: "pauses changed"
    case .encoding: "the format, channels, sample rate, bit rate or loudness changed"
    case .version: "the version of guion2audio or of its rules changed"
    case .engines(let ids): "the version of \(ids.joined(separator: ", ")) changed"
    case .modified(let file): "\(file) was modified"
    case .missing(let file): "\(file) is missing"
    case .captions: "captions or read-along text were requested"
    case .degraded: "a fallback voice spoke in the last build; the cast's voices are tried again"
    case .unknown: "the record of the last build is missing"
    }
  }
}

extension RenderReason {
  /// Returns the differences between the recorded and the current inputs of a chapter; never empty.
  static func differences(
    of read: TableRead, _ new: SoundTrace, from old: SoundTrace
  ) -> [RenderReason] {
    var reasons: [RenderReason] = []
    if new.program != old.program { reasons.append(.version) }
    let engines = changed(new.engines, old.engines)
    if !engines.isEmpty { reasons.append(.engines(engines)) }
    if new.encoding != old.encoding { reasons.append(.encoding) }
    let places = read.passages.flatMap(\.items).map(\.position)
    if let words = changedWords(places, new, old) { reasons.append(words) }
    let voices = changed(new.voices, old.voices)
    if !voices.isEmpty { reasons.append(.voices(voices)) }
    if reasons.isEmpty, let delivery = changedDelivery(places, new, old) {
      reasons.append(delivery)
    }
    if new.pauses != old.pauses, !reasons.contains(where: \.isAboutWords) {
      reasons.append(.pauses)
    }
    return reasons.isEmpty ? [.unknown] : reasons
  }

  /// Returns the changed keys, sorted.
  /// New keys are not changes.
  private static func changed(_ new: [String: String], _ old: [String: String]) -> [String] {
    new.keys.filter { key in old[key].map { $0 != new[key] } ?? false }.sorted()
  }

  private var isAboutWords: Bool { if case .words = self { true } else { false } }

  /// Returns the range from the first to the last item with different words; nil if no words differ.
  private static func changedWords(
    _ places: [ScriptPosition], _ new: SoundTrace, _ old: SoundTrace
  ) -> RenderReason? {
    guard new.words != old.words, let end = places.last else { return nil }
    let (new, old) = (SoundTrace.items(new.words), SoundTrace.items(old.words))
    let shorter = min(new.count, old.count, places.count)
    let head = (0..<shorter).first { new[$0] != old[$0] } ?? shorter
    let tail =
      (0..<shorter - head).first { new[new.count - 1 - $0] != old[old.count - 1 - $0] }
      ?? shorter - head
    let last = new.count - 1 - tail
    guard last >= head, places.indices.contains(last) else {
      let near = head > 0 ? places[head - 1] : end
      return .words(from: near, to: near, isEmpty: true)
    }
    return .words(from: places[head], to: places[last], isEmpty: false)
  }

  private static func changedDelivery(
    _ places: [ScriptPosition], _ new: SoundTrace, _ old: SoundTrace
  ) -> RenderReason? {
    let pairs = zip(SoundTrace.items(new.manners), SoundTrace.items(old.manners))
    return zip(pairs, places).first { $0.0.0 != $0.0.1 }.map { .delivery($0.1) }
  }
}
