package import Hablare
import Phonemes

/// The pronunciation of a word (the cast file's `"pronunciations"`).
public struct Pronunciation: Sendable, Hashable {
  /// The word or words, as written in the script.
  ///
  /// For text without a capital, case does not matter. Text with a capital matches only as written here, or in all
  /// capitals.
  public var text: String
  /// The spelling that the engine gets instead.
  public var say: String?
  /// Phonemes in espeak's own notation, for espeak voices only.
  public var phonemes: String?
  /// IPA, for every voice that accepts phonemes.
  public var ipa: String?
  /// The language that the entry is limited to; `en` covers every `en-*`.
  public var language: String?
  /// The role that the entry is limited to, by the cast's name.
  public var character: String?

  /// Creates an entry.
  ///
  /// An entry without a language applies to all languages. An entry without a role applies to all roles.
  public init(
    text: String, say: String? = nil, phonemes: String? = nil, ipa: String? = nil,
    language: String? = nil, character: String? = nil
  ) {
    self.text = text
    self.say = say
    self.phonemes = phonemes
    self.ipa = ipa
    self.language = language
    self.character = character
  }
}

/// The notation in which a voice accepts phonemes between `[[` and `]]`.
package enum PhonemeNotation: Sendable, Hashable {
  /// No phonemes: only spellings have an effect.
  case none
  case espeak
  case ipa

  package init(_ abilities: VoiceAbilities) {
    self = abilities.supportsIPA ? .ipa : abilities.supportsPhonemes ? .espeak : .none
  }
}

/// Cleaning, step 5: replaces whole words.
/// If several words match at a position, the longest is replaced. Replaced text is not searched again.
struct PronunciationRule: Sendable {
  private struct Entry: Sendable {
    /// The index of the entry in the cast's list.
    var number: Int
    var letters: Scalars
    /// The word in capitals, as in sluglines; empty if case does not matter.
    var capitals: Scalars
    var isExact: Bool
    var replacement: Scalars
    var isPhonemes: Bool
    var character: String?
  }

  /// The properties of an occurrence that select an entry: its spelling and its speaker.
  private struct Case: Hashable {
    /// The word as typed, or nil if case does not matter.
    var typed: Scalars?
    /// The role that an entry is limited to, folded.
    var character: String?
  }

  /// The entries that are limited to a role, followed by all other entries.
  /// Each group is in the order of the cast.
  private let entries: [Entry]
  /// The folded words, each once.
  private let words: SortedWords<Unicode.Scalar>
  /// For each word of `words`, the index of the first entry for each case.
  private var cases: [[Case: Int]] = []

  init(_ pronunciations: [Pronunciation], languageCode: String, notation: PhonemeNotation) {
    let applicable = pronunciations.enumerated().compactMap { number, item -> Entry? in
      if let language = item.language, !Self.covers(language, languageCode) { return nil }
      let letters = Array(item.text.unicodeScalars)
      let phonemes = Self.phonemes(of: item, notation).map { "[[\($0)]]" }
      guard !letters.isEmpty, let replacement = phonemes ?? item.say else { return nil }
      let isExact = letters.contains(where: \.isUpper)
      return Entry(
        number: number, letters: isExact ? letters : letters.map(Self.folded),
        capitals: isExact ? Array(item.text.uppercased().unicodeScalars) : [], isExact: isExact,
        replacement: Array(replacement.unicodeScalars), isPhonemes: phonemes != nil,
        character: item.character.map(CharacterNormalizer.folded))
    }
    // If a word has two entries, the entry that is limited to a role comes first.
    entries = applicable.filter { $0.character != nil } + applicable.filter { $0.character == nil }
    var numbers: [Scalars: Int] = [:]
    for (entry, item) in entries.enumerated() {
      for typed in item.isExact ? [item.letters, item.capitals] : [item.letters] {
        let word = typed.map(Self.folded)
        // In capitals, "ß" becomes two letters. A form in capitals with another length is not searched.
        guard word.count == item.letters.count, word.first == item.letters.first.map(Self.folded)
        else { continue }
        let number = numbers[word] ?? cases.count
        if number == cases.count {
          numbers[word] = number
          cases.append([:])
        }
        let key = Case(typed: item.isExact ? typed : nil, character: item.character)
        if cases[number][key] == nil { cases[number][key] = entry }
      }
    }
    words = SortedWords(numbers.sorted { $0.value < $1.value }.map(\.key))
  }

