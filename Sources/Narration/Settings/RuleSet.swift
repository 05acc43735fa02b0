import TextNormalization

/// A version of the rules for reading scripts and documents aloud (Documentation/speech.md).
public enum RuleSet: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The first rule set: engines read numbers in their own way.
  case v1_0 = "1.0"
  /// Numbers, symbols and abbreviations become words before an engine gets them.
  case v1_1 = "1.1"
  /// Voices fit the people of the script, and pauses within a line are in proportion to the pauses between lines.
  case v1_2 = "1.2"

  /// The rule set for a book that does not choose one.
  public static let current = RuleSet.v1_2

  /// A message if the system does not have a library that the rules need, with the next step for the user.
  /// Nil if no library is missing.
  package var missingLibrary: String? {
    guard self >= .v1_1 else { return nil }
    do {
      try TextNormalizer.checkAvailability()
      return nil
    } catch {
      return "rule set \(rawValue) cannot turn numbers into words: \(error), "
        + "or choose rule set 1.0"
    }
  }

  /// The edition of the words for numbers, symbols and abbreviations; nil in rule set 1.0, which leaves them to the
  /// engines.
  var normalizing: ReadingEdition? {
    switch self {
    case .v1_0: nil
    case .v1_1: .first
    case .v1_2: .second
    }
  }

  /// Orders rule sets from the oldest to the newest.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  private var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
