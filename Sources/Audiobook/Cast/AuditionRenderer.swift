import Audio
import Hablare
import Narration

/// Renders an audition with the clip cache, voice levels and loudness target of a build, but without an output
/// folder.
package struct AuditionRenderer: Sendable {
  private let plan: BookPlan
  private let renderer: BookRenderer

  /// Creates a renderer for an audition that is planned as a book (`AuditionScene.planned`).
  package init(_ book: PlannedBook, speech: SpeechSetup) {
    var options = book.options
    (options.formats, options.books, options.captions) = ([.wav], [], [])
    plan = book.plan
    renderer = BookRenderer(
      plan: book.plan, options: options, sampleRate: book.sampleRate, directory: book.directory,
      cache: speech.clips, levels: speech.levelFolder, paces: speech.paces(for: book.plan),
      onEvent: { _ in })
  }

  /// Writes the audition as a WAV file, and returns the start times of the voices in seconds.
  ///
  /// Temporary files are written to `folder`. Throws a `RenderError` or a `CancellationError`.
  package func render(to path: String, temporaryFolder folder: String) async throws -> [Double] {
    try await keepingClips {
      let finished = try await renderer.maker.render(
        plan.chapters[0], into: [path], temporaryFolder: folder)
      return finished.sound.placements.map { Double($0.start) / Double(renderer.sampleRate) }
    }
  }

  /// Returns the gains in decibels that level the measured voices, in order; nil for a silent voice.
  ///
  /// Each voice speaks the measuring passage of its language. This clip is paid for and cached like any other clip.
  /// Throws a `RenderError` or a `CancellationError`.
  package func gains() async throws -> [Double?] {
    try await keepingClips {
      var gains: [Double?] = []
      let clips = renderer.maker.clips
      for chapter in plan.chapters.dropFirst() {
        for line in chapter.read.speakables(clips.speech.directory) {
          let clip = try await clips.clip(of: line)
          gains.append(try VoiceLevels.gain(of: clip.sound.pcm))
        }
      }
      return gains
    }
  }

  /// Runs `work`, then waits for clips in progress, even if `work` fails: clips that are paid for must be cached.
  private func keepingClips<Result>(_ work: () async throws -> Result) async throws -> Result {
    let cache = renderer.maker.clips.speech.cache
    do {
      let result = try await work()
      await cache?.settle()
      return result
    } catch {
      await cache?.settle()
      if let error = error as? AudioError { throw RenderError.audio(error) }
      throw error
    }
  }
}
