public import Basics
import TextNormalization

/// The settings of the rule sets (Documentation/speech.md): what is read aloud, and how.
public struct SpeechSettings: Sendable, Hashable {
  /// When the narrator names the speaker before a speech.
  public enum Announce: String, Sendable, CaseIterable {
    /// The narrator names the speaker if a listener may not know who speaks.
    ///
    /// This is the case at a speaker's first speech in a scene, after three turns of other speakers, and after a speech
    /// of another speaker with the same voice.
    case whenNeeded = "when-needed"
    case firstInScene = "first-in-scene"
    case always, never
  }

  /// How a parenthetical is read: as a direction for the voice, as spoken words, or not at all.
  public enum Parentheticals: String, Sendable, CaseIterable {
    case direct, speak, skip
  }

  /// Whether the narrator reads directions that no voice can act, such as "(kisses him)". Only for parentheticals that
  /// direct the voice.
  package enum Directions: String, Sendable, CaseIterable {
    case essential, silent
  }

  /// How two simultaneous speeches are played.
  public enum DualDialogue: String, Sendable, CaseIterable {
    case together
    case inTurn = "in-turn"
  }

  /// Whether sections are read.
  public enum Sections: Sendable, Hashable {
    /// A section is read only if it is the title of a chapter.
    case title
    case spoken
    case silent
  }

  /// How a block of code is read.
  ///
  /// `announce` announces every block. `brief` shortens the announcement after the first block of a chapter. `speak`
  /// reads the lines, and `skip` reads nothing.
  public enum Code: String, Sendable, CaseIterable {
    case brief, announce, speak, skip
  }

  /// Whether a table of contents is read.
  public enum Contents: String, Sendable, CaseIterable {
    case skip, read
  }

  /// The words that announce a speaker, and those that announce several speakers.
  public struct Announcement: Sendable, Hashable {
    /// The words for one speaker: `{name} says:`.
    public var one: String
    /// The words for several speakers; nil if they are the same as for one speaker.
    public var many: String?

    /// Creates the words.
    ///
    /// Both texts must contain `{name}`.
    public init(one: String, many: String? = nil) { (self.one, self.many) = (one, many) }
  }

  /// How a table is read: its rows, an announcement, or nothing.
  public enum Tables: String, Sendable, CaseIterable {
    case rows, announce, skip
  }

  /// How a listener recognizes a quotation: by pauses, or by words before and after it.
  ///
  /// Quotations can also be skipped.
  public enum Quotes: String, Sendable, CaseIterable {
    case pause, announce, skip
  }

  /// How lists are read.
  ///
  /// `announce` reads numbers and announces nested lists, `speak` reads only the words, and `skip` reads nothing.
  public enum Lists: String, Sendable, CaseIterable {
    case announce, speak, skip
  }

  /// Whether the narrator says that a task is done or still to do.
  public enum Tasks: String, Sendable, CaseIterable {
    case announce, speak
  }

  /// How an image is read: its alternative text, or nothing.
  public enum Images: String, Sendable, CaseIterable {
    case alt, skip
  }

  /// Where footnotes are read: after the sentence with their mark, at the end of the chapter, or nowhere.
  public enum Footnotes: String, Sendable, CaseIterable {
    case skip, inline, end
  }

  /// How formulas are read: as an announcement, as their symbols, or not at all.
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
  /// When speakers are announced.
  ///
  /// If nil, the rule set decides: `firstInScene` in 1.0, `whenNeeded` from 1.1 on.
  public var announce: Announce?
  /// The words of an announcement, such as `{name} says:`.
  ///
  /// If nil, the words of the language are used.
  public var announcement: Announcement?
  /// How parentheticals are used.
  public var parentheticals = Parentheticals.direct
  /// Whether the narrator reads directions that no voice can act.
  ///
  /// If nil, the rule set decides: `silent` before 1.2, `essential` from 1.2 on.
  package var directions: Directions?
  /// Whether transitions are read.
  public var transitions = false
  /// Whether section headings are read.
  ///
  /// If nil, all section headings of prose are read. In a screenplay, only the titles of chapters are read.
  public var sections: Sections?
  /// Whether a section is read with the name of its level: "Act: The Arrival".
  public var announceLevels = false
  /// Whether synopses are read.
  public var synopses = false
  /// Whether the title and the authors are read first.
  public var credits = true
  /// Whether the credits also name the narrator, and end the book, as shops ask.
  package var allCredits = false
  /// The name of the narrator for these credits.
  package var narratorName: String?
  /// How simultaneous speeches are played.
  public var dualDialogue = DualDialogue.together
  /// Whether labels such as `**NAME:**` in a document start dialogue.
  public var speakerLabels = true
  /// How code is read.
  ///
  /// If nil, the rule set decides: `announce` in 1.0, `brief` from 1.1 on.
  public var code: Code?
  /// Whether tables of contents (lists of links to the document's own headings) are read.
  ///
  /// If nil, the rule set decides: tables of contents are read in 1.0, and skipped from 1.1 on.
  public var contents: Contents?
  /// How tables are read.
  public var tables = Tables.rows
  /// How a listener recognizes quotations.
  public var quotes = Quotes.pause
  /// How lists are read.
  public var lists = Lists.announce
  /// Whether the narrator says that tasks are done or still to do.
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

  /// Creates the default settings.
  public init() {}

  /// The narrator whom the credits name.
  var creditedNarrator: String? {
    allCredits ? narratorName.flatMap { $0.hasLetterOrDigit ? $0 : nil } : nil
  }

