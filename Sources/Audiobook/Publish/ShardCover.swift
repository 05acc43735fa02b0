import Audio
import Basics
import Hablare

/// The cover that builds of shards leave for `assemble`.
///
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
  ///
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
