/// The switches of rule set 1.0 (Documentation/speech.md): what is read aloud, and how.
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

  /// Whether scene headings are read.
  public var sceneHeadings = true
  /// Whether action is read.
  public var action = true
  /// When speakers are named.
  public var announce = Announce.firstInScene
  /// What becomes of parentheticals.
  public var parentheticals = Parentheticals.direct
  /// Whether transitions are read.
  public var transitions = false
  /// Whether section headings are read.
  public var sections = Sections.title
  /// Whether a section is read with the name of its level: "Act: The Arrival".
  public var announceLevels = false
  /// Whether synopses are read.
  public var synopses = false
  /// Whether title and authors are read first.
  public var credits = true
  /// How simultaneous speeches are played.
  public var dualDialogue = DualDialogue.together
  /// Whether labels such as `**NAME:**` in a document make dialogue.
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
