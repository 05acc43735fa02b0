import Audio
import Basics

/// The changes of a build in its folder.
/// Each file is completed under a temporary name, then recorded in the journal, then renamed. So a killed build
/// leaves no incomplete file under a final name, and the next build completes the renames.
struct FolderTransaction {
  /// The locked folder.
  let folder: OutputFolder

  /// Locks a folder, or a shard of it, and cleans up after a killed build.
  /// If another build has locked the folder and `waits` is true, `onWait` is called once with the holder of the lock.
  static func begin(
    in path: String, shard: Shard? = nil, waits: Bool, onWait: (_ holder: String) async -> Void
  ) async throws -> FolderTransaction {
    let folder = try await OutputFolder.hold(path, shard: shard, waits: waits, onWait: onWait)
    let transaction = FolderTransaction(folder: folder)
    try transaction.recover()
    return transaction
  }

  // MARK: Temporary files

  /// Returns the path of a file while it is being written.
  func temporaryPath(of name: String) -> String {
    guard let slash = name.lastIndex(of: "/") else {
      return folder.path(of: temporaryPrefix + name)
    }
    return folder.path(of: name[...slash] + temporaryPrefix + name[name.index(after: slash)...])
  }

  /// The prefix of temporary names; concurrent builds of shards need different prefixes.
  private var temporaryPrefix: String {
    FileSystem.temporaryPrefix + (folder.shard.map { $0.fileNamePart + "-" } ?? "")
  }

  /// Cleans up after a killed build: renames temporary files that are complete and recorded, and removes all
  /// other temporary files.
  private func recover() throws(RenderError) {
    var due: [String: FileRecord]?
    for name in namesInTheMaking {
      let temporary = temporaryPath(of: name)
      // A folder with the name of a temporary file belongs to the user.
      guard let status = FileSystem.status(of: temporary), !status.isFolder else { continue }
      let records = due ?? Dictionary(folder.journal.allFiles.map { ($0.file, $0) }) { $1 }
      due = records
      if let record = records[name], record.matches(status), try folder.isOursToReplace(name) {
        try FileSystem.rename(temporary, to: folder.path(of: name))
      } else {
        try FileSystem.remove(temporary)
      }
    }
  }

  /// The final names of the temporary files that an earlier build has left.
  private var namesInTheMaking: [String] {
    func names(in folder: String) -> [String] {
      FolderListing.names(in: folder).filter { $0.hasPrefix(temporaryPrefix) }
        .map { String($0.dropFirst(temporaryPrefix.count)) }
    }
    let own = names(in: folder.records).map { "\(FolderRecords.name)/\($0)" }
    let inner = Subfolder.names.filter { Subfolder.exists($0, in: folder.path) }
      .flatMap { name in names(in: folder.path(of: name)).map { "\(name)/\($0)" } }
    return names(in: folder.path) + own.filter(FolderRecords.isOwn)
      + inner.filter { Subfolder.name(of: $0) != nil }
  }
}

// MARK: - Publishing

extension FolderTransaction {
  /// The reason in the error about a file that disappeared before it was renamed.
  private static let removedFile =
    "the finished file was removed during the build; run the build again"

  /// Returns the record of a complete file that still has its temporary name.
  func record(of name: String, sha256: String) throws(RenderError) -> FileRecord {
    guard let status = FileSystem.status(of: temporaryPath(of: name)) else {
      throw .output(path: folder.path(of: name), reason: Self.removedFile)
    }
    return FileRecord(
      file: name, sha256: sha256, size: status.size, modified: status.modified,
      inode: status.inode)
  }

  /// Publishes chapters with complete files: records them in the journal, then renames the files.
  /// Chapters can exchange names. If this build is killed, no file is lost, because the next build renames every
  /// recorded file.
  func publish(_ chapters: [ChapterRecord]) throws(RenderError) {
    try folder.journal.add(chapters)
    for file in chapters.flatMap(\.files) { try publishFile(file.file) }
  }

