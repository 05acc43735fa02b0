public import Hablare

/// Someone who speaks: a name of the cast, or the narrator, with the voice that was found.
public final class Role: Sendable, Hashable {
  /// The cast's name, or the script's where the cast has none; empty for the narrator.
  public let name: String
  /// The voice as the manifest shows it, with rate, pitch, gain and pan where they are not neutral.
  public let voice: VoiceURI
  /// The voice as text, made once: every item of the manifest names it.
  package let voiceText: String
  /// The voice's whispering form, where the provider has one.
  public let whisper: VoiceURI?
  /// What can be asked of the voice.
  public let abilities: VoiceAbilities

  /// Makes a role.
  public init(
    name: String, voice: VoiceURI, whisper: VoiceURI?, abilities: VoiceAbilities = VoiceAbilities()
  ) {
    self.name = name
    self.voice = voice
    voiceText = voice.description
    self.whisper = whisper
    self.abilities = abilities
  }

  /// Whether both are the same role with the same voice.
  public static func == (left: Role, right: Role) -> Bool {
    left === right || (left.name == right.name && left.voice == right.voice)
  }

  /// Feeds the name: names are unique within a cast.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
