import Guion

/// Finds sentences in another language that no markup names.
/// A sentence has at least four words, is long enough to be sure, and has pronouns or verbs, which names do not have.
/// The time is linear in the length of the text.
struct PassageTest {
  /// The number of the text's own language in `FunctionWords.languages`.
  private let own: Int
  /// The language of almost all sentences of the document, if this is not its own language.
  /// Sentences and titles without evidence are in this language.
  private let leaning: Int?

  /// Creates a test for texts in a language; nil if the words of this language are not known.
  init?(language: String, leaning: String? = nil) {
    guard let own = FunctionWords.languages.firstIndex(of: PassageTag.primary(of: language)) else {
      return nil
    }
    self.own = own
    self.leaning = leaning.flatMap(FunctionWords.languages.firstIndex(of:))
  }

  /// Returns the parts of a text, each with its language; nil is the text's own language.
  func parts(of text: String) -> [(text: String, tag: String?)] {
    var tally = PassageTally()
    return parts(of: text, counting: &tally)
  }

  /// Returns the parts of a text as above, and counts its sentences.
  func parts(
    of text: String, counting tally: inout PassageTally
  ) -> [(text: String, tag: String?)] {
    var text = text
    let found = text.withUTF8 { bytes -> [(range: Range<Int>, language: Int?)] in
      var sentences = SentenceWalk(bytes, own: own).sentences
      for sentence in sentences { tally.add(sentence) }
      if let leaning {
        for index in sentences.indices
        where sentences[index].mayLean(to: leaning, isWhole: sentences.count == 1) {
          sentences[index].language = leaning
        }
      }
      guard sentences.contains(where: { $0.language != nil }) else { return [] }
      Self.joinNeighbours(&sentences)
      return sentences.map { ($0.range, $0.language) }
    }
    guard !found.isEmpty else { return [(text, nil)] }
    let bytes = Array(text.utf8)
    return found.map { range, language in
      (String(decoding: bytes[range], as: UTF8.self), language.map { FunctionWords.languages[$0] })
    }
  }

  /// Gives short sentences the language of the sentences around them.
  /// "Oui." belongs to a French sentence beside it, and any words without evidence to French sentences on both sides.
  private static func joinNeighbours(_ sentences: inout [Sentence]) {
    let known = sentences.map(\.language)
    for index in sentences.indices where known[index] == nil {
      let before = index > 0 ? sentences[index - 1].language : nil
      let after = index + 1 < known.count ? known[index + 1] : nil
      for language in [before, after].compactMap(\.self) {
        guard sentences[index].ownWords(besides: language) == 0 else { continue }
        if before == after || sentences[index].foreign(language) > 0 {
          sentences[index].language = language
        }
      }
    }
  }

  /// Divides a text into sentences and quotations, and collects their evidence.
  private struct SentenceWalk {
    private(set) var sentences: [Sentence] = []
    private let text: UnsafeBufferPointer<UInt8>
    private let own: Int
    private var sentence = Sentence(from: 0)
    private var isFirstWord = true

    init(_ text: UnsafeBufferPointer<UInt8>, own: Int) {
      (self.text, self.own) = (text, own)
      var place = 0
      while place < text.count {
        if let end = wordEnd(from: place) {
          addWord(place..<end)
          place = end
        } else {
          place = readSign(at: place)
        }
      }
      endSentence(at: text.count)
    }

    private mutating func endSentence(at end: Int) {
      guard end > sentence.range.lowerBound else { return }
      sentence.end(at: end)
      sentences.append(sentence)
      (sentence, isFirstWord) = (Sentence(from: end), true)
    }

    private mutating func addWord(_ range: Range<Int>) {
      let (first, second) = (
        text[range.lowerBound], range.count > 1 ? text[range.lowerBound + 1] : 0
      )
      let isCapital = 0x41...0x5A ~= first || first == 0xC3 && 0x80...0x9E ~= second
      var key: UInt64 = 0
      if range.count <= FunctionWords.longest {
        for index in range { key = key << 8 | UInt64(lower(index)) }
      }
      sentence.addWord(key, isName: isCapital && !isFirstWord && range.count > 1, own: own)
      isFirstWord = false
    }

    private func lower(_ index: Int) -> UInt8 {
      let byte = text[index]
      if 0x41...0x5A ~= byte { return byte + 0x20 }
      let isLatin = index > 0 && text[index - 1] == 0xC3 && 0x80...0x9E ~= byte && byte != 0x97
      return isLatin ? byte + 0x20 : byte
    }

    /// Returns the end of the word at a place, or nil if there is none. Numbers are no words.
    private func wordEnd(from start: Int) -> Int? {
      var end = start
      while end < text.count, isLetter(at: end) { end += 1 }
      return end > start ? end : nil
    }

    private func isLetter(at index: Int) -> Bool {
      let byte = text[index]
      if byte < 0x80 { return (byte | 0x20) &- UInt8(ascii: "a") < 26 }
      // Bytes of a longer sign belong to their first byte; punctuation is in U+0080… and U+2000….
      if byte >= 0xC0 { return byte != 0xC2 && byte != 0xE2 }
      var first = index
      while first > 0, text[first] & 0xC0 == 0x80 { first -= 1 }
      return text[first] >= 0xC3 && text[first] != 0xE2
    }

