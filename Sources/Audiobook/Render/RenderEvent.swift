public import Guion
public import Hablare

/// A report from a running build.
public enum RenderEvent: Sendable {
  /// The build starts. The numbers are those of the selected chapters, of the items to render, and of the selected
  /// chapters that are already finished.
  case start(chapters: Int, items: Int, reused: Int)
  /// Another process has locked the folder, and this build waits for the lock.
  case waiting(path: String, heldBy: String)
  /// A chapter will be rendered, with at least one reason.
  case due(chapter: Int, title: String, [RenderReason])
  /// A chapter reuses the audio of an earlier build's file, and gets only new tags and a new name.
  case taken(chapter: Int, title: String, from: String)
  /// Items of a chapter are mixed. The other values are for the whole build: the items done, all items to render, and
  /// the seconds of audio so far.
  case item(chapter: Int, done: Int, total: Int, audioSeconds: Double)
  /// A chapter is finished. Its duration is in seconds.
  case chapter(index: Int, file: String, duration: Double)
  /// A line has a warning. `source` is the number of its document.
  case warning(chapter: Int, source: Int, Diagnostic)
  /// A provider is down, and a fallback voice speaks the provider's remaining lines.
  case outage(Outage)
  /// A chapter failed.
  case failed(chapter: Int, RenderError)
}

/// The result of a build.
public struct BuildOutcome: Sendable {
  /// The paths of all written files.
  public var written: [String] = []
  /// The number of selected chapters.
  public var selected = 0
  /// The number of chapters that were rendered.
  public var rendered = 0
  /// The number of chapters that were already finished.
  public var reused = 0
  /// The number of chapters with reused audio that got new tags or a new name.
  public var moved = 0
  /// The number of reused clips, from earlier builds or from another line with the same request.
  public var reusedClips = 0
  /// The number of complete chapters, including reused ones.
  public var completed = 0
  /// Chapters that failed, in order, with the reason.
  public var failures: [(chapter: Int, error: RenderError)] = []
  /// The numbers of the chapters that contain a fallback voice, in order.
  public var degraded: [Int] = []
  /// The number of warnings about lines and chapters, and of provider outages.
  public var warnings = 0
  /// The total duration of all complete chapters, in seconds.
  public var duration = 0.0
  /// The voice paces learned from the rendered chapters.
  package var lesson = PaceLesson()

  /// The voice paces known before the build.
  var knownPaces: [PaceKey: VoicePace] = [:]

  /// The number of selected chapters that were not started because another chapter failed.
  package var notStarted: Int { max(0, selected - reused - moved - rendered - failures.count) }

  /// Creates an empty outcome.
  public init() {}
}
