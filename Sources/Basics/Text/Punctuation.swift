/// The part of a text that a punctuation mark ends.
package enum TextPart {
  case clause, sentence
}

extension Character {
  /// The part that this mark ends; nil for other characters.
  /// A wide mark, such as `。`, ends the part even without whitespace after it.
  package var endedPart: (part: TextPart, isWide: Bool)? {
    switch self {
    case ".", "!", "?", "…", "؟", "۔", "։", "።": (.sentence, false)
    case "。", "！", "？", "｡", "．", "।", "॥", "။", "។": (.sentence, true)
    case ",", ";", ":", "–", "،", "؛": (.clause, false)
    case "，", "；", "：", "、", "—": (.clause, true)
    default: nil
    }
  }

  /// Whether the character is a quote or a bracket that can follow a mark at the end of a sentence.
  package var isClosingMark: Bool {
    if self == "\"" || self == "'" { return true }
    return switch unicodeScalars.first?.properties.generalCategory {
    case .finalPunctuation, .closePunctuation: true
    default: false
    }
  }

  /// Whether the character is a quote or a bracket that can open a sentence.
  package var isOpeningMark: Bool {
    if self == "\"" || self == "'" { return true }
    return switch unicodeScalars.first?.properties.generalCategory {
    case .initialPunctuation, .openPunctuation: true
    default: false
    }
  }
}
