import Audiobook
import Guion
import Hablare
import HablareTesting
import Narration
import Synchronization
import TestSupport
import Testing

@Suite struct FailureTests {
  private let files = ToneBook.threeFiles

  /// The events of a build, as text.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }

    func add(_ event: RenderEvent) {
      let line: String? =
        switch event {
        case .start(let chapters, let items, let reused): "start \(chapters) \(items) \(reused)"
        case .item, .waiting, .due, .taken: nil
        case .chapter(let index, _, _): "chapter \(index)"
        case .warning(let chapter, _, let diagnostic):
          "warning \(chapter) \(diagnostic.code) \(diagnostic.position?.line ?? 0)"
        case .outage(let outage): "outage \(outage.providerId)"
        case .failed(let chapter, let error): "failed \(chapter) \(error)"
        }
      if let line { lines.withLock { $0.append(line) } }
    }
  }

  private func isLine(_ error: RenderError, _ expected: Int) -> Bool {
    if case .line(let place, .engine, _) = error { place.line == expected } else { false }
  }

  @Test func onlyAChapterWithAFailedLineIsNotPublished() async throws {
    let folder = try TemporaryFolder()
    let log = Log()
    let provider = ToneVoiceProvider(failing: ["Three."])
    let outcome = try await ToneBook(ToneBook.threeScenes, provider: provider) {
      $0.options.keepGoing = true
    }.render(into: folder.path, onEvent: log.add)
    #expect(outcome.failures.map(\.chapter) == [2])
    #expect(outcome.failures.allSatisfy { isLine($0.error, 12) })
    #expect(outcome.completed == 2)
    #expect(
      try FolderState.names(folder.path) == [files[0], files[2], "manifest.json", "playlist.m3u8"])
    #expect(try Manifest(in: folder.path).chapters.map(\.index) == [1, 3])
    #expect(log.all.first == "start 3 15 0")
    #expect(log.all.contains("failed 2 tone: the speech engine failed: on purpose"))
  }

  @Test func theNextBuildRendersOnlyFailedChapters() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes, provider: ToneVoiceProvider(failing: ["Three."])) {
      $0.options.keepGoing = true
    }.render(into: folder.path)
    let provider = ToneVoiceProvider()
    let outcome = try await ToneBook(ToneBook.threeScenes, provider: provider).render(
      into: folder.path)
    #expect(outcome.reused == 2)
    #expect(!provider.requests.contains { $0.text == "One." || $0.text == "Six." })
    #expect(try FolderState.names(folder.path) == files + ["manifest.json", "playlist.m3u8"])
  }

  /// Ten chapters, of which the longest is rendered first and fails.
  ///
  /// Chapters rendered at the same time wait for the failure.
  @Test(arguments: [1, 3]) func afterAFailureNoNewChapterStarts(_ jobs: Int) async throws {
    let folder = try TemporaryFolder()
    let failing = "The longest of all of them, so that it is the first."
    let script = (1...10).map { "INT. ROOM \($0) - DAY\n\nRoom \($0).\n\n" }.joined() + failing
    let failed = Door()
    let provider = HookedVoiceProvider { request in
      if request.text == failing { throw VoiceProviderError.engineCrashed(reason: "on purpose") }
      if request.text.hasPrefix("Room"), request.text != "Room ten." { await failed.pass() }
    }
    let outcome = try await ToneBook(script, provider: provider) { $0.options.jobs = jobs }
      .render(into: folder.path) { event in
        if case .failed = event { Task { await failed.open() } }
      }
    #expect(outcome.failures.map(\.chapter) == [10])
    // Chapters in flight are finished and stay: one for each job, and another that is being written.
    #expect(outcome.completed <= jobs + 1)
    #expect(outcome.completed >= 1)
    #expect(try Manifest(in: folder.path).chapters.count == outcome.completed)
    let sounds = try FolderState.names(folder.path).filter { $0.hasSuffix(".wav") }
    #expect(sounds.count == outcome.completed)
    let all = try await ToneBook(script, provider: provider) { $0.options.keepGoing = true }
      .render(into: folder.path)
    #expect(all.completed == 9)
  }

  @Test func aFailureRemovesNothing() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    let before = try FolderState.contents(folder.path)
    let edited = ToneBook.threeScenes.replacing("KITCHEN", with: "GARDEN").replacing(
      "Two.", with: "Twice.")
    try await ToneBook(edited, provider: ToneVoiceProvider(failing: ["Twice."])) {
      $0.options.keepGoing = true
    }.render(into: folder.path)
    // The old files of the first and second chapters stay, although the manifest no longer lists them.
    for name in [files[0], files[1], files[2]] {
      #expect(try FolderState.contents(folder.path)[name] == before[name])
    }
    #expect(try Manifest(in: folder.path).chapters.map(\.index) == [2, 3])
    try await ToneBook(edited).render(into: folder.path)
    #expect(!(try FolderState.names(folder.path).contains(files[1])))
  }

  @Test func everyChapterCanFail() async throws {
    let folder = try TemporaryFolder()
    let provider = HookedVoiceProvider { _ in throw VoiceProviderError.networkError("no route") }
    let outcome = try await ToneBook(ToneBook.threeScenes, provider: provider) {
      $0.options.keepGoing = true
    }.render(into: folder.path)
    #expect(outcome.failures.map(\.chapter) == [1, 2, 3])
    #expect(outcome.completed == 0)
    for failure in outcome.failures {
      guard case .line(_, .unavailable, _) = failure.error else {
        Issue.record("\(failure.error)")
        continue
      }
    }
    #expect(try Manifest(in: folder.path).chapters.isEmpty)
  }

  @Test func aSilentLineIsAWarningWithItsPosition() async throws {
    let folder = try TemporaryFolder()
    let log = Log()
    let mute = HookedVoiceProvider(muted: "Three.")
    let outcome = try await ToneBook(ToneBook.threeScenes, provider: mute)
      .render(into: folder.path, onEvent: log.add)
    #expect(outcome.warnings == 1)
    #expect(log.all.contains("warning 2 silent-line 12"))
    let item = try #require(
      try Manifest(in: folder.path).chapters[1].items.first { $0.text == "Three." })
    #expect(item.start == item.end)
  }

  @Test func cancellationKeepsOnlyFinishedChapters() async throws {
    let folder = try TemporaryFolder()
    let reached = Door()
    // The second chapter never ends.
    let provider = HookedVoiceProvider { request in
      guard request.text == "Three." else { return }
      await reached.open()
      try await Task.sleep(for: .seconds(3600))
    }
    let script = ToneBook.threeScenes.replacing(
      "Five.", with: "Five, and a chapter that is longer.")
    let path = folder.path
    let task = Task {
      try await ToneBook(script, provider: provider).render(into: path)
    }
    await reached.pass()
    // With one job, the longest chapter comes first. Wait until its file has its final name.
    while !(try FolderState.names(path).contains(files[2])) {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let names = try FolderState.names(path)
    #expect(names.contains(files[2]))
    #expect(names.allSatisfy { files.contains($0) })
    #expect(!names.contains(files[1]))
    let outcome = try await ToneBook(script).render(into: path)
    #expect(outcome.reused == names.count)
    let clean = try TemporaryFolder()
    try await ToneBook(script).render(into: clean.path)
    #expect(try FolderState.contents(path) == FolderState.contents(clean.path))
  }
}