    /// Reads a sign that is no letter, and returns the place after it.
    private mutating func readSign(at place: Int) -> Int {
      guard Self.mayEnd(text[place]) else { return place + 1 }
      if has("“", at: place) || has("«", at: place) || has("„", at: place) {
        endSentence(at: place)
        return place + 1
      }
      if has("”", at: place) || has("»", at: place) {
        let end = place + (text[place] == 0xC2 ? 2 : 3)
        endSentence(at: end)
        return end
      }
      if text[place] == UInt8(ascii: "\"") {
        let opens = place == 0 || text[place - 1] == 0x20 || text[place - 1] == UInt8(ascii: "(")
        endSentence(at: opens ? place : place + 1)
        return place + 1
      }
      let isEnd = text[place] < 0x80 || has("…", at: place)
      guard isEnd else { return place + 1 }
      var end = place + (text[place] < 0x80 ? 1 : 3)
      while end < text.count, ".!?\"')]".utf8.contains(text[end]) { end += 1 }
      for closing in ["”", "’", "»"] where has(closing, at: end) { end += closing.utf8.count }
      if end == text.count || text[end] == 0x20 || text[end] == UInt8(ascii: "\n") {
        endSentence(at: end)
      }
      return end
    }

    /// Whether a byte begins a sign that can end a sentence or a quotation.
    private static func mayEnd(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"),
        UInt8(ascii: "\""), 0xC2, 0xE2:
        true
      default: false
      }
    }

    private func has(_ sign: String, at place: Int) -> Bool {
      guard place < text.count, text[place] >= 0x80 else { return false }
      return text[place...].starts(with: sign.utf8)
    }
  }
}

/// The numbers of sentences of a document, by language.
struct PassageTally {
  /// For each language, the sentences that are surely in this language, which is not the document's own.
  private var foreign = SIMD8<Int>()
  /// For each language, the sentences with words of the document's own language that it does not have.
  private var own = SIMD8<Int>()

  fileprivate mutating func add(_ sentence: Sentence) {
    if let language = sentence.language {
      foreign[language] += 1
    } else {
      for language in FunctionWords.recognized where sentence.ownWords(besides: language) > 1 {
        own[language] += 1
      }
    }
  }

  /// The language of almost all sentences, if this is not the document's own language.
  var leaning: String? {
    FunctionWords.recognized.first { foreign[$0] >= 6 && own[$0] * 8 <= foreign[$0] }
      .map { FunctionWords.languages[$0] }
  }
}

/// The evidence of a sentence.
private struct Sentence {
  var range: Range<Int>
  var language: Int?
  /// The number of words, and of those with a capital within the sentence.
  private var words: Int16 = 0
  private var names: Int16 = 0
  /// For each language, the number of its words that the own language does not have.
  private var evidence = SIMD8<Int16>()
  /// For each language, the number of words of the own language that it does not have.
  private var against = SIMD8<Int16>()
  /// The words of the evidence, each once, with their marks.
  private var distinct: [(key: UInt64, marks: FunctionWords.Marks)] = []

  private static let shifts = SIMD8<UInt8>(0, 1, 2, 3, 4, 5, 6, 7)

  init(from start: Int) { range = start..<start }

  /// Whether the language of the document decides: the sentence has no word of another language, and it is the whole
  /// text or no label such as "Note:".
  func mayLean(to leaning: Int, isWhole: Bool) -> Bool {
    language == nil && words > (isWhole ? 0 : 3) && against[leaning] == 0
  }

  func foreign(_ language: Int) -> Int16 { evidence[language] }
  func ownWords(besides language: Int) -> Int16 { against[language] }

  mutating func addWord(_ key: UInt64, isName: Bool, own: Int) {
    guard words < .max else { return }
    words += 1
    if isName { names += 1 }
    guard key != 0, let marks = FunctionWords.table[key] else { return }
    let all = marks.strong | marks.weak
    let isOwn = all >> own & 1 == 1
    // 1 for each language of the word.
    let languages = SIMD8<Int16>(truncatingIfNeeded: SIMD8(repeating: all) &>> Self.shifts & 1)
    if isOwn {
      against &+= 1 &- languages
    } else if !isName || FunctionWords.polite.contains(key) {
      evidence &+= languages
    }
    if !isOwn, !isName, distinct.count < 24, !distinct.contains(where: { $0.key == key }) {
      distinct.append((key, marks))
    }
  }

  /// Decides the language at the end of the sentence; nil if it is the own language or the evidence is not sure.
  mutating func end(at end: Int) {
    range = range.lowerBound..<end
    // Half of the words of a title have a capital.
    guard words >= 4, !distinct.isEmpty, names * 2 < words else { return }
    let best = FunctionWords.recognized.max { evidence[$0] < evidence[$1] } ?? 0
    let found = evidence[best]
    let strong = distinct.count { $0.marks.strong >> best & 1 == 1 }
    let all = distinct.count { ($0.marks.strong | $0.marks.weak) >> best & 1 == 1 }
    guard strong >= 2 || strong == 1 && all >= 3, Int(found) * 10 >= Int(words) * 3,
      Int(against[best]) * 8 <= Int(found)
    else { return }
    // The letters of a formula are no words: "a = l".
    let long = distinct.count {
      $0.key > 0xFF && ($0.marks.strong | $0.marks.weak) >> best & 1 == 1
    }
    guard long > 1 else { return }
    let rivals = FunctionWords.languages.indices.filter { $0 != best }
    if rivals.allSatisfy({ Int(evidence[$0]) * 4 <= Int(found) * 3 }) { language = best }
  }
}
