import Foundation
import Hablare
import HablareTesting
import Narration
import Synchronization
import TestSupport
import Testing

@testable import Audiobook

/// Tests of new takes of lines with cached clips.
@Suite struct RetakeTests {
  private static let cast = #"{ "narrator": "tone://tenor", "default": "tone://alto" }"#
  private static let shared = "One for the road, and none for the way back."
  private static let own = "Three in the attic, and nobody on the stairs saw them come."
  private static let script = """
    INT. HALL - DAY

    ANN
    \(shared)

    INT. ATTIC - NIGHT

    BEN
    \(own)

    ANN
    \(shared)

    INT. CELLAR - NIGHT

    BEN
    Nobody.

    """

  /// A folder with a finished book and the clips that the book was built from.
  private struct Stage {
    let folder: TemporaryFolder
    let cache: ClipCache
    var out: String { folder.path(of: "out") }

    init() async throws {
      folder = try TemporaryFolder()
      cache = ClipCache(folder: folder.path(of: "clips"))
      try await build(SpoiltVoiceProvider(isPaid: true))
    }

    /// The outcome of a build, and the reasons for rendering each chapter.
    @discardableResult
    func build(
      _ provider: SpoiltVoiceProvider, retaking lines: LineSelection = LineSelection(),
      into name: String = "out", script: String = RetakeTests.script,
      cast: String = RetakeTests.cast, _ change: (inout ToneBook) -> Void = { _ in }
    ) async throws -> (outcome: BuildOutcome, reasons: [Int: [RenderReason]]) {
      // A new cache of the folder sees what another process would see.
      let cache = ClipCache(folder: folder.path(of: "clips"))
      var book = ToneBook(script, cast: cast, provider: provider) { $0.cache = cache }
      book.others = [ToneVoiceProvider(providerId: "spare")]
      change(&book)
      book.options.retakes = Retakes(
        of: lines, in: try await book.plan(), options: book.options,
        directory: VoiceDirectory([provider]))
      let reasons = Mutex<[Int: [RenderReason]]>([:])
      let outcome = try await book.render(into: folder.path(of: name)) { event in
        if case .due(let chapter, _, let all) = event { reasons.withLock { $0[chapter] = all } }
      }
      return (outcome, reasons.withLock(\.self))
    }

    func bytes(_ chapter: Int, of name: String = "out") throws -> Data {
      let files = try Manifest(in: folder.path(of: name)).chapters.map(\.file)
      return try Data(contentsOf: URL(filePath: folder.path(of: "\(name)/\(files[chapter - 1])")))
    }
  }

  @Test func `a line gets a new take and only its chapter is rendered`() async throws {
    let stage = try await Stage()
    let before = try (1...3).map { try stage.bytes($0) }
    let provider = SpoiltVoiceProvider(isPaid: true) { _, _ in .softer }
    let built = try await stage.build(
      provider, retaking: LineSelection(positions: [ScriptPosition(line: 9)]))
    #expect(provider.texts == [Self.own])
    #expect(built.reasons == [2: [.retaken]])
    #expect(built.outcome.reused == 2)
    #expect(try stage.bytes(1) == before[0])
    #expect(try stage.bytes(2) != before[1])
    #expect(try stage.bytes(3) == before[2])
    // The new take is cached: a book built from it is the same, without any request.
    let idle = SpoiltVoiceProvider(isPaid: true)
    try await stage.build(idle, into: "again")
    #expect(idle.texts.isEmpty)
    #expect(try stage.bytes(2, of: "again") == stage.bytes(2))
    // Without --retake nothing happens.
    #expect(try await stage.build(idle).reasons.isEmpty)
  }

  /// A clip belongs to a text and a voice, not to a position.
  @Test func `lines with the same text share the new take`() async throws {
    let stage = try await Stage()
    let before = try (1...3).map { try stage.bytes($0) }
    let provider = SpoiltVoiceProvider(isPaid: true) { _, _ in .softer }
    try await stage.build(provider, retaking: LineSelection(positions: [ScriptPosition(line: 4)]))
    #expect(provider.texts == [Self.shared])
    #expect(try stage.bytes(1) != before[0])
    #expect(try stage.bytes(2) == before[1])
    // The other chapter uses the new take when it is rendered for another reason.
    let idle = SpoiltVoiceProvider(isPaid: true)
    try await stage.build(idle) { $0.options.force = true }
    #expect(idle.texts.isEmpty)
    #expect(try stage.bytes(2) != before[1])
  }

  @Test(arguments: [1, 4])
  func `a role gets a new take of each of its texts`(jobs: Int) async throws {
    let stage = try await Stage()
    let before = try (1...3).map { try stage.bytes($0) }
    let provider = SpoiltVoiceProvider(isPaid: true) { _, attempt in
      attempt == 1 ? .softer : nil
    }
    let built = try await stage.build(provider, retaking: LineSelection(roles: ["ANN"])) {
      $0.options.jobs = jobs
    }
    #expect(provider.texts == [Self.shared])
    #expect(built.reasons == [1: [.retaken], 2: [.retaken]])
    #expect(try stage.bytes(1) != before[0] && stage.bytes(2) != before[1])
    let narrator = SpoiltVoiceProvider(isPaid: true) { _, _ in .softer }
    try await stage.build(narrator, retaking: LineSelection(roles: [""]))
    #expect(narrator.texts.count == Set(narrator.texts).count)
    #expect(!narrator.texts.contains(Self.shared) && !narrator.texts.contains(Self.own))
    #expect(narrator.texts.count >= 3)
  }

