public import Hablare

/// A speaker with a voice: a character or the narrator.
public final class Role: Sendable, Hashable {
  /// The cast's name of the role, or the script's name if the role is not in the cast.
  ///
  /// Empty for the narrator.
  public let name: String
  /// The voice as the manifest shows it.
  ///
  /// The URI contains rate, pitch, gain and pan, each only if it is not neutral.
  public let voice: VoiceURI
  /// The voice as text.
  /// It is stored because every item of the manifest contains this text.
  package let voiceText: String
  /// The whispering form of the voice, or nil if the voice has no such form.
  public let whisper: VoiceURI?
  /// The features that the voice supports.
  public let abilities: VoiceAbilities
  /// The audio effect of every line, such as that of a loudspeaker; nil for people.
  public let effect: Delivery.Effect?

  /// Creates a role.
  public init(
    name: String, voice: VoiceURI, whisper: VoiceURI?,
    abilities: VoiceAbilities = VoiceAbilities(), effect: Delivery.Effect? = nil
  ) {
    self.name = name
    self.voice = voice
    voiceText = voice.description
    self.whisper = whisper
    self.abilities = abilities
    self.effect = effect
  }

  /// Whether two roles have the same name and the same voice.
  public static func == (left: Role, right: Role) -> Bool {
    left === right || (left.name == right.name && left.voice == right.voice)
  }

  /// Hashes only the name, because names are unique within a cast.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