  /// Publishes a file of an artifact, unless a file built from the same input exists.
  func publish(_ file: Artifacts.File) throws(RenderError) -> (record: FileRecord, isNew: Bool) {
    if let seen = try folder.current(file.name, builtFrom: file.digest) { return (seen, false) }
    try Subfolder.make(for: file.name, in: folder.path)
    switch file.content {
    case .bytes(let write):
      return try publish(file.name, builtFrom: file.digest, write: write)
    case .file(let make):
      return (try publish(file.name, builtFrom: file.digest, make: make), true)
    }
  }

  /// Returns the record of a file of an artifact if the file is current; writes nothing.
  func current(_ file: Artifacts.File) throws(RenderError) -> FileRecord? {
    if let seen = try folder.current(file.name, builtFrom: file.digest) { return seen }
    guard case .bytes(let write) = file.content else { return nil }
    var hash = SHA256()
    try write { bytes throws(RenderError) in hash.update(bytes) }
    var seen = try folder.current(file.name, sha256: hash.finish().hex)
    seen?.builtFrom = file.digest
    return seen
  }

  /// Publishes a text file: writes its bytes, records it in the journal, and renames it.
  /// An existing file with the same bytes is not replaced. The text is generated twice, the first time only
  /// for the comparison. The whole text is never in memory, because a long book's manifest is larger than the
  /// book's script.
  /// The digest `builtFrom` is recorded, so that later builds can find the file by its input.
  func publish(
    _ name: String, builtFrom digest: String? = nil, write: FileSystem.TextWriter
  ) throws(RenderError) -> (record: FileRecord, isNew: Bool) {
    var hash = SHA256()
    try write { bytes throws(RenderError) in hash.update(bytes) }
    let sha256 = hash.finish().hex
    if var seen = try folder.current(name, sha256: sha256) {
      seen.builtFrom = digest
      // If another shard wrote the file, this journal records it from now on.
      if folder.journal.newest[name] == nil { try folder.journal.add(seen) }
      return (seen, false)
    }
    var new: FileRecord?
    try FileSystem.replace(
      folder.path(of: name), by: temporaryPath(of: name),
      beforeNaming: { () throws(RenderError) in
        var record = try record(of: name, sha256: sha256)
        record.builtFrom = digest
        try folder.journal.add(record)
        new = record
      }, write: write)
    guard let new else {
      throw .output(path: folder.path(of: name), reason: Self.removedFile)
    }
    return (new, true)
  }

  /// Publishes a file joined from other files: `make` writes its bytes, and then the file is recorded in the
  /// journal and renamed.
  private func publish(
    _ name: String, builtFrom digest: String?, make: (_ path: String) throws(RenderError) -> Void
  ) throws(RenderError) -> FileRecord {
    let temporary = temporaryPath(of: name)
    do throws(RenderError) {
      try make(temporary)
      try FileSystem.flush(temporary)
      var record = try record(of: name, sha256: FileDigest.sha256(of: temporary))
      record.builtFrom = digest
      try folder.journal.add(record)
      try publishFile(name)
      return record
    } catch {
      // An unfinished file is removed, because it would only fill the disk.
      try? FileSystem.remove(temporary)
      throw error
    }
  }

  private func publishFile(_ name: String) throws(RenderError) {
    try FileSystem.rename(temporaryPath(of: name), to: folder.path(of: name))
  }
}

// MARK: - The end

extension FolderTransaction {
  /// Ends a build of the whole book: keeps the records of the current files, and removes old files.
  /// An old file is a file of an earlier build that is no longer in the book. Old files that have changed since they
  /// were written are not removed. If `removesOld` is false, all old files and their records remain.
  func finish(chapters: [ChapterRecord], files: [FileRecord], removesOld: Bool)
    throws(RenderError)
  {
    let kept = Set(chapters.flatMap { $0.files.map(\.file) } + files.map(\.file))
    let oldChapters = folder.knownChapters.filter {
      $0.files.allSatisfy { !kept.contains($0.file) }
    }
    let inOldChapters = Set(oldChapters.flatMap { $0.files.map(\.file) })
    let old = folder.knownFiles.filter { !kept.contains($0.file) }
    if removesOld {
      for file in old where try folder.isUnchanged(file) {
        guard Subfolder.exists(for: file.file, in: folder.path) else { continue }
        try FileSystem.remove(folder.path(of: file.file))
      }
      let used = Set(kept.compactMap(Subfolder.name))
      for name in Subfolder.names where !used.contains(name) {
        Subfolder.removeIfEmpty(name, in: folder.path)
      }
      try folder.journal.compact(chapters: chapters, files: files)
    } else {
      let others = old.filter { !inOldChapters.contains($0.file) }
      try folder.journal.compact(chapters: oldChapters + chapters, files: others + files)
    }
    // This journal now contains the records of the other journals.
    for other in folder.otherJournals { try FileSystem.remove(other.path) }
  }

