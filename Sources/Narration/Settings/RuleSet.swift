import TextNormalization

/// A version of the rules by which scripts and documents are read aloud (Documentation/speech.md).
public enum RuleSet: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The first one: numbers are the engines' to read.
  case v1_0 = "1.0"
  /// Figures, signs and abbreviations are words before an engine sees them.
  case v1_1 = "1.1"

  /// The rules for a book that asks for none.
  public static let current = RuleSet.v1_1

  /// What the rules need and the system does not have, in a sentence that says what to do; nil if all is there.
  public var missingLibrary: String? {
    guard self >= .v1_1 else { return nil }
    do {
      try TextNormalizer.checkAvailability()
      return nil
    } catch {
      return "rule set \(rawValue) cannot spell numbers: \(error), or choose rule set 1.0"
    }
  }

  /// Orders rule sets from the oldest to the newest.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  private var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
