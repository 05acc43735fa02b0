package import Basics
package import Guion
package import Hablare
public import Narration

/// A book that is cast, planned and ready to render.
public struct PlannedBook: Sendable {
  /// The plan.
  public var plan: BookPlan
  /// The options of the build, including the lines that get new takes.
  public var options: BuildOptions
  /// The sample rate of every file, in hertz.
  package var sampleRate: Int
  /// The number of warnings found before rendering.
  public var warnings = 0
  /// The paths of the book's documents, as the user wrote them.
  package var paths: [String]
  /// The providers of the book's voices.
  package var directory: VoiceDirectory
  /// The settings of the cast file and the front matter.
  public var cast: Cast
  /// The speakers and their voices.
  package var casting: Casting
  /// The cast file; nil if there is none.
  package var castFile: String?
  /// The elements of the script; empty unless `Book.keepsElements` is set.
  package var elements: [GuionElement] = []
  /// What applies settings to single lines, and who speaks the quotations of prose; nil unless `Book.keepsElements` is set.
  package var shaper: LineShaper?
  package var quotations: QuotedSpeech?
  /// The fallback voice for each provider that has one, by provider id.
  package var fallbacks: [String: VoiceURI]
  /// The recordings by people; nil if the cast names no folder, or the folder has no table.
  package var recordings: Recordings?
  /// The folder of recordings; nil if the cast names none.
  package var recordingFolder: FilePath?
  /// The errors about roles that the options name and the book does not have.
  var unknownRoles: [BookError] = []

  /// The names of the roles, beginning with the largest role; the narrator's name is empty.
  package var roleNames: [String] { roleWords.map(\.name) }

  /// The names of the roles with the number of their words, beginning with the largest role.
  var roleWords: [(name: String, words: Int)] {
    PlanSummary(
      of: plan, options: BuildOptions(), estimate: SpeechEstimate(for: plan), sampleRate: sampleRate
    ).roles.map { ($0.name, $0.amount.words) }
  }

  /// Throws a `BookError` if the options select only chapters, or a role, that the book does not have.
  package func checkSelection() throws(BookError) {
    if let unknown = unknownRoles.first { throw unknown }
    guard let only = options.only, !plan.chapters.contains(where: options.selects) else { return }
    let count = plan.chapters.count
    let advice =
      only.reversedRange.map { "write the range as \($0.last)-\($0.first)" }
      ?? "the plan lists the chapters"
    throw BookError(
      .wrongRequest, .only,
      " \(only.text): no chapter matches this number, range or title; the book has \(count) "
        + "chapter\(count == 1 ? "" : "s"); \(advice)")
  }

  /// Returns an estimate of the lengths of the book's lines, from the known paces of the voices.
  package func estimate(_ speech: SpeechSetup) -> SpeechEstimate {
    SpeechEstimate(for: plan, known: speech.paces(for: plan))
  }

  /// Returns the sizes of the book's chapters and roles.
  ///
  /// `lengths` contains the length of each built chapter in samples, by the chapter's index.
  package func summary(
    _ speech: SpeechSetup, lengths: [Int: Int] = [:], formerVoices: [String: String] = [:]
  ) -> PlanSummary {
    var summary = PlanSummary(
      of: plan, options: options,
      estimate: SpeechEstimate(for: plan, known: speech.paces(for: plan)), lengths: lengths,
      formerVoices: formerVoices, sampleRate: sampleRate)
    for index in summary.roles.indices {
      summary.roles[index].portrait = casting.portraits[summary.roles[index].name]
    }
    return summary
  }

  /// Renders the selected chapters that are not yet in the folder, and stores the measured paces of the voices.
  ///
  /// `onEvent` is called in order, by one task at a time. Throws a `RenderError` if the folder cannot be used, and
  /// `CancellationError` if the task is cancelled. In both cases, the finished chapters remain in the folder. The
  /// outcome lists the chapters that failed.
  public func build(
    into folder: String, speech: SpeechSetup,
    onEvent: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws -> BuildOutcome {
    let paces = speech.paces(for: plan)
    let renderer = BookRenderer(
      plan: plan, options: options, sampleRate: sampleRate, directory: directory,
      cache: speech.clips, levels: speech.levelFolder, paces: paces, fallbacks: fallbacks,
      onEvent: onEvent)
    var outcome = try await renderer.render(into: folder)
    outcome.knownPaces = paces
    speech.paces?.learn(outcome.lesson)
    return outcome
  }

  /// Compares the estimate made before a build with the rendered lengths; nil if the build rendered nothing.
  package func accuracy(of outcome: BuildOutcome) -> EstimateAccuracy? {
    guard !outcome.lesson.chapters.isEmpty else { return nil }
    let estimate = SpeechEstimate(for: plan, known: outcome.knownPaces)
    return EstimateAccuracy(
      plan.chapters.compactMap { chapter in
        outcome.lesson.chapters[chapter.index].map { (estimate.seconds(of: chapter.read), $0) }
      })
  }
}

extension PlannedBook {
  /// Advice if a shop wants credits and the cast does not say who narrates; nil otherwise.
  package var noteOnNarrator: String? {
    let hasName = cast.speech.narratorName?.contains { $0.isLetter || $0.isNumber } == true
    guard options.shop != nil, !hasName else { return nil }
    return ShopPreset.adviceOnNarrator(plan.cast[""])
  }
}