  /// Removes the files that builds of shards have left for `assemble`.
  func removeParts() throws(RenderError) {
    for shard in FolderRecords.shards(in: folder.records, prefix: FolderRecords.partPrefix) {
      try removePart(of: shard)
    }
  }

  /// Removes the file that the build of a shard has left for `assemble`.
  func removePart(of shard: Shard) throws(RenderError) {
    try FileSystem.remove(folder.records + "/" + FolderRecords.part(of: shard))
  }

  /// Ends a build of a shard.
  /// Files of earlier builds that are no longer in the shard are kept, with their records.
  func finish(shard chapters: [ChapterRecord]) throws(RenderError) {
    let kept = Set(chapters.flatMap { $0.files.map(\.file) })
    let old = folder.journal.chapters.filter { $0.files.allSatisfy { !kept.contains($0.file) } }
    // A text file that was written several times has several lines in the journal; only the newest line is
    // kept.
    let files = folder.journal.files.filter { folder.journal.newest[$0.file] == $0 }
    try folder.journal.compact(chapters: old + chapters, files: files)
  }
}

extension FinishedBook {
  /// Creates a book whose files are going to be written to a folder.
  init(
    _ description: BookDescription, _ chapters: [FinishedChapter], cover: BookCover?,
    in folder: OutputFolder,
    chapter: @escaping (_ offset: Int) throws(RenderError) -> FinishedChapter
  ) throws(RenderError) {
    (self.description, self.chapters, self.chapter) = (description, chapters, chapter)
    self.folder = folder.path
    if let cover { self.cover = (try cover.picture(in: folder), cover.pixelDigest) }
  }

  /// Writes all files that do not belong to a single chapter, the manifest last, and ends the build.
  /// Returns the paths of the new files.
  func publish(in transaction: FolderTransaction, removesOld: Bool) throws(RenderError) -> [String]
  {
    var files: [Artifacts.Record] = []
    var new: [String] = []
    for artifact in description.artifacts.all {
      for file in try artifact.files(of: self) {
        let (record, isNew) = try transaction.publish(file)
        files.append(Artifacts.Record(artifact: artifact.key, file: record))
        if isNew { new.append(record.file) }
      }
    }
    let writer = ManifestWriter(book: self, files: files)
    let manifest = try transaction.publish(Manifest.fileName, write: writer.write)
    if manifest.isNew { new.append(Manifest.fileName) }
    try transaction.finish(
      chapters: chapters.map(\.record),
      files: (chapters.flatMap(\.artifacts) + files).map(\.file) + [manifest.record],
      removesOld: removesOld)
    return new.map(path)
  }
}

/// Writes `manifest.json` from the tables of `Manifest`.
/// The manifest contains no times of day and no machine names, so two builds of the same input write
/// identical manifests.
private struct ManifestWriter {
  let book: FinishedBook
  /// The files of the book, in the order of the list of artifacts.
  let files: [Artifacts.Record]

  private var description: BookDescription { book.description }

  /// Writes the manifest in pieces, because a long book's manifest is larger than its text.
  func write(to output: ([UInt8]) throws(RenderError) -> Void) throws(RenderError) {
    let manifest = manifest
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    for key in Manifest.shape.sorted {
      if key.name == Manifest.chaptersKey {
        json.key(key.name)
        try writeChapters(&json, output)
      } else {
        key.write(manifest, &json)
      }
    }
    json.end()
    json.endLine()
    try output(json.take())
  }

  private func writeChapters(
    _ json: inout JSONWriter, _ output: ([UInt8]) throws(RenderError) -> Void
  ) throws(RenderError) {
    json.beginArray()
    // A chapter without its own file is in the file of the whole book.
    let whole = files.first { use(of: $0) == .episode && description.formats.isEmpty }?.file
    let starts = whole == nil ? [] : book.starts
    for offset in book.chapters.indices {
      let chapter = try book.chapter(offset)
      Manifest.Chapter(
        chapter, of: description, in: whole ?? chapter.record.files[0],
        at: whole == nil ? 0 : starts[offset]
      ).write(to: &json)
      try output(json.take())
    }
    json.end()
  }

