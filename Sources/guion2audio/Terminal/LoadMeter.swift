import Basics
import Synchronization

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
