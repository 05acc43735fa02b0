import Basics
import Foundation
import TestSupport
import Testing

/// Tests of reported file changes.
@Suite struct FileWatcherTests {
  private let folder: TemporaryFolder
  private let watcher: FileWatcher

  init() throws {
    folder = try TemporaryFolder()
    watcher = try FileWatcher(quiet: .milliseconds(250))
  }

  /// Returns the names of the next changed files, relative to the test's folder.
  private func changes() async throws -> Set<String> {
    Set(
      try await watcher.changes().map {
        $0.hasPrefix(folder.path + "/") ? String($0.dropFirst(folder.path.count + 1)) : $0
      })
  }

  /// Waits until all of these changes have been reported, in one burst or in several.
  private func expect(
    _ names: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    var missing = names
    while !missing.isEmpty {
      let changed = try await changes()
      #expect(changed.isSubset(of: names), sourceLocation: sourceLocation)
      missing.subtract(changed)
    }
  }

  private func write(_ text: String, over name: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: folder.path(of: name)))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  private func move(_ name: String, to other: String) throws {
    try #require(rename(folder.path(of: name), folder.path(of: other)) == 0)
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: name), withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) throws {
    try? FileManager.default.removeItem(atPath: folder.path(of: name))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: name), withDestinationPath: target)
  }

  private func watchFiles(_ names: String...) throws {
    try watcher.watch(files: names.map(folder.path(of:)))
  }

  @Test func `files that are written, replaced, removed and created`() async throws {
    try folder.write("a", as: "a.txt")
    try watchFiles("a.txt", "none.txt")
    try write("b", over: "a.txt")
    #expect(try await changes() == ["a.txt"])
    try folder.write("c", as: ".a.swp")
    try move(".a.swp", to: "a.txt")
    #expect(try await changes() == ["a.txt"])
    try FileManager.default.removeItem(atPath: folder.path(of: "a.txt"))
    #expect(try await changes() == ["a.txt"])
    try folder.write("d", as: "none.txt")
    #expect(try await changes() == ["none.txt"])
    // Some editors rename the old file and write a new one.
    try folder.write("e", as: "a.txt")
    try move("a.txt", to: "a.txt~")
    try folder.write("f", as: "a.txt")
    try await expect(["a.txt"])
  }

  @Test func `a burst is reported once`() async throws {
    try folder.write("a", as: "a.txt")
    let patient = try FileWatcher(quiet: .seconds(5), longest: .seconds(5))
    try patient.watch(files: [folder.path(of: "a.txt"), folder.path(of: "b.txt")])
    for number in 0..<50 { try write("\(number)", over: "a.txt") }
    try folder.write("b", as: "b.txt")
    #expect(try await patient.changes().count == 2)
    #expect(await isSilent(patient))
  }

  /// Returns whether no more changes are reported, after all earlier ones have been received.
  private func isSilent(_ watcher: FileWatcher) async -> Bool {
    let task = Task { try await watcher.changes() }
    try? await Task.sleep(for: .milliseconds(100))
    task.cancel()
    guard case .failure(let error) = await task.result else { return false }
    return error is CancellationError
  }

  @Test func `a waiting task can be cancelled, and no change is lost`() async throws {
    try watchFiles("a.txt")
    #expect(await isSilent(watcher))
    try folder.write("a", as: "a.txt")
    #expect(try await changes() == ["a.txt"])
  }

  @Test func `links: changes of the link and of its target`() async throws {
    try makeFolder("one")
    try makeFolder("two")
    try folder.write("a", as: "one/a.txt")
    try folder.write("b", as: "two/a.txt")
    try link("current", to: "one")
    try link("link.txt", to: "current/a.txt")
    try watchFiles("link.txt")
    try write("c", over: "one/a.txt")
    #expect(try await changes() == ["link.txt"])
    try link("new", to: "two")
    try move("new", to: "current")
    #expect(try await changes() == ["link.txt"])
    try write("d", over: "two/a.txt")
    #expect(try await changes() == ["link.txt"])
    // The former target no longer counts.
    try write("e", over: "one/a.txt")
    #expect(await isSilent(watcher))
    try link("link.txt", to: "one/a.txt")
    try await expect(["link.txt"])
  }

  @Test func `a folder that is removed and created again`() async throws {
    try makeFolder("far/near")
    try folder.write("a", as: "far/near/a.txt")
    try watchFiles("far/near/a.txt")
    try move("far", to: "away")
    #expect(try await changes() == ["far/near/a.txt"])
    try write("b", over: "away/near/a.txt")
    #expect(await isSilent(watcher))
    try move("away", to: "far")
    #expect(try await changes() == ["far/near/a.txt"])
    try FileManager.default.removeItem(atPath: folder.path(of: "far"))
    #expect(try await changes() == ["far/near/a.txt"])
    try makeFolder("far/near")
    try folder.write("c", as: "far/near/a.txt")
    #expect(try await changes() == ["far/near/a.txt"])
    try write("d", over: "far/near/a.txt")
    #expect(try await changes() == ["far/near/a.txt"])
  }

  @Test func `a folder with everything in it, including new folders`() async throws {
    try makeFolder("book/part")
    try makeFolder("book/.git")
    try watcher.watch(files: [], folders: [folder.path(of: "book")])
    try folder.write("a", as: "book/part/a.md")
    #expect(try await changes() == ["book/part/a.md"])
    try folder.write("b", as: "book/.git/b")
    try folder.write("b", as: "book/.b.swp")
    #expect(await isSilent(watcher))
    // New folders are watched, including what they already contain.
    try makeFolder("book/new/deep")
    try folder.write("c", as: "book/new/deep/c.md")
    #expect(try await changes().contains("book/new"))
    try folder.write("d", as: "book/new/deep/d.md")
    #expect(try await changes() == ["book/new/deep/d.md"])
    try move("book/new", to: "old")
    #expect(try await changes().contains("book/new"))
    try folder.write("e", as: "old/deep/c.md")
    #expect(await isSilent(watcher))
    try FileManager.default.removeItem(atPath: folder.path(of: "book"))
    #expect(try await changes().contains("book"))
    try makeFolder("book")
    #expect(try await changes().contains("book"))
    try folder.write("f", as: "book/f.md")
    #expect(try await changes() == ["book/f.md"])
  }

  @Test func `skipped folders, and a changed list of folders`() async throws {
    try makeFolder("book/out")
    let out = folder.path(of: "book/out")
    try watcher.watch(
      files: [], folders: [folder.path(of: "book")], skipping: { $0 == out })
    try folder.write("a", as: "book/out/a.md")
    #expect(await isSilent(watcher))
    try watchFiles("other.txt")
    try folder.write("b", as: "book/b.md")
    try folder.write("c", as: "other.txt")
    #expect(try await changes() == ["other.txt"])
  }

  @Test func `more changes than the system remembers`() async throws {
    try watchFiles("never-touched.txt")
    // The usual limit is 16,384 events. Whether the test reaches this limit depends on how fast the watcher
    // reads. No change is lost in either case.
    for number in 0..<20_000 { try folder.write("", as: "other-\(number % 2)") }
    try folder.write("a", as: "never-touched.txt")
    try await expect(["never-touched.txt"])
  }

  @Test func `messages say what to do`() {
    #expect("\(FileWatchError.tooManyFolders)".contains("fs.inotify.max_user_watches"))
    #expect("\(FileWatchError.tooManyWatchers)".contains("fs.inotify.max_user_instances"))
  }

  /// Root may read every folder.
  @Test(.enabled(if: geteuid() != 0))
  func `a subfolder that may not be read is skipped, and seen when it may be read`() async throws {
    try makeFolder("book/locked")
    try folder.write("a", as: "book/a.txt")
    chmod(folder.path(of: "book/locked"), 0)
    defer { chmod(folder.path(of: "book/locked"), 0o700) }
    let root = folder.path(of: "book")
    try watcher.watch(files: [root + "/locked/b.txt"], folders: [root])
    var known: Set<String> = []
    #expect(
      watcher.warnings(after: &known) == [
        "cannot watch the folder \(root)/locked: Permission denied; its changes are not seen"
      ])
    #expect(watcher.warnings(after: &known).isEmpty)
    try write("b", over: "book/a.txt")
    #expect(try await changes() == ["book/a.txt"])
    chmod(root + "/locked", 0o700)
    #expect(try await changes().contains("book/locked"))
    #expect(watcher.warnings(after: &known).isEmpty && known.isEmpty)
    try folder.write("c", as: "book/locked/b.txt")
    try await expect(["book/locked/b.txt"])
    chmod(root, 0)
    defer { chmod(root, 0o700) }
    #expect(throws: FileWatchError.self) {
      try FileWatcher().watch(files: [], folders: [root])
    }
  }
}
