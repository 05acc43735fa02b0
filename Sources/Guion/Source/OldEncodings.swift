import Basics

/// The most common encoding of programs that do not write Unicode.
enum Windows1252 {
  static func utf8(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        let scalar = byte < 0xA0 ? signs[Int(byte) - 0x80] : Unicode.Scalar(byte)
        result.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
    return result
  }

  /// The characters of the bytes 0x80 to 0x9F. Five of these bytes have no character and stay as they are.
  static let signs = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

/// The encoding of Mac OS before Unicode.
enum MacRoman {
  /// The characters of the bytes from 0x80 on.
  static let signs = Array(
    ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
      + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ")
      .unicodeScalars)

  static func utf8(_ byte: UInt8) -> [UInt8] {
    byte < 0x80 ? [byte] : Array(String(signs[Int(byte) - 0x80]).utf8)
  }
}

/// A text that is not UTF-8 but Windows-1252, as are the older books of Project Gutenberg and many scripts, or Mac OS
/// Roman.
struct OldText {
  let bytes: [UInt8]
  /// Whether the encoding is Mac OS Roman.
  let isMac: Bool
  /// The number of characters that are not in ASCII.
  private(set) var count = 0
  private(set) var first = SourcePosition(line: 1, column: 1)

  /// Reads a text; nil if it is UTF-8, or UTF-8 that was damaged, or if most of these characters are not beside letters.
  init?(_ source: [UInt8]) {
    let found = source.withUnsafeBufferPointer { text in
      text.undecodable().map { found in
        var places = PositionCounter(text)
        return places.position(of: found.first)
      }
    }
    guard let found else { return nil }
    first = found
    var (valid, beside, unused, mac, windows) = (0, 0, 0, 0, 0)
    // Letters of Mac OS in words, where Windows-1252 has only signs and capitals, and letters of Windows-1252.
    var (within, letters) = (0, 0)
    for (place, byte) in source.enumerated() where byte >= 0x80 {
      let next = place + 1 < source.count ? source[place + 1] : 0
      let last = place > 0 ? source[place - 1] : 0
      let isLetter: (UInt8) -> Bool = { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 }
      let isSmall: (UInt8) -> Bool = { 0x61...0x7A ~= $0 }
      count += 1
      if byte >= 0xC2, 0x80...0xBF ~= next { valid += 1 }
      if isLetter(next) || isLetter(last) { beside += 1 }
      if Self.unused.contains(byte) { unused += 1 }
      if 0x87...0x8F ~= byte, isSmall(last), isSmall(next) || byte > 0x87 { within += 1 }
      if byte >= 0xE0, isSmall(last) || isSmall(next) { letters += 1 }
      switch byte {
      case 0x87...0x90, 0x98...0x9F: if isSmall(last) || isSmall(next) { mac += 1 }
      case 0xD5: if isSmall(last), isSmall(next) { mac += 1 }
      case 0xD2: if !isLetter(last), isLetter(next) { mac += 1 }
      case 0xD3: if !isLetter(next), last > 0x20 { mac += 1 }
      case 0x91...0x97, 0xE0...0xFF: if isSmall(last) || isSmall(next) { windows += 1 }
      default: break
      }
    }
    isMac = mac > windows || within > letters
    guard valid * 5 <= count, beside * 2 >= count, isMac || unused == 0 else { return nil }
    bytes = isMac ? source.flatMap(MacRoman.utf8) : Windows1252.utf8(source)
  }

  /// The bytes without a character in Windows-1252.
  private static let unused: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
}

/// A text that was encoded as UTF-8 twice, so that "é" is "Ã©".
struct TwiceEncoded {
  /// The text as it was meant.
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private(set) var first = SourcePosition(line: 1, column: 1)

