import Audio
import Hablare

/// The part of a book that one of several builds renders, such as `2/4` for the second of four.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// The number of the shard, from 1.
  public let index: Int
  /// The number of shards.
  public let count: Int

  /// The maximum number of shards, well above Slurm's default limit for job arrays (`MaxArraySize`, 1001).
  package static let largestCount = 10_000

  /// Creates a shard; nil if the number or the count is out of range.
  public init?(index: Int, count: Int) {
    guard (1...Self.largestCount).contains(count), (1...count).contains(index) else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Reads `2/4`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }

  /// The shard in the form `2/4`.
  public var description: String { "\(index)/\(count)" }

  /// The shard in the form `2-of-4`, for file names.
  var fileNamePart: String { "\(index)-of-\(count)" }

  /// Reads `2-of-4`.
  init?(fileNamePart: some StringProtocol) {
    let parts = fileNamePart.split(separator: "-")
    guard parts.count == 3, let index = Int(parts[0]), let count = Int(parts[2]),
      let shard = Shard(index: index, count: count), shard.fileNamePart == fileNamePart
    else { return nil }
    self = shard
  }

  /// Returns the shard number of each chapter, from the lengths of all chapters.
  /// The book is divided into shares of equal length, one for each shard. A chapter belongs to the shard whose share
  /// contains the chapter's middle. So no shard is more than one chapter longer than its share. An edit moves only
  /// chapters near the boundaries, so most chapters that a shard has built stay valid.
  static func owners(of lengths: [Int], count: Int) -> [Int] {
    let lengths = lengths.map { max(1, $0) }
    let total = lengths.reduce(0, +)
    var before = 0
    return lengths.map { length in
      defer { before += length }
      return (2 * before + length) * count / (2 * total) + 1
    }
  }
}

extension BookPlan {
  /// Returns the shard number of each chapter, for a number of shards.
  func owners(inShardsOf count: Int) -> [Int] {
    Shard.owners(of: chapters.map(\.characterCount), count: count)
  }

  /// Returns the chapters that a shard renders; all chapters if `shard` is nil.
  func chapters(of shard: Shard?) -> [ChapterPlan] {
    guard let shard else { return chapters }
    return zip(chapters, owners(inShardsOf: shard.count)).filter { $0.1 == shard.index }.map(\.0)
  }
}

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
