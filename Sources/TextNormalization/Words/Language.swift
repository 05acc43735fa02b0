import Basics

/// The languages that the rules distinguish.
enum Language: Sendable, Equatable {
  case english(isBritish: Bool)
  case spanish(isAmerican: Bool)
  case french
  case german
  /// A language of which only numbers are read, with ICU's rules.
  case other

  /// Creates the language of a tag such as `en-GB`.
  init(tag: String) {
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
    // The region is the first subtag of two letters or three digits.
    let region = parts.dropFirst().first {
      $0.utf8.count == 2 || $0.utf8.count == 3 && $0.first?.isNumber == true
    }
    switch parts.first {
    case "en":
      let isAmerican = region == nil || Self.likeAmerica.contains(region ?? "")
      self = .english(isBritish: !isAmerican)
    case "es": self = .spanish(isAmerican: region != nil && region != "es" && region != "gq")
    case "fr": self = .french
    case "de": self = .german
    default: self = .other
    }
  }

  /// Regions where English numbers and dates are read as in the United States.
  private static let likeAmerica: Set<Substring> = [
    "us", "ca", "ph", "pr", "gu", "as", "vi", "001",
  ]

  var isEnglish: Bool { if case .english = self { true } else { false } }
  var isBritish: Bool { self == .english(isBritish: true) }
  var isSpanish: Bool { if case .spanish = self { true } else { false } }
  var isFrench: Bool { self == .french }
  var isGerman: Bool { self == .german }
}

/// The gender of a counted noun.
enum Gender: Sendable { case masculine, feminine, neuter }