  /// Reads a text; nil if it has no such characters, or uses their first letters as letters too.
  /// A text with "â€" can have them: no language has this pair, or "Â" before a control character or a soft hyphen.
  init?(_ text: [UInt8]) {
    var isSure = false
    // "Ã", or "â" before a sign.
    let isMarked = text.withUnsafeBufferPointer { bytes in
      var (place, isMarked) = (0, false)
      while let start = bytes.first(0xC3, in: place..<bytes.count), start + 1 < bytes.count {
        let second = bytes[start + 1]
        if second == 0x83 { isMarked = true }
        if second == 0x82, start + 3 < bytes.count, bytes[start + 2] == 0xC2,
          bytes[start + 3] < 0xA0 || bytes[start + 3] == 0xAD
        {
          isSure = true
          return true
        }
        if second == 0xA2, bytes[(start + 2)...].starts(with: [0xE2, 0x82, 0xAC]) {
          isSure = true
          return true
        }
        place = start + 1
      }
      return isMarked
    }
    guard isMarked else { return nil }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    bytes.reserveCapacity(text.count)
    var (index, line, column) = (0, 1, 1)
    while index < scalars.count {
      let scalar = scalars[index]
      if let length = Self.lengths[scalar.value] {
        let rest = scalars[(index + 1)...].prefix(length - 1).compactMap(Self.byte)
        if rest.count == length - 1 {
          if count == 0 { first = SourcePosition(line: line, column: column) }
          count += 1
          // A control character is a sign of Windows-1252 that was taken for Latin-1.
          let isControl = scalar.value == 0xC2 && rest[0] < 0xA0
          // A soft hyphen behind a blank was a dash.
          let isDash = rest == [0xAD] && bytes.last.map { $0 <= 0x20 } ?? true
          bytes +=
            isDash
            ? Array("–".utf8)
            : isControl ? Windows1252.utf8(rest) : [UInt8(scalar.value)] + rest
          column += scalars[index..<index + length].reduce(0) { $0 + UTF8.width($1) }
          index += length
          continue
        }
        guard isSure else { return nil }
      }
      bytes += Array(String(scalar).utf8)
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + UTF8.width(scalar))
      index += 1
    }
    guard count > 1 || isSure else { return nil }
    // A byte order mark that was encoded three times.
    let mark = Array("ï»¿".utf8)
    let start = bytes.prefix { $0 < 0x21 }.count
    if bytes[start...].starts(with: mark) { bytes.removeSubrange(start..<start + mark.count) }
  }

  /// The numbers of bytes of characters, by their first bytes.
  private static let lengths: [UInt32: Int] = [0xC2: 2, 0xC3: 2, 0xE2: 3]

  /// Returns the byte that a program showed as a character, if it continues a character of UTF-8.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    if 0x80...0xBF ~= scalar.value { return UInt8(scalar.value) }
    return signs[scalar].flatMap { $0 < 0xC0 ? $0 : nil }
  }

  /// The signs of Windows-1252 from 0x80 on.
  private static let signs: [Unicode.Scalar: UInt8] = {
    let pairs = zip(Windows1252.signs, UInt8(0x80)...).filter { $0.0.value > 0x9F }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}

/// A text whose quotation marks are letters, because a program took Mac OS Roman for Latin-1 ("itÕs", "ÒNo.Ó") or
/// Windows-1252 for Mac OS Roman ("itís", "ìNo.î").
struct MacQuotes {
  /// The text with quotation marks, line for line.
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  /// The letter that stands for the apostrophe.
  let apostrophe: Character

  /// Reads a text; nil unless such a letter is the apostrophe of three words.
  init?(_ text: [UInt8]) {
    let (latin, windows) = (Self.latin(text), Self.windows(text))
    guard let places = latin ?? windows else { return nil }
    apostrophe = latin == nil ? "í" : "Õ"
    let marks = latin == nil ? Self.windowsMarks : Self.latinMarks
    count = places.count
    var last = 0
    for place in places {
      Self.append(text[last..<place], to: &bytes)
      bytes += (marks[text[place + 1]] ?? "").utf8
      last = place + 2
    }
    Self.append(text[last...], to: &bytes)
  }

  /// Returns the offsets of the marks of a text that was taken for Latin-1; nil if it has any of these letters in small.
  private static func latin(_ text: [UInt8]) -> [Int]? {
    var within = 0
    let places = accented(in: text).filter { start in
      let second = text[start + 1]
      if second == 0x95, isSmall(text, start - 1), isSmall(text, start + 2) { within += 1 }
      return switch second {
      case 0x89: isSmall(text, start - 1) && !isLetter(text, start + 2)
      case 0x91: !isLetter(text, start - 1) && !isLetter(text, start + 2)
      default: latinMarks[second] != nil
      }
    }
    let isOther = accented(in: text).contains { 0xB2...0xB5 ~= text[$0 + 1] }
    return within < 3 || isOther ? nil : places
  }

