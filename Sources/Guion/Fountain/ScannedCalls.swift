/// The exclamation marks that a scanner read as the letter l: `Look at thatl`, `Come onl Hurry!`
struct ScannedCalls {
  /// The offsets of such letters.
  private(set) var marks: [Int] = []

  /// A word that ends with an l, as it is written once.
  fileprivate struct Call {
    var letter: Int
    var word: String
    var isClear: Bool
  }

  /// The number of words that show that a scanner reads marks as letters.
  private static let evidence = 4

  init(in text: [UInt8]) {
    var (calls, lone): ([Call], [Int]) = ([], [])
    for index in text.indices.dropFirst() where text[index] == UInt8(ascii: "l") {
      guard Self.endsSentence(index + 1, in: text) else { continue }
      if text[index - 1].isOne(of: "?!") {
        lone.append(index)
      } else if let word = Self.word(before: index, in: text) {
        calls.append(Call(letter: index, word: word, isClear: Self.isClear(word)))
      }
    }
    guard Set(calls.filter(\.isClear).map(\.word)).count >= Self.evidence else { return }
    let words = Self.words(of: text, calls)
    let single = calls.filter { !words.contains($0.word + "l") && words.contains($0.word) }
    guard Set(single.filter(\.isClear).map(\.word)).count >= Self.evidence else { return }
    marks = lone + calls.filter(\.isClear).map(\.letter)
    marks += single.filter { !$0.isClear }.map(\.letter)
  }

  /// Whether no English word ends with these letters and an l: "thatl", but not "girl".
  private static func isClear(_ word: String) -> Bool {
    let ending = word.utf8.suffix(2)
    guard ending.count == 2, let last = ending.last, let first = ending.first else {
      return false
    }
    return last == UInt8(ascii: "h")
      ? first.isOne(of: "cgpsth") : last.isOne(of: "bcdfgjkmnpqstvxz")
  }

  /// Returns the letters before an offset in small letters; nil for a part of a word and for a name in capitals.
  private static func word(before end: Int, in text: [UInt8]) -> String? {
    var start = end
    while start > 0, end - start < 30, isLetter(text[start - 1]) { start -= 1 }
    guard end - start > 1, text[end - 1] >= UInt8(ascii: "a"),
      start == 0 || text[start - 1] <= 0x20 || text[start - 1].isOne(of: "\"(")
    else { return nil }
    return String(decoding: text[start..<end], as: UTF8.self).lowercased()
  }

  /// Whether a sentence can end at an offset without a mark: a line ends, or a blank is there, before a capital letter.
  private static func endsSentence(_ end: Int, in text: [UInt8]) -> Bool {
    let place = end < text.count && text[end] == UInt8(ascii: "\"") ? end + 1 : end
    guard place < text.count else { return true }
    guard text[place] <= 0x20 else { return false }
    var (next, lines) = (place, 0)
    while next < text.count, text[next] <= 0x20 {
      if text[next] == 0x0A { lines += 1 }
      next += 1
    }
    guard next < text.count, lines < 2 else { return true }
    return text[next] &- UInt8(ascii: "A") < 26 || text[next].isOne(of: "\"(")
  }

