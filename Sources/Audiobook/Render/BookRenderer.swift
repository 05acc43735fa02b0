import Audio
import Guion
public import Hablare
public import Narration

/// Builds a plan into a folder: several chapters at once, the longest first, each published when it is
/// complete, the manifest last.
public struct BookRenderer: Sendable {
  let plan: BookPlan
  let options: BuildOptions
  let sampleRate: Int
  let maker: ChapterMaker
  private let progress: Progress

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
      wantsWordTimings: !options.captions.isEmpty)
    maker = ChapterMaker(
      plan: plan, options: options, sampleRate: sampleRate,
      clips: ClipSource(
        speech: speech, sampleRate: sampleRate,
        levels: options.loudness == .off
          ? nil : VoiceLevels(speech: speech, store: levels.map(VoiceLevelStore.init))),
      progress: progress)
    self.progress = progress
  }

  /// Renders what is asked for and is not there yet.
  ///
  /// Throws a `RenderError` where the folder cannot be used and `CancellationError` when cancelled;
  /// what was finished stays in both cases. Chapters that fail are in the outcome.
  public func render(into path: String) async throws -> BuildOutcome {
    let transaction = try await FolderTransaction.begin(
      in: path, shard: options.shard, waits: options.waits
    ) { await progress.waiting(for: path, heldBy: $0) }
    // Of a share its chapters are of interest, of the whole book all.
    let chapters = plan.chapters(of: options.shard)
    let wanted = chapters.filter {
      options.only?.contains(index: $0.index, title: $0.title) ?? true
    }
    if !options.overwrite {
      // Also those that only `assemble` will write: better now than after hours.
      try transaction.folder.checkForeign(
        wanted.flatMap(options.fileNames) + wanted.flatMap(options.captionNames)
          + BoundBook.names(
            title: plan.title, options.books, options.captions, cover: plan.cover?.fileName))
    }
    try removeStaleParts(transaction)
    var work = WorkList(
      chapters: chapters, wanted: Set(wanted.map(\.index)), survey: try transaction.folder.survey(),
      settings: maker.settings)
    var state = BuildState(work.kept.merging(work.standing) { kept, _ in kept })
    state.outcome.reused = wanted.count { work.kept[$0.index] != nil }
    await progress.start(work, chapters: wanted.count, reused: state.outcome.reused)
    do {
      // Before anything gets a name: it may be that of a file that is taken over here.
      try await retagAll(&work, transaction, &state)
      try await renderAll(work.rendered.map(\.chapter), transaction, &state)
    } catch {
      await maker.clips.speech.cache?.settle()
      throw error
    }
    // Lines of a chapter that failed may still be on their way, and are paid for: they are kept.
    await maker.clips.speech.cache?.settle()
    try finish(chapters, transaction, &state)
    return state.outcome
  }

  /// What a build knows while it runs.
  struct BuildState {
    var records: [Int: ChapterRecord]
    var outcome = BuildOutcome()
    /// The chapters that this build has published.
    var published: Set<Int> = []
    /// The captions that this build has written, by name.
    var newCaptions: Set<String> = []

    init(_ records: [Int: ChapterRecord]) { self.records = records }
  }

  // MARK: Chapters whose sound is there

  /// One chapter as retagging leaves it.
  private struct Retagged: Sendable {
    var moved: WorkList.Moved
    /// Nil where the sound is not what it was.
    var finished: ChapterMaker.Finished?
  }

  /// Gives all chapters that were moved or renamed their new tags, and only then their new names.
  private func retagAll(
    _ work: inout WorkList, _ transaction: FolderTransaction, _ state: inout BuildState
  ) async throws {
    guard !work.moved.isEmpty else { return }
    let temporary = temporaryPaths(of: work.moved.map(\.chapter), transaction)
    defer { temporary.values.forEach(remove) }
    var finished: [ChapterMaker.Finished] = []
    try await withThrowingTaskGroup(of: Retagged.self) { group in
      var queue = work.moved[...]
      func startNext() {
        guard let next = queue.popFirst(), let paths = temporary[next.chapter.index] else { return }
        let path = transaction.folder.path
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
    try await publish(finished, transaction, &state)
    state.outcome.moved = finished.count
  }

  /// Nil where the files of the earlier build cannot be read as what they were; where there is no room
  /// for new ones, rendering the chapter would find none either.
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

  private func renderAll(
    _ todo: [ChapterPlan], _ transaction: FolderTransaction, _ state: inout BuildState
  ) async throws {
    // The longest first, so that the last one to run is short and no core waits for it alone.
    var queue = todo.sorted { ($0.characterCount, $1.index) > ($1.characterCount, $0.index) }[...]
    let (temporary, records) = (temporaryPaths(of: todo, transaction), transaction.folder.records)
    // What is not published by the end, by failure or cancellation, goes.
    defer { temporary.values.forEach(remove) }
    try await withThrowingTaskGroup(of: Step.self) { group in
      func startNext() {
        guard let chapter = queue.popFirst(), let paths = temporary[chapter.index] else { return }
        group.addTask { await render(chapter, into: paths, records) }
      }
      // One more than there are processors: while a chapter is tagged, the engine has the lines of
      // another.
      for _ in 0...options.jobs { startNext() }
      while let step = try await group.next() {
        switch step {
        case .rendered(let finished):
          // The disk takes its time; meanwhile the next chapter is on its way.
          let paths = temporary[finished.chapter.index] ?? []
          group.addTask {
            try await flush(paths)
            return .flushed(finished)
          }
          startNext()
        case .flushed(let finished):
          try await publish([finished], transaction, &state)
          state.outcome.lesson.add(finished.chapter, finished.sound, sampleRate: sampleRate)
        case .failed(let chapter, let error):
          guard let error = error as? RenderError else { throw error }
          // No other chapter finds room either, and one message says it.
          if error.isFullDisk { throw error }
          state.outcome.failures.append((chapter.index, error))
          await progress.failed(chapter.index, error)
          if !options.keepGoing || error.isCostLimit { queue = [] }
          startNext()
        }
        if Task.isCancelled { throw CancellationError() }
      }
    }
    state.outcome.failures.sort { $0.chapter < $1.chapter }
  }

  /// How far a chapter has come.
  private enum Step: Sendable {
    /// Its files are complete under temporary names.
    case rendered(ChapterMaker.Finished)
    /// Its files are on disk.
    case flushed(ChapterMaker.Finished)
    case failed(ChapterPlan, any Error)
  }

  private func render(
    _ chapter: ChapterPlan, into paths: [String], _ records: String
  ) async -> Step {
    do {
      return .rendered(try await maker.render(chapter, into: paths, spillingInto: records))
    } catch let error as AudioError {
      return .failed(chapter, RenderError.audio(error))
    } catch {
      return .failed(chapter, error)
    }
  }

  // MARK: Files

  private func temporaryPaths(
    of chapters: [ChapterPlan], _ transaction: FolderTransaction
  ) -> [Int: [String]] {
    Dictionary(
      uniqueKeysWithValues: chapters.map { chapter in
        (chapter.index, options.fileNames(of: chapter).map(transaction.temporaryPath))
      })
  }

  private func remove(_ paths: [String]) {
    // Were one to stay, the next build would remove it.
    for path in ChapterMaker.temporaryPaths(paths) { try? FileSystem.remove(path) }
  }

  private func flush(_ paths: [String]) async throws {
    for path in paths {
      try await Blocking.run { () throws(RenderError) in try FileSystem.flush(path) }
    }
  }

  private func publish(
    _ finished: [ChapterMaker.Finished], _ transaction: FolderTransaction, _ state: inout BuildState
  ) async throws {
    let records = try finished.map { try record(of: $0, transaction) }
    try transaction.publish(records)
    for (chapter, record) in zip(finished, records) {
      let index = chapter.chapter.index
      state.records[index] = record
      state.published.insert(index)
      state.add(try captions(of: chapter.chapter, record, transaction))
      state.outcome.warnings += chapter.sound.warnings.count
      for (source, warning) in chapter.sound.warnings {
        await progress.warning(index, source, warning)
      }
      await progress.finished(index, file: shownFile(of: record), samples: record.samples)
    }
  }

  /// The file in which a listener finds a chapter.
  private func shownFile(of record: ChapterRecord) -> String {
    options.formats.isEmpty
      ? options.books.first.map { BookFile.name(title: plan.title, $0.fileExtension) } ?? ""
      : record.files[0].file
  }

  private func record(
    of finished: ChapterMaker.Finished, _ transaction: FolderTransaction
  ) throws(RenderError) -> ChapterRecord {
    var files: [FileRecord] = []
    for (name, hash) in zip(options.fileNames(of: finished.chapter), finished.hashes) {
      files.append(try transaction.record(of: name, sha256: hash))
    }
    let sound = finished.sound
    var stretch: Int?
    if let format = options.books.first {
      let path = transaction.temporaryPath(of: files[options.formats.count].file)
      do throws(AudioError) {
        stretch = try BookFileWriter.length(ofStretch: path, format)
      } catch {
        throw .audio(error)
      }
    }
    return ChapterRecord(
      fingerprint: finished.chapter.fingerprint, tagsFingerprint: finished.chapter.tagsFingerprint,
      samples: sound.samples, placements: sound.placements.flatMap { [$0.start, $0.end] },
      files: files, standIns: sound.standIns.isEmpty ? nil : sound.standIns,
      stretch: stretch, loudness: sound.loudness, captions: sound.spans, trace: finished.trace)
  }
}
