/// The file that the build of a shard leaves for `assemble`.
///
/// It consists of lines with one JSON object each: first the outline of the whole book, then the shard's
/// chapters as the manifest will list them.
struct ShardPart {
  /// A planned chapter of the book, in any shard.
  struct Planned: Codable, Equatable, Sendable {
    var index: Int
    var title: String
    /// The names of its files.
    var files: [String]
    /// The names of its caption files.
    var captions: [String]
    /// The names of its read-along files, except the picture files; nil if no read-along format was requested.
    var page: [String]?
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
    func isCurrent(as found: Found) -> Bool {
      let record = found.record
      // Captions are written only for requested chapters.
      let isComplete = found.captions.map(\.file) == captions && hasPage(found)
      guard !isWanted || isComplete else { return false }
      return record.fingerprint == fingerprint && record.tagsFingerprint == tagsFingerprint
        && record.files.map(\.file) == files
    }

    private func hasPage(_ found: Found) -> Bool {
      (page ?? []).allSatisfy { name in found.page.contains { $0.file == name } }
    }
  }

  /// The outline of the book; it is the same in all shards of one book.
  struct Outline: Codable, Equatable, Sendable {
    var version = 1
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

  /// The chapters in the shard, by number.
  private(set) var records: [Int: Found] = [:]

  /// A chapter in a shard.
  struct Found {
    /// The number of its line in the file.
    var line: Int
    var record: ChapterRecord
    var captions: [FileRecord]
    var page: [FileRecord]
  }

  /// Reads the file that a shard has left; nil if it is damaged.
  init?(of shard: Shard, in records: String) throws(RenderError) {
    let lines = try Self.lines(of: shard, in: records)
    guard let outline = Self.outline(in: lines, of: shard) else { return nil }
    (self.shard, self.outline, self.lines) = (shard, outline, lines)
    for line in 1..<lines.count {
      guard let chapter = lines.value(PartChapter.self, at: line), chapter.isSound else {
        return nil
      }
      self.records[chapter.index] = Found(
        line: line, record: chapter.record, captions: chapter.captions ?? [],
        page: chapter.page ?? [])
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

  /// Reads the chapter in a line, with its items.
  func chapter(_ line: Int) throws(RenderError) -> PartChapter {
    guard let chapter = lines.value(PartChapter.self, at: line) else {
      throw .output(
        path: FolderRecords.part(of: shard), reason: "it is damaged; render this shard again")
    }
    return chapter
  }

  /// Writes the file of a shard, in pieces.
  static func write(
    _ outline: Outline, chapters: some Sequence<PartChapter>, of shard: Shard,
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
    version == 1 && book.sampleRate > 0 && !(book.formats.isEmpty && book.books.isEmpty)
      && chapters.allSatisfy { (1...count).contains($0.shard) }
  }
}

extension PartChapter {
  /// Whether every item has a position, and every file is in the output folder.
  fileprivate var isSound: Bool {
    !record.files.isEmpty && record.placements.count == 2 * items.count
      && (record.files + (captions ?? []) + (page ?? [])).allSatisfy(\.isInFolder)
  }
}
