import Basics
import Audio

/// Turns finished chapters into a book.
/// A committer renames the files of the chapters, and writes records and the files beside the audio. At the end, it writes the
/// files of the whole book.
/// Only the task that has locked the folder uses this class.
final class BookCommitter {
  /// The result of the build so far.
  var outcome = BuildOutcome()

  private let parts: ShardParts
  /// The finished chapters, by number.
  private var made: [Int: ChapterRecord]
  /// The numbers of the chapters that this build has published.
  private var published: Set<Int> = []
  /// The files beside the audio of the chapters that this build has published, by chapter number.
  private var artifacts: [Int: [Artifacts.Record]] = [:]
  /// The names of the files beside the audio that this build has written.
  private var newFiles: Set<String> = []
  private lazy var book = BookDescription(plan, options: options, sampleRate: sampleRate)
  private lazy var speakers = options.needsSpeakers ? plan.speakerNumbers : [:]

  /// Creates a committer that already contains the chapters with valid records.
  init(parts: ShardParts, work: WorkList) {
    self.parts = parts
    made = work.reusable.merging(work.previous) { kept, _ in kept }
  }

  var folder: OutputFolder { transaction.folder }

  private var transaction: FolderTransaction { parts.transaction }
  private var plan: BookPlan { parts.plan }
  private var options: BuildOptions { parts.options }
  private var sampleRate: Int { parts.sampleRate }

  // MARK: Temporary files

  /// Returns the temporary paths of the chapters' files, by chapter number.
  func temporaryPaths(of chapters: [ChapterPlan]) -> [Int: [String]] {
    Dictionary(
      uniqueKeysWithValues: chapters.map { chapter in
        (chapter.index, options.fileNames(of: chapter).map(transaction.temporaryPath))
      })
  }

  /// Removes the temporary files that remain at `paths`.
  func discard(_ paths: [String]) {
    // If this fails, the next build removes the file.
    for path in ChapterMaker.temporaryPaths(paths) { try? FileSystem.remove(path) }
  }

  // MARK: Chapters

  /// Renames the files of finished chapters to their final names, all or none, and returns the records.
  func publish(_ finished: [ChapterMaker.Finished]) throws(RenderError) -> [ChapterRecord] {
    var records: [ChapterRecord] = []
    for chapter in finished { records.append(try record(of: chapter)) }
    try transaction.publish(records)
    return records
  }

  /// Adds a published chapter to the book, and writes the files beside its audio.
  func add(_ chapter: ChapterMaker.Finished, _ record: ChapterRecord) throws(RenderError) {
    made[chapter.chapter.index] = record
    published.insert(chapter.chapter.index)
    artifacts[chapter.chapter.index] = try artifacts(of: chapter.chapter, record)
    outcome.warnings += chapter.sound.warnings.count
  }

  /// Adds the paces of voices in a rendered chapter to the outcome.
  func learn(from chapter: ChapterMaker.Finished) {
    outcome.lesson.add(chapter.chapter, chapter.sound, sampleRate: sampleRate)
  }

  /// Returns the name of the file in which listeners find the chapter: its own file, or the book in one file.
  func shownFile(of record: ChapterRecord) -> String {
    options.formats.isEmpty
      ? options.books.first.map { book.fileName($0.fileExtension) } ?? ""
      : record.files[0].file
  }

