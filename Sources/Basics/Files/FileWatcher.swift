import Dispatch
import Glibc
import Synchronization

/// A watcher that reports changes of files and folders by any process (inotify(7)).
/// Files are watched by name. So a file is still watched after an editor replaces, removes or creates it.
/// On network file systems, only changes made on this machine are seen.
package final class FileWatcher: Sendable {
  private struct State: Sendable {
    var table: WatchTable
    /// The paths that have changed since the last report.
    var changed: Set<String> = []
    var first: ContinuousClock.Instant?
    var last: ContinuousClock.Instant?
    var failure: FileWatchError?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state: Mutex<State>
  /// The source of events, which is written once and otherwise used only in `deinit`.
  /// Dispatch sources may be cancelled from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let quiet: Duration
  private let longest: Duration

  /// Creates a watcher that watches nothing yet.
  /// A burst of changes is one report. A burst ends when nothing has changed for `quiet`, and is reported
  /// after `longest` at the latest.
  package init(
    quiet: Duration = .milliseconds(150), longest: Duration = .seconds(2)
  ) throws(FileWatchError) {
    let notifier = try Inotify()
    state = Mutex(State(table: WatchTable(notifier)))
    (self.quiet, self.longest) = (quiet, longest)
    let queue = DispatchQueue(label: "guion2audio.files")
    source = DispatchSource.makeReadSource(fileDescriptor: notifier.file.number, queue: queue)
    source.setEventHandler { @Sendable [weak self] in self?.take() }
    // The descriptor must stay open until the source has released it.
    source.setCancelHandler { @Sendable in withExtendedLifetime(notifier) {} }
    source.activate()
  }

  deinit { source.cancel() }

  /// Replaces the set of watched files and folders.
  /// `files` need not exist. Links are followed: both the link and its target are watched. Everything in
  /// `folders` is watched, except `skipped` paths and links to folders. Changes that have not
  /// been reported yet will still be reported.
  package func watch(
    files: [String], folders: [String] = [],
    skipping skipped: @escaping @Sendable (_ path: String) -> Bool = { FilePath($0).isHidden }
  ) throws(FileWatchError) {
    let interest = WatchTable.Interest(files: files, folders: folders, isSkipped: skipped)
    let result = state.withLock { state -> Result<Void, FileWatchError> in
      Result { () throws(FileWatchError) in
        state.failure = nil
        _ = try state.table.watch(interest)
      }
    }
    try result.get()
  }

  /// Returns warnings about unreadable subfolders of the watched folders.
  /// Unreadable subfolders are not watched.
  /// `known` contains the folders of earlier warnings. The function replaces `known` with the folders
  /// that are unreadable now.
  package func warnings(after known: inout Set<String>) -> [String] {
    let unreadable = state.withLock(\.table.unreadable)
    defer { known = unreadable }
    return unreadable.subtracting(known).sorted().map {
      "cannot watch the folder \($0): \(SystemError(EACCES).reason); its changes are not seen"
    }
  }

  /// Waits for the next burst of changes and returns the paths that have changed, as the caller gave
  /// them.
  /// An item in a folder is reported as the folder's path plus the item's path in the folder. A folder's
  /// own path means that anything in the folder may have changed. Only one task may wait at a time.
  /// Throws a `FileWatchError` if the system's limits are reached. Throws `CancellationError` if the task
  /// is cancelled; the changes are then reported by the next call.
  package func changes() async throws -> Set<String> {
    while true {
      await change()
      try Task.checkCancellation()
      while let rest = rest() { try await Task.sleep(for: rest) }
      let (changed, failure) = state.withLock { state in
        defer {
          (state.changed, state.first, state.last, state.failure) = ([], nil, nil, nil)
        }
        return (state.changed, state.failure)
      }
      if let failure { throw failure }
      if !changed.isEmpty { return changed }
    }
  }

  /// Waits until something has changed or the task is cancelled.
  private func change() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let former = state.withLock { state -> CheckedContinuation<Void, Never>? in
          if state.first != nil || state.failure != nil || Task.isCancelled { return continuation }
          defer { state.waiting = continuation }
          return state.waiting
        }
        former?.resume()
      }
    } onCancel: {
      resume()
    }
  }

  /// Returns how long to wait for the end of the burst; nil if the burst is over.
  private func rest() -> Duration? {
    state.withLock { state in
      guard let first = state.first, let last = state.last, state.failure == nil else {
        return nil
      }
      let rest = min(last + quiet, first + longest) - .now
      return rest > .zero ? rest : nil
    }
  }

  /// Reads the events of the system and records the changes.
  private func take() {
    let hasNews = state.withLock { state in
      do throws(FileWatchError) {
        let changed = try state.table.changes()
        guard !changed.isEmpty else { return false }
        state.changed.formUnion(changed)
        state.last = .now
        state.first = state.first ?? state.last
      } catch {
        state.failure = error
      }
      return true
    }
    if hasNews { resume() }
  }

  private func resume() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}

/// The reason why files cannot be watched.
package enum FileWatchError: Error, Equatable, CustomStringConvertible {
  /// The system's limit on watched folders is reached.
  case tooManyFolders
  /// The system's limit on watchers of the user, or on open files of the process, is reached.
  case tooManyWatchers
  case system(folder: String, SystemError)

  /// The problem and how to solve it.
  package var description: String {
    switch self {
    case .tooManyFolders:
      "cannot watch that many folders: the system allows \(Self.limit("max_user_watches")) watches; "
        + "raise the limit with `sudo sysctl fs.inotify.max_user_watches=524288`"
    case .tooManyWatchers:
      "cannot watch files: the system allows \(Self.limit("max_user_instances")) programs that watch files; "
        + "end some of them, or raise the limits with `sudo sysctl fs.inotify.max_user_instances=512` and `ulimit -n`"
    case .system(let folder, let error): "cannot watch the folder \(folder): \(error.reason)"
    }
  }

  private static func limit(_ name: String) -> String {
    let bytes = try? LimitedFile.bytes(of: "/proc/sys/fs/inotify/\(name)", limit: .orderFile)
    let text = String(decoding: bytes ?? [], as: UTF8.self).filter(\.isNumber)
    return text.isEmpty ? "no more" : "at most \(text)"
  }
}
