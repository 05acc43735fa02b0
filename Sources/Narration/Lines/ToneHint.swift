/// In which manner a line is meant, for whoever has no other voice to tell it by.
public enum ToneHint: String, Sendable, Hashable, Codable, CaseIterable {
  /// Told: by the narrator.
  case narrative
  /// Played: by one of the characters.
  case character
}
