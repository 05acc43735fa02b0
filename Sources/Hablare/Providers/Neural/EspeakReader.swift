import Basics
import Phonemes

/// Converts texts of any language to phonemes, clause by clause, with espeak.
struct EspeakReader: Sendable {
  private let speller: EspeakNGVoiceEngine
  /// The pronunciation of single words, by espeak voice.
  private let known = KnownWords()

  /// The version of the rules that find clauses and words.
  static let rulesVersion = 1

  init(speller: EspeakNGVoiceEngine) { self.speller = speller }

  /// Returns the phonemes of a text.
  /// If `hasPhonemes` is true, text between `[[` and `]]` is IPA.
  /// `voice` is the espeak voice for the language.
  func read(_ text: String, hasPhonemes: Bool, voice: String) async throws -> ReadText {
    var draft = ClauseDraft()
    for part in PhonemeParts.parts(of: text, hasPhonemes: hasPhonemes) { draft.add(part) }
    draft.add(try await speller.clauses(of: draft.texts, voiceId: voice))
    let words = try await known.phonemes(of: draft.questions, voice) {
      try await speller.phonemes(of: $0, voiceId: voice)
    }
    return draft.text { words[$0] ?? "" }
  }

  /// Returns the versions of the rules and of espeak.
  func version() async throws -> String {
    "clauses-\(Self.rulesVersion) espeak-ng-\(try await speller.version())"
  }

  func shutdown() async { await speller.shutdown() }

  /// The cache of espeak's pronunciations of single words.
  /// The pronunciations are cached because the same words recur in every line.
  private actor KnownWords {
    /// The maximum number of cached words for a voice.
    /// A long book has about ten thousand different words.
    private static let most = 50_000
    private var known: [String: [String: String]] = [:]

    func phonemes(
      of words: [String], _ voice: String,
      asking: @Sendable ([String]) async throws -> [String]
    ) async throws -> [String: String] {
      let missing = words.filter { known[voice]?[$0] == nil }
      var answers: [String: String] = [:]
      if !missing.isEmpty {
        for (word, answer) in zip(missing, try await asking(missing)) { answers[word] = answer }
      }
      for word in words { answers[word] = answers[word] ?? known[voice]?[word] }
      if known[voice, default: [:]].count > Self.most { known[voice] = [:] }
      known[voice, default: [:]].merge(answers) { $1 }
      return answers
    }
  }
}

/// Splits a request's text into plain text and the IPA between `[[` and `]]`.
enum PhonemeParts {
  static func parts(of text: String, hasPhonemes: Bool) -> [PhonemePart] {
    guard hasPhonemes else { return [.text(text)] }
    var parts: [PhonemePart] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      if open.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<open.lowerBound]))) }
      // `written` includes the brackets, because word positions refer to the request's text.
      parts.append(
        .ipa(
          String(rest[open.upperBound..<close.lowerBound]),
          written: String(rest[open.lowerBound..<close.upperBound])))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }
}

/// Symbols of the International Phonetic Alphabet, in the form that the models need.
enum IPASymbols {
  /// Returns espeak's phonemes without ties and without language names such as `(fr)`.
  static func spoken(_ phonemes: String) -> [Unicode.Scalar] {
    var (symbols, isName): ([Unicode.Scalar], Bool) = ([], false)
    for symbol in phonemes.unicodeScalars {
      switch symbol {
      case "(": isName = true
      case ")": isName = false
      case "^", "\u{361}", "\u{35C}": break
      case _ where isName: break
      case _ where symbol.properties.isWhitespace:
        if let last = symbols.last, last != " " { symbols.append(" ") }
      default: symbols += decomposed[symbol] ?? [symbol]
      }
    }
    if symbols.last == " " { symbols.removeLast() }
    return symbols
  }

  /// Returns IPA written by an author, with espeak's symbols and without delimiters around it.
  static func plain(_ ipa: String) -> [Unicode.Scalar] {
    var symbols = Array(ipa.unicodeScalars)
    for (first, last) in [("/", "/"), ("[", "]")] as [(Unicode.Scalar, Unicode.Scalar)]
    where symbols.count > 1 && symbols.first == first && symbols.last == last {
      symbols = Array(symbols.dropFirst().dropLast())
    }
    var text = String.UnicodeScalarView()
    for symbol in symbols where !silent.contains(symbol) {
      text.append(contentsOf: alike[symbol] ?? [symbol])
    }
    return spoken(String(text))
  }

  /// Symbols that separate sounds and are not spoken.
  private static let silent: Set<Unicode.Scalar> = [".", "‿", "-", "|", "(", ")"]

  /// Symbols that authors write by mistake, each with the correct symbols.
  private static let alike: [Unicode.Scalar: [Unicode.Scalar]] = [
    "'": ["ˈ"], "ʼ": ["ˈ"], "’": ["ˈ"], "`": ["ˈ"], ":": ["ː"], "g": ["ɡ"], "Ɂ": ["ʔ"],
    "ʧ": ["t", "ʃ"],
    "ʤ": ["d", "ʒ"], "ɝ": ["ɜ", "ː"], "ɩ": ["ɪ"], "ɷ": ["ʊ"], "ı": ["ɪ"], "ε": ["ɛ"], "ә": ["ə"],
    "ǝ": ["ə"], "ɫ": ["l"],
  ]

  /// Letters with a diacritic, decomposed, because the models were trained on the decomposed form
  /// (NFD).
  private static let decomposed: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ç": ["c", "\u{327}"], "ã": ["a", "\u{303}"], "õ": ["o", "\u{303}"], "ĩ": ["i", "\u{303}"],
    "ũ": ["u", "\u{303}"], "ẽ": ["e", "\u{303}"], "ỹ": ["y", "\u{303}"], "ñ": ["n", "\u{303}"],
  ]
}
