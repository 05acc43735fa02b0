/// The switches of the rule sets (Documentation/speech.md): what is read aloud, and how.
public struct SpeechSettings: Sendable, Hashable {
  /// When the narrator names the speaker before a speech.
  public enum Announce: String, Sendable, CaseIterable {
    /// Where a listener may not know: at a speaker's first speech in a scene, when a speaker returns after three turns
    /// of others, and beside a speaker with the same voice.
    case whenNeeded = "when-needed"
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

  /// What is said of a block of code: that it is there, the same in few words behind the first one of a chapter, its
  /// lines, or nothing.
  public enum Code: String, Sendable, CaseIterable {
    case brief, announce, speak, skip
  }

  /// What becomes of a list of contents.
  public enum Contents: String, Sendable, CaseIterable {
    case skip, read
  }

  /// The words that name a speaker, for one and for several.
  public struct Announcement: Sendable, Hashable {
    /// For one speaker: `{name} says:`.
    public var one: String
    /// For several; nil for the words for one.
    public var many: String?

    /// Makes the words; each must hold `{name}`.
    public init(one: String, many: String? = nil) { (self.one, self.many) = (one, many) }
  }

  /// What is said of a table: its rows, that it is there, or nothing.
  public enum Tables: String, Sendable, CaseIterable {
    case rows, announce, skip
  }

  /// How a quotation is known by ear: by its pauses, or by words around it.
  public enum Quotes: String, Sendable, CaseIterable {
    case pause, announce, skip
  }

  /// What is said of lists: items with their numbers and where lists within lists begin and end, the
  /// words alone, or nothing.
  public enum Lists: String, Sendable, CaseIterable {
    case announce, speak, skip
  }

  /// Whether a task is said to be done or to do.
  public enum Tasks: String, Sendable, CaseIterable {
    case announce, speak
  }

  /// What stands for an image.
  public enum Images: String, Sendable, CaseIterable {
    case alt, skip
  }

  /// Where footnotes are read: behind the sentence they belong to, at the end of the chapter, nowhere.
  public enum Footnotes: String, Sendable, CaseIterable {
    case skip, inline, end
  }

  /// What becomes of formulas: a word that they are there, their signs as typed, or nothing.
  public enum Formulas: String, Sendable, CaseIterable {
    case announce, speak, skip
  }

  /// What becomes of words that are struck out.
  public enum Strikethrough: String, Sendable, CaseIterable {
    case skip, speak
  }

  /// Whether the engine names emoji.
  public enum Emoji: String, Sendable, CaseIterable {
    case name, skip
  }

  /// Whether scene headings are read.
  public var sceneHeadings = true
  /// Whether action is read.
  public var action = true
  /// When speakers are named; nil as the rule set has it: `firstInScene` in 1.0, `whenNeeded` from 1.1 on.
  public var announce: Announce?
  /// The words of an announcement with `{name}` in them, such as `{name} says:`; nil for the language's own.
  public var announcement: Announcement?
  /// What becomes of parentheticals.
  public var parentheticals = Parentheticals.direct
  /// Whether transitions are read.
  public var transitions = false
  /// Whether section headings are read; nil reads them in prose, and in a screenplay as titles only.
  public var sections: Sections?
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
  /// What is said of code; nil as the rule set has it: `announce` in 1.0, `brief` from 1.1 on.
  public var code: Code?
  /// Whether lists of links to the document's own headings are read; nil as the rule set has it: read in 1.0,
  /// skipped from 1.1 on.
  public var contents: Contents?
  /// What is said of tables.
  public var tables = Tables.rows
  /// How quotations are known.
  public var quotes = Quotes.pause
  /// What is said of lists.
  public var lists = Lists.announce
  /// What is said of tasks.
  public var tasks = Tasks.announce
  /// What stands for images.
  public var images = Images.alt
  /// Where footnotes are read.
  public var footnotes = Footnotes.skip
  /// What becomes of formulas.
  public var math = Formulas.announce
  /// What becomes of words that are struck out.
  public var strikethrough = Strikethrough.skip
  /// Whether emoji are named.
  public var emoji = Emoji.name

  /// The settings of a cast that sets nothing.
  public init() {}

  /// The settings with the rule set's own where the cast sets nothing.
  func resolved(for rules: RuleSet) -> SpeechSettings {
    var settings = self
    let isFirst = rules == .v1_0
    settings.announce = announce ?? (isFirst ? .firstInScene : .whenNeeded)
    settings.code = code ?? (isFirst ? .announce : .brief)
    settings.contents = contents ?? (isFirst ? .read : .skip)
    return settings
  }

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
    flags.map(\.name) + [
      "announce", "announcement", "parentheticals", "sections", "dualDialogue", "code", "contents",
      "tables", "quotes", "lists",
      "tasks", "images", "footnotes", "math", "strikethrough", "emoji",
    ]
  }
}