  /// Returns the words before the narrator's name in the opening credits: "Narrated by".
  package static func narratedBy(in language: String) -> String {
    LanguageWords.of(language).shop.narratedBy
  }

  /// Returns the settings with the defaults of a rule set in place of values that the cast does not set.
  func resolved(for rules: RuleSet) -> SpeechSettings {
    var settings = self
    let isFirst = rules == .v1_0
    settings.announce = announce ?? (isFirst ? .firstInScene : .whenNeeded)
    settings.code = code ?? (isFirst ? .announce : .brief)
    settings.contents = contents ?? (isFirst ? .read : .skip)
    settings.directions = directions ?? (rules < .v1_2 ? .silent : .essential)
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

  static var keys: [String] {
    flags.map(\.name) + [
      "announce", "announcement", "parentheticals", "directions", "sections", "dualDialogue",
      "code", "contents",
      "tables", "quotes", "lists",
      "tasks", "images", "footnotes", "math", "strikethrough", "emoji",
    ]
  }
}

/// Whether a quiet noise is added to each chapter, so that its pauses are no absolute silence.
package enum RoomToneSetting: Sendable, Hashable {
  /// Only where a shop asks for it.
  case automatic
  case off
  /// With this RMS in dBFS.
  case level(Double)

  /// The allowed levels. ACX allows a noise floor of −60 dBFS.
  package static let range = -90.0 ... -60.0
  /// The level of a quiet studio.
  package static let usual = -68.0

  /// Reads `on`, `off` or a level in `range`. Returns nil for anything else.
  package init?(_ text: String) {
    switch text {
    case "on": self = .level(Self.usual)
    case "off": self = .off
    default:
      guard let level = Double(text), Self.range.contains(level) else { return nil }
      self = .level(level)
    }
  }
}

/// Who speaks the quotations of prose (Documentation/speech.md, "Dialogue in prose").
package struct DialogueSettings: Sendable, Hashable {
  /// Whether the characters speak their quotations; nil if the cast does not say so, which means no.
  package var voices: Bool?
  /// The probability from which a character speaks; below it, the narrator does.
  package var confidence = 0.7
  /// The name of the character who says "I" in the narration; nil if the text tells.
  package var narrator: String?
  package var tags = Tags.read

  /// What becomes of tags such as ", said Tom".
  package enum Tags: String, Sendable, CaseIterable {
    case read
    /// A tag that only names the speaker is not read.
    case skip
  }

  static let keys = ["voices", "confidence", "narrator", "tags"]
}

/// A version of the rules for reading scripts and documents aloud (Documentation/speech.md).
public enum RuleSet: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The first rule set: engines read numbers in their own way.
  case v1_0 = "1.0"
  /// Numbers, symbols and abbreviations become words before an engine gets them.
  case v1_1 = "1.1"
  /// Voices fit the people of the script, and pauses within a line are in proportion to the pauses between lines.
  case v1_2 = "1.2"

  /// The rule set for a book that does not choose one.
  public static let current = RuleSet.v1_2

  /// A message if the system does not have a library that the rules need, with the next step for the user.
  /// Nil if no library is missing.
  package var missingLibrary: String? {
    guard self >= .v1_1 else { return nil }
    do {
      try TextNormalizer.checkAvailability()
      return nil
    } catch {
      return "rule set \(rawValue) cannot turn numbers into words: \(error), "
        + "or choose rule set 1.0"
    }
  }

  /// The edition in which documents are read for these rules.
  public var edition: ReadingEdition { self < .v1_2 ? .first : .second }

  /// The edition of the words for numbers, symbols and abbreviations; nil in rule set 1.0, which leaves them to the
  /// engines.
  var normalizing: ReadingEdition? {
    self == .v1_0 ? nil : edition
  }

  /// Orders rule sets from the oldest to the newest.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  private var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What a table read speaks: one word for several settings (Documentation/speech.md, "What is read").
package enum ReadPreset: String, Sendable, CaseIterable {
  /// Everything that is read without a preset.
  case all
  /// Everything but the headings of scenes.
  case withoutHeadings = "no-headings"
  /// Headings, names of speakers and speeches, without action and directions.
  case withoutDirections = "no-directions"
  /// Speeches and the headings of scenes.
  case dialogueWithHeadings = "dialogue-headings"
  /// Speeches.
  case dialogue
  /// Speeches, and not even a title.
  case withoutNarrator = "no-narrator"

  /// Returns settings with the values of the preset.
  /// Values with these keys of a cast file stay.
  package func applied(to settings: SpeechSettings, keeping keys: Set<String>) -> SpeechSettings {
    var result = settings
    func set<Value>(
      _ key: String, _ path: WritableKeyPath<SpeechSettings, Value>, _ value: Value
    ) {
      if !keys.contains(key) { result[keyPath: path] = value }
    }
    switch self {
    case .all: return settings
    case .withoutHeadings:
      set("sceneHeadings", \.sceneHeadings, false)
      return result
    case .withoutDirections, .dialogueWithHeadings, .dialogue, .withoutNarrator: break
    }
    set("action", \.action, false)
    set("transitions", \.transitions, false)
    set("synopses", \.synopses, false)
    set("directions", \.directions, .silent)
    if self == .withoutDirections { return result }
    set("announce", \.announce, .never)
    if self == .dialogueWithHeadings { return result }
    set("sceneHeadings", \.sceneHeadings, false)
    if self == .dialogue { return result }
    set("sections", \.sections, .silent)
    set("credits", \.credits, false)
    return result
  }
}
