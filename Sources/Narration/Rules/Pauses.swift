/// The silences between things said, in milliseconds (speech-rules.md, "Pauses").
///
/// Each is what a listener gets: the mixer subtracts the silence that trimmed clips keep.
public struct Pauses: Sendable, Hashable {
  public var chapterStart = 750
  public var chapterEnd = 2000
  public var afterHeading = 1000
  public var beforeScene = 1500
  public var afterScene = 800
  public var paragraph = 600
  public var betweenSpeakers = 350
  public var sameSpeaker = 250
  public var afterAnnouncement = 150
  public var pageBreak = 1500
  public var listItem = 400
  public var quote = 500
  public var emptyLine = 600

  /// The pauses of rule set 1.0.
  public init() {}

  /// Every pause under the name a cast file uses, in the order of speech-rules.md.
  public static var keys: [(name: String, path: WritableKeyPath<Pauses, Int>)] {
    [
      ("chapterStart", \.chapterStart), ("chapterEnd", \.chapterEnd),
      ("afterHeading", \.afterHeading), ("beforeScene", \.beforeScene),
      ("afterScene", \.afterScene), ("paragraph", \.paragraph),
      ("betweenSpeakers", \.betweenSpeakers), ("sameSpeaker", \.sameSpeaker),
      ("afterAnnouncement", \.afterAnnouncement), ("pageBreak", \.pageBreak),
      ("listItem", \.listItem), ("quote", \.quote), ("emptyLine", \.emptyLine),
    ]
  }

  /// The longest pause a cast file may ask for, in milliseconds: a minute is a mistake already.
  public static let longest = 60_000
}
