import Basics

/// The encodings of texts that are not read, recognized by the letters that a text has in each of them.
enum OtherEncoding {
  /// Returns the likely encoding by the name that `iconv` knows; nil for UTF-8, Windows-1252, Mac OS Roman and
  /// for bytes that are no text.
  static func name(of text: Bytes) -> String? {
    guard let undecodable = text.undecodable()?.count else { return nil }
    let signs = text.reduce(0) { $0 + ($1 < 0x80 ? 0 : 1) }
    // UTF-8 with a few damaged characters is read.
    guard undecodable * 4 > signs else { return nil }
    return otherScript(text, signs: signs) ?? asian(text) ?? latin(text)
  }

  /// Recognizes UTF-16 and UTF-32 without a byte order mark, and UTF-32 with one.
  static func wide(_ text: Bytes) -> String? {
    let sample = Bytes(rebasing: text.prefix(4096 & ~3))
    guard sample.count >= 8, sample.contains(0) else { return nil }
    var zeros = [0, 0, 0, 0]
    for (place, byte) in sample.enumerated() where byte == 0 { zeros[place % 4] += 1 }
    let quarter = sample.count / 4
    if zeros[2] + zeros[3] >= quarter * 2 - 2, zeros[0] * 4 < quarter { return "UTF-32LE" }
    if zeros[0] + zeros[1] >= quarter * 2 - 2, zeros[3] * 4 < quarter { return "UTF-32BE" }
    let places = [("UTF-16LE", 0), ("UTF-16BE", 1)].map { name, first in
      (name, words(sample, first))
    }
    let best = places.max { $0.1 < $1.1 }
    return best.flatMap { $0.1 > 0 ? $0.0 : nil }
  }

  /// Returns the number of characters of ASCII in UTF-16 whose low bytes begin at `first`; 0 if it is no text.
  private static func words(_ sample: Bytes, _ first: Int) -> Int {
    var decoder = UTF16()
    var units = stride(from: 0, to: sample.count - 1, by: 2).lazy.map {
      UInt16(sample[$0 + first]) | UInt16(sample[$0 + 1 - first]) << 8
    }.makeIterator()
    var (ascii, wrong, count) = (0, 0, 0)
    while true {
      switch decoder.decode(&units) {
      case .scalarValue(let scalar):
        count += 1
        switch scalar.properties.generalCategory {
        case .unassigned, .privateUse, .surrogate: wrong += 1
        case .control: if ![9, 10, 12, 13].contains(scalar.value) { wrong += 1 }
        default: break
        }
        if scalar.value < 0x80, scalar.value > 0 { ascii += 1 }
      case .error: wrong += 1
      case .emptyInput: return wrong * 50 > count ? 0 : ascii
      }
    }
  }

  /// Recognizes encodings of Japanese, Chinese and Korean, where two bytes are a character.
  private static func asian(_ text: Bytes) -> String? {
    var (pairs, kana, place) = (0, 0, 0)
    var isShiftJIS = true
    while place < text.count {
      let byte = text[place]
      let next = place + 1 < text.count ? text[place + 1] : 0x40
      place += 1
      guard byte >= 0x80, !(0xA1...0xDF ~= byte) else { continue }
      guard 0x81...0xFC ~= byte, next >= 0x40, next != 0x7F, next <= 0xFC else {
        isShiftJIS = false
        break
      }
      pairs += 1
      if byte == 0x82, 0x9F...0xF1 ~= next { kana += 1 }
      place += 1
    }
    if isShiftJIS, kana >= 3, kana * 5 > pairs { return "SHIFT_JIS" }

    var leads = [Int](repeating: 0, count: 256)
    var (odd, low) = (0, 0)
    (pairs, place) = (0, 0)
    while place < text.count {
      let byte = text[place]
      let next = place + 1 < text.count ? text[place + 1] : 0xA1
      place += 1
      guard byte >= 0x80 else { continue }
      guard byte >= 0xA1, next >= 0x40, next != 0x7F else {
        odd += 1
        continue
      }
      pairs += 1
      leads[Int(byte)] += 1
      if next < 0xA1 { low += 1 }
      place += 1
    }
    guard pairs >= 4, odd * 50 <= pairs else { return nil }
    let share: (ClosedRange<Int>) -> Double = { Double(leads[$0].reduce(0, +)) / Double(pairs) }
    if low * 50 <= pairs {
      if share(0xA4...0xA4) > 0.2 { return "EUC-JP" }
      // Syllables of Korean stand in these rows; Chinese uses all of them.
      if share(0xB0...0xC8) + share(0xA1...0xA3) > 0.95 { return "EUC-KR" }
      return share(0xB0...0xD7) + share(0xA1...0xA3) > 0.7 ? "GB18030" : nil
    }
    return low * 5 > pairs && share(0xA1...0xC6) > 0.85 ? "BIG5" : nil
  }

