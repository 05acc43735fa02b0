import Audiobook
import Basics

/// Reads the book again when its files change.
/// Users edit the script and the cast while the studio is open.
final class StudioWatch {
  private let desk: StudioDesk
  private let warn: @Sendable (String) -> Void
  private var watched: BookSources?
  /// The folders that a warning has already named.
  private var unreadable: Set<String> = []

  /// Creates a watch that calls `warn` with a warning for each folder that cannot be watched.
  init(_ desk: StudioDesk, onWarning warn: @escaping @Sendable (String) -> Void) {
    (self.desk, self.warn) = (desk, warn)
  }

  /// Reads the book again whenever its files change, until the task is cancelled.
  /// Throws a `FileWatchError` if the system cannot watch the files.
  func run() async throws {
    let watcher = try FileWatcher()
    _ = try await watch(watcher)
    // The watcher does not report changes from before its start, so the book is read once more.
    var changed: Set<String> = []
    while !Task.isCancelled {
      repeat {
        await desk.load(changed: changed)
        changed = []
        // The book may now have other files. The new files may have changed before the watch on them
        // started, so the book is then read once more.
      } while try await watch(watcher)
      changed = try await watcher.changes()
    }
  }

  /// Watches the files of the book.
  /// Returns whether the list of files differs from the list that was watched before.
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
