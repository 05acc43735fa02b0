/// A share of a book that one of several builds renders, such as the second of four: `2/4`.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// Its number, from 1.
  public let index: Int
  /// How many shares there are.
  public let count: Int

  /// The most shares a book is cut into: as many elements as an array of Slurm has by default
  /// (`MaxArraySize`), rounded up.
  public static let largestCount = 10_000

  /// Makes a share; nil where there is none of this number.
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

  /// `2/4`.
  public var description: String { "\(index)/\(count)" }

  /// `2-of-4`, for names of files.
  var fileWord: String { "\(index)-of-\(count)" }

  /// Reads `2-of-4`.
  init?(fileWord: some StringProtocol) {
    let parts = fileWord.split(separator: "-")
    guard parts.count == 3, let index = Int(parts[0]), let count = Int(parts[2]),
      let shard = Shard(index: index, count: count), shard.fileWord == fileWord
    else { return nil }
    self = shard
  }

  /// For each of a list of lengths, the number of the share that it belongs to.
  ///
  /// A share is a stretch of the book, and every chapter goes where its middle falls: no share is
  /// longer than an equal one by more than a chapter, and an edit moves only chapters at the ends of
  /// stretches, so that what a share has built before it mostly keeps.
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
  /// For each chapter, the number of the share that it belongs to.
  func owners(inSharesOf count: Int) -> [Int] {
    Shard.owners(of: chapters.map(\.characterCount), count: count)
  }

  /// The chapters that a share renders; all where there is none.
  func chapters(of shard: Shard?) -> [ChapterPlan] {
    guard let shard else { return chapters }
    return zip(chapters, owners(inSharesOf: shard.count)).filter { $0.1 == shard.index }.map(\.0)
  }
}
