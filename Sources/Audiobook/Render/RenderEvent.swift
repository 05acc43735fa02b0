public import Guion

/// What a build tells while it runs.
public enum RenderEvent: Sendable {
  /// The build starts: chapters in all, items in all, chapters that are there already.
  case start(chapters: Int, items: Int, reused: Int)
  /// The folder is held by somebody else, whose end is waited for.
  case waiting(path: String, heldBy: String)
  /// A chapter is going to be rendered, for at least one reason.
  case due(chapter: Int, title: String, [RenderReason])
  /// A chapter has the sound of an earlier build's file, and gets only other tags and another name.
  case taken(chapter: Int, title: String, from: String)
  /// Items of a chapter are mixed: done and total over the whole build, seconds of sound so far.
  case item(chapter: Int, done: Int, total: Int, audioSeconds: Double)
  /// A chapter has its name: seconds long.
  case chapter(index: Int, file: String, duration: Double)
  /// A line has a warning; its document is told by number.
  case warning(chapter: Int, source: Int, Diagnostic)
  /// A provider is down, and another voice speaks the rest of its lines.
  case outage(Outage)
  /// A chapter failed.
  case failed(chapter: Int, RenderError)
}

/// What came of a build.
public struct BuildOutcome: Sendable {
  /// Every file that was written, as a path.
  public var written: [String] = []
  /// Chapters that were there already.
  public var reused = 0
  /// Chapters whose sound was there, and which got other tags or another name.
  public var moved = 0
  /// Clips that were kept by earlier builds, or made for another line that says the same.
  public var reusedClips = 0
  /// Chapters that are complete, those that were there included.
  public var completed = 0
  /// Chapters that failed, in order, with the reason.
  public var failures: [(chapter: Int, error: RenderError)] = []
  /// Chapters, in order, in which another voice speaks for one whose provider was down.
  public var degraded: [Int] = []
  /// Lines with a warning, and providers that went down.
  public var warnings = 0
  /// Seconds of sound in all complete chapters.
  public var duration = 0.0
  /// What the chapters that were rendered have taught about the voices' paces.
  public var lesson = PaceLesson()

  /// What was known of the voices' paces before the build.
  var knownPaces: [PaceKey: VoicePace] = [:]

  /// Nothing yet.
  public init() {}
}
