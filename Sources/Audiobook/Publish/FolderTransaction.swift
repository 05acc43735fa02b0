import Basics

/// What a build changes in its folder, and in which order: a file is complete under a temporary name, its
/// line is in the journal, and then it gets its name.
///
/// So a build that is killed leaves nothing half-written under a name, and the next one ends what it began.
struct FolderTransaction {
  /// The folder, which is held.
  let folder: OutputFolder

  /// Holds a folder, or a share of it, and clears up behind a build that was killed.
  ///
  /// If it `waits` and the folder is held, `onWait` is called once with the holder.
  static func begin(
    in path: String, shard: Shard? = nil, waits: Bool, onWait: (_ holder: String) async -> Void
  ) async throws -> FolderTransaction {
    let folder = try await OutputFolder.hold(path, shard: shard, waits: waits, onWait: onWait)
    let transaction = FolderTransaction(folder: folder)
    try transaction.recover()
    return transaction
  }

  // MARK: Files in the making

  /// The path of a file in the making.
  func temporaryPath(of name: String) -> String {
    guard let slash = name.lastIndex(of: "/") else {
      return folder.path(of: temporaryPrefix + name)
    }
    return folder.path(of: name[...slash] + temporaryPrefix + name[name.index(after: slash)...])
  }

  /// Shares that are built at once must not meet in a name.
  private var temporaryPrefix: String {
    FileSystem.temporaryPrefix + (folder.shard.map { $0.fileWord + "-" } ?? "")
  }

  /// Clears up behind a build that was killed: a file that was complete and written down gets the name
  /// that was due to it, anything else it had in the making goes.
  private func recover() throws(RenderError) {
    var due: [String: FileRecord]?
    for name in namesInTheMaking {
      let temporary = temporaryPath(of: name)
      // A folder of that name is somebody's own.
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

  /// The names of files that a build before this one has left in the making.
  private var namesInTheMaking: [String] {
    func names(in folder: String) -> [String] {
      FolderListing.names(in: folder).filter { $0.hasPrefix(temporaryPrefix) }
        .map { String($0.dropFirst(temporaryPrefix.count)) }
    }
    let own = names(in: folder.records).map { "\(FolderRecords.name)/\($0)" }
    let page =
      ReadAlongFolder.isThere(in: folder.path)
      ? names(in: folder.path(of: ReadAlongFolder.name)) : []
    return names(in: folder.path) + own.filter(FolderRecords.isOwn)
      + page.map { "\(ReadAlongFolder.name)/\($0)" }.filter(ReadAlongFolder.isName)
  }
}

// MARK: - Publishing

extension FolderTransaction {
  /// The record of a file that is complete under its temporary name.
  func record(of name: String, sha256: String) throws(RenderError) -> FileRecord {
    guard let status = FileSystem.status(of: temporaryPath(of: name)) else {
      throw .output(path: folder.path(of: name), reason: "the finished file is gone")
    }
    return FileRecord(
      file: name, sha256: sha256, size: status.size, modified: status.modified,
      inode: status.inode)
  }

  /// Publishes chapters whose files are complete: a line in the journal, then their names.
  ///
  /// Of several that take each other's names none is lost on the way: what is written down gets its
  /// name from the next build if this one is killed.
  func publish(_ chapters: [ChapterRecord]) throws(RenderError) {
    try folder.journal.add(chapters)
    for file in chapters.flatMap(\.files) { try publishFile(file.file) }
  }

  /// Publishes a text file: its bytes, a line in the journal, its name.
  ///
  /// One that is there already with these bytes stays as it is. The text is written twice, once to
  /// see that; it is never held whole, because a long book's manifest is larger than its script.
  ///
  /// `madeOf` is written down with it, for `contents(of:madeOf:)`.
  func publish(
    _ name: String, madeOf digest: String? = nil, write: FileSystem.TextWriter
  ) throws(RenderError) -> (record: FileRecord, isNew: Bool) {
    var hash = SHA256()
    try write { bytes throws(RenderError) in hash.update(bytes) }
    let sha256 = hash.finish().hex
    if var seen = try folder.current(name, sha256: sha256) {
      seen.madeOf = digest
      // What another share wrote is ours to name from now on.
      if folder.journal.newest[name] == nil { try folder.journal.add(seen) }
      return (seen, false)
    }
    var new: FileRecord?
    try FileSystem.replace(
      folder.path(of: name), by: temporaryPath(of: name),
      beforeNaming: { () throws(RenderError) in
        var record = try record(of: name, sha256: sha256)
        record.madeOf = digest
        try folder.journal.add(record)
        new = record
      }, write: write)
    guard let new else {
      throw .output(path: folder.path(of: name), reason: "the finished file is gone")
    }
    return (new, true)
  }

  /// Publishes a file that is joined from others, and `make` writes to a path: its bytes, a line in the
  /// journal, its name.
  ///
  /// One that is there already and was made of the same stays as it is.
  func publish(
    _ name: String, madeOf digest: String, make: (_ path: String) throws(RenderError) -> Void
  ) throws(RenderError) -> (record: FileRecord, isNew: Bool) {
    if let known = folder.journal.files.last(where: { $0.file == name }), known.madeOf == digest,
      case .unchanged(let seen) = try FileState(of: known, in: folder.path)
    {
      return (seen, false)
    }
    let temporary = temporaryPath(of: name)
    do throws(RenderError) {
      try make(temporary)
      try FileSystem.flush(temporary)
      var record = try record(of: name, sha256: FileDigest.sha256(of: temporary))
      record.madeOf = digest
      try folder.journal.add(record)
      try publishFile(name)
      return (record, true)
    } catch {
      // On a full disk it would take up room for nothing.
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
  /// Ends a build of the whole book: removes our files that it no longer has, if they are unchanged,
  /// and keeps the records of those that it has.
  ///
  /// Without `removesOld` the others stay, and stay known as ours.
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
        if ReadAlongFolder.isName(file.file), !ReadAlongFolder.isThere(in: folder.path) { continue }
        try FileSystem.remove(folder.path(of: file.file))
      }
      if !kept.contains(where: ReadAlongFolder.isName) {
        ReadAlongFolder.removeIfEmpty(in: folder.path)
      }
      try folder.journal.compact(chapters: chapters, files: files)
    } else {
      let others = old.filter { !inOldChapters.contains($0.file) }
      try folder.journal.compact(chapters: oldChapters + chapters, files: others + files)
    }
    // All of theirs is in this one now.
    for other in folder.otherJournals { try FileSystem.remove(other.path) }
  }

  /// Removes what builds of shares have left for `assemble`.
  func removeParts() throws(RenderError) {
    for shard in FolderRecords.shards(in: folder.records, prefix: FolderRecords.partPrefix) {
      try removePart(of: shard)
    }
  }

  /// Removes what the build of a share has left for `assemble`.
  func removePart(of shard: Shard) throws(RenderError) {
    try FileSystem.remove(folder.records + "/" + FolderRecords.part(of: shard))
  }

  /// Ends a build of a share: what it no longer has stays, and stays known as ours.
  func finish(share chapters: [ChapterRecord]) throws(RenderError) {
    let kept = Set(chapters.flatMap { $0.files.map(\.file) })
    let old = folder.journal.chapters.filter { $0.files.allSatisfy { !kept.contains($0.file) } }
    // A text that was written again has a line for each time.
    let files = folder.journal.files.filter { folder.journal.newest[$0.file] == $0 }
    try folder.journal.compact(chapters: old + chapters, files: files)
  }
}
