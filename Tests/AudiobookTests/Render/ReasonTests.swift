import Audio
import Foundation
import Hablare
import HablareTesting
import Narration
import Synchronization
import TestSupport
import Testing

@testable import Audiobook

/// Why chapters are rendered, as `-v` tells it; reasons that edits give are in `EditTests`.
@Suite struct ReasonTests {
  private final class Reasons: Sendable {
    private let list = Mutex<[Int: [String]]>([:])
    var all: [Int: [String]] { list.withLock { $0 } }
    func add(_ event: RenderEvent) {
      if case .due(let chapter, _, let reasons) = event {
        list.withLock { $0[chapter] = reasons.map { $0.text() } }
      }
    }
  }

  /// The reasons of a second build, behind a first one and what happens to its folder.
  private func reasons(
    of script: String = ToneBook.threeScenes, after: (TemporaryFolder) throws -> Void = { _ in },
    with change: (inout ToneBook) -> Void = { _ in }
  ) async throws -> [Int: [String]] {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    try after(folder)
    let reasons = Reasons()
    try await ToneBook(script, change).render(into: folder.path, onEvent: reasons.add)
    return reasons.all
  }

  @Test func `a first build is new`() async throws {
    let (folder, reasons) = (try TemporaryFolder(), Reasons())
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path, onEvent: reasons.add)
    #expect(reasons.all == [1: ["it is new"], 2: ["it is new"], 3: ["it is new"]])
  }

  @Test func `a file may have been modified or be gone`() async throws {
    let files = ToneBook.threeFiles
    let found = try await reasons(after: { folder in
      try folder.write("mine", as: files[0])
      try folder.remove(files[2])
    })
    #expect(found == [1: ["\(files[0]) was modified"], 3: ["\(files[2]) is gone"]])
  }

  @Test func `force is a reason`() async throws {
    let found = try await reasons(with: { $0.options.force = true })
    #expect(found == [1: ["it is asked for"], 2: ["it is asked for"], 3: ["it is asked for"]])
  }

  @Test func `so are versions`() async throws {
    let program = try await reasons(with: { $0.options.generator = "guion2audio 0.0.1" })
    #expect(program[1] == ["new version"])
    let engine = try await reasons(with: { $0.engineVersion = "2" })
    #expect(engine[2] == ["new version of tone"])
  }

  @Test func `several reasons are all told`() async throws {
    let script = ToneBook.threeScenes.replacing("Three.", with: "Thrice.")
    let found = try await reasons(of: script, with: { $0.options.formats = [.flac] })
    #expect(found[2] == ["format, rate, bitrate or loudness changed", "line 12 changed"])
    #expect(found[1] == ["format, rate, bitrate or loudness changed"])
  }

  @Test func `several lines are told from the first to the last`() async throws {
    let script = ToneBook.threeScenes.replacing("Three.", with: "Thrice.")
      .replacing("Four.", with: "Fourth.")
    #expect(try await reasons(of: script) == [2: ["lines 12 to 15 changed"]])
  }

  @Test func `a scene that moves and changes goes back to the one with its lines`() async throws {
    let script =
      "INT. ATTIC - DAY\n\nDust.\n\n"
      + ToneBook.threeScenes
      .replacing("Five.", with: "Fifth.")
    let found = try await reasons(of: script)
    #expect(found == [1: ["it is new"], 4: ["line 24 changed"]])
  }

  @Test(arguments: [
    (RenderReason.voices(["", "ANN"]), "voices of the narrator, ANN changed"),
    (.manner(ScriptPlace(source: 1, line: 7)), "the manner of line 7 of b.md changed"),
    (
      .words(
        from: ScriptPlace(source: 1, line: 7), to: ScriptPlace(source: 1, line: 9), isEmpty: false),
      "lines 7 to 9 of b.md changed"
    ),
    (.degraded, "its own voices are tried again"),
    (.unknown, "nothing is known of how it was made"),
  ])
  func `of several documents the right one is named`(reason: RenderReason, text: String) {
    #expect(reason.text(documents: ["a.md", "b.md"]) == text)
  }

  /// Records of 0.1.0 have neither trace nor check: a change is seen all the same.
  @Test func `an old record is no harm`() async throws {
    let found = try await reasons(
      of: ToneBook.threeScenes.replacing("Three.", with: "Thrice."),
      after: { folder in
        let journal = try folder.text(of: ".guion2audio/journal")
        let old = try journal.split(separator: "\n").map(Self.withoutTrace)
        try folder.write(old.joined(separator: "\n") + "\n", as: ".guion2audio/journal")
      })
    #expect(found == [2: ["nothing is known of how it was made"]])
  }

  private static func withoutTrace(_ line: Substring) throws -> String {
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    if var chapter = object["chapter"] as? [String: Any] {
      try #require(chapter.removeValue(forKey: "trace") != nil)
      object["chapter"] = chapter
    }
    try #require(object.removeValue(forKey: "check") != nil)
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }
}
