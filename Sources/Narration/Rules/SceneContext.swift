/// What a scene remembers while it is read: who has spoken, and who spoke last.
///
/// Reset at each scene heading, so that a scene sounds the same wherever it stands.
public struct SceneContext: Sendable {
  /// The scene's identity: its heading, or empty before the first.
  public private(set) var sceneID: String
  /// The name in the last speech.
  public private(set) var lastSpeaker: String?
  private var announced: Set<String> = []

  /// Starts a scene in which nobody has spoken.
  public init(sceneID: String = "") { self.sceneID = sceneID }

  /// Whether this name has spoken in the scene.
  public func hasSpoken(_ name: String) -> Bool { announced.contains(name) }

  /// Notes that this name speaks now.
  public mutating func note(_ name: String) {
    announced.insert(name)
    lastSpeaker = name
  }
}