  @Test(arguments: [SpoiltVoiceProvider.Spoil.silent, .tenth, .noSound, .outage])
  func `if no new take can be had, the old one and its chapter stay`(
    spoil: SpoiltVoiceProvider.Spoil
  ) async throws {
    let stage = try await Stage()
    let before = try FolderState.contents(stage.out)
    let provider = SpoiltVoiceProvider(isPaid: true) { _, _ in spoil }
    let built = try await stage.build(
      provider, retaking: LineSelection(positions: [ScriptPosition(line: 9)]))
    #expect(built.outcome.failures.map(\.chapter) == [2])
    #expect(built.outcome.completed == 3)
    #expect(provider.texts.count == (spoil == .outage ? 1 : 2))
    #expect(try FolderState.contents(stage.out) == before)
    let idle = SpoiltVoiceProvider(isPaid: true)
    #expect(try await stage.build(idle).reasons.isEmpty)
    try await stage.build(idle, into: "again")
    #expect(idle.texts.isEmpty)
    #expect(try stage.bytes(2, of: "again") == stage.bytes(2))
  }

  @Test func `if the provider is down, the old take is used`() async throws {
    let stage = try await Stage()
    let cast =
      #"{ "narrator": "tone://tenor", "default": "tone://alto", "fallback": { "tone": "spare://alto" } }"#
    let provider = SpoiltVoiceProvider(isPaid: true) { _, _ in .outage }
    let before = try stage.bytes(2)
    let built = try await stage.build(
      provider, retaking: LineSelection(positions: [ScriptPosition(line: 9)]), cast: cast)
    #expect(built.outcome.failures.isEmpty)
    #expect(built.outcome.degraded.isEmpty)
    #expect(try stage.bytes(2) == before)
  }

  @Test func `a renamed chapter with a new take is rendered`() async throws {
    let stage = try await Stage()
    let script = "INT. PORCH - DAY\n\nBEN\nNobody.\n\n" + Self.script
    let provider = SpoiltVoiceProvider(isPaid: true) { _, _ in .softer }
    let built = try await stage.build(
      provider, retaking: LineSelection(positions: [ScriptPosition(line: 14)]), script: script)
    #expect(built.reasons[3] == [.retaken])
    #expect(built.outcome.moved == 2)
    #expect(provider.texts.contains(Self.own))
  }

  @Test func `the bill includes new takes, and their chapters count as missing`() async throws {
    let stage = try await Stage()
    let provider = SpoiltVoiceProvider(isPaid: true)
    let directory = VoiceDirectory([provider])
    var book = ToneBook(Self.script, cast: Self.cast, provider: provider)
    let plan = try await book.plan()
    book.options.retakes = Retakes(
      of: LineSelection(positions: [ScriptPosition(line: 4)]), in: plan, options: book.options,
      directory: directory)
    let lengths = try BuiltFolder(stage.out).lengths(
      of: plan, options: book.options, sampleRate: book.sampleRate)
    #expect(lengths.keys.sorted() == [2, 3])
    var bill = PaidBill()
    await bill.add(
      [plan.chapters[0]], of: plan, directory: directory, cache: stage.cache,
      retakes: book.options.retakes)
    #expect(bill.work.map(\.characters) == [Self.shared.count])
    #expect(bill.work.map(\.lines) == [1])
    #expect(bill.work.map(\.cachedLines) == [plan.chapters[0].itemCount - 1])
  }

  @Test func `only the chapters of a build get new takes`() async throws {
    let provider = SpoiltVoiceProvider(isPaid: true)
    func chapters(
      _ lines: LineSelection, _ provider: SpoiltVoiceProvider,
      _ change: (inout ToneBook) -> Void = { _ in }
    ) async throws -> [Int] {
      let book = ToneBook(Self.script, cast: Self.cast, provider: provider, change)
      return Retakes(
        of: lines, in: try await book.plan(), options: book.options,
        directory: VoiceDirectory([provider])
      ).chapters.sorted()
    }
    let ann = LineSelection(roles: ["ANN"])
    #expect(try await chapters(ann, provider) == [1, 2])
    #expect(
      try await chapters(ann, provider) { $0.options.only = ChapterSelection("2-") } == [2])
    #expect(
      try await chapters(ann, provider) { $0.options.shard = Shard(index: 1, count: 3) } == [1])
    #expect(try await chapters(LineSelection(positions: [ScriptPosition(line: 5)]), provider) == [])
    #expect(try await chapters(LineSelection(), provider) == [])
    // A provider whose clips are never cached has no other take of a line.
    #expect(try await chapters(ann, SpoiltVoiceProvider(isCached: false)) == [])
  }
}
