/// The settings of the rule sets (Documentation/speech.md): what is read aloud, and how.
public struct SpeechSettings: Sendable, Hashable {
  /// When the narrator names the speaker before a speech.
  public enum Announce: String, Sendable, CaseIterable {
    /// If a listener may not know the speaker: at a speaker's first speech in a scene, when a speaker returns after
    /// three turns of others, and next to a speaker with the same voice.
    case whenNeeded = "when-needed"
    case firstInScene = "first-in-scene"
    case always, never
  }

  /// How a parenthetical is used: as a delivery, as spoken words, or not at all.
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
    /// Only as the title of the chapter that they start.
    case title
    case spoken
    case silent
  }

  /// How a block of code is read.
  ///
  /// `announce` announces every block, `brief` shortens the announcement after the first block of a chapter, `speak`
  /// reads the lines, and `skip` reads nothing.
  public enum Code: String, Sendable, CaseIterable {
    case brief, announce, speak, skip
  }

  /// Whether a table of contents is read.
  public enum Contents: String, Sendable, CaseIterable {
    case skip, read
  }

  /// The words that announce a speaker, for one and for several.
  public struct Announcement: Sendable, Hashable {
    /// For one speaker: `{name} says:`.
    public var one: String
    /// For several speakers; nil to use the words for one.
    public var many: String?

    /// Creates the words.
    ///
    /// Each must contain `{name}`.
    public init(one: String, many: String? = nil) { (self.one, self.many) = (one, many) }
  }

  /// How a table is read: its rows, an announcement, or nothing.
  public enum Tables: String, Sendable, CaseIterable {
    case rows, announce, skip
  }

  /// How a listener recognizes a quotation: by pauses, or by words around it.
  ///
  /// It can also be skipped.
  public enum Quotes: String, Sendable, CaseIterable {
    case pause, announce, skip
  }

  /// How lists are read: items with numbers and announcements of nested lists, only the words, or nothing.
  public enum Lists: String, Sendable, CaseIterable {
    case announce, speak, skip
  }

  /// Whether it is announced if a task is done or open.
  public enum Tasks: String, Sendable, CaseIterable {
    case announce, speak
  }

  /// How an image is read: its alternative text, or nothing.
  public enum Images: String, Sendable, CaseIterable {
    case alt, skip
  }

  /// Where footnotes are read: after the sentence they belong to, at the end of the chapter, or nowhere.
  public enum Footnotes: String, Sendable, CaseIterable {
    case skip, inline, end
  }

  /// How formulas are read: an announcement, their symbols as typed, or nothing.
  public enum Formulas: String, Sendable, CaseIterable {
    case announce, speak, skip
  }

  /// Whether struck-through text is read.
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
  /// When speakers are named; nil for the rule set's default: `firstInScene` in 1.0, `whenNeeded` from 1.1 on.
  public var announce: Announce?
  /// The words of an announcement, such as `{name} says:`; nil for the words of the language.
  ///
  /// They must contain `{name}`.
  public var announcement: Announcement?
  /// How parentheticals are used.
  public var parentheticals = Parentheticals.direct
  /// Whether transitions are read.
  public var transitions = false
  /// Whether section headings are read.
  ///
  /// Nil reads them in prose, and in a screenplay only as titles.
  public var sections: Sections?
  /// Whether a section is read with the name of its level: "Act: The Arrival".
  public var announceLevels = false
  /// Whether synopses are read.
  public var synopses = false
  /// Whether title and authors are read first.
  public var credits = true
  /// How simultaneous speeches are played.
  public var dualDialogue = DualDialogue.together
  /// Whether labels such as `**NAME:**` in a document start dialogue.
  public var speakerLabels = true
  /// How code is read; nil for the rule set's default: `announce` in 1.0, `brief` from 1.1 on.
  public var code: Code?
  /// Whether lists of links to the document's own headings are read; nil for the rule set's default: read in 1.0,
  /// skipped from 1.1 on.
  public var contents: Contents?
  /// How tables are read.
  public var tables = Tables.rows
  /// How a listener recognizes quotations.
  public var quotes = Quotes.pause
  /// How lists are read.
  public var lists = Lists.announce
  /// How tasks are read.
  public var tasks = Tasks.announce
  /// How images are read.
  public var images = Images.alt
  /// Where footnotes are read.
  public var footnotes = Footnotes.skip
  /// How formulas are read.
  public var math = Formulas.announce
  /// Whether struck-through text is read.
  public var strikethrough = Strikethrough.skip
  /// Whether emoji are named.
  public var emoji = Emoji.name

  /// Creates the settings of a cast without settings.
  public init() {}

  /// Returns the settings with the rule set's defaults if the cast has no value.
  func resolved(for rules: RuleSet) -> SpeechSettings {
    var settings = self
    let isFirst = rules == .v1_0
    settings.announce = announce ?? (isFirst ? .firstInScene : .whenNeeded)
    settings.code = code ?? (isFirst ? .announce : .brief)
    settings.contents = contents ?? (isFirst ? .read : .skip)
    return settings
  }

  /// The settings that are on or off, with their keys in a cast file.
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
