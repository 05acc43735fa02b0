/// The lexicon's data for a word.
struct LexiconEntry: Sendable, Equatable {
  /// The situations in which a form of a word is used.
  enum Use: UInt8, CaseIterable {
    case usual, noun, verb, adjective, adverb, past, participle, present, determiner
    /// Before a pause.
    case final
  }

  /// A form of a word.
  /// If its phonemes are nil, the word is spelled out.
  struct Form: Sendable, Equatable {
    var use: Use
    var phonemes: Phones?
  }

  var isChecked: Bool
  /// The forms.
  /// A word with a single pronunciation has one form, with the use `usual`.
  var forms: [Form]

  /// Returns the form for a use; nil if the word has no such form.
  func form(_ use: Use) -> Form? { forms.first { $0.use == use } }
}

/// A mapped lexicon: sorted keys in blocks, each key without the prefix that it shares with the previous
/// key.
/// An entry is a byte (the shared length, and two flags), the rest of the key, and the phonemes as codes. The last byte
/// of a key and the last code of a list have their high bit set. A code represents a symbol or a pair of symbols.
struct LexiconTable: Sendable {
  static let blockLength = 16
  static let sharedMask: UInt8 = 0x3F
  static let uncheckedFlag: UInt8 = 0x40
  static let formsFlag: UInt8 = 0x80
  /// The bit that marks the last byte of a list.
  /// The bit also marks a form without phonemes.
  static let endFlag: UInt8 = 0x80
  /// The code of an empty list of phonemes.
  static let emptyCode: UInt8 = 0

  /// The phonemes that each code represents.
  private let meanings: [Phones]
  private let blocks: TableBytes
  private let entries: TableBytes

  init(path: String) throws(PhonemeDataError) {
    let table = try TableFile(path: path, kind: .lexicon)
    func section(_ section: TableFormat.LexiconSection) -> TableBytes {
      table.section(section.rawValue)
    }
    (blocks, entries) = (section(.blocks), section(.entries))
    guard let meanings = Self.meanings(symbols: section(.symbols), pairs: section(.pairs)),
      blocks.count.isMultiple(of: 4)
    else { throw table.damaged }
    self.meanings = meanings
    guard isOrdered else { throw table.damaged }
  }

  /// Whether the first keys of the blocks are in order. In a damaged table, words would not be found without a message.
  private var isOrdered: Bool {
    var (former, end) = ([UInt8](), -1)
    for block in 0..<blocks.count / 4 {
      var place = Int(blocks.word(at: block * 4))
      guard place > end, place < entries.count, entries.byte(at: place) & Self.sharedMask == 0
      else { return false }
      end = place
      var key: [UInt8] = []
      repeat {
        place += 1
        key.append(entries.byte(at: place) & ~Self.endFlag)
      } while entries.byte(at: place) & Self.endFlag == 0 && place < entries.count
      guard place < entries.count, former.lexicographicallyPrecedes(key) else { return false }
      former = key
    }
    return true
  }

  /// Returns the phonemes of each code; nil if the sections are invalid.
  private static func meanings(symbols: TableBytes, pairs: TableBytes) -> [Phones]? {
    guard symbols.count.isMultiple(of: 4), pairs.count.isMultiple(of: 2),
      symbols.count / 4 + pairs.count / 2 < Int(endFlag)
    else { return nil }
    var meanings: [Phones] = [[]]
    for place in stride(from: 0, to: symbols.count, by: 4) {
      guard let symbol = Unicode.Scalar(symbols.word(at: place)) else { return nil }
      meanings.append([symbol])
    }
    for place in stride(from: 0, to: pairs.count, by: 2) {
      let (first, second) = (Int(pairs.byte(at: place)), Int(pairs.byte(at: place + 1)))
      // Pairs consist only of symbols, because pairs of pairs could grow without limit.
      guard (1...symbols.count / 4).contains(first), (1...symbols.count / 4).contains(second) else {
        return nil
      }
      meanings.append(meanings[first] + meanings[second])
    }
    return meanings
  }

