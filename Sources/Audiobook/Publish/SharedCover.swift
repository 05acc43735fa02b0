import Audio
import Basics
import Hablare

/// The cover that builds of shares leave for `assemble`: its bytes, once for all shares, among the records.
enum SharedCover {
  private static func name(_ identity: String) -> String { FolderRecords.coverPrefix + identity }

  /// Leaves a cover where there is none like it, and removes those of other states of the book.
  static func keep(_ cover: BookCover?, in transaction: FolderTransaction) throws(RenderError) {
    let folder = transaction.folder
    let names = FolderListing.names(in: folder.records).filter {
      $0.hasPrefix(FolderRecords.coverPrefix)
    }
    for other in names where other != cover.map({ name($0.identity) }) {
      try FileSystem.remove(folder.records + "/" + other)
    }
    guard let cover else { return }
    // What another share has drawn with other fonts is as good.
    if try read(CoverDescription(cover), in: folder) != nil { return }
    let path = folder.records + "/" + name(cover.identity)
    let picture = try cover.picture(in: folder)
    // Shares that are built at once must not meet in a name.
    let way = transaction.temporaryPath(of: FolderRecords.coverPrefix)
    try FileSystem.replace(path, by: way) { output throws(RenderError) in
      try output(picture.bytes)
    }
  }

  /// The cover that a share's outline names; nil where it is not there, or not as it was.
  static func read(
    _ description: CoverDescription, in folder: OutputFolder
  ) throws(RenderError) -> BookCover? {
    let name = name(description.identity)
    // Anyone may have written the outline.
    guard FileRecord.isName(name), let picture = try picture(at: folder.records + "/" + name),
      BookCover.fileName(of: picture.kind) == description.file
    else { return nil }
    // A drawn one is named for its words.
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
  /// The picture; a drawn one is taken from the folder where it lies there already.
  func picture(in folder: OutputFolder) throws(RenderError) -> Cover {
    switch content {
    case .file(let picture): return picture
    case .drawn(let words, let look):
      if let bytes = try folder.contents(of: fileName, madeOf: look), let picture = Cover(bytes) {
        return picture
      }
      do throws(AudioError) { return try words.drawn() } catch { throw .audio(error) }
    }
  }
}
