import Audio
import Guion
public import Hablare
public import Narration

/// Builds a plan into a folder: several chapters at once, the longest first, each published when it is
/// complete, the manifest last.
public struct BookRenderer: Sendable {
  private let plan: BookPlan
  private let options: BuildOptions
  private let sampleRate: Int
  private let clips: ClipSource
  private let progress: Progress

  /// Makes a renderer; `onEvent` is called in order, from one task at a time.
  ///
  /// Clips that are worth keeping are taken from `cache` and go there. Where a provider that has an
  /// entry in `standIns` is down, that voice speaks the rest of its lines.
  public init(
    plan: BookPlan, options: BuildOptions, sampleRate: Int, directory: VoiceDirectory,
    cache: ClipCache? = nil, standIns: [String: VoiceURI] = [:],
    onEvent: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.sampleRate = sampleRate
    let progress = Progress(sampleRate: sampleRate, onEvent: onEvent)
    let speech = SpeechSource(
      directory: directory, versions: plan.engineVersions, cache: cache,
      standIns: StandIns(standIns, onOutage: { await progress.outage($0) }))
    clips = ClipSource(speech: speech, sampleRate: sampleRate)
    self.progress = progress
  }

  /// Renders what is asked for and is not there yet.
  ///
  /// Throws a `RenderError` where the folder cannot be used and `CancellationError` when cancelled;
  /// what was finished stays in both cases. Chapters that fail are in the outcome.
  public func render(into path: String) async throws -> BuildOutcome {
    let folder = try OutputFolder(path: path)
    let selected = plan.chapters.filter {
      options.only?.contains(index: $0.index, title: $0.title) ?? true
    }
    if !options.overwrite {
      let names = selected.flatMap(fileNames) + ["playlist.m3u8", "manifest.json"]
      try folder.checkForeign(names)
    }
    let current = try folder.currentChapters()
    var state = BuildState(reusable(current))
    let todo = selected.filter { options.force || state.records[$0.index] == nil }
    state.outcome.reused = selected.count - todo.count
    for chapter in todo { state.records[chapter.index] = nil }
    await progress.start(
      chapters: selected.count, items: todo.reduce(0) { $0 + $1.itemCount },
      reused: state.outcome.reused)
    do {
      try await renderAll(todo, folder, &state)
    } catch {
      await clips.speech.cache?.settle()
      throw error
    }
    // Lines of a chapter that failed may still be on their way, and are paid for: they are kept.
    await clips.speech.cache?.settle()
    try finish(folder, &state)
    return state.outcome
  }

  /// What a build knows while it runs.
  private struct BuildState {
    var records: [Int: ChapterRecord]
    var outcome = BuildOutcome()
    /// The chapters that this build has published.
    var published: Set<Int> = []

    init(_ records: [Int: ChapterRecord]) { self.records = records }
  }

  /// The chapters of the plan that are in the folder already, sound, tags and name.
  private func reusable(_ current: [String: [ChapterRecord]]) -> [Int: ChapterRecord] {
    var result: [Int: ChapterRecord] = [:]
    for chapter in plan.chapters {
      let names = fileNames(of: chapter)
      result[chapter.index] = current[chapter.fingerprint]?.last {
        $0.tagsFingerprint == chapter.tagsFingerprint && $0.files.map(\.file) == names
          && $0.placements.count == 2 * chapter.itemCount && !$0.isDegraded
      }
    }
    return result
  }

  private func fileNames(of chapter: ChapterPlan) -> [String] {
    options.formats.map { "\(chapter.fileStem).\($0.fileExtension)" }
  }

  private func renderAll(
    _ todo: [ChapterPlan], _ folder: OutputFolder, _ state: inout BuildState
  ) async throws {
    // The longest first, so that the last one to run is short and no core waits for it alone.
    var queue = todo.sorted { ($0.characterCount, $1.index) > ($1.characterCount, $0.index) }[...]
    let temporary = Dictionary(
      uniqueKeysWithValues: todo.map { chapter in
        (chapter.index, fileNames(of: chapter).map(folder.temporaryPath(of:)))
      })
    // What is not published by the end, by failure or cancellation, goes.
    defer { temporary.values.forEach(remove) }
    try await withThrowingTaskGroup(of: Step.self) { group in
      func startNext() {
        guard let chapter = queue.popFirst(), let paths = temporary[chapter.index] else { return }
        group.addTask { await render(chapter, into: paths) }
      }
      // One more than there are processors: while a chapter is tagged, the engine has the lines of
      // another.
      for _ in 0...options.jobs { startNext() }
      while let step = try await group.next() {
        switch step {
        case .rendered(let chapter, let finished):
          // The disk takes its time; meanwhile the next chapter is on its way.
          let paths = temporary[chapter.index] ?? []
          group.addTask {
            for path in paths {
              try await Blocking.run { () throws(RenderError) in try FileSystem.flush(path) }
            }
            return .flushed(chapter, finished)
          }
          startNext()
        case .flushed(let chapter, let finished):
          try await publish(chapter, finished, folder, &state)
        case .failed(let chapter, let error):
          guard let error = error as? RenderError else { throw error }
          state.outcome.failures.append((chapter.index, error))
          await progress.failed(chapter.index, error)
          if !options.keepGoing { queue = [] }
          startNext()
        }
        if Task.isCancelled { throw CancellationError() }
      }
    }
    state.outcome.failures.sort { $0.chapter < $1.chapter }
  }

