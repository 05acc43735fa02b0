import Audiobook
import Basics

/// Sees to it that the studio shows what is on the disk: editors change the script and the cast while it is open.
final class StudioWatch {
  private let desk: StudioDesk
  private let warn: @Sendable (String) -> Void
  private var watched: BookSources?
  /// The folders that a warning has named.
  private var unreadable: Set<String> = []

  /// Makes a watch; `warn` is called with what cannot be watched.
  init(_ desk: StudioDesk, onWarning warn: @escaping @Sendable (String) -> Void) {
    (self.desk, self.warn) = (desk, warn)
  }

  /// Reads the book again whenever its files change; until the task is cancelled.
  ///
  /// Throws a `FileWatchError` if the system cannot watch them.
  func run() async throws {
    let watcher = try FileWatcher()
    _ = try await watch(watcher)
    // Nothing reports what was saved before the files were watched.
    var changed: Set<String> = []
    while !Task.isCancelled {
      repeat {
        await desk.load(changed: changed)
        changed = []
        // The book may have other files now, and they may have changed since they were read.
      } while try await watch(watcher)
      changed = try await watcher.changes()
    }
  }

  /// Watches the files of the book; false if they are those that were watched before.
  private func watch(_ watcher: FileWatcher) async throws -> Bool {
    let sources = BookSources(
      of: desk.settings.book, await desk.material, builtInto: desk.settings.folder)
    try watcher.watch(
      files: Array(sources.files), folders: Array(sources.folders), skipping: sources.isSkipped)
    for warning in watcher.warnings(after: &unreadable) { warn(warning) }
    defer { watched = sources }
    return sources != watched
  }
}
