/// The switches of rule set 1.0 (speech-rules.md): what is read aloud, and how.
public struct SpeechSettings: Sendable, Hashable {
  /// When the narrator names the speaker before a speech.
  public enum Announce: String, Sendable, CaseIterable {
    case firstInScene = "first-in-scene"
    case always, never
  }

  /// What becomes of a parenthetical: delivery, words, or nothing.
  public enum Parentheticals: String, Sendable, CaseIterable {
    case direct, speak, skip
  }

  /// How two simultaneous speeches are played.
  public enum DualDialogue: String, Sendable, CaseIterable {
    case together
    case inTurn = "in-turn"
  }

  /// Whether the sections of a screenplay are read.
  public enum Sections: Sendable, Hashable {
    /// Only as the title of the chapter they start.
    case title
    case spoken
    case silent
  }

  public var sceneHeadings = true
  public var action = true
  public var announce = Announce.firstInScene
  public var parentheticals = Parentheticals.direct
  public var transitions = false
  public var sections = Sections.title
  public var announceLevels = false
  public var synopses = false
  public var credits = true
  public var dualDialogue = DualDialogue.together
  public var speakerLabels = true

  /// The settings of rule set 1.0.
  public init() {}

  /// The switches that are on or off, under the names a cast file uses.
  static var flags: [(name: String, path: WritableKeyPath<SpeechSettings, Bool>)] {
    [
      ("sceneHeadings", \.sceneHeadings), ("action", \.action), ("transitions", \.transitions),
      ("announceLevels", \.announceLevels), ("synopses", \.synopses), ("credits", \.credits),
      ("speakerLabels", \.speakerLabels),
    ]
  }

  /// Every key of `"speech"`.
  static var keys: [String] {
    flags.map(\.name) + ["announce", "parentheticals", "sections", "dualDialogue"]
  }
}