  /// Recognizes encodings of other alphabets by their most frequent letters. Such words have no letters of ASCII.
  private static func otherScript(_ text: Bytes, signs: Int) -> String? {
    var frequencies = [Int](repeating: 0, count: 256)
    var (place, letters) = (0, 0)
    while place < text.count {
      var end = place
      while end < text.count, text[end] >= 0x80 { end += 1 }
      // Rows of dashes are no words.
      if end - place > 2, Set(text[place..<min(end, place + 8)]).count > 2 {
        letters += end - place
        for byte in text[place..<end] { frequencies[Int(byte)] += 1 }
      }
      place = end + 1
    }
    guard letters > 5, letters * 2 > signs else { return nil }
    let counts = scripts.map { script in
      (script.name, script.letters.reduce(0) { $0 + frequencies[Int($1)] })
    }
    guard let best = counts.max(by: { $0.1 < $1.1 }), best.1 * 5 > letters * 2 else { return nil }
    // Windows and Mac OS have the same small letters of Cyrillic, but capitals at other places.
    let isMac =
      frequencies[0x80...0x9F].reduce(0, +) > frequencies[0xC0...0xDC].reduce(0, +)
    return best.0 == "WINDOWS-1251" && isMac ? "MACCYRILLIC" : best.0
  }

  /// Encodings with their ten or more most frequent letters: those of оеаинтсрвл, αοιετσνηυρςάέήίό and so on.
  private static let scripts: [(name: String, letters: [UInt8])] = [
    ("WINDOWS-1251", [0xEE, 0xE5, 0xE0, 0xE8, 0xED, 0xF2, 0xF1, 0xF0, 0xE2, 0xEB]),
    ("KOI8-R", [0xCF, 0xC5, 0xC1, 0xC9, 0xCE, 0xD4, 0xD3, 0xD2, 0xD7, 0xCC]),
    ("CP866", [0xAE, 0xA5, 0xA0, 0xA8, 0xAD, 0xE2, 0xE1, 0xE0, 0xA2, 0xAB]),
    ("ISO-8859-5", [0xDE, 0xD5, 0xD0, 0xD8, 0xDD, 0xE2, 0xE1, 0xE0, 0xD2, 0xDB]),
    ("WINDOWS-1253", [0xE1, 0xEF, 0xE9, 0xE5, 0xF4, 0xF3, 0xED, 0xDC, 0xDD, 0xDF, 0xFC, 0xF2]),
    ("WINDOWS-1255", [0xE9, 0xE5, 0xE4, 0xEC, 0xE0, 0xF8, 0xFA, 0xE1, 0xEE, 0xF9]),
    ("WINDOWS-1256", [0xC7, 0xE1, 0xED, 0xE3, 0xE6, 0xE4, 0xD1, 0xCA, 0xC8, 0xC9]),
    ("TIS-620", [0xD2, 0xB9, 0xC3, 0xCD, 0xA1, 0xE0, 0xA7, 0xE8, 0xC1, 0xC2, 0xC5, 0xC7]),
  ]

