import Audiobook
import Basics
import CMalloc
import Glibc
import Synchronization

/// Texts for the closing line of a command.
enum Summary {
  /// Returns a text such as
  /// `the folder has 128.9 minutes of audio; the estimate of 131.2 minutes was 1.8 % too long`.
  /// `subject` is the subject and its verb: "the folder has". Below ten minutes, the lengths are in seconds.
  static func accuracy(of subject: String, _ accuracy: EstimateAccuracy) -> String {
    let isLong = accuracy.actual >= 600
    let (estimated, actual) = (
      length(accuracy.estimated, inMinutes: isLong), length(accuracy.actual, inMinutes: isLong)
    )
    let error = Quantity.tenths(abs(accuracy.error) * 100)
    let verdict =
      error == "0.0" ? "right" : "\(error) % too \(accuracy.error > 0 ? "long" : "short")"
    return "\(subject) \(actual) of audio; the estimate of \(estimated) was \(verdict)"
  }

  /// Returns a path as a word of a shell, in quotation marks if it needs them.
  static func shellWord(_ path: String) -> String {
    let isPlain = path.visible.allSatisfy {
      $0.isLetter || $0.isNumber || "/._-+,:@%=".contains($0)
    }
    return isPlain ? path : "'" + path.visible.replacing("'", with: "'\\''") + "'"
  }

  private static func length(_ seconds: Double, inMinutes: Bool) -> String {
    inMinutes ? Quantity.minutes(seconds) : "\(Quantity.tenths(seconds)) seconds"
  }
}

/// The last line of an interrupted run.
/// It reports the finished chapters, the requests that were sent, and the requests that may be charged.
final class ClosingLine: Sendable {
  static let shared = ClosingLine()

  private struct State {
    var print: (@Sendable (_ progress: String?) -> Void)?
    var progress: (@Sendable () -> String?)?
  }

  private let state = Mutex(State())

  /// Sets the function that prints the line if the run is interrupted later.
  /// The function's argument is the progress of the build, or nil if there is none.
  func set(_ print: @escaping @Sendable (_ progress: String?) -> Void) {
    state.withLock { $0.print = print }
  }

  func setProgress(_ progress: @escaping @Sendable () -> String?) {
    state.withLock { $0.progress = progress }
  }

  /// Removes both functions, so that no line is printed.
  /// A run calls this function after it has reported its requests itself.
  func clear() { state.withLock { $0 = State() } }

  /// Prints the line if a function is set.
  /// Further calls print nothing.
  func print() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    state.print?(state.progress?())
  }
}

/// The totals of a run that builds several books.
struct RunTotal {
  private(set) var books = 0
  private var rendered = 0
  private var reused = 0
  private var failed = 0
  private var notStarted = 0
  private var files = 0
  private var seconds = 0.0
  private var warnings = 0

  /// Adds the outcome of a book.
  /// `warnings` is the number of warnings in the book's plan.
  mutating func add(_ outcome: BuildOutcome, warnings: Int) {
    books += 1
    rendered += outcome.rendered
    reused += outcome.reused
    failed += outcome.failures.count
    notStarted += outcome.notStarted
    files += outcome.written.count
    seconds += outcome.duration
    self.warnings += warnings + outcome.warnings
  }

  var line: String {
    var parts = [
      "\(books) books", Quantity.count(rendered, "chapter") + " rendered", "\(reused) reused",
    ]
    if failed > 0 { parts.append("\(failed) failed") }
    if notStarted > 0 { parts.append("\(notStarted) not started") }
    parts += [
      Quantity.count(files, "file") + " written", Quantity.minutes(seconds),
      Quantity.count(warnings, "warning"),
    ]
    return parts.joined(separator: ", ") + "\n"
  }
}

/// Shows the progress of a download or measurement as a bar, plain lines or JSON lines, or not at all.
final class LoadMeter: Sendable {
  enum Unit: Sendable {
    case bytes, pieces
  }

  private struct State {
    var shown = 0
    var task = ""
    var isDrawn = false
    var lastDrawn: ContinuousClock.Instant?
    var lastTenth = 0
  }

  private let style: ProgressReporter.Style
  private let state = Mutex(State())

