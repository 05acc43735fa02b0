/// A table from hashed keys to a few bytes each.
///
/// Keys are not stored, only 32 bits of their hashes beside the bucket: the chance that an unknown key is taken
/// for a known one is below one in a hundred million million.
struct HashedTable: Sendable {
  private let buckets: TableBytes
  private let entries: TableBytes
  private let mask: UInt64

  /// Makes a table of its sections; nil if the sections contradict each other.
  init?(buckets: TableBytes, entries: TableBytes) {
    let count = buckets.count / 4 - 1
    guard buckets.count.isMultiple(of: 4), count > 0, count & (count - 1) == 0,
      Int(buckets.word(at: count * 4)) == entries.count
    else { return nil }
    (self.buckets, self.entries) = (buckets, entries)
    mask = UInt64(count - 1)
  }

  /// Where the bytes of a key are, or nil if the key is unknown.
  func range(of hash: TableHash) -> Range<Int>? {
    let hash = hash.value
    let bucket = Int(hash & mask)
    let print = UInt32(truncatingIfNeeded: hash >> 32)
    var place = Int(buckets.word(at: bucket * 4))
    let end = min(Int(buckets.word(at: bucket * 4 + 4)), entries.count)
    while place + Self.entrySize <= end {
      let start = place + Self.entrySize
      let next = start + Int(entries.byte(at: place + 4))
      if entries.word(at: place) == print { return next <= end ? start..<next : nil }
      place = next
    }
    return nil
  }

  func contains(_ hash: TableHash) -> Bool { range(of: hash) != nil }

  func byte(at offset: Int) -> UInt8 { entries.byte(at: offset) }

  func half(at offset: Int) -> UInt16 { entries.half(at: offset) }

  /// The bytes of a key as text, or nil if the key is unknown.
  func text(of hash: TableHash) -> String? {
    range(of: hash).map { String(decoding: $0.map(byte), as: UTF8.self) }
  }

  /// The bytes before the payload of an entry: the print of its key and the payload's length.
  static let entrySize = 5
}

/// What a key of the tagger's table begins with: tables of several kinds share the buckets.
enum TableSpace {
  /// A feature and its weights: pairs of a tag and tenths.
  static let weight = "f "
  /// A word with only one usual tag.
  static let tag = "t "
  /// A word that features name.
  static let vocabulary = "v "
  /// A chunk of text and the lengths of its tokens.
  static let chunk = "c "
  /// An abbreviation and its words.
  static let abbreviation = "a "
  /// A title before a name and its words.
  static let title = "m "
  /// A word before a Roman number that counts.
  static let cardinal = "r "
  /// A name before a Roman number that is an ordinal.
  static let ordinal = "o "
  /// A sign and its words.
  static let sign = "s "
}
