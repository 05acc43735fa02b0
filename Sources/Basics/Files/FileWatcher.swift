import Dispatch
import Glibc
import Synchronization

/// Reports changes of files and folders, whoever makes them (inotify(7)).
///
/// Files are watched by their names: a file that an editor replaces, removes or makes is still the file of
/// interest. On network file systems only changes made on this machine are seen.
package final class FileWatcher: Sendable {
  private struct State: Sendable {
    var table: WatchTable
    /// What has changed since the last report.
    var changed: Set<String> = []
    var first: ContinuousClock.Instant?
    var last: ContinuousClock.Instant?
    var failure: FileWatchError?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state: Mutex<State>
  /// Written once; only `deinit` uses it again, and dispatch sources may be cancelled from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let quiet: Duration
  private let longest: Duration

  /// Makes a watcher that watches nothing yet.
  ///
  /// A burst of changes is one report: it ends when nothing has changed for `quiet`, and is reported at
  /// the latest after `longest`.
  package init(
    quiet: Duration = .milliseconds(150), longest: Duration = .seconds(2)
  ) throws(FileWatchError) {
    let notifier = try Inotify()
    state = Mutex(State(table: WatchTable(notifier)))
    (self.quiet, self.longest) = (quiet, longest)
    let queue = DispatchQueue(label: "guion2audio.files")
    source = DispatchSource.makeReadSource(fileDescriptor: notifier.file.number, queue: queue)
    source.setEventHandler { @Sendable [weak self] in self?.take() }
    // The descriptor must stay open until the source has let go of it.
    source.setCancelHandler { @Sendable in withExtendedLifetime(notifier) {} }
    source.activate()
  }

  deinit { source.cancel() }

  /// Sets what is watched from now on, in place of what was watched before.
  ///
  /// `files` need not exist, and links are followed: the link and the file that it leads to count.
  /// `folders` are watched with everything in them but links to folders and the paths that are `skipped`.
  /// Changes that are not reported yet stay to be reported.
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

  /// Warnings about subfolders of the watched folders that may not be read and are not watched.
  ///
  /// `known` are the folders that former warnings have named; it becomes those that there are now.
  package func warnings(after known: inout Set<String>) -> [String] {
    let unreadable = state.withLock(\.table.unreadable)
    defer { known = unreadable }
    return unreadable.subtracting(known).sorted().map {
      "cannot watch the folder \($0): \(SystemError(EACCES).reason); its changes are not seen"
    }
  }

  /// Waits for the next burst of changes and returns the paths that have changed, as they were given.
  ///
  /// What stands in a folder is reported as the folder's path and the way from there. A folder's own path
  /// means that anything in it may have changed. One task at a time may wait. Throws a `FileWatchError` if
  /// the system's limits are reached, and `CancellationError`; changes are then kept for the next call.
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

  /// Waits until something has changed, or until the task is cancelled.
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

  /// How long the burst must still be waited for; nil if it is over.
  private func rest() -> Duration? {
    state.withLock { state in
      guard let first = state.first, let last = state.last, state.failure == nil else {
        return nil
      }
      let rest = min(last + quiet, first + longest) - .now
      return rest > .zero ? rest : nil
    }
  }

  /// Takes what the system reports.
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

/// Why files cannot be watched.
package enum FileWatchError: Error, Equatable, CustomStringConvertible {
  /// The user watches as many folders as the system allows.
  case tooManyFolders
  /// The user has as many watchers, or the process as many open files, as the system allows.
  case tooManyWatchers
  /// A folder cannot be watched.
  case system(folder: String, SystemError)

  /// What happened, and what to do.
  package var description: String {
    switch self {
    case .tooManyFolders:
      "cannot watch so many folders: the system allows \(Self.limit("max_user_watches")) watches; "
        + "`sudo sysctl fs.inotify.max_user_watches=524288` allows more"
    case .tooManyWatchers:
      "cannot watch files: the system allows \(Self.limit("max_user_instances")) watching programs; "
        + "end some, or allow more with `sudo sysctl fs.inotify.max_user_instances=512` and `ulimit -n`"
    case .system(let folder, let error): "cannot watch the folder \(folder): \(error.reason)"
    }
  }

  private static func limit(_ name: String) -> String {
    let bytes = try? LimitedFile.bytes(of: "/proc/sys/fs/inotify/\(name)", limit: .orderFile)
    let text = String(decoding: bytes ?? [], as: UTF8.self).filter(\.isNumber)
    return text.isEmpty ? "no more" : "at most \(text)"
  }
}