  /// Returns the phonemes of an entry in a notation, or nil if the entry has no such phonemes.
  private static func phonemes(of item: Pronunciation, _ notation: PhonemeNotation) -> String? {
    switch notation {
    case .none: nil
    case .espeak: item.phonemes ?? item.ipa.flatMap { try? IPA.espeak($0) }
    case .ipa: item.ipa
    }
  }

  /// Returns the text with every listed word replaced.
  /// If phonemes were inserted, `written` is the text for readers, with the words instead of the phonemes.
  func apply(_ text: String, speaker: String) -> (text: String, written: String?) {
    guard !entries.isEmpty else { return (text, nil) }
    let scalars = Array(text.unicodeScalars)
    let speaker = CharacterNormalizer.folded(speaker)
    var output: Scalars = []
    var written: Scalars = []
    var hasPhonemes = false
    var index = 0
    while index < scalars.count {
      if let entry = match(at: index, in: scalars, speaker: speaker) {
        output.append(contentsOf: entry.replacement)
        let end = index + entry.letters.count
        written.append(contentsOf: entry.isPhonemes ? scalars[index..<end] : entry.replacement[...])
        hasPhonemes = hasPhonemes || entry.isPhonemes
        index = end
      } else {
        output.append(scalars[index])
        written.append(scalars[index])
        index += 1
      }
    }
    return (output.text, hasPhonemes ? written.text : nil)
  }

  /// Returns the ranges that `apply` replaces for a speaker.
  func ranges(in scalars: Scalars, speaker: String) -> [Range<Int>] {
    uses(in: scalars, speaker: speaker).map(\.range)
  }

  /// Returns the ranges that `apply` replaces for a speaker, each with the index of its pronunciation in the cast.
  func uses(in scalars: Scalars, speaker: String) -> [(range: Range<Int>, number: Int)] {
    guard !entries.isEmpty else { return [] }
    let speaker = CharacterNormalizer.folded(speaker)
    var uses: [(range: Range<Int>, number: Int)] = []
    var index = 0
    while index < scalars.count {
      if let entry = match(at: index, in: scalars, speaker: speaker) {
        uses.append((index..<index + entry.letters.count, entry.number))
        index += entry.letters.count
      } else {
        index += 1
      }
    }
    return uses
  }

  private func match(at index: Int, in scalars: Scalars, speaker: String) -> Entry? {
    if index > 0, scalars[index - 1].isWordPart, scalars[index].isWordPart { return nil }
    guard var branch = words.root else { return nil }
    var (longest, end) = (Entry?.none, index)
    while end < scalars.count, let next = words.child(of: branch, by: Self.folded(scalars[end])) {
      (branch, end) = (next, end + 1)
      guard let word = words.ends(of: branch).first else { continue }
      if end < scalars.count, scalars[end].isWordPart, scalars[end - 1].isWordPart { continue }
      longest = entry(for: word, typed: Array(scalars[index..<end]), by: speaker) ?? longest
    }
    return longest
  }

  private func entry(for word: Int, typed: Scalars, by speaker: String) -> Entry? {
    let keys = [typed, nil].flatMap { typed in
      [speaker, nil].map { Case(typed: typed, character: $0) }
    }
    return keys.compactMap { cases[word][$0] }.min().map { entries[$0] }
  }

  private static func covers(_ language: String, _ code: String) -> Bool {
    let (language, code) = (language.lowercased(), code.lowercased())
    return code == language || code.hasPrefix(language + "-")
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return scalar.isUpper ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
    }
    let mapping = scalar.properties.lowercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping.first ?? scalar : scalar
  }
}

/// Finds which of many pronunciations apply to a line.
package struct PronunciationUse {
  private struct Voicing: Hashable {
    var languageCode: String
    var notation: PhonemeNotation
  }

  private let pronunciations: [Pronunciation]
  private var rules: [Voicing: PronunciationRule] = [:]

  /// Prepares the pronunciations of a cast.
  package init(_ pronunciations: [Pronunciation]) { self.pronunciations = pronunciations }

  /// Returns the indices of the pronunciations that apply to an author's words.
  /// `speaker` is the name of the role, or empty for the narrator. `notation` is the notation of the role's voice.
  package mutating func numbers(
    in text: String, speaker: String, languageCode: String, notation: PhonemeNotation
  ) -> Set<Int> {
    guard !pronunciations.isEmpty else { return [] }
    let voicing = Voicing(languageCode: languageCode, notation: notation)
    let rule =
      rules[voicing]
      ?? PronunciationRule(pronunciations, languageCode: languageCode, notation: notation)
    rules[voicing] = rule
    return Set(rule.uses(in: Array(text.unicodeScalars), speaker: speaker).map(\.number))
  }
}
