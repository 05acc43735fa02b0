public import Guion
public import Hablare

/// Turns a casting into the voice of each element: a cue's role for a speech, else the narrator's.
public struct CharacterVoiceMapper: Sendable {
  private let casting: Casting

  /// Makes a mapper of a script that has been cast.
  public init(casting: Casting) { self.casting = casting }

  /// The voice of an element; what is said goes by the cue it stands under.
  public func voice(for element: GuionElement) -> VoiceURI {
    let role = element.elementType == .character ? casting.role(forCue: element.elementText) : nil
    return (role ?? casting.narrator).voice
  }
}
