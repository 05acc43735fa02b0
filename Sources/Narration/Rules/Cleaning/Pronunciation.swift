/// How a word is to be said (the cast file's `"pronunciations"`).
public struct Pronunciation: Sendable, Hashable {
  /// The word or words, as written in the script; with a capital in it, case counts, but a word that
  /// the script has in capitals throughout is meant too.
  public var text: String
  /// The spelling to give the engine instead.
  public var say: String?
  /// Phonemes in the engine's own notation, for engines that take them.
  public var phonemes: String?
  /// The language it is limited to; `en` covers every `en-*`.
  public var language: String?
  /// The role it is limited to, under the cast's name.
  public var character: String?

  /// Makes an entry for everybody in every language unless limited.
  public init(
    text: String, say: String? = nil, phonemes: String? = nil, language: String? = nil,
    character: String? = nil
  ) {
    self.text = text
    self.say = say
    self.phonemes = phonemes
    self.language = language
    self.character = character
  }
}

/// Cleaning, step 5: whole words, longest first, each place replaced once.
struct PronunciationRule: Sendable {
  private struct Entry: Sendable {
    var letters: Scalars
    /// The word in capitals, as sluglines have it; empty where case does not count anyway.
    var capitals: Scalars
    var isExact: Bool
    var replacement: Scalars
    var isPhonemes: Bool
    var character: String?
  }

  /// By the folded first letter, longest first.
  private let entries: [Unicode.Scalar: [Entry]]

  init(_ pronunciations: [Pronunciation], languageCode: String, takesPhonemes: Bool) {
    let applicable = pronunciations.compactMap { item -> Entry? in
      if let language = item.language, !Self.covers(language, languageCode) { return nil }
      let letters = Array(item.text.unicodeScalars)
      let phonemes = takesPhonemes ? item.phonemes.map { "[[\($0)]]" } : nil
      guard !letters.isEmpty, let replacement = phonemes ?? item.say else { return nil }
      let isExact = letters.contains(where: \.isUpper)
      return Entry(
        letters: isExact ? letters : letters.map(Self.folded),
        capitals: isExact ? Array(item.text.uppercased().unicodeScalars) : [], isExact: isExact,
        replacement: Array(replacement.unicodeScalars), isPhonemes: phonemes != nil,
        character: item.character.map(CharacterNormalizer.folded))
    }
    // A stable order: of two entries for one word, the one for a character goes first.
    let sorted = applicable.enumerated().sorted { left, right in
      let a = (-left.element.letters.count, left.element.character == nil ? 1 : 0, left.offset)
      let b = (-right.element.letters.count, right.element.character == nil ? 1 : 0, right.offset)
      return a < b
    }.map(\.element)
    entries = Dictionary(grouping: sorted) { $0.letters.first.map(Self.folded) ?? " " }
  }

  /// The text with every named word replaced; and where phonemes are in it now, the same for readers, with
  /// the words that they stand for.
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

  private func match(at index: Int, in scalars: Scalars, speaker: String) -> Entry? {
    if index > 0, scalars[index - 1].isWordPart, scalars[index].isWordPart { return nil }
    return entries[Self.folded(scalars[index])]?.first { entry in
      let end = index + entry.letters.count
      guard end <= scalars.count, entry.character == nil || entry.character == speaker else {
        return false
      }
      if end < scalars.count, scalars[end].isWordPart, scalars[end - 1].isWordPart { return false }
      let typed = scalars[index..<end]
      if entry.isExact {
        return typed.elementsEqual(entry.letters) || typed.elementsEqual(entry.capitals)
      }
      return zip(entry.letters, typed).allSatisfy { $0 == Self.folded($1) }
    }
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
