import Hablare

/// The state of a scene while it is read: the speakers so far, and the last speaker.
///
/// It is reset at each scene heading, so that a scene is read the same way wherever it is in the script.
public struct SceneContext: Sendable {
  /// The scene's identity: its heading, or empty before the first heading.
  public private(set) var sceneID: String
  /// The name of the last speaker.
  public private(set) var lastSpeaker: String?
  /// Whether the text before this point is a speech that broke off.
  public internal(set) var isBrokenOff = false
  /// The name that last spoke with each voice.
  ///
  /// A listener assumes that this name speaks.
  private var names: [VoiceURI: String] = [:]
  /// The number of each name's last turn.
  private var turns: [String: Int] = [:]
  private var turnCount = 0

  /// Starts a scene without speakers.
  public init(sceneID: String = "") { self.sceneID = sceneID }

  /// Whether this name has spoken in the scene.
  public func hasSpoken(_ name: String) -> Bool { turns[name] != nil }

  /// Returns the number of turns of others since this name spoke, or nil if it has not spoken in the scene.
  public func turnsOfOthers(since name: String) -> Int? {
    turns[name].map { turnCount - $0 }
  }

  /// Whether the voice was last heard in this scene for another name.
  func isTakenForAnother(_ name: String, voice: VoiceURI) -> Bool {
    names[voice].map { $0 != name } ?? false
  }

  /// Records that this name speaks now.
  public mutating func note(_ name: String) {
    if name != lastSpeaker { turnCount += 1 }
    turns[name] = turnCount
    lastSpeaker = name
  }

  /// Records that this name speaks now with this voice.
  mutating func note(_ name: String, voice: VoiceURI, isBrokenOff: Bool) {
    note(name)
    names[voice] = name
    self.isBrokenOff = isBrokenOff
  }
}
