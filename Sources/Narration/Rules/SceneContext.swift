import Hablare

/// What a scene remembers while it is read: who has spoken, and who spoke last.
///
/// Reset at each scene heading, so that a scene sounds the same wherever it stands.
public struct SceneContext: Sendable {
  /// The scene's identity: its heading, or empty before the first.
  public private(set) var sceneID: String
  /// The name in the last speech.
  public private(set) var lastSpeaker: String?
  /// Whether the words before this place are a speech that was broken off.
  public internal(set) var isBrokenOff = false
  /// By voice, the name that has spoken with it last; a listener takes the voice for that one.
  private var names: [VoiceURI: String] = [:]
  /// By name, the number of the last turn.
  private var turns: [String: Int] = [:]
  private var turnCount = 0

  /// Starts a scene in which nobody has spoken.
  public init(sceneID: String = "") { self.sceneID = sceneID }

  /// Whether this name has spoken in the scene.
  public func hasSpoken(_ name: String) -> Bool { turns[name] != nil }

  /// How many turns of others there were since this name has spoken; nil if it has not spoken in the scene.
  public func turnsOfOthers(since name: String) -> Int? {
    turns[name].map { turnCount - $0 }
  }

  /// Whether a voice was last heard in this scene as another name's.
  func isTakenForAnother(_ name: String, voice: VoiceURI) -> Bool {
    names[voice].map { $0 != name } ?? false
  }

  /// Notes that this name speaks now.
  public mutating func note(_ name: String) {
    if name != lastSpeaker { turnCount += 1 }
    turns[name] = turnCount
    lastSpeaker = name
  }

  /// Notes that this name speaks now, with this voice.
  mutating func note(_ name: String, voice: VoiceURI, isBrokenOff: Bool) {
    note(name)
    names[voice] = name
    self.isBrokenOff = isBrokenOff
  }
}
