import Hablare

/// The state of a scene while it is read: the speakers so far, and the last speaker.
///
/// The state is reset at each scene heading. So a scene is read the same way wherever it is in the script.
public struct SceneContext: Sendable {
  /// The identity of the scene: the text of its heading, or empty before the first heading.
  public private(set) var sceneID: String
  /// The name of the last speaker.
  public private(set) var lastSpeaker: String?
  /// Whether the last element that was read is a speech that breaks off.
  public internal(set) var isBrokenOff = false
  /// For each voice, the last name that spoke with it.
  /// If a voice speaks again, a listener expects the same speaker.
  private var names: [VoiceURI: String] = [:]
  /// The number of the last turn of each name.
  private var turns: [String: Int] = [:]
  private var turnCount = 0

  /// Starts a scene without speakers.
  public init(sceneID: String = "") { self.sceneID = sceneID }

  package func hasSpoken(_ name: String) -> Bool { turns[name] != nil }

  /// Returns the number of turns of other speakers since this name spoke, or nil if the name has not spoken in the
  /// scene.
  package func turnsOfOthers(since name: String) -> Int? {
    turns[name].map { turnCount - $0 }
  }

  /// Whether the last speaker with this voice in this scene has another name.
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
