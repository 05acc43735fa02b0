/// What becomes of the stress of a word.
enum Stress: Sendable {
  /// The stress stays as the lexicon has it.
  case kept
  /// A step down: a primary stress becomes a secondary one.
  case lowered
  /// A primary stress becomes a secondary one; a word without stress gets a secondary one.
  case levelled
  /// A word without stress gets a secondary one.
  case raised
  /// A word gets a primary stress.
  case full
}

extension Phones {
  /// The phonemes with another stress.
  func stressed(_ stress: Stress) -> Phones {
    switch stress {
    case .kept: return self
    case .lowered: return hasPrimary ? withoutPrimary : self
    case .levelled: return hasPrimary ? withoutPrimary : begun(with: PhoneSet.secondary)
    case .raised: return begun(with: PhoneSet.secondary)
    case .full:
      if hasPrimary { return self }
      guard hasStress else { return begun(with: PhoneSet.primary) }
      return map { $0 == PhoneSet.secondary ? PhoneSet.primary : $0 }
    }
  }

  /// Secondary stress where primary stress was, and none where there was secondary stress.
  private var withoutPrimary: Phones {
    compactMap {
      switch $0 {
      case PhoneSet.secondary: nil
      case PhoneSet.primary: PhoneSet.secondary
      default: $0
      }
    }
  }

  /// A stress before the first vowel, unless there is a stress or no vowel.
  private func begun(with stress: Unicode.Scalar) -> Phones {
    guard !hasStress, let vowel = firstIndex(where: PhoneSet.vowels.contains) else { return self }
    return self[..<vowel] + [stress] + self[vowel...]
  }
}