  /// Returns the words of a text in small letters, without those that are calls.
  fileprivate static func words(of text: [UInt8], _ calls: [Call]) -> Set<String> {
    var (words, next): (Set<String>, Int) = ([], 0)
    var start = 0
    for end in 0...text.count where end == text.count || !isLetter(text[end]) {
      defer { start = end + 1 }
      if next < calls.count, calls[next].letter == end - 1 {
        next += 1
      } else if 1..<30 ~= end - start {
        words.insert(String(decoding: text[start..<end], as: UTF8.self).lowercased())
      }
    }
    return words
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}

extension [UInt8] {
  /// The bytes with the exclamation marks that a scanner read as letters (`thatl`), and with the I of `INDlANA`.
  var withScannedCalls: Self {
    let marks = ScannedCalls(in: self).marks
    guard !marks.isEmpty else { return self }
    var result = self
    for mark in marks { result[mark] = UInt8(ascii: "!") }
    for place in indices.dropFirst().dropLast() where self[place] == UInt8(ascii: "l") {
      let isInside = [place - 1, place + 1].allSatisfy { self[$0] &- UInt8(ascii: "A") < 26 }
      if isInside { result[place] = UInt8(ascii: "I") }
    }
    return result
  }
}

extension [UInt8] {
  /// The bytes without the zeros that a scanner read for a sign at the ends of sentences, if four lines end so: `Ha ha! 0`
  var withoutScannedSigns: Self {
    var zeros: [Int] = []
    for line in split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.count < 90 {
      guard let zero = line.lastIndex(where: { $0 > 0x20 }), self[zero] == 0x30,
        let end = line[..<zero].last(where: { $0 > 0x20 }), end.isOne(of: ".!?")
      else { continue }
      zeros.append(zero)
    }
    guard zeros.count > 3 else { return self }
    var result = self
    for zero in zeros { result[zero] = UInt8(ascii: "|") }
    return result
  }
}

// MARK: - Letters

extension [UInt8] {
  /// The bytes with the names of speakers whose letters a scanner misread, as they are elsewhere: `VICTORiA`, `C0URTNEY`.
  var withScannedNames: Self {
    var (counts, misread) = ([ArraySlice<UInt8>: Int](), [ArraySlice<UInt8>]())
    var (isBlankAbove, above) = (true, ArraySlice<UInt8>?.none)
    for line in split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A }) {
      let words = line.prefix(while: { $0 <= 0x20 }).endIndex..<line.endIndex
      if !words.isEmpty, let above {
        counts[above, default: 0] += 1
        if above.isMisread { misread.append(above) }
      }
      let isText = line.contains { $0 > 0x20 }
      above = isBlankAbove && isText ? self[words].scannedName : nil
      isBlankAbove = !isText
    }
    guard !misread.isEmpty else { return self }
    var result = self
    for name in misread {
      let known = [UInt8(ascii: "I"), UInt8(ascii: "L")].map { name.inCapitals(l: $0) }
      let best = known.first { counts[$0[...], default: 0] > 2 }
      guard let best, counts[best[...], default: 0] > counts[name, default: 0] else { continue }
      result.replaceSubrange(name.indices, with: best)
    }
    return result
  }

  /// The bytes with the letter O where a scanner read a zero at the start of a word that occurs with its letter: `0h no.`
  var withScannedWords: Self {
    var zeros: [(place: Int, word: String)] = []
    for place in indices.dropLast() where self[place] == 0x30 && self[place + 1].isSmallLetter {
      guard place == 0 || self[place - 1] <= 0x20 || self[place - 1].isOne(of: "\"(") else {
        continue
      }
      let rest = self[(place + 1)...].prefix(30).prefix { $0.isSmallLetter }
      if rest.endIndex < count, self[rest.endIndex] &- 0x30 < 10 { continue }
      zeros.append((place, "o" + String(decoding: rest, as: UTF8.self)))
    }
    guard !zeros.isEmpty else { return self }
    var (result, words) = (self, ScannedCalls.words(of: self, []))
    words.formIntersection(zeros.map(\.word))
    for zero in zeros where words.contains(zero.word) {
      result[zero.place] = UInt8(ascii: "O")
    }
    return result
  }
}

extension ArraySlice<UInt8> {
  /// The name in a line that may be a cue.
  fileprivate var scannedName: Self? {
    guard count < 60 else { return nil }
    var name = prefix { $0 != UInt8(ascii: "(") }
    while let last = name.last, last <= 0x20 { name.removeLast() }
    let small = name.count { $0.isSmallLetter }
    return 3...40 ~= name.count && small < 2 && name.count { $0 &- 0x41 < 26 } > small ? name : nil
  }

  /// Whether a name has one small letter, or a zero beside a letter.
  fileprivate var isMisread: Bool {
    contains { $0.isSmallLetter } || indices.contains(where: isLetterZero)
  }

  private func isLetterZero(_ place: Int) -> Bool {
    self[place] == 0x30
      && [place - 1, place + 1].contains {
        indices.contains($0) && (self[$0] &- 0x41 < 26 || self[$0] == UInt8(ascii: "'"))
      }
  }

  /// The name in capitals; `l` is the letter for a small L, which can be an I.
  fileprivate func inCapitals(l: UInt8) -> [UInt8] {
    indices.map { place in
      if isLetterZero(place) { return UInt8(ascii: "O") }
      if self[place] == UInt8(ascii: "l") { return l }
      return self[place].isSmallLetter ? self[place] & ~0x20 : self[place]
    }
  }
}

extension UInt8 {
  fileprivate var isSmallLetter: Bool { self &- UInt8(ascii: "a") < 26 }
}
