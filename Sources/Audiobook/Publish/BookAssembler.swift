/// Joins shards that separate builds have left in one folder.
///
/// It checks that all chapters exist, and then writes the files of the book as a build of the whole book does.
public struct BookAssembler: Sendable {
  /// The result of joining.
  public struct Outcome: Sendable {
    /// The paths of the new files.
    public var written: [String] = []
    /// The number of shards that were joined.
    public var shards = 0
    /// The number of chapters in the book.
    public var chapters = 0
    /// The numbers of the chapters that contain a fallback voice, in order.
    public var degraded: [Int] = []
    /// The duration in seconds.
    public var duration = 0.0
  }

  private let path: String
  private let waits: Bool
  private let overwrites: Bool
  private let onWait: @Sendable (_ holder: String) -> Void

  /// Creates an assembler for a folder.
  ///
  /// If a build has locked the folder and `waits` is true, `onWait` is called once with the holder of the lock. If
  /// `overwrites` is false, `assemble()` throws an error before it would replace a file that this program did not
  /// write.
  public init(
    path: String, waits: Bool = false, overwrites: Bool = false,
    onWait: @escaping @Sendable (_ holder: String) -> Void = { _ in }
  ) {
    (self.path, self.waits, self.overwrites, self.onWait) = (path, waits, overwrites, onWait)
  }

  /// The shards with a part in the folder, sorted by `count` and `index`.
  ///
  /// Only shards with the same `count` are joined. Shards with another `count` were left by builds that divided the
  /// book into another number of shards.
  package var foundShards: [Shard] {
    FolderRecords.shards(
      in: path + "/" + FolderRecords.name, prefix: FolderRecords.partPrefix)
  }

  /// Joins the shards.
  ///
  /// If anything is missing, nothing is written.
  ///
  /// Throws an `AssemblyError` if shards or chapters are missing, and a `RenderError` if the folder is in use or
  /// cannot be written.
  public func assemble() async throws -> Outcome {
    guard FileSystem.isFolder(path) else {
      throw FileSystem.status(of: path) == nil
        ? AssemblyError.noFolder(path) : AssemblyError.notAFolder(path)
    }
    // Locking a folder creates files in it, so a folder without records is not locked.
    guard FileSystem.isFolder(path + "/" + FolderRecords.name) else {
      throw AssemblyError.noShards(path)
    }
    let transaction = try await FolderTransaction.begin(in: path, waits: waits, onWait: onWait)
    let folder = transaction.folder
    let shards = FolderRecords.shards(in: folder.records, prefix: FolderRecords.partPrefix)
    let parts = try shards.compactMap { try ShardPart(of: $0, in: folder.records) }
    let damaged = shards.filter { shard in !parts.contains { $0.shard == shard } }
    guard let first = parts.first else {
      throw damaged.isEmpty
        ? AssemblyError.noShards(path) : .incomplete([], absent: [], damaged: damaged)
    }
    let odd = parts.filter { !$0.outline.isSameBook(as: first.outline) }.map(\.shard)
    guard odd.isEmpty else { throw AssemblyError.different(from: first.shard, odd) }
    if !overwrites {
      let book = first.outline.book
      try folder.checkForeignFiles(
        BoundBook.names(
          title: book.title, book.books, book.captions, cover: book.cover?.file,
          readAlong: book.readAlong ?? []))
    }
    // Earlier builds may have divided the book into another number of shards, and left their shards in the folder.
    // Only a complete set of shards is joined.
    var failures: [AssemblyError] = []
    for count in Set(parts.map(\.shard.count)).sorted() {
      do {
        var outcome = try bind(try chapters(inShardsOf: count, parts, damaged, folder), transaction)
        outcome.shards = count
        return outcome
      } catch let error as AssemblyError {
        failures.append(error)
      }
    }
    throw failures.min { $0.missingCount < $1.missingCount } ?? .noShards(path)
  }

  /// Every chapter of a book, with the shard that contains it.
  private struct ShardedBook {
    struct Chapter {
      var index: Int
      var title: String
      var part: ShardPart
      /// The line number of the chapter in the part.
      var line: Int
      var record: ChapterRecord
      var captions: [FileRecord]
      var page: [FileRecord]
    }
    var outline: ShardPart.Outline
    var chapters: [Chapter] = []
  }

  private func chapters(
    inShardsOf count: Int, _ parts: [ShardPart], _ damaged: [Shard], _ folder: OutputFolder
  ) throws -> ShardedBook {
    let shards = (1...count).compactMap { Shard(index: $0, count: count) }
    let byShard = Dictionary(parts.map { ($0.shard, $0) }) { $1 }
    let parts = shards.map { byShard[$0] }
    guard let first = parts.compactMap(\.self).first else { throw AssemblyError.noShards(path) }
    let odd = parts.compactMap(\.self).filter { $0.outline != first.outline }.map(\.shard)
    guard odd.isEmpty else { throw AssemblyError.different(from: first.shard, odd) }
    var sharded = ShardedBook(outline: first.outline)
    var missing: [AssemblyError.Missing] = []
    for planned in first.outline.chapters {
      let part = parts[planned.shard - 1]
      if let part, let found = part.records[planned.index], planned.isCurrent(as: found),
        let record = try folder.unchanged(found.record),
        let captions = try folder.unchanged(found.captions),
        let page = try folder.unchanged(found.page)
      {
        sharded.chapters.append(
          .init(
            index: planned.index, title: planned.title, part: part, line: found.line,
            record: record, captions: captions, page: page))
      } else if planned.isWanted {
        let shard = shards[planned.shard - 1]
        missing.append(.init(index: planned.index, title: planned.title, shard: shard))
      }
    }
    let unread = zip(shards, parts).filter { $0.1 == nil }.map(\.0)
    guard missing.isEmpty, unread.isEmpty else {
      throw AssemblyError.incomplete(
        missing, absent: unread.filter { !damaged.contains($0) },
        damaged: unread.filter(damaged.contains))
    }
    return sharded
  }

  private func bind(_ sharded: ShardedBook, _ transaction: FolderTransaction) throws -> Outcome {
    let (chapters, book) = (sharded.chapters, sharded.outline.book)
    let cover = try book.cover.map { description in
      guard let cover = try ShardCover.read(description, in: transaction.folder) else {
        throw AssemblyError.noCover(description.file)
      }
      return cover
    }
    let bound = BoundBook(
      book: book,
      chapters: chapters.map {
        .init(
          index: $0.index, title: $0.title, record: $0.record, captions: $0.captions, page: $0.page)
      },
      cover: cover
    ) { (place) throws(RenderError) in
      var chapter = try chapters[place].part.chapter(chapters[place].line)
      chapter.record = chapters[place].record
      return chapter
    }
    var outcome = Outcome()
    outcome.written = try bound.publish(
      in: transaction, removesOld: sharded.outline.chapters.allSatisfy(\.isWanted))
    outcome.chapters = chapters.count
    outcome.degraded = chapters.filter(\.record.isDegraded).map(\.index)
    outcome.duration = chapters.reduce(0) {
      $0 + Double($1.record.samples) / Double(book.sampleRate)
    }
    return outcome
  }
}
