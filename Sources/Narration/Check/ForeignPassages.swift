package import Guion

/// Paragraphs and speeches that are not in the book's language.
/// If most of the text is in another language, one finding covers the book.
struct ForeignPassages: ScriptCheck {
  private struct Passage {
    var element: GuionElement
    var guess: LanguageGuess
  }

  func findings(in script: CheckedScript) -> [Diagnostic] {
    let passages = script.elements.compactMap { element -> Passage? in
      guard element.elementType == .dialogue || element.elementType == .action,
        element.mark == nil, let guess = LanguageGuess(element.elementText),
        !element.inlines.contains(where: guess.isNamed(by:))
      else { return nil }
      return Passage(element: element, guess: guess)
    }
    let foreign = passages.filter { $0.guess.contradicts(script.language) }
    if foreign.count > 1, foreign.count * 2 > passages.count, let first = foreign.first {
      return [
        script.finding(
          .mixedLanguage,
          "most of the text looks like \(first.guess.name), but is read as \(script.language); set "
            + "the book's language, for example with \"language\" in the cast", at: first.element)
      ]
    }
    return foreign.map { passage in
      script.finding(
        .mixedLanguage,
        "this looks like \(passage.guess.name), but is read as \(script.language); if the whole text is in "
          + "this language, set \"language\" in the cast; else \(Self.fix(for: passage.guess))",
        at: passage.element)
    }
  }

  /// Returns how a cast or a script names the language of a passage.
  private static func fix(for guess: LanguageGuess) -> String {
    guard let code = guess.code else {
      return "give the role a voice under \"languages\" in the cast"
    }
    let voice = ["en": "en-us", "fr": "fr-fr"][code] ?? code
    let entry = "\"languages\": {\"\(code)\": \"espeak://\(voice)\"}"
    return "give the role \(entry) in the cast, or write (in \(guess.name)) in the script"
  }
}

/// The language in which a whole text plainly is, if this is not the language in which it is read.
package struct OtherLanguage: Sendable, Equatable {
  /// The primary subtag; nil if several languages share the alphabet.
  package let code: String?
  /// The name of the language or the alphabet.
  package let name: String

  /// The text of a few pages is enough, and a few lines are not.
  private static let fewestWords = 30
  private static let mostBytes = 40_000

  /// Compares the words of a text with the frequent words of the languages; nil if the text is not plainly in another
  /// language.
  package init?(of elements: [GuionElement], than language: String) {
    var text = ""
    for element in elements where text.utf8.count < Self.mostBytes {
      if [.action, .dialogue].contains(element.elementType), !element.isCode {
        text += element.elementText + "\n"
      }
    }
    guard WordCount.count(text).words >= Self.fewestWords,
      let guess = LanguageGuess(text, isWhole: true),
      guess.contradicts(language)
    else { return nil }
    (code, name) = (guess.code, guess.name)
  }
}

/// The most likely language of a text, if the text is clear enough.
struct LanguageGuess {
  /// The primary subtag of the language, or nil if several languages share the alphabet.
  let code: String?
  /// The name of the language or the alphabet.
  let name: String
  /// The number of common words of each language, by its code.
  private let counts: [String: Int]
  /// The languages that use the text's alphabet, or nil for Latin letters.
  private let writers: Set<String>?

  /// The minimum number of words for a guess.
  private static let leastWords = 6

  /// Guesses the language of a text; nil if the text gives no clear answer.
  /// In a whole text, words that several languages share count too: they are half of the frequent words of French.
  init?(_ text: String, isWhole: Bool = false) {
    if let alphabet = Self.foreignAlphabet(of: text) {
      (code, name, counts, writers) = (nil, alphabet.name, [:], alphabet.languages)
      return
    }
    let (words, found, shared) = Self.frequentWords(of: text)
    guard words >= Self.leastWords else { return nil }
    let counts = Dictionary(uniqueKeysWithValues: zip(FunctionWords.languages, found))
    // If several languages have the same count, the first code in alphabetical order wins, so that the answer is always
    // the same.
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    // In running text, about a third of the words are in the list of its language. A fifth is enough for a guess.
    guard let best, best.value >= 3, let index = FunctionWords.languages.firstIndex(of: best.key),
      (best.value + (isWhole ? shared[index] : 0)) * 5 >= words
    else { return nil }
    (code, name, self.counts, writers) = (best.key, Self.names[best.key] ?? best.key, counts, nil)
  }

