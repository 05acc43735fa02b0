import Audio
import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import Synchronization
import TestSupport
import Testing

@testable import Audiobook

/// Tests of takes that are silent or end early.
///
/// They are requested once more and never cached.
@Suite struct BadTakeTests {
  private static let cast = #"{ "narrator": "tone://tenor", "default": "tone://alto" }"#
  private static let long = "Three in the attic, and nobody on the stairs saw them come."
  private static let script = "INT. HALL - DAY\n\nANN\n\(long)\n\nBEN\nTwo of a kind.\n"

  /// The outcome of a build, with its warnings and its first failure.
  private struct Build {
    var outcome: BuildOutcome
    var warnings: [String] = []
    var failure: RenderError?
  }

  private func build(
    _ provider: SpoiltVoiceProvider, into path: String, cache: ClipCache?
  ) async throws -> Build {
    let warnings = Mutex<[String]>([])
    let outcome = try await ToneBook(Self.script, cast: Self.cast, provider: provider) {
      $0.cache = cache
    }.render(into: path) { event in
      guard case .warning(_, _, let diagnostic) = event else { return }
      warnings.withLock {
        $0.append("\(diagnostic.position?.line ?? 0): \(diagnostic.message) [\(diagnostic.code)]")
      }
    }
    return Build(
      outcome: outcome, warnings: warnings.withLock(\.self), failure: outcome.failures.first?.error)
  }

  @Test func `a silent passage gives no level`() async throws {
    let folder = try TemporaryFolder()
    let passage = MeasuringPassage.text(languageCode: "en-US")
    func build(_ name: String, silent: Int) async throws -> (BuildOutcome, [String]) {
      let provider = SpoiltVoiceProvider { text, attempt in
        text == passage && attempt <= silent ? .silent : nil
      }
      let outcome = try await ToneBook(Self.script, cast: Self.cast, provider: provider) {
        $0.options.loudness = .podcast
      }
      .render(into: folder.path(of: name), levels: folder.path(of: "\(name) levels"))
      return (outcome, provider.texts.filter { $0 == passage })
    }
    // The book has two voices, and each of them speaks the passage.
    #expect(try await build("clean", silent: 0).1.count == 2)
    // After a silent take, the build requests the passage once more. The silent take leaves no trace.
    #expect(try await build("once", silent: 1).1.count == 3)
    let isSame =
      try FolderState.contents(folder.path(of: "once"))
      == FolderState.contents(folder.path(of: "clean"))
    #expect(isSame)
    // After two silent takes the chapter fails, and no level is stored.
    let (failed, _) = try await build("never", silent: .max)
    #expect(failed.failures.count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "never levels")))
  }

