import Basics

/// The format that all tables share.
/// A header of 16 bytes contains the magic, the version, the kind and the length of the file. The
/// directory of sections and the sections follow. All numbers are little-endian.
enum TableFormat {
  static let magic: UInt32 = 0x4850_3247  // "G2PH"
  static let version: UInt16 = 1
  static let headerSize = 16
  /// The number of bytes that the directory has for each section: an offset and a length.
  static let sectionSize = 8
  /// The maximum size of a table in bytes.
  /// Larger files are refused.
  static let maximum = 1 << 28

  enum Kind: UInt16 {
    case lexicon = 1
    case tagger = 2

    var sectionCount: Int {
      switch self {
      case .lexicon: LexiconSection.allCases.count
      case .tagger: TaggerSection.allCases.count
      }
    }
  }

  /// The sections of a lexicon, in the order of the file.
  enum LexiconSection: Int, CaseIterable {
    /// The symbols of the alphabet, four bytes each.
    /// The first symbol has code 1.
    case symbols
    /// For each code that represents a pair, the codes of the two symbols.
    case pairs
    /// The offset of each block of entries, four bytes each.
    case blocks
    case entries
  }

  /// The sections of a tagger, in the order of the file.
  enum TaggerSection: Int, CaseIterable {
    /// The names of the tags, sorted, each followed by a line feed.
    case tags
    /// The offset of each bucket and the end of the last bucket, four bytes each.
    case buckets
    case entries
  }
}

/// A mapped table whose header and directory have been checked.
struct TableFile: Sendable {
  private let file: MappedFile
  let path: String
  private let sections: [Range<Int>]

  init(path: String, kind: TableFormat.Kind) throws(PhonemeDataError) {
    do throws(FileError) {
      file = try MappedFile(path, maximum: TableFormat.maximum)
    } catch {
      throw PhonemeDataError(path: path, fault: .unreadable(error.reason))
    }
    self.path = path
    sections = try Self.sections(of: file, kind, path)
  }

  private static func sections(
    of file: MappedFile, _ kind: TableFormat.Kind, _ path: String
  ) throws(PhonemeDataError) -> [Range<Int>] {
    let length = file.bytes.count
    let table = TableBytes(file, 0..<length)
    guard table.word(at: 0) == TableFormat.magic, table.half(at: 4) == TableFormat.version,
      table.half(at: 6) == kind.rawValue
    else { throw PhonemeDataError(path: path, fault: .isWrongKind) }
    guard table.word(at: 8) == length else {
      throw PhonemeDataError(path: path, fault: .isTruncated)
    }
    let start = TableFormat.headerSize + kind.sectionCount * TableFormat.sectionSize
    var sections: [Range<Int>] = []
    for number in 0..<kind.sectionCount {
      let place = TableFormat.headerSize + number * TableFormat.sectionSize
      let (offset, size) = (Int(table.word(at: place)), Int(table.word(at: place + 4)))
      guard offset >= start, offset + size <= length else {
        throw PhonemeDataError(path: path, fault: .isDamaged)
      }
      sections.append(offset..<offset + size)
    }
    return sections
  }

  func section(_ number: Int) -> TableBytes {
    TableBytes(file, sections[number])
  }

  var damaged: PhonemeDataError { PhonemeDataError(path: path, fault: .isDamaged) }
}

/// The bytes of a section of a table.
/// Bytes beyond the end are 0, so that a damaged table cannot cause reads outside the file.
struct TableBytes: Sendable {
  private let file: MappedFile
  private let start: Int
  let count: Int

  /// Creates the bytes for a range within the file.
  init(_ file: MappedFile, _ range: Range<Int>) {
    self.file = file
    (start, count) = (range.lowerBound, range.count)
  }

  func byte(at offset: Int) -> UInt8 {
    offset >= 0 && offset < count ? file.bytes[start + offset] : 0
  }

  func half(at offset: Int) -> UInt16 {
    guard offset >= 0, offset + 2 <= count else { return 0 }
    return UInt16(
      littleEndian: file.bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt16.self))
  }

  func word(at offset: Int) -> UInt32 {
    guard offset >= 0, offset + 4 <= count else { return 0 }
    return UInt32(
      littleEndian: file.bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt32.self))
  }
}

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

/// The hash of a key in a table: FNV-1a with 64 bits and an additional mixing step at the end.
/// It is computed piece by piece, so that the tagger need not build a text for each feature.
struct TableHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(_ text: String) { add(text) }

  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { add(UInt8(truncatingIfNeeded: scalar.value)) } else { add(String(scalar)) }
  }

  /// The hash of the added bytes.
  var value: UInt64 {
    var mixed = state
    mixed ^= mixed >> 32
    mixed &*= 0xD6E8_FEB8_6659_FD93
    mixed ^= mixed >> 32
    return mixed
  }
}

package struct PhonemeDataError: Error, Equatable, Sendable {
  package enum Fault: Equatable, Sendable {
    /// The file cannot be opened.
    /// The value is the reason.
    case unreadable(String)
    /// The file is not a table of this kind, or has another version.
    case isWrongKind
    /// The length of the file differs from its header.
    case isTruncated
    /// A part of the table is outside the file, or contradicts another part.
    case isDamaged
  }

  package var path: String
  package var fault: Fault

  package init(path: String, fault: Fault) { (self.path, self.fault) = (path, fault) }

  /// The error in one line, with advice.
  package var message: String {
    "cannot read the pronunciations in \"\(path)\": \(reason); install the natural voice again"
  }

  private var reason: String {
    switch fault {
    case .unreadable(let reason): reason
    case .isWrongKind: "it is not a table of this version"
    case .isTruncated: "its length is wrong"
    case .isDamaged: "it is damaged"
    }
  }
}
