import TextNormalization

/// Cleaning of rule set 1.1, between capitals and punctuation: figures, signs and abbreviations become words.
struct WrittenForms: Sendable {
  private let normalizer: TextNormalizer
  /// What pronunciations name that would become words otherwise ("7-Eleven"), in small letters: it stays as typed.
  private let kept: [Scalars]

  /// Whether signs and abbreviations are read as well; in languages without tables of ours only numbers are.
  var readsAbbreviations: Bool { normalizer.readsSigns }

  init(languageCode: String, pronunciations: [Pronunciation]) {
    let normalizer = TextNormalizer(language: languageCode)
    self.normalizer = normalizer
    kept = pronunciations.map(\.text).filter(normalizer.mayReplace).map(Self.folded)
  }

  /// The words of a text: `typed` decides what is meant, `lowered` is the same with its shouting lowered.
  func apply(_ typed: String, keeping lowered: String) -> String {
    guard normalizer.mayReplace(in: typed) else { return lowered }
    let scalars = Array(typed.unicodeScalars)
    var replacements = normalizer.replacements(in: scalars)
    if !kept.isEmpty, !replacements.isEmpty {
      let ranges = keptRanges(in: Self.folded(typed))
      replacements.removeAll { replacement in ranges.contains { $0.overlaps(replacement.range) } }
    }
    return NormalizedText(
      replacing: replacements, in: scalars, keeping: Array(lowered.unicodeScalars)
    ).text
  }

  private func keptRanges(in text: Scalars) -> [Range<Int>] {
    kept.flatMap { word in
      text.indices.compactMap { start in
        let end = start + word.count
        guard end <= text.count, text[start] == word[0], text[start..<end].elementsEqual(word),
          start == 0 || !text[start].isWordPart || !text[start - 1].isWordPart,
          end == text.count || !text[end - 1].isWordPart || !text[end].isWordPart
        else { return nil }
        return start..<end
      }
    }
  }

  private static func folded(_ text: String) -> Scalars {
    text.unicodeScalars.map { scalar in
      let small = scalar.properties.lowercaseMapping.unicodeScalars
      return small.count == 1 ? small.first ?? scalar : scalar
    }
  }
}
