import Basics

/// Finds out in one pass over the bytes whether a text may have something to replace.
/// False positives are possible, false negatives are not. This is a class because its tables are large.
final class CandidateScan: Sendable {
  // A set of words, stored as two places of their hashes (a Bloom filter). For about one in ten thousand words that are
  // not in the set, `contains` returns true. The first edition has one place, and is wrong for one in two hundred.
  private struct Words: Sendable {
    private var bits = [UInt64](repeating: 0, count: 1024)
    private let isExact: Bool

    init(_ edition: ReadingEdition) { isExact = edition != .first }

    mutating func insert(_ word: String) {
      var hash = WordHash()
      for byte in word.utf8 { hash.add(byte) }
      for place in [hash.place, hash.secondPlace] {
        if isExact || place == hash.place { bits[Int(place >> 6)] |= 1 << UInt64(place & 63) }
      }
    }

    func contains(_ hash: WordHash) -> Bool {
      has(hash.place) && (!isExact || has(hash.secondPlace))
    }

    private func has(_ place: UInt32) -> Bool {
      bits[Int(place >> 6)] & 1 << UInt64(place & 63) != 0
    }
  }

  /// Words that are read if a symbol such as a full stop follows them (`marked`), words that are read without such a
  /// symbol (`plain`), and words that are read if they begin with a capital (`capital`).
  private let marked: Words
  private let plain: Words
  private let capital: Words
  /// Words that are read if they are in capitals, such as the states of America.
  private let shouted: Words
  /// Words before a Roman numeral that has a single letter or is in lower case.
  private let counting: Words
  private let isNewest: Bool
  private let isEnglish: Bool
  private let isFrench: Bool
  private let isGerman: Bool
  private let kinds: [ByteKind]
  /// Whether several hyphens or a long dash within a word can mask its letters.
  private let readsMasks: Bool
  /// Whether a colon or an underscore can precede an ending, as in German "Mentor:innen".
  private let readsEndings: Bool
  /// Whether a word can have two forms, as French "né(e)" and Spanish "todxs".
  private let readsPairs: Bool
  /// Whether ":D" can be a face.
  private let readsFaces: Bool
  /// Whether a plural can be in brackets, as in "file(s)".
  private let readsPlurals: Bool

  init(_ vocabulary: Vocabulary, _ edition: ReadingEdition) {
    let none = Words(edition)
    var (marked, plain, capital, counting, shouted) = (none, none, none, none, none)
    for (key, entries) in vocabulary.abbreviations.entries {
      let first = key.unicodeScalars.prefix(while: \.isWordLetter).text
      if first != key {
        marked.insert(first)
      } else if edition != .first, entries.allSatisfy({ $0.place == .behindTown }) {
        shouted.insert(key)
      } else if entries.allSatisfy(\.needsCapital) {
        capital.insert(key)
      } else {
        plain.insert(key)
      }
    }
    for key in vocabulary.calendar.weekdays.keys { marked.insert(key) }
    marked.insert("w")
    if edition != .first { marked.insert("b") }
    let romans = vocabulary.romans
    for word in romans.counted.union(romans.rulers).union(romans.centuries) {
      counting.insert(word)
    }
    if edition != .first {
      for key in ["ctrl", "strg", "cmd", "kib", "mib", "gib", "tib", "pib"] { plain.insert(key) }
      if vocabulary.language.isEnglish {
        for unit in UnitWords.bare { plain.insert(unit.lowercased()) }
        for word in ["avg"] + AbbreviationWords.partsOfSpeech.keys { plain.insert(word) }
      }
    }
    (self.marked, self.plain, self.capital, self.counting) = (marked, plain, capital, counting)
    self.shouted = shouted
    isNewest = edition != .first
    isEnglish = vocabulary.language.isEnglish
    isFrench = vocabulary.language.isFrench
    isGerman = vocabulary.language.isGerman
    var kinds = ByteKind.table(readsSymbols: vocabulary.language != .other)
    // Greek letters
    if edition != .first, vocabulary.language != .other {
      for byte in 0xCE...0xCF { kinds[byte] = .candidate }
      // "_" and "|" can be signs in quotation marks.
      for byte in [0x5F, 0x7C] { kinds[byte] = .candidate }
    }
    self.kinds = kinds
    readsEndings = edition != .first && vocabulary.language.isGerman
    readsPairs = edition != .first && (isFrench || vocabulary.language.isSpanish)
    readsFaces = edition != .first && vocabulary.language != .other
    readsPlurals = edition != .first && vocabulary.language.isEnglish
    readsMasks = edition != .first && vocabulary.language.isEnglish
  }