  /// Recognizes encodings of the Latin alphabet by bytes within words that are signs in Windows-1252, such as ³ and
  /// ¹, or by letters that only another language has together.
  private static func latin(_ text: Bytes) -> String? {
    var within = [Int](repeating: 0, count: 256)
    var beside = [Int](repeating: 0, count: 256)
    var (last, middle) = (UInt8(0), UInt8(0))
    let isLetter: (UInt8) -> Bool = { 0x61...0x7A ~= $0 || $0 >= 0xE0 }
    for place in 0...text.count {
      let next = place < text.count ? text[place] : 0
      if middle >= 0x80 {
        if isLetter(last), isLetter(next) { within[Int(middle)] += 1 }
        if isLetter(last) || isLetter(next) { beside[Int(middle)] += 1 }
      }
      (last, middle) = (middle, next)
    }
    let all = beside.reduce(0, +)
    // š, ž and ś of Windows have no characters in ISO 8859-2.
    let isWindows = [0x9A, 0x9C, 0x9E].contains { within[$0] > 0 }
    let counts = signs.map { name, letters in
      (name, letters.count { within[$0] > 0 }, letters.reduce(0) { $0 + within[$1] })
    }
    let found = counts.filter { $0.1 > 1 && $0.2 > 2 && !(isWindows && $0.0 == "ISO-8859-2") }
    if let best = found.max(by: { $0.2 < $1.2 }), best.2 * 10 > all {
      return best.0 == "MACINTOSH" ? nil : best.0
    }
    return languages.first { language in
      let count = language.letters.reduce(0) { $0 + beside[$1] }
      return language.letters.allSatisfy { beside[$0] > 0 } && count > 4 && count * 5 > all
        && language.others.allSatisfy { beside[$0] == 0 }
    }?.name
  }

  /// Small letters of an encoding that are signs in Windows-1252, and never stand within its words.
  private static let signs: [(name: String, letters: [Int])] = [
    ("MACINTOSH", Array(0x87...0x8F) + [0xBE, 0xBF]),
    ("ISO-8859-2", [0xB1, 0xB3, 0xB6, 0xB9, 0xBB, 0xBC, 0xBE, 0xBF]),
    ("WINDOWS-1250", [0xB3, 0xB9, 0xBE, 0xBF, 0x9D, 0x9F]),
    ("CP850", [0x81, 0x82, 0x84, 0x86, 0x87, 0x88, 0x8A, 0xA1, 0xA2, 0xA3, 0xA4]),
  ]

  /// Letters of Windows-1252 that no language has together, and others that show a language with one of them:
  /// Czech, Slovak, Hungarian, Romanian, Croatian and Slovene, Turkish.
  private static let languages: [(name: String, letters: [Int], others: [Int])] = [
    ("WINDOWS-1250", [0xEC, 0xE8, 0xF8], [0xE5, 0xE3, 0xE6, 0xE0]),
    ("WINDOWS-1250", [0xBE, 0xE8, 0x9A], [0xE5, 0xE3, 0xE6, 0xE0]),
    ("WINDOWS-1250", [0xF5, 0xF6, 0xE1], [0xE4, 0xE3, 0xE5, 0xE0]),
    ("WINDOWS-1250", [0xFE, 0xE3], [0xF0, 0xE6, 0xF5]),
    ("WINDOWS-1250", [0xE8, 0x9A, 0x9E], [0xE9, 0xE0, 0xE4, 0xE5]),
    ("WINDOWS-1254", [0xFD, 0xFE, 0xF0], [0xE1, 0xED, 0xFA, 0xE6]),
  ]
}

extension Diagnostic {
  /// The error for a text in an encoding that is not read.
  static func otherEncoding(_ name: String) -> Self {
    Self(
      code: "other-encoding", severity: .error,
      message: "this text is not UTF-8; it looks like \(name); "
        + "convert it with: iconv -f \(name) -t UTF-8 FILE > NEWFILE")
  }
}
