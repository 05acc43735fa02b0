import Audio
package import Hablare
package import Narration

/// Builds a plan into a folder.
/// Several chapters are rendered at once, the longest first.
/// Each chapter is published when it is complete. The manifest is published last.
///
/// `ChapterScheduler` decides when each chapter is rendered; `BookCommitter` publishes the finished chapters.
package struct BookRenderer: Sendable {
  private let plan: BookPlan
  private let options: BuildOptions
  let sampleRate: Int
  let maker: ChapterMaker

  /// Creates a renderer.
  ///
  /// `onEvent` is called in order, from one task at a time.
  /// Cacheable clips are read from `cache` and stored there. Voice measurements are stored in the folder
  /// `levels`. `paces` are the voice paces learned by earlier builds; they show whether a take has far too
  /// little audio for its text. `fallbacks` are the fallback voices by provider id. If a provider is down,
  /// its fallback voice speaks the provider's remaining lines.
  package init(
    plan: BookPlan, options: BuildOptions, sampleRate: Int, directory: VoiceDirectory,
    cache: ClipCache? = nil, levels: String? = nil, paces: [PaceKey: VoicePace] = [:],
    fallbacks: [String: VoiceURI] = [:],
    onEvent: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.sampleRate = sampleRate
    let progress = Progress(sampleRate: sampleRate, onEvent: onEvent)
    var policy = SpeechPolicy(
      fallbacks: fallbacks, takes: .decoding(paces: paces),
      wantsWordTimings: options.needsTimings, onOutage: { await progress.outage($0) })
    let retakes = options.retakes
    policy.renews = { retakes.contains($0) }
    let speech = BookSpeech(
      directory: directory, versions: plan.engineVersions, cache: cache, policy: policy)
    maker = ChapterMaker(
      plan: plan, options: options, sampleRate: sampleRate,
      clips: ClipSource(
        speech: speech, sampleRate: sampleRate,
        levels: options.loudness == .off
          ? nil
          : VoiceLevels(
            speech: speech, store: levels.map(VoiceLevelStore.init),
            levelsLines: plan.rules >= .v1_2),
        pace: ExpectedPace(known: paces)),
      progress: progress,
      sounds: SoundStore(sampleRate: sampleRate, options))
  }

  /// Renders the requested chapters that are not current.
  /// Throws a `RenderError` if the folder cannot be used, and `CancellationError` if the task is cancelled.
  /// In both cases, the finished chapters remain in the folder. Failed chapters are listed in the outcome.
  package func render(into path: String) async throws -> BuildOutcome {
    let (progress, speech) = (maker.progress, maker.clips.speech)
    let transaction = try await FolderTransaction.begin(
      in: path, shard: options.shard, waits: options.waits
    ) { await progress.waiting(for: path, heldBy: $0) }
    // The build of a shard renders only the chapters of this shard.
    let chapters = plan.chapters(of: options.shard)
    let selected = plan.selectedChapters(options)
    try check(selected, in: transaction.folder)
    let parts = ShardParts(
      plan: plan, options: options, sampleRate: sampleRate, transaction: transaction)
    try parts.removeStale()
    let work = WorkList(
      chapters: chapters, selected: Set(selected.map(\.index)),
      survey: try transaction.folder.survey(), settings: maker.settings)
    let committer = BookCommitter(parts: parts, work: work)
    committer.outcome.selected = selected.count
    committer.outcome.reused = selected.count { work.reusable[$0.index] != nil }
    await progress.start(work, chapters: selected.count, reused: committer.outcome.reused)
    do {
      try await ChapterScheduler(maker: maker).run(work, committing: committer)
    } catch {
      await speech.cache?.settle()
      throw error
    }
    // Lines of a failed chapter may still be in progress. They are paid for, so the build waits until they
    // are cached.
    await speech.cache?.settle()
    committer.outcome.reusedClips = speech.service.maker.reusedClips
    committer.outcome.warnings += speech.service.maker.outageCount
    return try committer.finish(chapters)
  }

  /// Throws an error if a file of this build cannot be written, or has the name of a file that this program did not
  /// write.
  private func check(_ selected: [ChapterPlan], in folder: OutputFolder) throws(RenderError) {
    // The check includes files that only `assemble` will write, so that the error comes now and not after hours.
    let book = BookDescription(plan, options: options, sampleRate: sampleRate)
    let names =
      selected.flatMap(options.fileNames)
      + selected.flatMap { book.artifacts.names(ofChapter: $0.index, stem: $0.fileStem) }
      + book.names
    for name in names { try Subfolder.check(for: name, in: folder.path) }
    for artifact in book.artifacts.all {
      try artifact.check(options, title: plan.title, folder: folder.path)
    }
    if !options.overwrite { try folder.checkForeignFiles(names) }
  }
}
