import Audio
import Basics
import Foundation
public import Hablare
import Narration

/// The sound of a line, as a build has it.
public struct LineSound: Sendable {
  /// 16-bit samples, those of all channels in turn.
  public var samples: [Int16]
  /// Hertz.
  public var sampleRate: Int
  /// 1 or 2.
  public var channels: Int
  /// The decibels that bring the voice level with others; a build adds them unless its loudness is off.
  public var level: Double
  /// The voice that has spoken: another than the role's if its provider is down.
  public var voice: VoiceURI

  /// How long it sounds.
  public var seconds: Double { Double(samples.count / channels) / Double(sampleRate) }
}

/// Renders single lines of a planned book, with the clips and the cache of a build.
///
/// The samples of a line are those that it has in a chapter of WAV without loudness. Lines that are said at the same time
/// are heard together, each at the level that it has in a build.
public struct LineRenderer: Sendable {
  private let book: PlannedBook
  private let clips: ClipSource
  /// The clips of lines that are said at the same time: they are level with each other.
  private let levelClips: ClipSource
  private let levels: VoiceLevels
  private let cache: ClipCache?

  /// Makes a renderer for a planned book.
  public init(_ book: PlannedBook, speech setup: SpeechSetup) {
    self.book = book
    cache = setup.clips
    let speech = SpeechSource(
      directory: book.directory, versions: book.plan.engineVersions, cache: setup.clips,
      standIns: StandIns(book.standIns, onOutage: { _ in }),
      pace: ExpectedPace(known: setup.paces(for: book.plan)))
    clips = ClipSource(speech: speech, sampleRate: book.sampleRate, levels: nil)
    levels = VoiceLevels(speech: speech, store: setup.levelFolder.map(VoiceLevelStore.init))
    levelClips = ClipSource(speech: speech, sampleRate: book.sampleRate, levels: levels)
  }

  /// What the lines of a passage cost that are not kept yet.
  public func bill(for line: BookLine) async -> PaidBill {
    var bill = PaidBill()
    guard let chapter = book.chapter(line.chapter) else { return bill }
    // The texts around a line are part of a request.
    for span in chapter.read.placedSpans(ofPassage: line.passage) {
      let voice = span.span.performance.voice
      guard let provider = book.directory.provider(voice.providerId) else { continue }
      await bill.add(
        span.request(to: provider), version: book.plan.engineVersions[voice], to: provider,
        book.directory, cache)
    }
    return bill
  }

  /// Renders a line; what is needed on the way lies in `folder`.
  ///
  /// Throws a `RenderError`, and `CancellationError`.
  public func sound(of line: BookLine, spillingInto folder: String) async throws -> LineSound {
    guard let chapter = book.chapter(line.chapter) else { return try Self.missing(line) }
    let isAlone = chapter.read.passages[line.passage].items.count == 1
    let path = "\(folder)/\(UUID().uuidString).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      let master = try Master(
        files: [(path: path, format: .wav)], sampleRate: book.sampleRate,
        channels: book.options.channels, encoding: EncodingOptions(), mastering: nil)
      let renderer = ChapterRenderer(
        chapter: chapter, clips: isAlone ? clips : levelClips, passages: line.passage..<line.passage + 1
      ) { _, _ in }
      let sound = try await renderer.render(into: master)
      await cache?.settle()
      let performance = line.spoken.spans[0].performance
      let standIn = sound.standIns[line.item].flatMap(VoiceURI.init)
      return LineSound(
        samples: try Self.samples(of: path, sound.heard, book.options.channels),
        sampleRate: book.sampleRate, channels: book.options.channels,
        level: isAlone
          ? try await levels.gain(of: VoiceManner(performance, standIn: standIn)) : 0,
        voice: standIn ?? line.spoken.role?.voice ?? book.plan.cast[""] ?? performance.voice)
    } catch {
      // What is on its way is paid for, and kept.
      await cache?.settle()
      if let error = error as? AudioError { throw RenderError.audio(error) }
      if let failure = error as? SpeechFailure {
        throw RenderError.line(
          line.spoken.place, kind: .unavailable, message: "\(failure.providerId): \(failure.error)")
      }
      throw error
    }
  }

  private static func missing(_ line: BookLine) throws -> LineSound {
    throw RenderError.line(
      line.spoken.place, kind: .engine, message: "the book has no chapter \(line.chapter)")
  }

  /// The frames of a place in a file that was just written.
  private static func samples(
    of path: String, _ place: Range<Int>, _ channels: Int
  ) throws -> [Int16] {
    let all = try SoundFileReader(path: path).readInterleaved()
    let range = (place.lowerBound * channels..<place.upperBound * channels).clamped(to: all.indices)
    return Array(all[range])
  }
}

extension ChapterSound {
  /// The samples from the first that is heard to the last.
  fileprivate var heard: Range<Int> {
    let start = placements.map(\.start).min() ?? 0
    return start..<max(start, placements.map(\.end).max() ?? 0)
  }
}

extension PlannedBook {
  /// A chapter by its number.
  fileprivate func chapter(_ number: Int) -> ChapterPlan? {
    plan.chapters.indices.contains(number - 1) ? plan.chapters[number - 1] : nil
  }
}

extension TableRead {
  /// The spans of one passage, with the texts around them.
  fileprivate func placedSpans(ofPassage place: Int) -> [PlacedSpan] {
    let first = passages[..<place].reduce(0) { $0 + $1.items.reduce(0) { $0 + $1.spans.count } }
    let count = passages[place].items.reduce(0) { $0 + $1.spans.count }
    return Array(placedSpans[first..<first + count])
  }
}
