import Audio
import Basics

/// The file that the build of a shard leaves for `assemble`.
/// It consists of lines with one JSON object each: first the outline of the whole book, then the shard's
/// chapters as the manifest will list them.
struct ShardPart {
  /// A planned chapter of the book, in any shard.
  struct Planned: Codable, Equatable, Sendable {
    var index: Int
    var title: String
    var files: [String]
    /// The names of its files beside the sound, as far as they are known before rendering.
    var artifacts: [String]
    var fingerprint: String
    var tagsFingerprint: String
    /// The number of the shard that builds the chapter.
    var shard: Int
    /// Whether the chapter was requested (`--only`).
    var isWanted: Bool

    /// Returns whether two planned chapters are the same, apart from `shard` and `isWanted`.
    func isSame(as other: Planned) -> Bool {
      var asked = self
      (asked.shard, asked.isWanted) = (other.shard, other.isWanted)
      return asked == other
    }

    /// Returns whether a chapter found in a shard is up to date with this planned chapter.
    func isCurrent(as found: FinishedChapter) -> Bool {
      let record = found.record
      // Some artifacts are written only for requested chapters.
      let names = Set(found.artifacts.map(\.file.file))
      guard !isWanted || names.isSuperset(of: artifacts) else { return false }
      return record.fingerprint == fingerprint && record.tagsFingerprint == tagsFingerprint
        && record.files.map(\.file) == files
    }
  }

  /// The outline of the book; it is the same in all shards of one book.
  struct Outline: Codable, Equatable, Sendable {
    /// The version of the file; parts of other versions count as damaged.
    static let version = 2

    var version = Self.version
    var book: BookDescription
    var chapters: [Planned]

    /// Returns whether two outlines describe the same book, even if their numbers of shards differ.
    func isSameBook(as other: Outline) -> Bool {
      book == other.book && chapters.elementsEqual(other.chapters) { $0.isSame(as: $1) }
    }
  }

  let shard: Shard
  let outline: Outline
  /// The lines of the file: the outline and the chapters.
  private let lines: JSONLines

  private(set) var chapters: [Int: Found] = [:]

  /// A chapter in a shard, without its items.
  struct Found {
    /// The number of its line in the file.
    var line: Int
    var chapter: FinishedChapter
  }

  /// Reads the file that a shard has left; nil if it is damaged.
  init?(of shard: Shard, in records: String) throws(RenderError) {
    let lines = try Self.lines(of: shard, in: records)
    guard let outline = Self.outline(in: lines, of: shard) else { return nil }
    (self.shard, self.outline, self.lines) = (shard, outline, lines)
    for line in 1..<lines.count {
      guard var chapter = lines.value(FinishedChapter.self, at: line), chapter.isSound else {
        return nil
      }
      chapter.items = []
      chapters[chapter.index] = Found(line: line, chapter: chapter)
    }
  }

  /// Reads the outline that a shard has left; nil if it is missing or damaged.
  static func outline(of shard: Shard, in records: String) throws(RenderError) -> Outline? {
    outline(in: try lines(of: shard, in: records), of: shard)
  }

  private static func lines(of shard: Shard, in records: String) throws(RenderError) -> JSONLines {
    let path = records + "/" + FolderRecords.part(of: shard)
    return JSONLines(try FileSystem.contents(of: path) ?? [])
  }

  private static func outline(in lines: JSONLines, of shard: Shard) -> Outline? {
    guard lines.count > 0, let outline = lines.value(Outline.self, at: 0),
      outline.isSound(inShardsOf: shard.count)
    else { return nil }
    return outline
  }

  /// Reads the items of the chapter in a line.
  func items(inLine line: Int) throws(RenderError) -> [ManifestLine] {
    guard let chapter = lines.value(FinishedChapter.self, at: line) else {
      throw .output(
        path: FolderRecords.part(of: shard), reason: "it is damaged; render this shard again")
    }
    return chapter.items
  }

  /// Writes the file of a shard, in pieces.
  static func write(
    _ outline: Outline, chapters: some Sequence<FinishedChapter>, of shard: Shard,
    in records: String
  ) throws(RenderError) {
    let path = records + "/" + FolderRecords.part(of: shard)
    try FileSystem.replace(path) { output throws(RenderError) in
      try output(try JSONLine.bytes(outline))
      for chapter in chapters { try output(try JSONLine.bytes(chapter)) }
    }
  }
}

extension ShardPart.Outline {
  /// Returns whether a build can have written this outline.
  fileprivate func isSound(inShardsOf count: Int) -> Bool {
    version == Self.version && book.sampleRate > 0 && !(book.formats.isEmpty && book.books.isEmpty)
      && chapters.allSatisfy { (1...count).contains($0.shard) }
  }
}

extension FinishedChapter {
  /// Whether every item has a position, and every file is in the output folder.
  fileprivate var isSound: Bool {
    !record.files.isEmpty && record.placements.count == 2 * items.count
      && (record.files + artifacts.map(\.file)).allSatisfy(\.isInFolder)
  }
}

