/// A finished book, but for playlist and manifest: what joins the chapters.
struct BoundBook {
  /// The names of the files that join the chapters.
  static let names = ["playlist.m3u8", "manifest.json"]

  let book: BookDescription
  /// The chapters that are there and current, in order.
  let chapters: [Entry]
  /// Gives a chapter with its items.
  let chapter: (_ offset: Int) throws(RenderError) -> ManifestChapter

  struct Entry {
    var title: String
    var record: ChapterRecord
  }

  /// Writes playlist and manifest, the manifest last; ends the build, and gives the files that are new.
  func publish(in folder: OutputFolder, removesOld: Bool) throws(RenderError) -> [String] {
    let entries = chapters.map { chapter in
      Playlist.Entry(
        title: chapter.title, file: chapter.record.files[0].file,
        duration: Double(chapter.record.samples) / Double(book.sampleRate))
    }
    let text = Playlist.text(title: book.title, entries: entries)
    let playlist = try folder.publish(Self.names[0]) { output throws(RenderError) in
      try output(Array(text.utf8))
    }
    let writer = ManifestWriter(
      book: book, chapters: chapters.map(\.record), chapter: chapter,
      files: [("playlist", playlist.record)])
    let manifest = try folder.publish(Self.names[1], write: writer.write)
    try folder.finish(
      chapters: chapters.map(\.record), files: [playlist.record, manifest.record],
      removesOld: removesOld)
    return [playlist, manifest].filter(\.isNew).map { folder.path(of: $0.record.file) }
  }
}