  /// Whether a text may have something to replace.
  func finds(in text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var scanner = Scanner(scan: self, bytes: bytes)
      return scanner.finds()
    } ?? true
  }

  /// Whether a reading may begin at a word of small letters, before a blank and another such word.
  func mayBegin(at word: ArraySlice<Unicode.Scalar>, before next: ArraySlice<Unicode.Scalar>)
    -> Bool
  {
    guard let first = WordHash(small: word), let second = WordHash(small: next) else { return true }
    return word.count < 3 || plain.contains(first) || marked.contains(first)
      || counting.contains(first) || plain.contains(second) || marked.contains(second)
      || word.allSatisfy { "ivxlc".unicodeScalars.contains($0) }
      || next.allSatisfy { "ivxlc".unicodeScalars.contains($0) }
      || readsPairs && word.suffix(2).elementsEqual("xs".unicodeScalars)
  }

  // MARK: One text

  private struct Scanner {
    let scan: CandidateScan
    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0
    var word = ScannedWord()
    /// The previous word, if only a space is in between.
    var before: WordHash?

    mutating func finds() -> Bool {
      while place < bytes.count {
        switch scan.kinds[Int(bytes[place])] {
        case .letter:
          readWord()
          if isRead() || scan.readsMasks && (isMasked || hasTrademark)
            || scan.readsEndings && hasEnding
            || scan.readsPairs && isPair || scan.readsPlurals && hasPlural
          {
            return true
          }
        case .candidate: return true
        case .stop:
          if isStop() { return true }
        case .lead:
          if isSymbol() { return true }
        case .other: place += 1
        }
      }
      return false
    }

    private func byte(_ index: Int) -> UInt8 {
      index < bytes.count && index >= 0 ? bytes[index] : 0x20
    }

    private func isLetter(_ index: Int) -> Bool { scan.kinds[Int(byte(index))] == .letter }

    private mutating func readWord() {
      let isNext = byte(place - 1) == 0x20 && (isLetter(place - 2) || byte(place - 2) == 0x2E)
      before = isNext ? word.hash : nil
      word = ScannedWord()
      while place < bytes.count, scan.kinds[Int(bytes[place])] == .letter {
        word.add(bytes[place])
        place += 1
      }
    }

    /// Whether the word that ends here, or the expression that contains it, may be read.
    private func isRead() -> Bool {
      if word.hasSymbol { return true }
      // "you're" has no abbreviation.
      if scan.isEnglish, isContracted { return false }
      if scan.plain.contains(word.hash) { return true }
      if scan.isNewest, scan.isEnglish, word.isProduct { return true }
      if word.length == 1, scan.readsFaces, isMouth { return true }
      if word.startsCapital, scan.capital.contains(word.hash) { return true }
      if word.isShouted, scan.shouted.contains(word.hash) { return true }
      let next = byte(place)
      let isApostrophe = next == 0x27 || next == 0xE2 && byte(place + 2) == 0x99
      // "I'm" is no "i.e."
      let isPronoun = scan.isNewest && scan.isEnglish && isApostrophe && word.length == 1
      let isJoined = !isPronoun && (next == 0x2D || next == 0x27 || next == 0xE2)
      if isJoined, scan.marked.contains(word.hash) { return true }
      if word.isRoman, word.startsCapital && word.length > 1 || isCounted { return true }
      if scan.isFrench, word.mayBeFrenchOrdinal { return true }
      // "A-Z"
      return word.length == 1 && word.startsCapital && next == 0x2D
        && ScannedWord.isUpper(byte(place + 1)) && !isLetter(place + 2)
    }

    /// Whether an ending such as that of "Mentor:innen" follows the word.
    private var hasEnding: Bool {
      guard byte(place) == 0x3A || byte(place) == 0x5F else { return false }
      // "jede:r", "ein:e"
      let isForm = "emnrs".utf8.contains(byte(place + 1)) && !isLetter(place + 2)
      return isForm || byte(place + 1) == 0x69 && byte(place + 2) == 0x6E
    }

    /// Whether the word may have two forms: "né(e)", "salarié-e", "todxs".
    private var isPair: Bool {
      switch byte(place) {
      case 0x28: isLetter(place + 1)
      case 0x2D:
        byte(place + 1) == 0x65 && (byte(place + 2) == 0x75 || !isLetter(place + 3))
          || byte(place + 1) == 0x74 && byte(place + 2) == 0x72
      // "la I Guerra Mundial"
      default: word.endsInXS || !scan.isFrench && word.isRoman && word.startsCapital
      }
    }

    /// Whether "(s)", "(es)" or "(ies)" follows the word.
    private var hasPlural: Bool {
      byte(place) == 0x28
        && (1...3).contains { byte(place + $0) == 0x73 && byte(place + $0 + 1) == 0x29 }
    }

    /// Whether "(R)" or "(TM)" follows the word.
    private var hasTrademark: Bool {
      guard byte(place) == 0x28 else { return false }
      return byte(place + 1) == 0x52 && byte(place + 2) == 0x29
        || byte(place + 1) == 0x54 && byte(place + 2) == 0x4D && byte(place + 3) == 0x29
    }

    /// Whether a dash of several characters directly follows the word, as in "b--h" and "d—n".
    private var isMasked: Bool {
      guard word.length < 3 else { return false }
      return switch byte(place) {
      case 0x2D: byte(place + 1) == 0x2D
      case 0xE2: byte(place + 1) == 0x80 && byte(place + 2) == 0x94
      default: false
      }
    }

    /// Whether the word is the letter of ":D", ";p" or ":-P".
    private var isMouth: Bool {
      let eyes = byte(place - 2) == 0x2D ? byte(place - 3) : byte(place - 2)
      return eyes == 0x3A || eyes == 0x3B
    }

    /// Whether the word is joined to a word before it by an apostrophe.
    private var isContracted: Bool {
      let start = place - word.length
      return byte(start - 1) == 0x27 && isLetter(start - 2)
        || byte(start - 1) == 0x99 && byte(start - 2) == 0x80 && isLetter(start - 4)
    }

    private var isCounted: Bool { before.map(scan.counting.contains) == true }

    /// Whether the full stop here may end an abbreviation or be part of an address.
    private mutating func isStop() -> Bool {
      defer { place += 1 }
      let isBeforeWord = isLetter(place + 1)
      guard isLetter(place - 1) else {
        return isBeforeWord && (place == 0 || byte(place - 1) == 0x20)
      }
      return isBeforeWord || scan.marked.contains(word.hash) || scan.isGerman && word.endsInStreet
    }

    /// Whether the non-ASCII symbol that begins here may be read.
    private mutating func isSymbol() -> Bool {
      let (first, second, third) = (bytes[place], byte(place + 1), byte(place + 2))
      switch first {
      case 0xC2:
        place += 2
        switch second {
        // Spaces, quotation marks and similar characters.
        case 0xB7: return scan.isFrench && isLetter(place - 3) && isLetter(place)
        case 0xA0, 0xA1, 0xA8, 0xAB, 0xAD, 0xB4, 0xB8, 0xBB, 0xBF: return false
        default: return true
        }
      case 0xE2:
        let start = place
        place += 3
        // Signs of keys and stars are read too.
        guard second == 0x80 else {
          return (0x81...0x8C).contains(second) || [0x8F, 0x98, 0xAD].contains(second)
        }
        // A dash between letters may be part of a range.
        if third == 0xA2 || third == 0xA7 {
          return scan.isFrench && isLetter(start - 1) && isLetter(place)
        }
        if third == 0x93 { return byte(start - 1) != 0x20 && byte(place) != 0x20 }
        return third == 0x90 || third == 0xB0 || third == 0xB2 || third == 0xB3
      case 0xEF:
        place += 3
        return second == 0xBC
      default:
        place += 4
        return second == 0x9D
      }
    }
  }

  /// The meaning of a UTF-8 byte for the scan for candidates.
  enum ByteKind: UInt8, Sendable {
    case letter
    /// Part of a candidate: a digit or a symbol.
    case candidate
    case stop
    /// The first byte of a scalar that may be a symbol.
    case lead
    case other

    /// Returns the kind of each byte.
    /// In a language without our own rules, symbols and words are ignored.
    static func table(readsSymbols: Bool) -> [ByteKind] {
      (0...255).map { value in
        switch UInt8(value) {
        case 0x30...0x39: .candidate
        case 0x41...0x5A, 0x61...0x7A: .letter
        // These bytes begin the digits of other scripts.
        case 0xD9, 0xDB, 0xE0, 0xE1, 0xEF: .candidate
        case _ where !readsSymbols: .other
        case 0x2E: .stop
        // # $ % & * + / < = > @ ^ ~
        case 0x23...0x26, 0x2A, 0x2B, 0x2F, 0x3C...0x3E, 0x40, 0x5E, 0x7E: .candidate
        case 0xC2, 0xE2, 0xF0...0xFF: .lead
        case 0x80...0xFF: .letter
        default: .other
        }
      }
    }
  }

  /// A word that is scanned byte by byte.
  struct ScannedWord: Sendable {
    private(set) var hash = WordHash()
    /// The length of the word in bytes.
    private(set) var length = 0
    private(set) var startsCapital = false
    /// Whether `×` or `÷` is among the letters.
    private(set) var hasSymbol = false
    private var last: UInt8 = 0
    private var tail: UInt32 = 0
    private var isCapitalRoman = true
    private var isSmallRoman = true
    private var romanPrefix = 0

    mutating func add(_ byte: UInt8) {
      let isUpper = Self.isUpper(byte)
      if length == 0 { startsCapital = isUpper || byte == 0xC3 }
      var small = byte
      if isUpper {
        small |= 0x20
      } else if last == 0xC3, (0x80...0x9E).contains(byte) {
        hasSymbol = hasSymbol || byte == 0x97
        small += 0x20
      } else if last == 0xC3, byte == 0xB7 {
        hasSymbol = true
      }
      let isNumeral = isUpper && Self.isRomanNumeral(byte)
      if isNumeral, romanPrefix == length { romanPrefix += 1 }
      isCapitalRoman = isCapitalRoman && isNumeral
      isSmallRoman = isSmallRoman && (byte == 0x69 || byte == 0x76 || byte == 0x78)
      hash.add(small)
      tail = tail << 8 | UInt32(small)
      last = byte
      length += 1
    }

    /// Whether the first and the last letter are capitals.
    var isShouted: Bool { startsCapital && Self.isUpper(last) }

    /// Whether all letters are Roman numerals: capitals, or "i", "v" and "x" in lower case.
    var isRoman: Bool { isCapitalRoman || isSmallRoman }

    /// Whether two capitals have an "x" between them: "CxP".
    var isProduct: Bool { length == 3 && isShouted && tail & 0xFF00 == 0x7800 }

    // "XIXe", "Ier", "IIème"
    var mayBeFrenchOrdinal: Bool { romanPrefix > 0 && (1...5).contains(length - romanPrefix) }

    var endsInStreet: Bool { tail & 0xFF_FFFF == 0x73_7472 }

    var endsInXS: Bool { tail & 0xFFFF == 0x7873 }

    static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    private static func isRomanNumeral(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x49, 0x56, 0x58, 0x4C, 0x43, 0x44, 0x4D: true
      default: false
      }
    }
  }

  /// A hash of the bytes of a word in lower case (FNV-1a).
  struct WordHash: Sendable, Equatable {
    private var value: UInt32 = 0x811C_9DC5

    init() {}

    /// Hashes a word of ASCII letters in lower case; nil for another word.
    init?(small word: ArraySlice<Unicode.Scalar>) {
      for letter in word {
        guard letter.value &- 0x61 < 26 else { return nil }
        add(UInt8(truncatingIfNeeded: letter.value))
      }
    }

    mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 0x0100_0193 }

    /// 16 bits of the hash.
    var place: UInt32 { (value ^ value >> 16) & 0xFFFF }

    /// 16 other bits: the high half of a product with the golden ratio (Knuth, The Art of Computer Programming, 6.4).
    var secondPlace: UInt32 { (value &* 0x9E37_79B1) >> 16 }
  }
}
