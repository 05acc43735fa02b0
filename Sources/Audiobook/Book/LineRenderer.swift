import Audio
import Basics
import Foundation
package import Hablare
import Narration

package struct LineSound: Sendable {
  /// 16-bit samples, with interleaved channels.
  package var samples: [Int16]
  /// The sample rate in hertz.
  package var sampleRate: Int
  /// The number of channels: 1 or 2.
  package var channels: Int
  /// The gain in decibels that brings the voice to the level of the other voices.
  /// The samples are without this gain. A build applies the gain unless the loudness is `off`.
  package var level: Double
  /// The silence before the line, in milliseconds.
  package var pauseBefore = 0
  /// The voice that spoke: the role's voice, or its fallback if the provider is down.
  package var voice: VoiceURI

  /// The length in seconds.
  package var seconds: Double { Double(samples.count / channels) / Double(sampleRate) }
}

/// Renders single lines of a planned book, using the clip cache of builds.
/// The samples of a line equal the samples in a WAV chapter with the loudness `off`. Simultaneous lines form one sound,
/// from the start of the first line to the end of the last.
package struct LineRenderer: Sendable {
  private let book: PlannedBook
  private let clips: ClipSource
  private let levels: VoiceLevels
  private let cache: ClipCache?

  package init(_ book: PlannedBook, speech setup: SpeechSetup) {
    self.book = book
    cache = setup.clips
    let speech = BookSpeech(
      directory: book.directory, versions: book.plan.engineVersions, cache: setup.clips,
      policy: SpeechPolicy(
        fallbacks: book.fallbacks, takes: .decoding(paces: setup.paces(for: book.plan))))
    clips = ClipSource(
      speech: speech, sampleRate: book.sampleRate, levels: nil,
      pace: ExpectedPace(known: setup.paces(for: book.plan)))
    levels = VoiceLevels(
      speech: speech, store: setup.levelFolder.map(VoiceLevelStore.init), levelsLines: false)
  }

  /// Returns the bill for the passage that contains a line.
  /// Cached clips cost nothing.
  package func bill(for line: BookLine) async -> PaidBill {
    var bill = PaidBill()
    guard let chapter = book.chapter(line.chapter) else { return bill }
    // A request can contain the texts around a span, so the whole chapter is needed.
    for span in chapter.read.speakables(book.directory)[chapter.read.spans(of: line.passage)]
    where span.span.performance.isHeard {
      await bill.add(
        span.engineRequest, version: book.plan.engineVersions[span.span.performance.voice],
        to: span.voiceProvider, book.directory, cache)
    }
    return bill
  }

  /// Renders the passage that contains a line.
  /// Temporary files are written to `folder`.
  /// Throws a `RenderError`, and `CancellationError`.
  package func sound(of line: BookLine, temporaryFolder folder: String) async throws -> LineSound {
    try await sound(
      ofPassage: line.passage, inChapter: line.chapter, item: line.item, temporaryFolder: folder)
  }

  /// Renders a passage by its index in a chapter, whose number begins at 1.
  /// `item` is the line that names the voice.
  /// Throws as `sound(of:temporaryFolder:)`.
  package func sound(
    ofPassage index: Int, inChapter number: Int, item: Int = 0, temporaryFolder folder: String
  ) async throws -> LineSound {
    guard let chapter = book.chapter(number), chapter.read.passages.indices.contains(index) else {
      throw RenderError.line(
        ScriptPosition(source: 0, line: 1), kind: .engine,
        message: "the book has no passage \(index) in chapter \(number)")
    }
    let passage = chapter.read.passages[index]
    let spoken = passage.items[item]
    let path = "\(folder)/\(UUID().uuidString).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      let master = try Master(
        files: [(path: path, format: .wav)], sampleRate: book.sampleRate,
        channels: book.options.channels, encoding: EncodingOptions(), mastering: nil)
      let renderer = ChapterRenderer(
        chapter: chapter, clips: clips, passages: index..<index + 1
      ) { _, _ in }
      let sound = try await renderer.render(into: master)
      await cache?.settle()
      let performance = spoken.spans[0].performance
      let fallback = sound.fallbacks[item].flatMap(VoiceURI.init)
      return LineSound(
        samples: try Self.samples(of: path, sound.heard, book.options.channels),
        sampleRate: book.sampleRate, channels: book.options.channels,
        // A recording has no voice whose level is known, so it is levelled by its own loudness.
        level: spoken.substitute?.take == nil
          ? try await levels.gain(of: VoiceManner(performance, fallback: fallback))
          : try levelOfSamples(path, sound.heard),
        pauseBefore: passage.pauseBefore,
        voice: fallback ?? spoken.role?.voice ?? book.plan.cast[""] ?? performance.voice)
    } catch {
      // Pending clips have been paid for, so they must be cached.
      await cache?.settle()
      if let error = error as? AudioError { throw RenderError.audio(error) }
      if let failure = error as? SpeechFailure {
        throw RenderError.line(
          spoken.position, kind: .unavailable,
          message: "\(failure.providerId): \(failure.error)")
      }
      throw error
    }
  }

  private func levelOfSamples(_ path: String, _ place: Range<Int>) throws -> Double {
    let samples = try Self.samples(of: path, place, book.options.channels)
    let mono = stride(from: 0, to: samples.count, by: book.options.channels).map { samples[$0] }
    return try VoiceLevels.gain(of: PCM(samples: mono, sampleRate: book.sampleRate)) ?? 0
  }

  /// Returns the samples of a range of frames in the file that was just written.
  private static func samples(
    of path: String, _ place: Range<Int>, _ channels: Int
  ) throws -> [Int16] {
    let all = try SoundFileReader(path: path).readInterleaved()
    let range = (place.lowerBound * channels..<place.upperBound * channels).clamped(to: all.indices)
    return Array(all[range])
  }
}

extension ChapterSound {
  /// The range of frames from the first spoken frame to the last.
  fileprivate var heard: Range<Int> {
    let start = placements.map(\.start).min() ?? 0
    return start..<max(start, placements.map(\.end).max() ?? 0)
  }
}

extension PlannedBook {
  /// Returns a chapter by its number; nil if there is none.
  fileprivate func chapter(_ number: Int) -> ChapterPlan? {
    plan.chapters.indices.contains(number - 1) ? plan.chapters[number - 1] : nil
  }
}
