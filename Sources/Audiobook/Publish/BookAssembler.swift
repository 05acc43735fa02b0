import FoundationEssentials

/// Joins shards that separate builds have left in one folder.
/// It checks that all chapters exist, and then writes the files of the book as a build of the whole book does.
package struct BookAssembler: Sendable {
  /// The result of joining.
  package struct Outcome: Sendable {
    /// The paths of the new files.
    package var written: [String] = []
    /// The number of shards that were joined.
    package var shards = 0
    package var chapters = 0
    /// The numbers of the chapters that contain a fallback voice, in order.
    package var degraded: [Int] = []
    /// The duration in seconds.
    package var duration = 0.0
  }

  private let path: String
  private let waits: Bool
  private let overwrites: Bool
  private let onWait: @Sendable (_ holder: String) -> Void

  /// Creates an assembler for a folder.
  /// If a build has locked the folder and `waits` is true, `onWait` is called once with the holder of the lock. If
  /// `overwrites` is false, `assemble()` throws an error before it would replace a file that this program did not
  /// write.
  package init(
    path: String, waits: Bool = false, overwrites: Bool = false,
    onWait: @escaping @Sendable (_ holder: String) -> Void = { _ in }
  ) {
    (self.path, self.waits, self.overwrites, self.onWait) = (path, waits, overwrites, onWait)
  }

  /// The shards with a part in the folder, sorted by `count` and `index`.
  /// Only shards with the same `count` are joined. Shards with another `count` were left by builds that divided the
  /// book into another number of shards.
  package var foundShards: [Shard] {
    FolderRecords.shards(
      in: path + "/" + FolderRecords.name, prefix: FolderRecords.partPrefix)
  }

  /// Joins the shards.
  /// If anything is missing, nothing is written.
  /// Throws an `AssemblyError` if shards or chapters are missing, and a `RenderError` if the folder is in use or
  /// cannot be written.
  package func assemble() async throws -> Outcome {
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
    if !overwrites { try folder.checkForeignFiles(first.outline.book.names) }
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
    var outline: ShardPart.Outline
    var chapters: [(part: ShardPart, found: ShardPart.Found)] = []
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
      if let part, let found = part.chapters[planned.index], planned.isCurrent(as: found.chapter),
        let chapter = try folder.unchanged(found.chapter)
      {
        sharded.chapters.append((part, ShardPart.Found(line: found.line, chapter: chapter)))
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
    let book = sharded.outline.book
    let chapters = sharded.chapters.map(\.found.chapter)
    let cover = try book.cover.map { description in
      guard let cover = try ShardCover.read(description, in: transaction.folder) else {
        throw AssemblyError.noCover(description.file)
      }
      return cover
    }
    var outcome = Outcome()
    outcome.written = try FinishedBook(book, chapters, cover: cover, in: transaction.folder) {
      place throws(RenderError) in
      let (part, found) = sharded.chapters[place]
      var chapter = found.chapter
      chapter.items = try part.items(inLine: found.line)
      return chapter
    }.publish(in: transaction, removesOld: sharded.outline.chapters.allSatisfy(\.isWanted))
    outcome.chapters = chapters.count
    outcome.degraded = chapters.filter(\.record.isDegraded).map(\.index)
    outcome.duration = chapters.reduce(0) {
      $0 + Double($1.record.samples) / Double(book.sampleRate)
    }
    return outcome
  }
}

/// The reason why the shards of a book cannot be joined.
package enum AssemblyError: LocalizedError, Sendable {
  /// A chapter that is missing or has changed.
  package struct Missing: Sendable, Equatable {
    package var index: Int
    package var title: String
    /// The shard that builds the chapter.
    package var shard: Shard
  }

  /// The folder does not exist.
  case noFolder(String)
  /// The path does not lead to a folder.
  case notAFolder(String)
  case noShards(String)
  /// These shards differ from the shard `from` in script, cast, version or options.
  case different(from: Shard, [Shard])
  /// Chapters are missing.
  /// The `absent` shards were not built, or their builds did not finish. The records of the `damaged` shards have
  /// changed since they were written.
  case incomplete([Missing], absent: [Shard], damaged: [Shard])
  /// The cover used by the shards is missing or damaged.
  case noCover(String)

  /// A measure of how much is missing.
  /// If the folder contains shards with different counts, such as 1/2 and 1/3, each count causes an error. The error
  /// with the lowest value is reported.
  var missingCount: Int {
    switch self {
    case .incomplete(let chapters, let absent, let damaged):
      chapters.count + absent.count + damaged.count
    case .noCover: 1
    case .different: 1_000_000
    case .noFolder, .notAFolder, .noShards: Int.max
    }
  }
}

extension AssemblyError: CustomStringConvertible {
  /// What is wrong and how to fix it, with a line for each missing item.
  package var description: String { description(.library) }

  /// Returns the message with the given names for the settings.
  package func description(_ names: SettingNames) -> String {
    switch self {
    case .noFolder(let path): "the folder \(path) does not exist"
    case .notAFolder(let path): "\(path) is not a folder; name the folder with the shards"
    case .noShards(let path):
      "\(path) has no shards; render them with \(names.name(.shard)) 1/N to N/N (a book rendered "
        + "without \(names.name(.shard)) is already complete)"
    case .different(let first, let others):
      "shard \(others.map(\.description).joined(separator: ", ")) differs from shard \(first) in "
        + "script, cast, version or options; render all shards from the same input"
    case .incomplete(let chapters, let absent, let damaged):
      (["the book is not complete; render the shards named below, then assemble again"]
        + damaged.map { "shard \($0) is damaged; render it again with \(names.name(.shard)) \($0)" }
        + absent.map { "shard \($0) is missing; render it with \(names.name(.shard)) \($0)" }
        + chapters.map { "chapter \($0.index) \"\($0.title)\" is missing (shard \($0.shard))" })
        .joined(separator: "\n")
    case .noCover(let name):
      "the cover of the shards (\(name)) is missing or damaged; render one of the shards again"
    }
  }
}

extension AssemblyError {
  /// The message, identical to `description`.
  package var errorDescription: String? { description }

  /// What the user can do, as a sentence.
  package var recoverySuggestion: String? {
    switch self {
    case .noFolder, .notAFolder: "Choose the folder with the shards."
    case .noShards: "Build the shards first."
    case .different: "Build all shards of the same script with the same cast, options and version."
    case .incomplete: "Build the shards that are missing or damaged, then assemble again."
    case .noCover: "Build one of the shards again."
    }
  }
}