  /// Returns the number of words, and of those that are frequent in one language only and in several languages, by
  /// the language's index.
  private static func frequentWords(of text: String) -> (words: Int, found: [Int], shared: [Int]) {
    var found = FunctionWords.languages.map { _ in 0 }
    var shared = found
    var (words, key, length) = (0, UInt64(0), 0)
    func endWord() {
      guard length > 0 else { return }
      words += 1
      if length <= FunctionWords.longest, let marks = FunctionWords.table[key] {
        let all = marks.strong | marks.weak
        for index in found.indices where all & 1 << index != 0 {
          if all.nonzeroBitCount == 1 { found[index] += 1 } else { shared[index] += 1 }
        }
      }
      (key, length) = (0, 0)
    }
    for scalar in text.lowercased().unicodeScalars {
      guard scalar.isLetter || scalar.isMark && length > 0 else {
        endWord()
        continue
      }
      for byte in UTF8.encode(scalar) ?? .init() {
        key = key << 8 | UInt64(byte)
        length += 1
      }
    }
    endWord()
    return (words, found, shared)
  }

  /// Whether a span names this language, so that the passage is read in it.
  func isNamed(by span: InlineSpan) -> Bool {
    guard case .language(let tag) = span.kind else { return false }
    let own = PassageTag.primary(of: tag)
    return code == own || writers?.contains(own) == true
  }

  /// Whether the text is clearly not in this language.
  func contradicts(_ language: String) -> Bool {
    let own = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if let writers { return !writers.contains(own) }
    // For a language without a list of words, no decision is possible.
    guard let code, code != own, let words = counts[own], let found = counts[code] else {
      return false
    }
    return words * 4 <= found
  }

  private static let names = [
    "en": "English", "es": "Spanish", "fr": "French", "de": "German", "it": "Italian",
    "pt": "Portuguese", "nl": "Dutch", "la": "Latin",
  ]

  // MARK: Alphabets

  private typealias Alphabet = (name: String, languages: Set<String>)

  /// Returns the alphabet of more than half of the letters, or nil if it is the Latin alphabet or unknown.
  private static func foreignAlphabet(of text: String) -> Alphabet? {
    guard text.utf8.contains(where: { $0 >= 0xCD }) else { return nil }
    let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
    guard letters.count >= 2 else { return nil }
    return alphabets.first { ranges, _ in
      letters.count { scalar in ranges.contains { $0.contains(scalar.value) } } * 2 > letters.count
    }?.1
  }

  /// Blocks of Unicode 15, with the languages that use them.
  private static let alphabets: [([ClosedRange<UInt32>], Alphabet)] = [
    ([0x370...0x3FF, 0x1F00...0x1FFF], ("Greek", ["el", "grc"])),
    (
      [0x400...0x52F],
      ("Cyrillic", ["ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tt", "ba", "cv"])
    ),
    ([0x531...0x58F], ("Armenian", ["hy", "hyw"])),
    ([0x590...0x5FF], ("Hebrew", ["he", "yi"])),
    ([0x600...0x77F], ("Arabic letters", ["ar", "fa", "ur", "ps", "sd", "ug", "ku", "ckb"])),
    ([0x900...0x97F], ("Devanagari", ["hi", "mr", "ne", "sa", "kok"])),
    ([0xE00...0xE7F], ("Thai", ["th"])),
    ([0x10A0...0x10FF, 0x1C90...0x1CBF], ("Georgian", ["ka"])),
    ([0x1100...0x11FF, 0xAC00...0xD7AF], ("Korean", ["ko"])),
    (
      [0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF],
      ("Chinese or Japanese", ["zh", "ja", "yue", "cmn", "hak"])
    ),
  ]
}
