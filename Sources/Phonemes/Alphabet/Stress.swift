/// The ways to change the stress of a word.
enum Stress: Sendable {
  /// The stress stays as in the lexicon.
  case unchanged
  /// Primary stress becomes secondary.
  case lowered
  /// Primary stress becomes secondary.
  /// A word without stress gets a secondary stress.
  case levelled
  /// A word without stress gets a secondary stress.
  case raised
  /// The word gets a primary stress.
  case full
}

extension Phones {
  func stressed(_ stress: Stress) -> Phones {
    switch stress {
    case .unchanged: return self
    case .lowered: return hasPrimary ? withoutPrimary : self
    case .levelled: return hasPrimary ? withoutPrimary : begun(with: PhoneSet.secondary)
    case .raised: return begun(with: PhoneSet.secondary)
    case .full:
      if hasPrimary { return self }
      guard hasStress else { return begun(with: PhoneSet.primary) }
      return map { $0 == PhoneSet.secondary ? PhoneSet.primary : $0 }
    }
  }

  /// The phonemes with primary stress reduced to secondary, and without the former secondary stresses.
  private var withoutPrimary: Phones {
    compactMap {
      switch $0 {
      case PhoneSet.secondary: nil
      case PhoneSet.primary: PhoneSet.secondary
      default: $0
      }
    }
  }

  /// Returns the phonemes with a stress before the first vowel.
  /// Returns the phonemes unchanged if they already have a stress or have no vowel.
  private func begun(with stress: Unicode.Scalar) -> Phones {
    guard !hasStress, let vowel = firstIndex(where: PhoneSet.vowels.contains) else { return self }
    return self[..<vowel] + [stress] + self[vowel...]
  }
}
