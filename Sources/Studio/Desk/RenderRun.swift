import Audiobook
import Basics
import Guion
import Synchronization

/// A build that the page watches.
final class RenderRun: Sendable {
  /// How far it is.
  struct Progress: Sendable, Equatable {
    var running = false
    /// Lines of the whole build.
    var done = 0
    var total = 0
    /// What the last build ended with.
    var message: String?
    /// Chapters that failed, in words.
    var failed: [String] = []
    /// Warnings, in words, as far as a person reads them.
    private(set) var warnings: [String] = []

    fileprivate mutating func warn(_ words: String) {
      if warnings.count < 50 { warnings.append(words) }
    }
  }

  private struct State {
    var progress = Progress()
    /// Counts everything that a page may want to know.
    var count = 0
    /// Counts chapters that got a file, and ends of builds.
    var finished = 0
    var titles: [String] = []
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  var progress: Progress { state.withLock(\.progress) }
  var isRunning: Bool { state.withLock(\.progress.running) }
  /// Changes with everything that a page may want to know.
  var count: Int { state.withLock(\.count) }
  /// Changes when files have been added.
  var finishedCount: Int { state.withLock(\.finished) }

  /// Starts a build; false if one is running.
  func start(
    chapters: [String], _ build: @escaping @Sendable (RenderRun) async throws -> BuildOutcome
  ) -> Bool {
    state.withLock { state in
      guard !state.progress.running else { return false }
      state.progress = Progress(running: true)
      (state.titles, state.count) = (chapters, state.count + 1)
      state.task = Task {
        do {
          end(with: Self.words(of: try await build(self)))
        } catch is CancellationError {
          end(with: "Rendering was stopped. Finished chapters stay.")
        } catch {
          end(with: "\(error)")
        }
      }
      return true
    }
  }

  /// Takes an event of the build.
  func take(_ event: RenderEvent) {
    state.withLock { state in
      switch event {
      case .start(_, let items, _): state.progress.total = items
      case .item(_, let done, let total, _):
        (state.progress.done, state.progress.total) = (done, total)
      case .chapter, .taken: state.finished += 1
      case .warning(_, _, let warning):
        let line = warning.position.map { "Line \($0.line): " } ?? ""
        state.progress.warn(line + warning.message)
      case .outage(let outage):
        state.progress.warn(
          "\(outage.providerId) is down (\(outage.reason)); \(outage.voice) speaks in its place")
      case .failed(let chapter, let error):
        let title = state.titles.indices.contains(chapter - 1) ? state.titles[chapter - 1] : ""
        state.progress.failed.append("Chapter \(chapter), \(title): \(error)")
      case .waiting(let path, let holder):
        state.progress.message = "\(path) is held by \(holder). Rendering waits."
      case .due: break
      }
      state.count += 1
    }
  }

  /// Ends the build; finished chapters stay.
  func stop() { state.withLock(\.task)?.cancel() }

  /// Waits for the end of the build, if one is running.
  func ended() async { await state.withLock(\.task)?.value }

  private func end(with message: String) {
    state.withLock { state in
      (state.progress.running, state.progress.message) = (false, message)
      state.count += 1
      state.finished += 1
    }
  }

  /// What a build has come to; chapters that were there are mentioned only if there were any.
  static func words(of outcome: BuildOutcome) -> String {
    var parts = [
      Quantity.count(outcome.completed, "chapter"), Quantity.minutes(outcome.duration),
    ]
    let kept = outcome.reused + outcome.moved
    if kept > 0 { parts.append(kept < outcome.completed ? "\(kept) unchanged" : "all unchanged") }
    if !outcome.failures.isEmpty { parts.append("\(outcome.failures.count) failed") }
    return parts.joined(separator: ", ")
  }
}
