/// The pauses between spoken items, in milliseconds (Documentation/speech.md, "Pauses").
///
/// Each value is the pause that a listener hears: the mixer subtracts the silence that is left in trimmed clips.
public struct Pauses: Sendable, Hashable {
  /// The pause before the first sound of a chapter.
  public var chapterStart = 750
  /// The pause after the last sound of a chapter.
  public var chapterEnd = 2000
  /// The pause after a scene heading or a title.
  public var afterHeading = 1000
  /// The pause before a scene heading.
  public var beforeScene = 1500
  /// The pause at the end of a scene.
  public var afterScene = 800
  /// The pause before and after a paragraph of action.
  public var paragraph = 600
  /// The pause between speeches of two speakers.
  public var betweenSpeakers = 350
  /// The pause between a speech that breaks off and the next speech.
  public var interruption = 80
  /// The pause between two speeches of one speaker, and between the spans of a speech.
  public var sameSpeaker = 250
  /// The pause between an announcement and its speech.
  public var afterAnnouncement = 150
  /// The pause at a page break.
  public var pageBreak = 1500
  /// The pause between items of a list.
  public var listItem = 400
  /// The pause before and after a quotation.
  public var quote = 500
  /// The pause for a line without words, or for an empty line in a speech.
  public var emptyLine = 600

  /// Creates the default pauses.
  public init() {}

  /// Every pause with its key in a cast file, in the order of Documentation/speech.md.
  public static var keys: [(name: String, path: WritableKeyPath<Pauses, Int>)] {
    [
      ("chapterStart", \.chapterStart), ("chapterEnd", \.chapterEnd),
      ("afterHeading", \.afterHeading), ("beforeScene", \.beforeScene),
      ("afterScene", \.afterScene), ("paragraph", \.paragraph),
      ("betweenSpeakers", \.betweenSpeakers), ("interruption", \.interruption),
      ("sameSpeaker", \.sameSpeaker),
      ("afterAnnouncement", \.afterAnnouncement), ("pageBreak", \.pageBreak),
      ("listItem", \.listItem), ("quote", \.quote), ("emptyLine", \.emptyLine),
    ]
  }

  /// The longest pause that a cast file can set, in milliseconds.
  ///
  /// Even a pause of one minute is probably a mistake.
  public static let longest = 60_000
}
