import Audiobook
import Basics

/// Sees to it that the studio shows what is on the disk: editors change the script and the cast while it is open.
struct StudioWatch {
  let desk: StudioDesk

  /// Reads the book again whenever its files change; until the task is cancelled.
  ///
  /// Throws a `FileWatchError` if the system cannot watch them.
  func run() async throws {
    let watcher = try FileWatcher()
    try await watch(watcher)
    while !Task.isCancelled {
      _ = try await watcher.changes()
      await desk.load()
      // A folder may have other documents now.
      try await watch(watcher)
    }
  }

  private func watch(_ watcher: FileWatcher) async throws {
    let sources = BookSources(
      of: desk.settings.book, await desk.material, builtInto: desk.settings.folder)
    try watcher.watch(
      files: Array(sources.files), folders: Array(sources.folders), skipping: sources.isSkipped)
  }
}
