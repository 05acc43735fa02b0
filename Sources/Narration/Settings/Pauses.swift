/// The pauses between spoken items, in milliseconds (Documentation/speech.md, "Pauses").
///
/// Each is the pause that a listener hears: the mixer subtracts the silence that is left in trimmed clips.
public struct Pauses: Sendable, Hashable {
  /// Before the first sound of a chapter.
  public var chapterStart = 750
  /// After the last sound of a chapter.
  public var chapterEnd = 2000
  /// After a scene heading or a title.
  public var afterHeading = 1000
  /// Before a scene heading.
  public var beforeScene = 1500
  /// At the end of a scene.
  public var afterScene = 800
  /// Around a paragraph of action.
  public var paragraph = 600
  /// Between speeches of two speakers.
  public var betweenSpeakers = 350
  /// After a speech that breaks off, before the next one.
  public var interruption = 80
  /// Between speeches, or spans of a speech, of one speaker.
  public var sameSpeaker = 250
  /// Between an announcement and its speech.
  public var afterAnnouncement = 150
  /// At a page break.
  public var pageBreak = 1500
  /// Between items of a list.
  public var listItem = 400
  /// Around a quotation.
  public var quote = 500
  /// For a line without words, and an empty line in a speech.
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
