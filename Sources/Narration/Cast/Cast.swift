public import Guion
public import Hablare

/// The cast file as it was read (interfaces.md, "Cast file"): who speaks with which voice, and how.
public struct Cast: Sendable {
  /// A role that the file names.
  public struct Character: Sendable {
    /// The name, as the file spells it.
    public var name: String
    /// The voice; nil where the entry has only aliases, and a voice is found as for an uncast role.
    public var voice: VoiceURI?
    /// Other names that speak as this one.
    public var aliases: [String]
  }

  /// A voice the file names, with its place, to be looked up in its provider's list.
  public struct VoiceReference: Sendable {
    public var uri: VoiceURI
    public var position: SourcePosition
  }

  public var language: String?
  public var narrator: VoiceURI?
  public var characters: [Character] = []
  public var defaultVoice: VoiceURI?
  public var speech = SpeechSettings()
  public var pauses = Pauses()
  public var delivery: [String: Delivery] = [:]
  public var pronunciations: [Pronunciation] = []
  /// By provider: the voice that speaks where that provider fails.
  public var fallback: [String: VoiceURI] = [:]
  public var title: String?
  public var authors: [String] = []
  public var cover: String?
  /// Every voice the file names.
  public var voiceReferences: [VoiceReference] = []

  /// A cast that leaves everything open.
  public init() {}
}