  /// Returns the offsets of the marks of a text that was taken for Mac OS Roman. Its "donít" and "youíre" are English.
  private static func windows(_ text: [UInt8]) -> [Int]? {
    var within = 0
    let places = accented(in: text).filter { start in
      let second = text[start + 1]
      switch second {
      case 0xAD:
        let ending = text[(start + 2)...].prefix(3).prefix { 0x61...0x7A ~= $0 | 0x20 }
        if isLetter(text, start - 1),
          endings.contains(String(decoding: ending, as: UTF8.self).lowercased())
        {
          within += 1
        }
        return true
      case 0xAB, 0xAC: return !isLetter(text, start - 1)
      case 0xAE: return !isLetter(text, start + 2)
      case 0x96: return isSmall(text, start - 1) && !isLetter(text, start + 2)
      case 0xB1, 0xB3: return !isLetter(text, start - 1) && !isLetter(text, start + 2)
      default: return false
      }
    }
    return within < 3 ? nil : places
  }

  /// Returns the offsets of the letters of Latin-1 from À on, in UTF-8.
  private static func accented(in text: [UInt8]) -> [Int] {
    text.withUnsafeBufferPointer { bytes in
      var (place, places) = (0, [Int]())
      while let start = bytes.first(0xC3, in: place..<bytes.count), start + 1 < bytes.count {
        places.append(start)
        place = start + 2
      }
      return places
    }
  }

  private static func isLetter(_ text: [UInt8], _ place: Int) -> Bool {
    text.indices.contains(place) && 0x61...0x7A ~= text[place] | 0x20
  }

  private static func isSmall(_ text: [UInt8], _ place: Int) -> Bool {
    text.indices.contains(place) && 0x61...0x7A ~= text[place]
  }

  /// What follows an apostrophe in English and no "í" in Spanish: "país" has one before an "s".
  private static let endings: Set<String> = ["t", "m", "ll", "re", "ve"]

  /// Adds text whose control characters of Latin-1 are letters: "caf\u{8E}".
  private static func append(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var isControl = false
    for byte in text {
      if isControl, 0x80...0x9F ~= byte {
        bytes.removeLast()
        bytes += MacRoman.utf8(byte)
      } else {
        bytes.append(byte)
      }
      isControl = byte == 0xC2
    }
  }

  /// The marks, by the second bytes of the letters É, Ñ, Ò, Ó, Ô and Õ.
  private static let latinMarks: [UInt8: String] = [
    0x89: "…", 0x91: "—", 0x92: "“", 0x93: "”", 0x94: "‘", 0x95: "’",
  ]

  /// The marks, by the second bytes of the letters Ö, ë, ì, í, î, ñ and ó.
  private static let windowsMarks: [UInt8: String] = [
    0x96: "…", 0xAB: "‘", 0xAC: "“", 0xAD: "’", 0xAE: "”", 0xB1: "–", 0xB3: "—",
  ]
}

/// A text with U+FFFD in place of characters that another program could not read: "don\u{FFFD}t".
struct LostCharacters {
  /// The text with the marks that words and blanks show.
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  /// Reads a text; nil if no such character is the apostrophe of a word. "ï¿½" is the same character, encoded twice.
  init?(_ text: [UInt8]) {
    let places = text.withUnsafeBufferPointer { bytes -> [Range<Int>] in
      var (place, places) = (0, [Range<Int>]())
      while let next = bytes[place...].firstIndex(where: { $0 == 0xEF || $0 == 0xC3 }) {
        let form = Self.forms.first { bytes[next...].starts(with: $0) }
        if let form { places.append(next..<next + form.count) }
        place = next + (form?.count ?? 1)
      }
      return places
    }
    count = places.count
    var (last, isOpen, isSure) = (0, false, false)
    for place in places {
      if text[last..<place.lowerBound].contains(0x0A) { isOpen = false }
      bytes += text[last..<place.lowerBound]
      let mark = Self.mark(at: place, in: text, &isOpen)
      if mark == "’" { isSure = true }
      bytes += mark.utf8
      last = place.upperBound
    }
    guard isSure else { return nil }
    bytes += text[last...]
  }

