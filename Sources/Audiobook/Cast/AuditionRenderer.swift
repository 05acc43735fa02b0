import Audio
import Hablare

/// Makes the sound of an audition: with the clips, levels and loudness of a build, and without its folder.
public struct AuditionRenderer: Sendable {
  private let plan: BookPlan
  private let renderer: BookRenderer

  /// Makes a renderer for an audition as a planned book (`AuditionScene.planned`).
  public init(_ book: PlannedBook, speech: SpeechSetup) {
    var options = book.options
    (options.formats, options.books, options.captions) = ([.wav], [], [])
    plan = book.plan
    renderer = BookRenderer(
      plan: book.plan, options: options, sampleRate: book.sampleRate, directory: book.directory,
      cache: speech.clips, levels: speech.levelFolder, paces: speech.paces(for: book.plan),
      onEvent: { _ in })
  }

  /// Writes what is heard as WAV, and gives the seconds at which the voices begin.
  ///
  /// What is needed on the way lies in `folder`. Throws a `RenderError`, and `CancellationError`.
  public func render(to path: String, spillingInto folder: String) async throws -> [Double] {
    try await keepingClips {
      let finished = try await renderer.maker.render(
        plan.chapters[0], into: [path], spillingInto: folder)
      return finished.sound.placements.map { Double($0.start) / Double(renderer.sampleRate) }
    }
  }

  /// The gains in decibels that bring the voices level that are to be measured, in their order; nil of one that
  /// is not heard.
  ///
  /// Each is spoken to by the passage of its language, which is paid for as any line is, and kept. Throws a
  /// `RenderError`, and `CancellationError`.
  public func gains() async throws -> [Double?] {
    try await keepingClips {
      var gains: [Double?] = []
      for span in plan.chapters.dropFirst().flatMap(\.read.placedSpans) {
        let clip = try await renderer.maker.clips.clip(of: span)
        gains.append(try VoiceLevels.gain(of: clip.sound.pcm))
      }
      return gains
    }
  }

  /// Whatever happens, what is on its way is paid for, and kept.
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
