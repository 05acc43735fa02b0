/// The ID3v2.4 tag of a book (id3.org, "ID3 tag version 2.4.0" and "ID3v2 Chapter Frame Addendum").
enum ID3BookTag {
  /// The title of a chapter and its times in milliseconds.
  struct Chapter {
    var title: String
    var start: Int
    var end: Int
  }

  /// Returns the whole tag.
  /// `path` is the path of the file, for errors.
  static func bytes(
    _ tags: BookTags, cover: Cover?, chapters: [Chapter], for path: String
  ) throws(AudioError) -> [UInt8] {
    // This check must come before lengths are encoded, because a length of 256 MB or more cannot be encoded.
    let size =
      chapters.count * 256 + tags.texts.reduce(cover?.bytes.count ?? 0) { $0 + $1.text.utf8.count }
    guard size < ID3Tag.sizeLimit - (1 << 20) else {
      throw .cannotWrite(
        path: path, reason: "the cover, tags and chapter list exceed 255 MB; use a smaller cover")
    }
    var frames = tags.texts.flatMap(ID3Tag.frame)
    if let cover { frames += picture(cover) }
    frames += contents(chapters.count)
    for (index, chapter) in chapters.enumerated() { frames += self.chapter(index, chapter) }
    return ID3Tag.whole(frames)
  }

  /// Returns an attached picture of the type "front cover", without a description (section 4.14).
  private static func picture(_ cover: Cover) -> [UInt8] {
    ID3Tag.frame(
      "APIC", [ID3Tag.utf8] + Array(cover.kind.mimeType.utf8) + [0, 3, 0] + cover.bytes)
  }

  // MARK: Chapters

  /// The maximum number of entries in a table of contents.
  /// The table counts its entries in one byte (addendum, 3.2).
  /// A longer list of chapters becomes a table of tables.
  private static let tableSize = 255

  /// Returns the tables of contents for a number of chapters: one table, or one table of tables.
  private static func contents(_ count: Int) -> [UInt8] {
    let chapters = (0..<count).map(identifier)
    guard count > tableSize else {
      return count == 0 ? [] : table("toc", chapters, isTop: true)
    }
    let parts = stride(from: 0, to: count, by: tableSize).map {
      chapters[$0..<min(count, $0 + tableSize)]
    }
    let names = parts.indices.map { "toc\($0 + 1)" }
    // A table of tables has space for 65,025 chapters. Further chapters are not in a table, but their frames are
    // written.
    return table("toc", names.prefix(tableSize), isTop: true)
      + zip(names, parts).prefix(tableSize).flatMap { table($0, $1, isTop: false) }
  }

  private static func table(
    _ name: String, _ children: some Collection<String>, isTop: Bool
  ) -> [UInt8] {
    let (ordered, top): (UInt8, UInt8) = (1, 2)
    return ID3Tag.frame(
      "CTOC",
      Array(name.utf8) + [0, ordered | (isTop ? top : 0), UInt8(children.count)]
        + children.flatMap { Array($0.utf8) + [0] })
  }

  /// Returns the frame of a chapter.
  /// Times are in milliseconds. All bits of the byte positions are set. This means that the byte positions are not used
  /// (addendum, 3.1).
  private static func chapter(_ index: Int, _ chapter: Chapter) -> [UInt8] {
    ID3Tag.frame(
      "CHAP",
      Array(identifier(index).utf8) + [0] + ByteOrder.big(UInt32(clamping: chapter.start))
        + ByteOrder.big(UInt32(clamping: chapter.end)) + [UInt8](repeating: 0xFF, count: 8)
        + ID3Tag.frame("TIT2", text: shown(chapter.title)))
  }

  /// The maximum length of a chapter title in bytes.
  /// ffmpeg reads the length of a frame within a chapter as a plain number. This length includes one byte before the
  /// text. If the length is 128 or more, ffmpeg finds no chapters (measured, 5.1.9).
  private static let longestTitle = 126

  /// Returns a title, shortened if it is too long.
  private static func shown(_ title: String) -> String {
    guard title.utf8.count > longestTitle else { return title }
    let mark = "…"
    var cut = title.prefix(longestTitle)
    while cut.utf8.count + mark.utf8.count > longestTitle { cut = cut.dropLast() }
    return cut + mark
  }

  private static func identifier(_ index: Int) -> String { "ch\(index)" }
}