  private func use(of file: Artifacts.Record) -> Artifacts.Use {
    description.artifacts[file.artifact].map { type(of: $0).use } ?? .none
  }

  /// The manifest without its chapters.
  private var manifest: Manifest {
    var manifest = Manifest()
    manifest.generator = description.generator
    manifest.rules = description.rules
    manifest.sources = description.sources.map { Manifest.Source(file: $0.file, sha256: $0.sha256) }
    (manifest.title, manifest.authors) = (description.title, description.authors)
    (manifest.language, manifest.cast) = (description.language, description.cast)
    manifest.licences = description.licences
    (manifest.summary, manifest.date) = (description.summary, description.date)
    if description.rate != 1 {
      manifest.rate = .fraction(Int((description.rate * 1_000_000).rounded()), over: 1_000_000)
    }
    manifest.duration = .fraction(
      book.chapters.reduce(0) { $0 + $1.record.samples }, over: description.sampleRate)
    manifest.files = allFiles
    return manifest
  }

  private var allFiles: [Manifest.File] {
    var listed: [Manifest.File] = []
    // A picture can be in several chapters, but the manifest lists it once.
    var names: Set<String> = []
    func add(_ files: [Artifacts.Record]) {
      for record in files where FileRecord.isListed(record.file.file) {
        guard let artifact = description.artifacts[record.artifact],
          names.insert(record.file.file).inserted
        else { continue }
        listed.append(
          Manifest.File(
            role: type(of: artifact).role, file: record.file.file, sha256: record.file.sha256,
            format: artifact.isFormatListed ? artifact.format : nil))
      }
    }
    for chapter in book.chapters {
      for (format, file) in zip(description.formats, chapter.record.files) {
        listed.append(
          Manifest.File(
            role: Manifest.File.chapterRole, file: file.file, sha256: file.sha256, format: format))
      }
      add(chapter.artifacts)
    }
    // The picture of the book has always been the last file.
    add(files.filter { use(of: $0) != .picture } + files.filter { use(of: $0) == .picture })
    return listed
  }
}

extension Manifest.Chapter {
  /// Describes a chapter that begins at sample `bookStart` of a file.
  fileprivate init(
    _ chapter: FinishedChapter, of book: BookDescription, in file: FileRecord, at bookStart: Int
  ) {
    let record = chapter.record
    (index, title) = (chapter.index, chapter.title)
    (self.file, sha256) = (file.file, file.sha256)
    samples = record.samples
    duration = .fraction(record.samples, over: book.sampleRate)
    (sampleRate, channels) = (book.sampleRate, book.channels)
    loudness = record.loudness.map(Manifest.Loudness.init)
    self.bookStart = bookStart
    degraded = record.isDegraded ? true : nil
    (fingerprint, tagsFingerprint) = (record.fingerprint, record.tagsFingerprint)
    items = chapter.items.enumerated().map { place, line in
      Manifest.Item(
        spoken: line,
        start: .fraction(record.placements[2 * place], over: book.sampleRate),
        end: .fraction(record.placements[2 * place + 1], over: book.sampleRate))
    }
    let heard = (chapter.sounds ?? []).compactMap { sound in
      sound.file.map { file in
        Manifest.Sound(
          name: sound.name, bus: sound.bus, file: file,
          start: .fraction(sound.start, over: book.sampleRate),
          end: .fraction(sound.end, over: book.sampleRate),
          line: sound.line > 0 ? sound.line : nil, source: sound.source)
      }
    }
    sounds = heard.isEmpty ? nil : heard
  }
}

extension Manifest.Loudness {
  fileprivate init(_ loudness: ChapterLoudness) {
    func tenths(_ value: Double) -> ManifestDecimal {
      .fraction(Int((value * 10).rounded()), over: 10)
    }
    integrated = loudness.integrated.map(tenths)
    truePeak = loudness.truePeak.map(tenths)
  }
}