  private func record(
    of finished: ChapterMaker.Finished
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
        stretch = try format.length(ofStretch: path)
      } catch {
        throw .audio(error)
      }
    }
    return ChapterRecord(
      fingerprint: finished.chapter.fingerprint, tagsFingerprint: finished.chapter.tagsFingerprint,
      samples: sound.samples, placements: sound.placements.flatMap { [$0.start, $0.end] },
      files: files, fallbacks: sound.fallbacks.isEmpty ? nil : sound.fallbacks,
      stretch: stretch, loudness: sound.loudness, captions: sound.spans,
      sounds: sound.sounds.isEmpty
        ? nil : sound.sounds.flatMap { [$0.sound, $0.start, $0.end] },
      trace: finished.trace)
  }

  // MARK: Files beside the audio

  /// Writes the files beside a chapter's audio that are missing or outdated, and returns all current files.
  private func artifacts(
    of chapter: ChapterPlan, _ record: ChapterRecord
  ) throws(RenderError) -> [Artifacts.Record] {
    if let known = artifacts[chapter.index] { return known }
    let material = ChapterMaterial(
      chapter, record, of: plan, options: options, sampleRate: sampleRate, folder: folder.path,
      speakers: speakers)
    var files: [Artifacts.Record] = []
    for artifact in book.artifacts.all {
      let own =
        artifact.followsSelection && !options.selects(chapter)
        ? try current(artifact.files(of: material))
        : try publish(artifact, of: material)
      files += own.map { Artifacts.Record(artifact: artifact.key, file: $0) }
    }
    return files
  }

  private func publish(
    _ artifact: any Artifact, of material: ChapterMaterial
  ) throws(RenderError) -> [FileRecord] {
    let chapter = material.chapter
    let planned = artifact.names(ofChapter: chapter.index, stem: chapter.fileStem)
    var records: [FileRecord] = []
    for file in try artifact.files(of: material) {
      // The names of pictures are known only now.
      if !options.overwrite, !planned.contains(file.name) {
        try folder.checkForeignFiles([file.name])
      }
      let (record, isNew) = try transaction.publish(file)
      records.append(record)
      if isNew { newFiles.insert(file.name) }
    }
    return records
  }

  /// Returns the records of files, or an empty list if one of the files is missing or outdated.
  private func current(_ files: [Artifacts.File]) throws(RenderError) -> [FileRecord] {
    var records: [FileRecord] = []
    for file in files {
      guard let record = try transaction.current(file) else { return [] }
      records.append(record)
    }
    return records
  }

  // MARK: The book

  /// Writes the files of the whole book for the chapters that are current; for a shard, writes only its part.
  func finish(_ chapters: [ChapterPlan]) throws(RenderError) -> BuildOutcome {
    let plans = chapters.filter { made[$0.index] != nil }
    var complete: [FinishedChapter] = []
    for chapter in plans {
      guard let record = made[chapter.index] else { continue }
      complete.append(
        FinishedChapter(
          index: chapter.index, title: chapter.title, record, try artifacts(of: chapter, record)))
    }
    outcome.completed = complete.count
    outcome.degraded = complete.filter(\.record.isDegraded).map(\.index)
    // The files are listed in the order of the book, not in the order in which the chapters were completed.
    var listed: Set<String> = []
    for chapter in complete {
      let own = published.contains(chapter.index) ? chapter.record.files.map(\.file) : []
      let new = chapter.artifacts.map(\.file.file).filter(newFiles.contains)
      outcome.written += (own + new).filter {
        !FolderRecords.isOwn($0) && listed.insert($0).inserted
      }.map(folder.path)
    }
    outcome.duration = complete.reduce(0) { $0 + Double($1.record.samples) / Double(sampleRate) }
    // The items are made when they are written, to save memory.
    let chapter = { [plan] offset in
      FinishedChapter(
        plans[offset], complete[offset].record, of: plan, artifacts: complete[offset].artifacts)
    }
    if let shard = options.shard {
      try parts.leave(part: shard, complete, chapter: chapter)
      return outcome
    }
    let removesOld = options.only == nil && outcome.failures.isEmpty
    outcome.written += try FinishedBook(
      book, complete, cover: plan.cover, in: folder, chapter: chapter
    ).publish(in: transaction, removesOld: removesOld)
    // The book is complete without shards, so the parts that shards have left are outdated.
    if removesOld {
      try transaction.removeParts()
      try ShardCover.store(nil, in: transaction)
    }
    return outcome
  }
}
