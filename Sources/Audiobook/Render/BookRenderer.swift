import Audio
import Basics
import Hablare
import Narration

/// Builds a plan into a folder.
/// Several chapters are rendered at once, the longest first.
/// Each chapter is published when it is complete. The manifest is published last.
///
/// `ChapterScheduler` decides when each chapter is rendered; `BookCommitter` publishes the finished chapters.
struct BookRenderer: Sendable {
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
  init(
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
  func render(into path: String) async throws -> BuildOutcome {
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

/// Decides when each chapter is rendered: several at once, the longest first.
/// The scheduler reports finished chapters. It ends the build if the task is cancelled or the disk is full. After
/// a failed chapter, it starts no more chapters. If `keepGoing` is set, it stops starting chapters only when the
/// cost limit is reached. If a provider is down, `Fallbacks` gives the provider's lines to the fallback voice.
private struct ChapterScheduler: Sendable {
  let maker: ChapterMaker

  private var options: BuildOptions { maker.options }

  /// Retags and renders the chapters of a work list.
  /// The committer publishes each chapter.
  /// Throws errors that end the build. Other failures of chapters are recorded in the committer.
  func run(_ work: WorkList, committing committer: BookCommitter) async throws {
    var work = work
    // Retagging comes first, because rendered chapters may take the names of files that are reused here.
    try await retagAll(&work, committer)
    try await renderAll(work.rendered.map(\.chapter), committer)
  }

  // MARK: Chapters with reusable audio

  /// The result of retagging a chapter.
  private struct Retagged: Sendable {
    var moved: WorkList.Moved
    /// The retagged chapter; nil if the files of the earlier build cannot be used.
    var finished: ChapterMaker.Finished?
  }

  /// Writes new tags for all chapters that were moved or renamed, and renames their files only after that.
  private func retagAll(_ work: inout WorkList, _ committer: BookCommitter) async throws {
    guard !work.moved.isEmpty else { return }
    let temporary = committer.temporaryPaths(of: work.moved.map(\.chapter))
    defer { temporary.values.forEach(committer.discard) }
    var finished: [ChapterMaker.Finished] = []
    try await withThrowingTaskGroup(of: Retagged.self) { group in
      var queue = work.moved[...]
      let path = committer.folder.path
      func startNext() {
        guard let next = queue.popFirst(), let paths = temporary[next.chapter.index] else { return }
        group.addTask {
          let finished = try retag(next, in: path, into: paths)
          if finished != nil { try await flush(paths) }
          return Retagged(moved: next, finished: finished)
        }
      }
      for _ in 0...options.jobs { startNext() }
      while let step = try await group.next() {
        if let chapter = step.finished {
          finished.append(chapter)
        } else {
          work.render(step.moved)
        }
        try Task.checkCancellation()
        startNext()
      }
    }
    finished.sort { $0.chapter.index < $1.chapter.index }
    try await commit(finished, committer)
    committer.outcome.moved = finished.count
  }

  /// Returns a chapter with new tags; nil if the files of the earlier build cannot be used.
  /// Throws an error if a file cannot be written, because rendering the chapter would then fail too.
  private func retag(
    _ moved: WorkList.Moved, in folder: String, into paths: [String]
  ) throws -> ChapterMaker.Finished? {
    do {
      return try maker.retag(moved, in: folder, into: paths)
    } catch let error as AudioError {
      switch error {
      case .noSpace, .cannotWrite: throw RenderError.audio(error)
      default: return nil
      }
    }
  }

  // MARK: Chapters that are rendered

  /// A step in the rendering of a chapter.
  private enum Step: Sendable {
    /// The chapter's files are complete under temporary names.
    case rendered(ChapterMaker.Finished)
    /// The chapter's files are on disk.
    case flushed(ChapterMaker.Finished)
    case failed(ChapterPlan, any Error)
  }

  private func renderAll(_ todo: [ChapterPlan], _ committer: BookCommitter) async throws {
    // The longest chapters come first. So the last chapters are short, and no core idles for long at the end.
    var queue = todo.sorted { ($0.characterCount, $1.index) > ($1.characterCount, $0.index) }[...]
    let (temporary, records) = (committer.temporaryPaths(of: todo), committer.folder.records)
    // After a failure or cancellation, this removes the files that were not published.
    defer { temporary.values.forEach(committer.discard) }
    try await withThrowingTaskGroup(of: Step.self) { group in
      func startNext() {
        guard let chapter = queue.popFirst(), let paths = temporary[chapter.index] else { return }
        group.addTask { await render(chapter, into: paths, records) }
      }
      // One chapter more than `jobs` is started: while one chapter is tagged, the engine renders lines of
      // another chapter.
      for _ in 0...options.jobs { startNext() }
      while let step = try await group.next() {
        switch step {
        case .rendered(let finished):
          // Flushing to disk takes time, so the next chapter starts meanwhile.
          let paths = temporary[finished.chapter.index] ?? []
          group.addTask {
            try await flush(paths)
            return .flushed(finished)
          }
          startNext()
        case .flushed(let finished):
          try await commit([finished], committer)
          committer.outcome.rendered += 1
          committer.learn(from: finished)
        case .failed(let chapter, let error):
          let endsBuild = try await fail(chapter, error, committer)
          if endsBuild { queue = [] }
          startNext()
        }
        if Task.isCancelled { throw CancellationError() }
      }
    }
    committer.outcome.failures.sort { $0.chapter < $1.chapter }
  }

  private func render(
    _ chapter: ChapterPlan, into paths: [String], _ records: String
  ) async -> Step {
    do {
      return .rendered(try await maker.render(chapter, into: paths, temporaryFolder: records))
    } catch let error as AudioError {
      return .failed(chapter, RenderError.audio(error))
    } catch {
      return .failed(chapter, error)
    }
  }

  /// Records a failed chapter, and returns true if the build must not start more chapters.
  /// Throws errors that would affect every other chapter.
  private func fail(
    _ chapter: ChapterPlan, _ error: any Error, _ committer: BookCommitter
  ) async throws -> Bool {
    guard let error = error as? RenderError else { throw error }
    // On a full disk the other chapters fail too, and one message is enough.
    if error.isFullDisk { throw error }
    committer.outcome.failures.append((chapter.index, error))
    await maker.progress.failed(chapter.index, error)
    return !options.keepGoing || error.isCostLimit
  }

  // MARK: Chapters that are complete

  private func flush(_ paths: [String]) async throws {
    for path in paths {
      try await Blocking.run { () throws(RenderError) in try FileSystem.flush(path) }
    }
  }

  /// Publishes chapters together, and reports each chapter.
  private func commit(
    _ finished: [ChapterMaker.Finished], _ committer: BookCommitter
  ) async throws {
    let records = try committer.publish(finished)
    for (chapter, record) in zip(finished, records) {
      let index = chapter.chapter.index
      try committer.add(chapter, record)
      for (source, warning) in chapter.sound.warnings {
        await maker.progress.warning(index, source, warning)
      }
      await maker.progress.finished(
        index, file: committer.shownFile(of: record), samples: record.samples)
    }
  }
}
