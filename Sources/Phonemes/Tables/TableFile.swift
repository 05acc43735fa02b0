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
    do throws(FileFault) {
      file = try MappedFile(path, maximum: TableFormat.maximum)
    } catch {
      throw PhonemeDataError(path, error)
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