  private static let forms = [Array("\u{FFFD}".utf8), Array("ï¿½".utf8)]
  private static let endings = Set(["t", "s", "d", "m", "ll", "re", "ve"])

  private static func mark(at place: Range<Int>, in text: [UInt8], _ isOpen: inout Bool) -> String {
    let isLetter: (UInt8) -> Bool = { 0x61...0x7A ~= $0 | 0x20 || $0 >= 0x80 }
    let isBlank: (UInt8?) -> Bool = { $0.map { $0 <= 0x20 } ?? true }
    let before = place.lowerBound > 0 ? text[place.lowerBound - 1] : nil
    let after = place.upperBound < text.count ? text[place.upperBound] : nil
    let word = text[place.upperBound...].prefix { isLetter($0) }.prefix(3)
    if before.map(isLetter) == true, !word.isEmpty {
      return endings.contains(String(decoding: word, as: UTF8.self).lowercased()) ? "’" : "\u{FFFD}"
    }
    if isBlank(before), !isBlank(after) {
      isOpen = true
      return "“"
    }
    if isBlank(after), !isBlank(before), isOpen {
      isOpen = false
      return "”"
    }
    return isBlank(before) && isBlank(after) && before != nil && after != nil ? "–" : "\u{FFFD}"
  }
}

/// The codes that set the colours and the title of a terminal.
enum TerminalCodes {
  /// Returns a text without the codes; nil if it has none.
  static func removed(from text: [UInt8]) -> [UInt8]? {
    guard text.contains(escape) else { return nil }
    var (result, offset) = ([UInt8](), 0)
    while offset < text.count {
      guard text[offset] == escape else {
        result.append(text[offset])
        offset += 1
        continue
      }
      offset += 1
      let rest = text[offset...].prefix(200)
      if rest.first == UInt8(ascii: "[") {
        let end = rest.dropFirst().first { !(0x20...0x3F ~= $0) }
        let count = rest.dropFirst().prefix { 0x20...0x3F ~= $0 }.count
        if let end, 0x40...0x7E ~= end { offset += count + 2 }
      } else if rest.first == UInt8(ascii: "]"),
        let end = rest.firstIndex(where: { $0 == 0x07 || $0 == escape || $0 == 0x0A }),
        text[end] != 0x0A
      {
        offset = end + (text[end] == escape && text[(end + 1)...].first == 0x5C ? 2 : 1)
      }
    }
    return result
  }

  private static let escape: UInt8 = 0x1B
}

extension Diagnostic {
  static func oldText(_ found: OldText) -> Self {
    let characters =
      found.count == 1
      ? "1 character is" : "\(found.count) characters (the first is here) are"
    return Self(
      code: "windows-1252", severity: .note,
      message:
        "this text is not UTF-8; \(characters) read as \(found.isMac ? "Mac OS Roman" : "Windows-1252")"
        + "; save the file as UTF-8 if they are others",
      position: found.first)
  }

  static func macQuotes(_ found: MacQuotes) -> Self {
    Self(
      code: "twice-encoded", severity: .note,
      message:
        "this text has letters such as \(found.apostrophe) where it had quotation marks in another encoding; "
        + "\(found.count) of them are read as quotation marks")
  }

  static func lostCharacters(_ found: LostCharacters) -> Self {
    Self(
      code: "twice-encoded", severity: .note,
      message:
        "another program lost \(found.count == 1 ? "a character" : "\(found.count) characters") "
        + "of this text (\u{FFFD}); those whose place shows an apostrophe, a quotation mark or a "
        + "dash are read as such")
  }

  static func twiceEncoded(_ found: TwiceEncoded) -> Self {
    Self(
      code: "twice-encoded", severity: .note,
      message: "this text was encoded as UTF-8 twice, so that é is Ã©; "
        + "\(found.count) characters are read as they were meant",
      position: found.first)
  }
}
