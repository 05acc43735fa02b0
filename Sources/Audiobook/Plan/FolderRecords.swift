import Audio
import Hablare

/// Where in a folder the program's own records are (Documentation/interfaces.md, "Output folder").
enum FolderRecords {
  /// The subfolder of the records.
  static let name = ".guion2audio"

  /// The name of the journal of a build; each share has its own, because no two processes on two
  /// machines can add to one file.
  static func journal(of shard: Shard?) -> String {
    shard.map { journalPrefix + $0.fileWord } ?? "journal"
  }

  /// The name of what a share leaves for `assemble`.
  static func part(of shard: Shard) -> String { partPrefix + shard.fileWord }

  /// The name, in the folder, of a chapter's stretch of a book in one file.
  static func stretch(of chapter: Int, _ format: SoundFormat) -> String {
    "\(name)/\(chapter).\(format.fileExtension)"
  }

  /// Whether a name in the folder is that of a stretch, finished or on its way.
  static func isStretch(_ file: String) -> Bool {
    guard file.hasPrefix(name + "/") else { return false }
    let own = file.dropFirst(name.count + 1)
    return BookFormat.allCases.contains { own.contains("." + $0.stretch.fileExtension) }
      && own.first?.isNumber == true && own.allSatisfy { $0 != "/" && $0 != "\0" }
  }

  /// The name, in the folder, of a chapter's part of an EPUB, which is written from such parts.
  static func part(ofEPUB chapter: Int, _ fileExtension: String) -> String {
    "\(name)/\(chapter).\(fileExtension)"
  }

  /// The endings of the parts of a chapter in an EPUB: its text, and when each sentence of it sounds.
  static let epubParts = ["xhtml", "smil"]

  /// Whether a name in the folder is that of a file among the records which belongs to a chapter, finished or on its
  /// way.
  static func isOwn(_ file: String) -> Bool {
    if isStretch(file) { return true }
    guard file.hasPrefix(name + "/") else { return false }
    let own = file.dropFirst(name.count + 1)
    return own.allSatisfy { $0 != "/" && $0 != "\0" }
      && (own.hasPrefix("image-")
        || own.first?.isNumber == true
          && (epubParts + ["m4a"]).contains { own.hasSuffix("." + $0) })
  }

  static let journalPrefix = "journal-"
  static let partPrefix = "part-"
  /// What the names of covers that shares have left begin with.
  static let coverPrefix = "cover-"

  /// The shares that have left a file of a kind, by count and number.
  static func shards(in records: String, prefix: String) -> [Shard] {
    FolderListing.names(in: records).filter { $0.hasPrefix(prefix) }
      .compactMap { Shard(fileWord: $0.dropFirst(prefix.count)) }
      .sorted { ($0.count, $0.index) < ($1.count, $1.index) }
  }
}