  /// Returns the entry of a word in exactly this spelling.
  func entry(_ word: [UInt8]) -> LexiconEntry? {
    guard let (flags, place) = place(of: word) else { return nil }
    var cursor = place
    let isChecked = flags & Self.uncheckedFlag == 0
    guard flags & Self.formsFlag != 0 else {
      let form = LexiconEntry.Form(use: .usual, phonemes: phonemes(at: &cursor))
      return LexiconEntry(isChecked: isChecked, forms: [form])
    }
    let count = entries.byte(at: cursor)
    cursor += 1
    var forms: [LexiconEntry.Form] = []
    for _ in 0..<count {
      let use = entries.byte(at: cursor)
      cursor += 1
      guard let kind = LexiconEntry.Use(rawValue: use & ~Self.endFlag) else { return nil }
      let isSpelled = use & Self.endFlag != 0
      forms.append(.init(use: kind, phonemes: isSpelled ? nil : phonemes(at: &cursor)))
    }
    return LexiconEntry(isChecked: isChecked, forms: forms)
  }

  /// Whether the entry of a word is checked; nil if the word has no entry.
  func isChecked(_ word: [UInt8]) -> Bool? {
    place(of: word).map { $0.flags & Self.uncheckedFlag == 0 }
  }

  private func phonemes(at cursor: inout Int) -> Phones {
    var phonemes: Phones = []
    // This capacity is enough for most words. Growing step by step would be slow.
    phonemes.reserveCapacity(24)
    while cursor < entries.count {
      let byte = entries.byte(at: cursor)
      cursor += 1
      let code = Int(byte & ~Self.endFlag)
      if code < meanings.count { phonemes += meanings[code] }
      if byte & Self.endFlag != 0 { break }
    }
    return phonemes
  }

  /// Returns the flags of a word's entry and the offset of its phonemes, or nil.
  private func place(of word: [UInt8]) -> (flags: UInt8, place: Int)? {
    guard !word.isEmpty, let block = block(of: word) else { return nil }
    var place = Int(blocks.word(at: block * 4))
    let end =
      block * 4 + 4 < blocks.count ? Int(blocks.word(at: block * 4 + 4)) : entries.count
    /// The number of bytes that the previous key shares with the word.
    var matched = 0
    while place < min(end, entries.count) {
      let flags = entries.byte(at: place)
      let shared = Int(flags & Self.sharedMask)
      place += 1
      // The keys are sorted. A key that shares fewer than `matched` bytes with the previous key comes after the word. A
      // key that shares more bytes has the byte at which the previous key differs from the word, so it is skipped.
      if shared < matched { return nil }
      if shared > matched {
        place = self.end(of: place)
      } else {
        let step = compare(word, from: shared, at: place)
        if step.order == 0 { return (flags, step.place) }
        if step.order < 0 { return nil }
        (matched, place) = (step.matched, step.place)
      }
      place = skipped(flags, at: place)
    }
    return nil
  }

  /// Returns the last block whose first key is not after the word.
  private func block(of word: [UInt8]) -> Int? {
    var (low, high) = (0, blocks.count / 4)
    while low < high {
      let middle = (low + high) / 2
      let first = compare(word, from: 0, at: Int(blocks.word(at: middle * 4)) + 1)
      if first.order < 0 { high = middle } else { low = middle + 1 }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Compares a word, from an index on, with the rest of a key.
  /// The order is negative if the word comes first.
  /// Also returns the number of matched bytes of the word, and the offset after the key.
  private func compare(
    _ word: [UInt8], from start: Int, at place: Int
  ) -> (order: Int, matched: Int, place: Int) {
    var (index, place) = (start, place)
    while place < entries.count {
      let byte = entries.byte(at: place)
      let symbol = byte & ~Self.endFlag
      guard index < word.count else { return (-1, index, end(of: place)) }
      if word[index] != symbol { return (word[index] < symbol ? -1 : 1, index, end(of: place)) }
      (index, place) = (index + 1, place + 1)
      if byte & Self.endFlag != 0 { return (index == word.count ? 0 : 1, index, place) }
    }
    return (-1, index, place)
  }

  /// Returns the offset after the current list of bytes.
  private func end(of place: Int) -> Int {
    var place = place
    while place < entries.count {
      place += 1
      if entries.byte(at: place - 1) & Self.endFlag != 0 { break }
    }
    return place
  }

  /// Returns the offset after an entry's phonemes.
  private func skipped(_ flags: UInt8, at place: Int) -> Int {
    guard flags & Self.formsFlag != 0 else { return end(of: place) }
    var next = place + 1
    for _ in 0..<entries.byte(at: place) {
      let isSpelled = entries.byte(at: next) & Self.endFlag != 0
      next = isSpelled ? next + 1 : end(of: next + 1)
    }
    return next
  }
}
