/// The words of a paragraph, with what stands between them.
/// The words are enough to find names, pronouns and nouns for people. Positions are UTF-8 offsets in the text.
struct ProseWords {
  /// What stands between a word and the word before it.
  struct Marks: OptionSet {
    let rawValue: UInt8
    static let comma = Marks(rawValue: 1)
    /// The end of a sentence.
    static let stop = Marks(rawValue: 2)
    static let open = Marks(rawValue: 4)
    static let close = Marks(rawValue: 8)
    /// A colon, a semicolon or a dash.
    static let pause = Marks(rawValue: 16)
    static let quote = Marks(rawValue: 32)
    /// The marks that can end an address: "Yes, Dad."
    static let ending = Marks(rawValue: 1 | 2 | 16 | 32)
  }

  struct Word {
    var range: Range<Int>
    /// The word in the form in which names are compared, without a possessive ending.
    var key: String
    /// What the word says about a person.
    var meaning: PersonWords.Meaning?
    var isCapital: Bool
    /// Whether all letters are capitals, and there are at least two.
    var isUpper: Bool
    var isPossessive: Bool
    /// Whether the word is within quotation marks.
    var isQuoted: Bool
    var marks: Marks
  }

  private(set) var words: [Word] = []
  /// The marks after the last word.
  private(set) var ending: Marks = []
  private let text: String
  private let elisions: Set<String>

