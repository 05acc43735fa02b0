/// A table from hashed keys to a few bytes each.
/// The table does not store its keys. A key is recognized by its bucket and by 32 more bits of its hash. The chance
/// that the table finds an entry for an unknown key is about 1 in two billion.
struct HashedTable: Sendable {
  private let buckets: TableBytes
  private let entries: TableBytes
  private let mask: UInt64

  /// Creates a table from its sections; nil if the sections are inconsistent.
  init?(buckets: TableBytes, entries: TableBytes) {
    let count = buckets.count / 4 - 1
    guard buckets.count.isMultiple(of: 4), count > 0, count & (count - 1) == 0,
      Int(buckets.word(at: count * 4)) == entries.count
    else { return nil }
    (self.buckets, self.entries) = (buckets, entries)
    mask = UInt64(count - 1)
  }

  /// Returns the range of a key's bytes; nil if the key is unknown.
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

  /// Returns the bytes of a key as text; nil if the key is unknown.
  func text(of hash: TableHash) -> String? {
    range(of: hash).map { String(decoding: $0.map(byte), as: UTF8.self) }
  }

  /// The number of bytes before the payload of an entry: part of its key's hash, and the payload's length.
  static let entrySize = 5
}

/// The prefixes of keys in the tagger's table.
/// Several kinds of data share its buckets.
enum TableSpace {
  /// A feature with its weights: pairs of a tag and a weight in tenths.
  static let weight = "f "
  /// A word that nearly always has the same tag.
  static let tag = "t "
  /// A word that is used in features.
  static let vocabulary = "v "
  /// A chunk of text with the lengths of its tokens.
  static let chunk = "c "
  static let abbreviation = "a "
  /// A title before a name, with its words.
  static let title = "m "
  /// A word after which a Roman numeral is a cardinal number.
  static let cardinal = "r "
  /// A name after which a Roman numeral is an ordinal number.
  static let ordinal = "o "
  static let symbol = "s "
}