  private struct FinishedSound: Sendable {
    var sound: ChapterSound
    /// SHA-256 of each file, in hexadecimal.
    var hashes: [String]
  }

  /// How far a chapter has come.
  private enum Step: Sendable {
    /// Its files are complete under temporary names.
    case rendered(ChapterPlan, FinishedSound)
    /// Its files are on disk.
    case flushed(ChapterPlan, FinishedSound)
    case failed(ChapterPlan, any Error)
  }

  /// Renders one chapter into complete, tagged files under temporary names.
  private func render(_ chapter: ChapterPlan, into paths: [String]) async -> Step {
    do {
      let encoded = paths.map { $0 + ".encoding" }
      let recording = try Recording(
        files: Array(zip(encoded, options.formats)).map { (path: $0.0, format: $0.1) },
        sampleRate: sampleRate, bitrate: options.bitrate)
      let renderer = ChapterRenderer(chapter: chapter, clips: clips) { items, samples in
        await progress.mixed(items, in: chapter.index, samples: samples)
      }
      let sound = try await renderer.render(into: recording)
      var hashes: [String] = []
      for (index, format) in options.formats.enumerated() {
        hashes.append(
          try TaggedFile.write(
            tags(of: chapter), from: encoded[index], to: paths[index], format: format))
      }
      return .rendered(chapter, FinishedSound(sound: sound, hashes: hashes))
    } catch let error as AudioError {
      return .failed(chapter, RenderError.audio(error))
    } catch {
      return .failed(chapter, error)
    }
  }

  private func tags(of chapter: ChapterPlan) -> Tags {
    Tags(
      title: chapter.title, album: plan.title, artist: plan.authors.joined(separator: ", "),
      genre: "Audiobook", trackNumber: chapter.index)
  }

  private func publish(
    _ chapter: ChapterPlan, _ finished: FinishedSound, _ folder: OutputFolder,
    _ state: inout BuildState
  ) async throws {
    let names = fileNames(of: chapter)
    var files: [FileRecord] = []
    for (name, hash) in zip(names, finished.hashes) {
      files.append(try folder.record(of: name, sha256: hash))
    }
    let sound = finished.sound
    let record = ChapterRecord(
      fingerprint: chapter.fingerprint, tagsFingerprint: chapter.tagsFingerprint,
      samples: sound.samples, placements: sound.placements.flatMap { [$0.start, $0.end] },
      files: files, standIns: sound.standIns.isEmpty ? nil : sound.standIns)
    try folder.publish(record)
    state.records[chapter.index] = record
    state.published.insert(chapter.index)
    state.outcome.warnings += sound.warnings.count
    for (source, warning) in sound.warnings {
      await progress.warning(chapter.index, source, warning)
    }
    await progress.finished(chapter.index, file: names[0], samples: sound.samples)
  }

  /// Playlist and manifest, of exactly the chapters that are there and current.
  private func finish(_ folder: OutputFolder, _ state: inout BuildState) throws {
    let complete = plan.chapters.compactMap { chapter in
      state.records[chapter.index].map { ManifestWriter.Chapter(plan: chapter, record: $0) }
    }
    state.outcome.completed = complete.count
    state.outcome.warnings += clips.speech.standIns.outageCount
    state.outcome.degraded = complete.filter(\.record.isDegraded).map(\.plan.index)
    // In the order of the book, whatever the order of completion.
    state.outcome.written = complete.filter { state.published.contains($0.plan.index) }
      .flatMap { $0.record.files.map { folder.path(of: $0.file) } }
    state.outcome.duration = complete.reduce(0) {
      $0 + Double($1.record.samples) / Double(sampleRate)
    }
    let entries = complete.map { chapter in
      Playlist.Entry(
        title: chapter.plan.title, file: chapter.record.files[0].file,
        duration: Double(chapter.record.samples) / Double(sampleRate))
    }
    let text = Playlist.text(title: plan.title, entries: entries)
    let playlist = try folder.publish("playlist.m3u8") { output throws(RenderError) in
      try output(Array(text.utf8))
    }
    let writer = ManifestWriter(
      plan: plan, chapters: complete, formats: options.formats, sampleRate: sampleRate,
      generator: options.generator, files: [("playlist", playlist.record)])
    let manifest = try folder.publish("manifest.json", write: writer.write)
    for (record, isNew) in [playlist, manifest] where isNew {
      state.outcome.written.append(folder.path(of: record.file))
    }
    let removesOld = options.only == nil && state.outcome.failures.isEmpty
    try folder.finish(
      chapters: complete.map(\.record), files: [playlist.record, manifest.record],
      removesOld: removesOld)
  }

  private func remove(_ paths: [String]) {
    // Were one to stay, the next build would remove it.
    for path in paths.flatMap({ [$0, $0 + ".encoding"] }) { try? FileSystem.remove(path) }
  }
}
