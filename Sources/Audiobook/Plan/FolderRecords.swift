import Audio
import Hablare

/// The paths of the program's own records in an output folder (Documentation/reference/output-folder.md).
enum FolderRecords {
  /// The subfolder of the records.
  static let name = ".guion2audio"

  /// Returns the name of a build's journal.
  /// Each shard has its own journal, because processes on different machines cannot append to the same file.
  static func journal(of shard: Shard?) -> String {
    shard.map { journalPrefix + $0.fileNamePart } ?? "journal"
  }

  /// Returns the name of the part file that a shard writes for `assemble`.
  static func part(of shard: Shard) -> String { partPrefix + shard.fileNamePart }

  /// Returns the name of a chapter's stretch, relative to the output folder.
  /// A stretch is the chapter's audio, encoded for a book in one file.
  static func stretch(of chapter: Int, _ format: SoundFormat) -> String {
    file(ofChapter: chapter, format.fileExtension)
  }

  /// Returns the name of the file with the parts of a chapter's sum, relative to the output folder.
  static func layers(of chapter: Int) -> String { file(ofChapter: chapter, "layers") }

  /// Returns the name of a file that is stored for a chapter and that users do not open, relative to the output
  /// folder.
  static func file(ofChapter index: Int, _ fileExtension: String) -> String {
    "\(name)/\(index).\(fileExtension)"
  }

  /// Returns whether a name in the output folder is the name of a file that the program stores for a chapter: a
  /// file whose name begins with the chapter's number, finished or unfinished, or a picture.
  static func isOwn(_ file: String) -> Bool {
    guard file.hasPrefix(name + "/") else { return false }
    let own = file.dropFirst(name.count + 1)
    return own.allSatisfy { $0 != "/" && $0 != "\0" }
      && (own.hasPrefix("image-") || own.first?.isNumber == true)
  }

  static let journalPrefix = "journal-"
  static let partPrefix = "part-"
  /// The prefix of the names of covers that shards have written.
  static let coverPrefix = "cover-"

  /// Returns the shards that have written a file whose name begins with `prefix`, sorted by count and number.
  static func shards(in records: String, prefix: String) -> [Shard] {
    FolderListing.names(in: records).filter { $0.hasPrefix(prefix) }
      .compactMap { Shard(fileNamePart: $0.dropFirst(prefix.count)) }
      .sorted { ($0.count, $0.index) < ($1.count, $1.index) }
  }
}
