/// Which kind of voice suits an element.
public enum VoiceType: String, Sendable, Hashable, Codable {
  case character, narrator
}

extension GuionElement {
  /// A character's voice for what is said or sung, the narrator's for the rest, cues included.
  public var recommendedVoiceType: VoiceType {
    switch elementType {
    case .dialogue, .lyrics: .character
    default: .narrator
    }
  }
}