  /// Creates a meter.
  /// If `isQuiet` is true, the meter shows JSON lines, but no bar and no plain lines.
  init(_ requested: ProgressReporter.Style, isQuiet: Bool) {
    let shown = requested == .auto ? (Streams.errorIsTerminal ? .bar : .plain) : requested
    style = isQuiet && shown != .json ? .none : shown
  }

  /// Shows how much of a task is done.
  /// The displayed value of a task never decreases.
  func show(_ task: String, _ done: Int, of total: Int, unit: Unit) {
    state.withLock { state in
      if state.task != task { state = State(task: task, isDrawn: state.isDrawn) }
      state.shown = max(state.shown, done)
      switch style {
      case .bar: drawBar(total, unit, &state)
      case .plain: printTenths(total, unit, &state)
      case .json: printEvent(total, &state)
      case .none, .auto: break
      }
    }
  }

  /// Removes the bar, before other lines are printed.
  func finish() {
    state.withLock { state in
      if state.isDrawn { Streams.error("\r\u{1B}[K") }
      state = State()
    }
  }

  /// Returns whether enough time has passed to draw again.
  private func isTime(_ state: inout State, isEnd: Bool) -> Bool {
    let now = ContinuousClock.now
    guard isEnd || state.lastDrawn.map({ now - $0 > .milliseconds(100) }) ?? true else {
      return false
    }
    state.lastDrawn = now
    return true
  }

  private func drawBar(_ total: Int, _ unit: Unit, _ state: inout State) {
    guard isTime(&state, isEnd: state.shown == total) else { return }
    state.isDrawn = true
    let tail = " \(state.task)  \(Self.words(state.shown, unit)) of \(Self.words(total, unit))"
    let width = max(4, min(40, Streams.columns - tail.count - 3))
    let filled = total > 0 ? state.shown * width / total : width
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    Streams.error("\r[\(bar)]\(tail)\u{1B}[K")
  }

  /// Prints a line for each tenth of the total, so that a log gets only a few lines.
  private func printTenths(_ total: Int, _ unit: Unit, _ state: inout State) {
    let tenth = total > 0 ? state.shown * 10 / total : 10
    guard tenth > state.lastTenth else { return }
    state.lastTenth = tenth
    Streams.error(
      "\(state.task): \(Self.words(state.shown, unit)) of \(Self.words(total, unit))\n")
  }

  private func printEvent(_ total: Int, _ state: inout State) {
    guard isTime(&state, isEnd: state.shown == total) else { return }
    JSONEvents.load(state.task, done: state.shown, total: total)
  }

  private static func words(_ count: Int, _ unit: Unit) -> String {
    switch unit {
    case .bytes: Quantity.size(count)
    case .pieces: "\(count)"
    }
  }
}

/// Keeps the memory use of the process low.
enum Memory {
  /// Limits glibc to two arenas.
  /// By default, glibc creates up to eight arenas per processor. Memory that is freed in one arena is not reused by the
  /// threads of another arena. This wastes a few megabytes in a build (measured).
  static func limitArenas() { mallopt(M_ARENA_MAX, 2) }

  /// Gives freed memory of the parser and the planner back to the system, before a long build.
  static func releaseFreedMemory() { malloc_trim(0) }
}

/// Formats durations as `1:02:03` or `2:03`.
enum Clock {
  static func text(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let parts = (whole / 3600, whole / 60 % 60, whole % 60)
    let tail = (parts.2 < 10 ? "0" : "") + String(parts.2)
    if parts.0 == 0 { return "\(parts.1):\(tail)" }
    return "\(parts.0):" + (parts.1 < 10 ? "0" : "") + "\(parts.1):\(tail)"
  }

  /// Returns a duration such as `2 h 47 min`, `3 min` or `40 s`.
  static func words(_ seconds: Double) -> String {
    guard seconds >= 60 else { return "\(Int(seconds.rounded())) s" }
    let minutes = Int((seconds / 60).rounded())
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// The user's local time of day: `14:02:11`.
  static var timeOfDay: String {
    var (now, local) = (Glibc.time(nil), tm())
    localtime_r(&now, &local)
    let parts = [local.tm_hour, local.tm_min, local.tm_sec]
    return parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }
}
