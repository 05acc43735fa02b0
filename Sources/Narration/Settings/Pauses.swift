import Basics

/// The pauses of a book, in milliseconds (Documentation/speech.md, "Pauses").
///
/// Each value is the pause that a listener hears: the mixer subtracts the silence that is left in trimmed clips.
public struct Pauses: Sendable, Hashable {
  /// A pause that a cast can set.
  public enum Key: String, CaseIterable, Sendable {
    case chapterStart, chapterEnd, afterHeading, beforeScene, afterScene, paragraph
    case betweenSpeakers, interruption, sameSpeaker, afterAnnouncement, pageBreak, listItem, quote
    case emptyLine, withinSentence, sentence, comma, ellipsis
  }

  /// The pause before the first sound of a chapter.
  public var chapterStart = 750
  /// The pause after the last sound of a chapter.
  public var chapterEnd = 2000
  /// The pause before the first sound of a chapter that is a single scene of a script.
  public var sceneStart = 250
  /// The pause after the last sound of a chapter that is a single scene of a script.
  public var sceneEnd = 500
  /// The pause after a scene heading or a title.
  public var afterHeading = 1000
  /// The pause before a scene heading.
  public var beforeScene = 1500
  /// The pause at the end of a scene.
  public var afterScene = 500
  /// The pause before and after a paragraph of action.
  public var paragraph = 650
  /// The pause between speeches of two speakers.
  public var betweenSpeakers = 500
  /// The pause between a speech that breaks off and the next speech.
  public var interruption = 80
  /// The pause between two speeches of one speaker, and between the spans of a speech.
  public var sameSpeaker = 400
  /// The pause between an announcement and its speech.
  public var afterAnnouncement = 150
  /// The pause at a page break.
  public var pageBreak = 1500
  /// The pause between items of a list.
  public var listItem = 500
  /// The pause before and after a quotation.
  public var quote = 650
  /// The pause for a line without words, or for an empty line in a speech.
  public var emptyLine = 650
  /// The pause between the narrator and a character within a paragraph.
  package var withinSentence = 120
  /// The pauses inside a text.
  public var inside = ClipPauses(sentence: 350, comma: 200, ellipsis: 500, variation: 10)

  /// Creates the default pauses of a rule set.
  ///
  /// From rule set 1.2 on, the pauses are in order: comma, sentence, speaker, paragraph, heading, scene.
  public init(for rules: RuleSet = .current) {
    guard rules < .v1_2 else { return }
    (sceneStart, sceneEnd) = (chapterStart, chapterEnd)
    (afterScene, paragraph, betweenSpeakers, sameSpeaker) = (800, 600, 350, 250)
    (listItem, quote, emptyLine) = (400, 500, 600)
    inside = ClipPauses()
  }

  /// Creates the pauses that a cast sets, with the defaults of a rule set for all others.
  public init(_ set: [Key: Int], for rules: RuleSet = .current) {
    self.init(for: rules)
    for (key, value) in set { self[key] = value }
    // A pause that a cast sets is exact.
    if set[.sentence] != nil { inside.variation = 0 }
    sceneStart = set[.chapterStart] ?? sceneStart
    sceneEnd = set[.chapterEnd] ?? sceneEnd
  }

  /// The value of a pause; nil for a pause inside a text that stays as long as the voice makes it.
  package subscript(key: Key) -> Int? {
    get {
      switch key {
      case .sentence: inside.sentence
      case .comma: inside.comma
      case .ellipsis: inside.ellipsis
      default: Self.path(of: key).map { self[keyPath: $0] }
      }
    }
    set {
      switch key {
      case .sentence: inside.sentence = newValue
      case .comma: inside.comma = newValue
      case .ellipsis: inside.ellipsis = newValue
      default:
        if let path = Self.path(of: key), let newValue { self[keyPath: path] = newValue }
      }
    }
  }

  /// Returns the pause between a text and a passage in another language after it.
  func inside(after text: String) -> Int {
    let last = text.unicodeScalars.last { !$0.isSpace && !$0.closesSentence }
    if last?.isSentenceEnd == true { return inside.sentence ?? sameSpeaker }
    let isPause = last.map { !$0.isWordPart } ?? false
    return isPause ? inside.comma ?? Self.voiceChange : Self.voiceChange
  }

  /// The pause between two voices within a phrase.
  private static let voiceChange = 100

  private static func path(of key: Key) -> WritableKeyPath<Pauses, Int>? {
    switch key {
    case .chapterStart: \.chapterStart
    case .chapterEnd: \.chapterEnd
    case .afterHeading: \.afterHeading
    case .beforeScene: \.beforeScene
    case .afterScene: \.afterScene
    case .paragraph: \.paragraph
    case .betweenSpeakers: \.betweenSpeakers
    case .interruption: \.interruption
    case .sameSpeaker: \.sameSpeaker
    case .afterAnnouncement: \.afterAnnouncement
    case .pageBreak: \.pageBreak
    case .listItem: \.listItem
    case .quote: \.quote
    case .emptyLine: \.emptyLine
    case .withinSentence: \.withinSentence
    case .sentence, .comma, .ellipsis: nil
    }
  }

  /// The longest pause that a cast file can set, in milliseconds.
  /// Even a pause of one minute is probably a mistake.
  package static let longest = 60_000
}

/// The pauses inside a text, in milliseconds (Documentation/speech.md, "Pauses").
///
/// A nil pause stays as long as the voice makes it.
public struct ClipPauses: Sendable, Hashable {
  /// The pause at the end of a sentence.
  public var sentence: Int?
  /// The longest pause at a comma, a semicolon, a colon or a dash.
  public var comma: Int?
  /// The pause at an ellipsis.
  public var ellipsis: Int?

  /// By how many per cent a pause at the end of a sentence differs at most, by chance that depends on its text.
  package var variation = 0

  /// Creates the pauses inside a text.
  public init(sentence: Int? = nil, comma: Int? = nil, ellipsis: Int? = nil) {
    (self.sentence, self.comma, self.ellipsis) = (sentence, comma, ellipsis)
  }

  package init(sentence: Int?, comma: Int?, ellipsis: Int?, variation: Int) {
    self.init(sentence: sentence, comma: comma, ellipsis: ellipsis)
    self.variation = variation
  }

  /// The pauses as text for fingerprints; nil if all of them stay as the voice makes them.
  package var key: String? {
    let set = [("sentence", sentence), ("comma", comma), ("ellipsis", ellipsis)].compactMap {
      name, value in value.map { "\(name)=\($0)" }
    }
    let varies = variation == 0 || sentence == nil ? [] : ["varied=\(variation)"]
    return set.isEmpty ? nil : (set + varies).joined(separator: " ")
  }
}
