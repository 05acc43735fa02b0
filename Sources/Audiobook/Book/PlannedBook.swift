public import Guion
public import Hablare
public import Narration

/// A book that can be rendered: cast and planned, with everything that its sound needs.
public struct PlannedBook: Sendable {
  /// The plan.
  public var plan: BookPlan
  /// What the build is asked for, with the lines of which new takes are asked for.
  public var options: BuildOptions
  /// The rate of every file, in hertz.
  public var sampleRate: Int
  /// The number of warnings before the first sound.
  public var warnings = 0
  /// The paths of its documents, as the user wrote them.
  public var paths: [String]
  /// The providers of its voices.
  public var directory: VoiceDirectory
  /// The settings of cast file and front matter.
  public var cast: Cast
  /// Who speaks.
  public var casting: Casting
  /// The cast file; nil if there is none.
  public var castFile: String?
  /// The elements of the script; empty unless `Book.keepsElements` is set.
  public var elements: [GuionElement] = []
  /// The fallback voice for each provider that has one, by provider id.
  public var standIns: [String: VoiceURI]

  /// The names of the roles, the largest role first; the narrator's name is empty.
  public var roleNames: [String] {
    PlanSummary(
      of: plan, options: BuildOptions(), estimate: SpeechEstimate(for: plan), sampleRate: sampleRate
    ).roles.map(\.name)
  }

  /// Throws a `BookError` if the options ask for chapters and the book has none of them.
  public func checkSelection() throws(BookError) {
    guard let only = options.only, !plan.chapters.contains(where: options.wants) else { return }
    let count = plan.chapters.count
    throw BookError(
      .wrongRequest, .only,
      " \(only.text): the book has \(count) chapter\(count == 1 ? "" : "s"), and none of this number or "
        + "title")
  }

  /// How long its lines take, by what is known of the tempos of their voices.
  public func estimate(_ speech: SpeechSetup) -> SpeechEstimate {
    SpeechEstimate(for: plan, known: speech.paces(for: plan))
  }

  /// How long its chapters and roles are; `lengths` are those of built chapters by index, in samples.
  public func summary(
    _ speech: SpeechSetup, lengths: [Int: Int] = [:], formerVoices: [String: String] = [:]
  ) -> PlanSummary {
    PlanSummary(
      of: plan, options: options,
      estimate: SpeechEstimate(for: plan, known: speech.paces(for: plan)), lengths: lengths,
      formerVoices: formerVoices, sampleRate: sampleRate)
  }

  /// Renders what is asked for and is not yet in the folder, and learns the tempos of the voices.
  ///
  /// `onEvent` is called in order, by one task at a time. Throws a `RenderError` if the folder cannot
  /// be used and `CancellationError` if the task is cancelled; finished chapters stay in both cases.
  /// Chapters that fail are in the outcome.
  public func build(
    into folder: String, speech: SpeechSetup,
    onEvent: @escaping @Sendable (RenderEvent) -> Void = { _ in }
  ) async throws -> BuildOutcome {
    let paces = speech.paces(for: plan)
    let renderer = BookRenderer(
      plan: plan, options: options, sampleRate: sampleRate, directory: directory,
      cache: speech.clips, levels: speech.levelFolder, paces: paces, standIns: standIns,
      onEvent: onEvent)
    var outcome = try await renderer.render(into: folder)
    outcome.knownPaces = paces
    speech.paces?.learn(outcome.lesson)
    return outcome
  }

  /// How far off the estimate was that was made before a build; nil if the build rendered nothing.
  public func accuracy(of outcome: BuildOutcome) -> EstimateAccuracy? {
    guard !outcome.lesson.chapters.isEmpty else { return nil }
    let estimate = SpeechEstimate(for: plan, known: outcome.knownPaces)
    return EstimateAccuracy(
      plan.chapters.compactMap { chapter in
        outcome.lesson.chapters[chapter.index].map { (estimate.seconds(of: chapter.read), $0) }
      })
  }
}