  /// Splits a text.
  /// The table has the abbreviations, after which a full stop does not end a sentence.
  /// An elided article is a word of its own: "l'homme".
  init(_ text: String, _ table: PersonWords) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    elisions = table.notes.elisions
    text.withUTF8 { read($0, table) }
  }

  /// Returns the text between two offsets, with single spaces and without emphasis marks.
  func quote(_ range: Range<Int>) -> String {
    let found = text.utf8.dropFirst(range.lowerBound).prefix(range.count)
    var before = UInt8(ascii: " ")
    let isPlain = found.allSatisfy { byte in
      defer { before = byte }
      return byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "*")
        && byte != UInt8(ascii: "_") && (byte > 0x20 || before > 0x20)
    }
    if isPlain, before > 0x20 { return String(decoding: found, as: UTF8.self) }
    let bytes = found.filter { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "_") }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ table: PersonWords) {
    var (index, marks, isQuoted) = (0, Marks(), false)
    while index < bytes.count {
      let end = elisionEnd(bytes, from: index) ?? Self.wordEnd(bytes, from: index)
      guard end > index else {
        index += read(mark: bytes, at: index, &marks, &isQuoted, table.abbreviations)
        continue
      }
      words.append(Self.word(bytes, index..<end, marks, isQuoted, table))
      (marks, index) = (Marks(), end)
    }
    ending = marks
  }

  /// Returns the end of an elided article at an offset, or nil if there is none.
  private func elisionEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard !elisions.isEmpty else { return nil }
    var end = start
    while end < bytes.count, end - start < 7, (bytes[end] | 0x20) &- 0x61 < 26 { end += 1 }
    guard end > start, end < bytes.count, bytes[end] != UInt8(ascii: "-"),
      Self.joint(bytes, at: end) != nil
    else { return nil }
    let letters = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    return elisions.contains(letters) ? end : nil
  }

  /// Whether a number has a sign, or goes on as a time or a fraction: "#7", "7:30", "40 %".
  func isMeasured(_ index: Int) -> Bool {
    let (bytes, range) = (text.utf8, words[index].range)
    let signs = Set("#$%&/:.,+°\"'".utf8)
    if range.lowerBound > 0,
      let before = bytes.dropFirst(range.lowerBound - 1).first, "#$:.,/".utf8.contains(before)
    {
      return true
    }
    let after = bytes.dropFirst(range.upperBound).prefix(2)
    guard let first = after.first, signs.contains(first) else { return false }
    guard ".,:/".utf8.contains(first) else { return first != UInt8(ascii: "+") }
    return after.last.map { $0 &- 0x30 < 10 } == true
  }

  /// Adds the mark at an offset, and returns its length.
  private func read(
    mark bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ marks: inout Marks,
    _ isQuoted: inout Bool, _ abbreviations: Set<String>
  ) -> Int {
    switch bytes[index] {
    case UInt8(ascii: ","): marks.insert(.comma)
    case UInt8(ascii: "."):
      // "Mr. Bloom" and "J. Bloom" go on.
      let isShort = words.last.map {
        marks.isEmpty && $0.range.upperBound == index
          && ($0.key.utf8.count == 1 && $0.isCapital || abbreviations.contains($0.key))
      }
      if isShort != true { marks.insert(.stop) }
    case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "\n"): marks.insert(.stop)
    case UInt8(ascii: "("), UInt8(ascii: "["): marks.insert(.open)
    case UInt8(ascii: ")"), UInt8(ascii: "]"): marks.insert(.close)
    case UInt8(ascii: ":"), UInt8(ascii: ";"): marks.insert(.pause)
    case UInt8(ascii: "-") where marks.rawValue != 0: marks.insert(.pause)
    case UInt8(ascii: "\""):
      marks.insert(.quote)
      isQuoted.toggle()
    case 0xC2 where index + 1 < bytes.count:
      // « and »; other marks of this block, such as ¿ and a protected space, are nothing.
      guard bytes[index + 1] == 0xAB || bytes[index + 1] == 0xBB else { return 2 }
      marks.insert(.quote)
      isQuoted = bytes[index + 1] == 0xAB
      return 2
    case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80:
      switch bytes[index + 2] {
      case 0x9C where isQuoted, 0x9D:
        marks.insert(.quote)
        isQuoted = false
      case 0x9C, 0x9E:
        marks.insert(.quote)
        isQuoted = true
      case 0x92...0x95: marks.insert(.pause)
      case 0xA6: marks.insert(.stop)
      default: break
      }
      return 3
    default: break
    }
    return 1
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  /// Whether a mark of more than one byte begins at an offset.
  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    switch bytes[index] {
    case 0xC2: true
    case 0xE2: index + 1 < bytes.count && bytes[index + 1] == 0x80
    default: false
    }
  }

  /// Returns the end of the word that begins at an offset, or the offset if no word begins there.
  private static func wordEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if isLetter(byte), !isMark(bytes, index) {
        index += 1
      } else if index > start, let length = joint(bytes, at: index) {
        index += length
      } else {
        break
      }
    }
    return index
  }

  /// Returns the length of an apostrophe or hyphen between two letters, or nil if there is none at an offset.
  private static func joint(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    let length: Int
    switch bytes[index] {
    case UInt8(ascii: "'"), UInt8(ascii: "-"): length = 1
    case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x99:
      length = 3
    default: return nil
    }
    let next = index + length
    return next < bytes.count && isLetter(bytes[next]) && !isMark(bytes, next) ? length : nil
  }

  private static func word(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ marks: Marks, _ isQuoted: Bool,
    _ table: PersonWords
  ) -> Word {
    let own = UnsafeBufferPointer(rebasing: bytes[range])
    var (isASCII, small, large) = (true, 0, 0)
    for byte in own {
      if byte >= 0x80 { isASCII = false }
      if byte &- 0x61 < 26 { small += 1 }
      if byte &- 0x41 < 26 { large += 1 }
    }
    var key: String
    var isPossessive: Bool
    if isASCII {
      isPossessive =
        own.count > 1 && own[own.count - 2] == UInt8(ascii: "'")
        && own[own.count - 1] | 0x20 == UInt8(ascii: "s")
      key = String(unsafeUninitializedCapacity: own.count) { buffer in
        for (index, byte) in own.enumerated() {
          buffer[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        }
        return own.count - (isPossessive ? 2 : 0)
      }
    } else {
      key = CharacterNormalizer.folded(String(decoding: own, as: UTF8.self))
      isPossessive = key.hasSuffix("'s")
      if isPossessive { key.removeLast(2) }
    }
    // Letters outside ASCII are counted neither as small nor as large.
    let isCapital =
      own[0] < 0x80
      ? own[0] &- 0x41 < 26 : String(decoding: own, as: UTF8.self).first?.isUppercase == true
    return Word(
      range: range, key: key, meaning: table.meanings[key], isCapital: isCapital,
      isUpper: large > 1 && small <= (isPossessive ? 1 : 0), isPossessive: isPossessive,
      isQuoted: isQuoted, marks: marks)
  }
}
