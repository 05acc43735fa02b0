/// What the build of a share leaves for `assemble`: the whole book in outline, and the share's chapters as
/// the manifest will list them.
///
/// A text of lines, each an object of JSON: the outline first, then a line for each chapter.
struct ShardPart {
  /// A chapter of the book, whoever builds it.
  struct Planned: Codable, Equatable, Sendable {
    var index: Int
    var title: String
    /// The names of its files.
    var files: [String]
    /// The names of its captions.
    var captions: [String]
    /// The names of what people read along of it, but for pictures; nil if nobody asked for that.
    var page: [String]?
    var fingerprint: String
    var tagsFingerprint: String
    /// The number of the share that it belongs to.
    var shard: Int
    /// Whether it was asked for (`--only`).
    var isWanted: Bool

    /// Whether it is the same chapter, whoever builds it and whether it was asked for or not.
    func isSame(as other: Planned) -> Bool {
      var asked = self
      (asked.shard, asked.isWanted) = (other.shard, other.isWanted)
      return asked == other
    }

    /// Whether what a share has is this chapter as it is planned now.
    func isMade(as found: Found) -> Bool {
      let record = found.record
      // Captions are made of chapters that are asked for.
      let isComplete = found.captions.map(\.file) == captions && hasPage(found)
      guard !isWanted || isComplete else { return false }
      return record.fingerprint == fingerprint && record.tagsFingerprint == tagsFingerprint
        && record.files.map(\.file) == files
    }

    private func hasPage(_ found: Found) -> Bool {
      (page ?? []).allSatisfy { name in found.page.contains { $0.file == name } }
    }
  }

  /// The book in outline; the same for all shares that belong together.
  struct Outline: Codable, Equatable, Sendable {
    var version = 1
    var book: BookDescription
    var chapters: [Planned]

    /// Whether it is the same book, in however many shares.
    func isSameBook(as other: Outline) -> Bool {
      book == other.book && chapters.elementsEqual(other.chapters) { $0.isSame(as: $1) }
    }
  }

  let shard: Shard
  let outline: Outline
  /// The outline and the chapters behind it.
  private let lines: JSONLines

  /// The chapters that the share has, by number.
  private(set) var records: [Int: Found] = [:]

  /// A chapter that a share has.
  struct Found {
    /// The number of its line.
    var line: Int
    var record: ChapterRecord
    var captions: [FileRecord]
    var page: [FileRecord]
  }

  /// The part that a share has left; nil if it is damaged.
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

  /// The outline that a share has left; nil if there is none, or it is damaged.
  static func outline(of shard: Shard, in records: String) throws(RenderError) -> Outline? {
    outline(in: try lines(of: shard, in: records), of: shard)
  }

  private static func lines(of shard: Shard, in records: String) throws(RenderError) -> JSONLines {
    let path = records + "/" + FolderRecords.part(of: shard)
    return JSONLines(try FileSystem.contents(of: path) ?? [])
  }

  private static func outline(in lines: JSONLines, of shard: Shard) -> Outline? {
    guard lines.count > 0, let outline = lines.value(Outline.self, at: 0),
      outline.isSound(inSharesOf: shard.count)
    else { return nil }
    return outline
  }

  /// The chapter of a line, with its items.
  func chapter(_ line: Int) throws(RenderError) -> PartChapter {
    guard let chapter = lines.value(PartChapter.self, at: line) else {
      throw .output(path: FolderRecords.part(of: shard), reason: "it cannot be read")
    }
    return chapter
  }

  /// Writes a part, in pieces.
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
  /// Whether it can be what a build has left.
  fileprivate func isSound(inSharesOf count: Int) -> Bool {
    version == 1 && book.sampleRate > 0 && !(book.formats.isEmpty && book.books.isEmpty)
      && chapters.allSatisfy { (1...count).contains($0.shard) }
  }
}

extension PartChapter {
  /// Whether every item has its place, and every file a name within the folder.
  fileprivate var isSound: Bool {
    !record.files.isEmpty && record.placements.count == 2 * items.count
      && (record.files + (captions ?? []) + (page ?? [])).allSatisfy(\.isInFolder)
  }
}