/// The parts that builds of shards leave in the folder for `assemble`.
/// A part is written at the end of a shard's build. A later build removes each part that belongs to another state
/// of the book.
struct ShardParts {
  let plan: BookPlan
  let options: BuildOptions
  /// The sample rate in hertz.
  let sampleRate: Int
  let transaction: FolderTransaction

  /// Writes the part of a shard; `chapter` returns a complete chapter with its items.
  func leave(
    part shard: Shard, _ complete: [FinishedChapter],
    chapter: (_ offset: Int) -> FinishedChapter
  ) throws(RenderError) {
    // The cover is stored before the part that names it.
    try ShardCover.store(plan.cover, in: transaction)
    try withoutActuallyEscaping(chapter) { chapter throws(RenderError) in
      try ShardPart.write(
        outline(inShardsOf: shard.count), chapters: complete.indices.lazy.map { chapter($0) },
        of: shard, in: transaction.folder.records)
    }
    try transaction.finish(shard: complete.map(\.record))
  }

  /// Removes the parts of another state of the book before this build begins.
  /// Otherwise `assemble` could join these parts if this build does not finish.
  func removeStale() throws(RenderError) {
    let records = transaction.folder.records
    let left = FolderRecords.shards(in: records, prefix: FolderRecords.partPrefix)
    guard !left.isEmpty else { return }
    let current = outline(inShardsOf: options.shard?.count ?? 1)
    for shard in left {
      // Other shards of the same count are not removed, because it is unknown which shard is outdated. `assemble`
      // reports the difference.
      if shard.count == options.shard?.count, shard != options.shard { continue }
      let outline = try ShardPart.outline(of: shard, in: records)
      let isCurrent = outline.map {
        shard == options.shard ? $0 == current : $0.isSameBook(as: current)
      }
      if isCurrent != true { try transaction.removePart(of: shard) }
    }
  }

  private func outline(inShardsOf count: Int) -> ShardPart.Outline {
    let book = BookDescription(plan, options: options, sampleRate: sampleRate)
    return ShardPart.Outline(
      book: book,
      chapters: zip(plan.chapters, plan.owners(inShardsOf: count)).map { chapter, owner in
        ShardPart.Planned(
          index: chapter.index, title: chapter.title, files: options.fileNames(of: chapter),
          artifacts: book.artifacts.names(ofChapter: chapter.index, stem: chapter.fileStem),
          fingerprint: chapter.fingerprint,
          tagsFingerprint: chapter.tagsFingerprint,
          shard: owner,
          isWanted: options.selects(chapter))
      })
  }
}

/// The cover that builds of shards leave for `assemble`.
/// The cover is stored once for all shards, in the folder of the records.
enum ShardCover {
  private static func name(_ identity: String) -> String { FolderRecords.coverPrefix + identity }

  /// Stores the cover if it is missing, and removes the covers of earlier states of the book.
  static func store(_ cover: BookCover?, in transaction: FolderTransaction) throws(RenderError) {
    let folder = transaction.folder
    let names = FolderListing.names(in: folder.records).filter {
      $0.hasPrefix(FolderRecords.coverPrefix)
    }
    for other in names where other != cover.map({ name($0.identity) }) {
      try FileSystem.remove(folder.records + "/" + other)
    }
    guard let cover else { return }
    // A cover drawn by another shard with other fonts is accepted.
    if try read(CoverDescription(cover), in: folder) != nil { return }
    let path = folder.records + "/" + name(cover.identity)
    let picture = try cover.picture(in: folder)
    // Concurrent builds of shards need different temporary names.
    let way = transaction.temporaryPath(of: FolderRecords.coverPrefix)
    try FileSystem.replace(path, by: way) { output throws(RenderError) in
      try output(picture.bytes)
    }
  }

  /// Reads the cover that a shard's record describes; nil if the cover is missing or has changed.
  static func read(
    _ description: CoverDescription, in folder: OutputFolder
  ) throws(RenderError) -> BookCover? {
    let name = name(description.identity)
    // The record is not trusted: any program may have written it.
    guard FileRecord.isName(name), let picture = try picture(at: folder.records + "/" + name),
      BookCover.fileName(of: picture.kind) == description.file
    else { return nil }
    // The identity of a drawn cover is a digest of the cover's text. So the picture cannot be compared with the
    // identity.
    guard
      description.identity.hasPrefix(BookCover.drawnPrefix)
        || description.identity == SHA256.hash(picture.bytes).hex
    else { return nil }
    return BookCover(picture, identity: description.identity)
  }

  private static func picture(at path: String) throws(RenderError) -> Cover? {
    guard let bytes = try FileSystem.contents(of: path, limit: .cover), let cover = Cover(bytes),
      cover.damage == nil
    else { return nil }
    return cover
  }
}

extension BookCover {
  /// Returns the picture.
  /// A drawn cover is read from the folder if it already exists there.
  func picture(in folder: OutputFolder) throws(RenderError) -> Cover {
    switch content {
    case .file(let picture): return picture
    case .drawn(let words, let pixelDigest):
      if let bytes = try folder.contents(of: fileName, builtFrom: pixelDigest),
        let picture = Cover(bytes)
      {
        return picture
      }
      do throws(AudioError) { return try words.drawn() } catch { throw .audio(error) }
    }
  }
}