  /// The line itself is not silent.
  ///
  /// The passage that measures the level of its voice is silent.
  @Test func `two silent takes of the passage are reported as such`() async throws {
    let folder = try TemporaryFolder()
    let passage = MeasuringPassage.text(languageCode: "en-US")
    let provider = SpoiltVoiceProvider { text, _ in text == passage ? .silent : nil }
    let outcome = try await ToneBook(Self.script, cast: Self.cast, provider: provider) {
      $0.options.loudness = .podcast
    }
    .render(into: folder.path(of: "out"))
    #expect(
      outcome.failures.first?.error.description
        == "tone: in both takes, the voice was silent when it spoke a test text to measure its loudness; both takes were "
        + "discarded; try again to request new takes")
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var spoil: SpoiltVoiceProvider.Spoil
    var heard: String
    var kind = RenderError.FailureKind.engine
    var testDescription: String { "\(spoil)" }
  }

  static let rows = [
    Row(spoil: .tenth, heard: "spoke 0.4 s of a line that needs about 3.5 s"),
    Row(spoil: .silent, heard: "was silent"),
    Row(spoil: .noSound, heard: "sent audio that cannot be decoded (", kind: .unavailable),
  ]

  @Test(arguments: rows, [true, false])
  func `a bad take is requested once more and the good one is cached`(
    row: Row, isPaid: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let clean = SpoiltVoiceProvider(isPaid: isPaid)
    _ = try await build(clean, into: folder.path(of: "clean"), cache: nil)
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let provider = SpoiltVoiceProvider(isPaid: isPaid) { text, attempt in
      text == Self.long && attempt == 1 ? row.spoil : nil
    }
    let first = try await build(provider, into: folder.path(of: "one"), cache: cache)
    #expect(first.outcome.failures.isEmpty)
    #expect(first.outcome.warnings == 1)
    let warning = try #require(first.warnings.first)
    #expect(warning.hasPrefix("4: the voice tone://alto \(row.heard)"), "\(warning)")
    #expect(warning.hasSuffix(", so a second take was requested [bad-take]"), "\(warning)")
    #expect(provider.texts.count { $0 == Self.long } == 2)
    #expect(provider.texts.count == clean.texts.count + 1)
    // The cached take is the second one.
    let again = SpoiltVoiceProvider(isPaid: isPaid)
    let second = try await build(again, into: folder.path(of: "two"), cache: cache)
    #expect(again.texts.isEmpty)
    #expect(second.warnings.isEmpty)
    for name in ["one", "two"] {
      #expect(
        try FolderState.contents(folder.path(of: name))
          == FolderState.contents(folder.path(of: "clean")))
    }
  }

  @Test(arguments: rows, [true, false])
  func `two bad takes fail the line and neither is cached`(row: Row, isPaid: Bool) async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    for run in 1...2 {
      let provider = SpoiltVoiceProvider(isPaid: isPaid) { text, _ in
        text == Self.long ? row.spoil : nil
      }
      let failed = try await build(provider, into: folder.path(of: "out"), cache: cache)
      guard case .line(let place, let kind, let message) = failed.failure else {
        Issue.record("\(String(describing: failed.failure))")
        return
      }
      #expect(place.line == 4)
      #expect(kind == row.kind)
      // libsndfile has one reason for all threads, so the reasons of two damaged takes can differ.
      let isInBoth = message.hasPrefix("tone: in both takes, the voice \(row.heard)")
      #expect(
        isInBoth || row.kind == .unavailable && message.hasPrefix("tone: the voice \(row.heard)"),
        "\(message)")
      let ending = "; both takes were discarded; try again to request new takes"
      #expect(message.hasSuffix(ending), "\(message)")
      #expect(provider.texts.count { $0 == Self.long } == 2, "run \(run)")
    }
    let good = SpoiltVoiceProvider(isPaid: isPaid)
    let last = try await build(good, into: folder.path(of: "out"), cache: cache)
    #expect(last.failure == nil)
    #expect(good.texts == [Self.long])
  }

  @Test func `two different faults are both reported`() async throws {
    let folder = try TemporaryFolder()
    let provider = SpoiltVoiceProvider(isPaid: true) { text, attempt in
      text == Self.long ? attempt == 1 ? .tenth : .silent : nil
    }
    let failed = try await build(provider, into: folder.path(of: "out"), cache: nil)
    #expect(
      failed.failure?.description
        == "tone: the voice spoke 0.4 s of a line that needs about 3.5 s, then was silent; both "
        + "takes were discarded; try again to request new takes")
  }

  /// The next build requests such a take again anyway.
  @Test func `free takes that are not cached are not judged`() async throws {
    let folder = try TemporaryFolder()
    let provider = SpoiltVoiceProvider(isCached: false) { text, _ in
      text == Self.long ? .tenth : nil
    }
    let built = try await build(
      provider, into: folder.path(of: "out"), cache: ClipCache(folder: folder.path(of: "clips")))
    #expect(built.failure == nil)
    #expect(provider.texts.count { $0 == Self.long } == 1)
  }

  /// A cached clip was paid for, so a new take has to be requested by the user.
  @Test func `a cached clip is not judged again`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let spoilt = SpoiltVoiceProvider(isPaid: true) { _, _ in .tenth }
    let book = ToneBook(Self.script, cast: Self.cast, provider: spoilt)
    for passage in try await book.plan().chapters[0].read.passages {
      let span = passage.items[0].spans[0]
      let key = ClipKey(providerId: "tone", providerVersion: "1", request: span.request)
      await cache.store(try await spoilt.generate(request: span.request), for: key)
    }
    let provider = SpoiltVoiceProvider(isPaid: true)
    let built = try await build(provider, into: folder.path(of: "out"), cache: cache)
    #expect(built.failure == nil)
    #expect(provider.texts.isEmpty)
  }

  @Test func `a fallback voice is judged like any other`() async throws {
    let folder = try TemporaryFolder()
    let down = ToneVoiceProvider(
      providerId: "down", failures: [Self.long: .networkError("no route")])
    let provider = SpoiltVoiceProvider { text, _ in text == Self.long ? .silent : nil }
    let book = ToneBook(
      Self.script,
      cast: #"""
        { "narrator": "tone://tenor", "default": "down://alto",
          "fallback": { "down": "tone://bass" } }
        """#, provider: provider
    ) { $0.others = [down] }
    let outcome = try await book.render(into: folder.path(of: "out"))
    #expect(provider.texts.count { $0 == Self.long } == 2)
    #expect(
      outcome.failures.first?.error.description.hasPrefix(
        "tone: in both takes, the voice was silent") == true)
  }

  /// The passage that compares voices is cached like lines.
  @Test func `bad takes are discarded when voices are compared`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let voice = try #require(VoiceURI("tone://alto"))
    func listen(_ spoil: @escaping @Sendable (String, Int) -> SpoiltVoiceProvider.Spoil?)
      async throws
      -> Int
    {
      let provider = SpoiltVoiceProvider(isPaid: true, spoil)
      let listener = VoiceListener(directory: VoiceDirectory([provider]), clips: cache)
      _ = try await listener.timbre(of: voice, languageCode: "en")
      return provider.texts.count
    }
    #expect(try await listen { _, _ in .silent } == 2)
    #expect(try await listen { _, attempt in attempt == 1 ? .tenth : nil } == 2)
    #expect(try await listen { _, _ in nil } == 0)
  }
}
