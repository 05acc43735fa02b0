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
