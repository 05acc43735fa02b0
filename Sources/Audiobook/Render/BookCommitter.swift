import Basics
import Audio

/// Turns finished chapters into a book.
///
/// A committer renames the files of the chapters, and writes records and captions. At the end, it writes the
/// files of the whole book.
///
/// Only the task that has locked the folder uses this class.
final class BookCommitter {
  /// The result of the build so far.
  var outcome = BuildOutcome()

  private let parts: ShardParts
  /// The finished chapters, by number.
  private var made: [Int: ChapterRecord]
  /// The numbers of the chapters that this build has published.
  private var published: Set<Int> = []
  /// The names of the caption files that this build has written.
  private var newCaptions: Set<String> = []
  private lazy var pageFiles = PageFiles(
    plan: plan, options: options, sampleRate: sampleRate, transaction: transaction)

  /// Creates a committer that already contains the chapters with valid records.
  init(parts: ShardParts, work: WorkList) {
    self.parts = parts
    made = work.reusable.merging(work.previous) { kept, _ in kept }
  }

  /// The output folder.
  var folder: OutputFolder { transaction.folder }

  private var transaction: FolderTransaction { parts.transaction }
  private var plan: BookPlan { parts.plan }
  private var options: BuildOptions { parts.options }
  private var sampleRate: Int { parts.sampleRate }
  private var captionFiles: CaptionFiles {
    CaptionFiles(options: options, sampleRate: sampleRate, transaction: transaction)
  }

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

  /// Adds a published chapter to the book, and writes its captions.
  func add(_ chapter: ChapterMaker.Finished, _ record: ChapterRecord) throws(RenderError) {
    made[chapter.chapter.index] = record
    published.insert(chapter.chapter.index)
    newCaptions.formUnion(try captionFiles.publish(of: chapter.chapter, record).new)
    outcome.warnings += chapter.sound.warnings.count
  }

  /// Adds the paces of voices in a rendered chapter to the outcome.
  func learn(from chapter: ChapterMaker.Finished) {
    outcome.lesson.add(chapter.chapter, chapter.sound, sampleRate: sampleRate)
  }

  /// Returns the name of the file in which listeners find the chapter: its own file, or the book in one file.
  func shownFile(of record: ChapterRecord) -> String {
    options.formats.isEmpty
      ? options.books.first.map { BookFile.name(title: plan.title, $0.fileExtension) } ?? ""
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
        stretch = try BookFileWriter.length(ofStretch: path, format)
      } catch {
        throw .audio(error)
      }
    }
    return ChapterRecord(
      fingerprint: finished.chapter.fingerprint, tagsFingerprint: finished.chapter.tagsFingerprint,
      samples: sound.samples, placements: sound.placements.flatMap { [$0.start, $0.end] },
      files: files, fallbacks: sound.fallbacks.isEmpty ? nil : sound.fallbacks,
      stretch: stretch, loudness: sound.loudness, captions: sound.spans, trace: finished.trace)
  }

  // MARK: The book

  /// Writes the files of the whole book for the chapters that are current; for a shard, writes only its part.
  func finish(_ chapters: [ChapterPlan]) throws(RenderError) -> BuildOutcome {
    let complete = chapters.filter { made[$0.index] != nil }
    let records = complete.compactMap { made[$0.index] }
    let captions = try captions(of: complete, records)
    let pages = try pages(of: complete, records)
    outcome.completed = complete.count
    outcome.degraded = zip(complete, records).filter(\.1.isDegraded).map(\.0.index)
    // The files are listed in the order of the book, not in the order in which the chapters were completed.
    for (place, chapter) in complete.enumerated() {
      var names: [String] = []
      if published.contains(chapter.index) { names += records[place].files.map(\.file) }
      names += captions[place].map(\.file).filter(newCaptions.contains)
      names += pages[place].filter(\.isNew).map(\.record.file)
      outcome.written += names.filter { !FolderRecords.isOwn($0) }.map(folder.path)
    }
    outcome.duration = records.reduce(0) { $0 + Double($1.samples) / Double(sampleRate) }
    if let shard = options.shard {
      try parts.leave(
        part: shard, complete, records, captions, pages.map { $0.map(\.record) })
    } else {
      try bind(complete, records, captions, pages.map { $0.map(\.record) })
    }
    return outcome
  }

  /// Writes the captions of the requested chapters, and returns the current captions of all given chapters.
  private func captions(
    of chapters: [ChapterPlan], _ records: [ChapterRecord]
  ) throws(RenderError) -> [[FileRecord]] {
    var files: [[FileRecord]] = []
    for (chapter, record) in zip(chapters, records) {
      if options.selects(chapter) {
        let captions = try captionFiles.publish(of: chapter, record)
        newCaptions.formUnion(captions.new)
        files.append(captions.files)
      } else {
        files.append(try captionFiles.current(of: chapter, record))
      }
    }
    return files
  }

  /// Writes and returns the read-along files of the given chapters.
  private func pages(
    of chapters: [ChapterPlan], _ records: [ChapterRecord]
  ) throws(RenderError) -> [[(record: FileRecord, isNew: Bool)]] {
    var files: [[(record: FileRecord, isNew: Bool)]] = []
    for (chapter, record) in zip(chapters, records) {
      files.append(try pageFiles.publish(of: chapter, record))
    }
    return files
  }

  private func bind(
    _ complete: [ChapterPlan], _ records: [ChapterRecord], _ captions: [[FileRecord]],
    _ pages: [[FileRecord]]
  ) throws(RenderError) {
    let bound = BoundBook(
      book: BookDescription(plan, options: options, sampleRate: sampleRate),
      chapters: complete.indices.map {
        .init(
          index: complete[$0].index, title: complete[$0].title, record: records[$0],
          captions: captions[$0], page: pages[$0])
      }, cover: plan.cover
    ) { [plan] offset in PartChapter(complete[offset], records[offset], of: plan) }
    let removesOld = options.only == nil && outcome.failures.isEmpty
    outcome.written += try bound.publish(in: transaction, removesOld: removesOld)
    // The book is complete without shards, so the parts that shards have left are outdated.
    if removesOld {
      try transaction.removeParts()
      try ShardCover.store(nil, in: transaction)
    }
  }
}
