import Audio
public import Hablare
public import Narration

/// Builds a plan into a folder: several chapters at once, the longest first, each published when it is
/// complete, the manifest last.
///
/// `ChapterScheduler` says which chapters are made when, `BookCommitter` what becomes of those that are made.
public struct BookRenderer: Sendable {
  private let plan: BookPlan
  private let options: BuildOptions
  let sampleRate: Int
  let maker: ChapterMaker

  /// Makes a renderer; `onEvent` is called in order, from one task at a time.
  ///
  /// Clips that are worth keeping are taken from `cache` and go there, and what was measured of voices
  /// lies in the folder `levels`. `paces` are what earlier builds have learned of the voices: a take
  /// that has far too little sound for its words is not kept. Where a provider that has an entry in
  /// `standIns` is down, that voice speaks the rest of its lines.
  public init(
    plan: BookPlan, options: BuildOptions, sampleRate: Int, directory: VoiceDirectory,
    cache: ClipCache? = nil, levels: String? = nil, paces: [PaceKey: VoicePace] = [:],
    standIns: [String: VoiceURI] = [:],
    onEvent: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.sampleRate = sampleRate
    let progress = Progress(sampleRate: sampleRate, onEvent: onEvent)
    let speech = SpeechSource(
      directory: directory, versions: plan.engineVersions, cache: cache,
      standIns: StandIns(standIns, onOutage: { await progress.outage($0) }),
      pace: ExpectedPace(known: paces), retakes: options.retakes,
      wantsWordTimings: options.needsTimings)
    maker = ChapterMaker(
      plan: plan, options: options, sampleRate: sampleRate,
      clips: ClipSource(
        speech: speech, sampleRate: sampleRate,
        levels: options.loudness == .off
          ? nil : VoiceLevels(speech: speech, store: levels.map(VoiceLevelStore.init))),
      progress: progress)
  }

  /// Renders what is asked for and is not there yet.
  ///
  /// Throws a `RenderError` where the folder cannot be used and `CancellationError` when cancelled;
  /// what was finished stays in both cases. Chapters that fail are in the outcome.
  public func render(into path: String) async throws -> BuildOutcome {
    let (progress, speech) = (maker.progress, maker.clips.speech)
    let transaction = try await FolderTransaction.begin(
      in: path, shard: options.shard, waits: options.waits
    ) { await progress.waiting(for: path, heldBy: $0) }
    // Of a share its chapters are of interest, of the whole book all.
    let chapters = plan.chapters(of: options.shard)
    let wanted = plan.wanted(options)
    try checkReadAlong(in: transaction.folder)
    if !options.overwrite { try checkForeign(wanted, in: transaction.folder) }
    let parts = ShareParts(
      plan: plan, options: options, sampleRate: sampleRate, transaction: transaction)
    try parts.removeStale()
    let work = WorkList(
      chapters: chapters, wanted: Set(wanted.map(\.index)),
      survey: try transaction.folder.survey(), settings: maker.settings)
    let committer = BookCommitter(parts: parts, work: work)
    committer.outcome.reused = wanted.count { work.kept[$0.index] != nil }
    await progress.start(work, chapters: wanted.count, reused: committer.outcome.reused)
    do {
      try await ChapterScheduler(maker: maker).run(work, committing: committer)
    } catch {
      await speech.cache?.settle()
      throw error
    }
    // Lines of a chapter that failed may still be on their way, and are paid for: they are kept.
    await speech.cache?.settle()
    committer.outcome.reusedClips = speech.tally.reused
    committer.outcome.warnings += speech.standIns.outageCount
    return try committer.finish(chapters)
  }

  /// Fails if what people are to read along cannot be made.
  private func checkReadAlong(in folder: OutputFolder) throws(RenderError) {
    if options.readAlong.contains(.html) { try ReadAlongFolder.check(in: folder.path) }
    guard !options.readAlong.contains(.epub) || options.hasEPUBSound else {
      throw .output(
        path: folder.path(of: EPUBAssembly.name(title: plan.title)),
        reason: "an EPUB holds MP3 or AAC, and this build makes neither")
    }
  }

  /// Fails if somebody else's file has a name of this build.
  private func checkForeign(
    _ wanted: [ChapterPlan], in folder: OutputFolder
  ) throws(RenderError) {
    // Also those that only `assemble` will write: better now than after hours.
    try folder.checkForeign(
      wanted.flatMap(options.fileNames) + wanted.flatMap(options.captionNames)
        + wanted.flatMap(options.pageNames)
        + BoundBook.names(
          title: plan.title, options.books, options.captions, cover: plan.cover?.fileName,
          readAlong: options.readAlong))
  }
}
