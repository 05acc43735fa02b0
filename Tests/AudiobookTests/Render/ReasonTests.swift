import Audio
import Basics
import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import Synchronization
import TestSupport
import Testing

@testable import Audiobook

/// Tests of the reasons for rendering chapters, as shown by `-v`.
///
/// `EditTests` has the reasons of edits.
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

  /// Returns the reasons of a second build, after the first build and a change of its folder.
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

  @Test func `in a first build every chapter is new`() async throws {
    let (folder, reasons) = (try TemporaryFolder(), Reasons())
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path, onEvent: reasons.add)
    #expect(reasons.all == [1: ["it is new"], 2: ["it is new"], 3: ["it is new"]])
  }

  @Test func `a changed or missing file is a reason`() async throws {
    let files = ToneBook.threeFiles
    let found = try await reasons(after: { folder in
      try folder.write("mine", as: files[0])
      try folder.remove(files[2])
    })
    #expect(found == [1: ["\(files[0]) was modified"], 3: ["\(files[2]) is missing"]])
  }

  @Test func `force is a reason`() async throws {
    let found = try await reasons(with: { $0.options.force = true })
    let reason = "all chapters were requested"
    #expect(found == [1: [reason], 2: [reason], 3: [reason]])
  }

  @Test func `an engine version is a reason`() async throws {
    let program = try await reasons(with: { $0.options.generator = "guion2audio 0.0.1" })
    #expect(program[1] == ["the version of guion2audio or of its rules changed"])
    let engine = try await reasons(with: { $0.engineVersion = "2" })
    #expect(engine[2] == ["the version of tone changed"])
  }

  @Test func `several reasons are all listed`() async throws {
    let script = ToneBook.threeScenes.replacing("Three.", with: "Thrice.")
    let found = try await reasons(of: script, with: { $0.options.formats = [.flac] })
    #expect(
      found[2] == [
        "the format, channels, sample rate, bit rate or loudness changed", "line 12 changed",
      ])
    #expect(found[1] == ["the format, channels, sample rate, bit rate or loudness changed"])
  }

  @Test func `several changed lines are listed as a range`() async throws {
    let script = ToneBook.threeScenes.replacing("Three.", with: "Thrice.")
      .replacing("Four.", with: "Fourth.")
    #expect(try await reasons(of: script) == [2: ["lines 12 to 15 changed"]])
  }

  @Test func `a moved and changed scene is compared with the scene that had its lines`()
    async throws
  {
    let script =
      "INT. ATTIC - DAY\n\nDust.\n\n"
      + ToneBook.threeScenes
      .replacing("Five.", with: "Fifth.")
    let found = try await reasons(of: script)
    #expect(found == [1: ["it is new"], 4: ["line 24 changed"]])
  }

  @Test(arguments: [
    (RenderReason.voices(["", "ANN"]), "the voices of the narrator, ANN changed"),
    (.delivery(ScriptPosition(source: 1, line: 7)), "the delivery of line 7 of b.md changed"),
    (
      .words(
        from: ScriptPosition(source: 1, line: 7), to: ScriptPosition(source: 1, line: 9),
        isEmpty: false),
      "lines 7 to 9 of b.md changed"
    ),
    (.degraded, "a fallback voice spoke in the last build; the cast's voices are tried again"),
    (.unknown, "the record of the last build is missing"),
  ])
  func `the reason names the right one of several documents`(reason: RenderReason, text: String) {
    #expect(reason.text(documents: ["a.md", "b.md"]) == text)
  }

  @Test func `a place in a PDF is a page and a line, and in an office document a paragraph`() {
    let (from, to) = (ScriptPosition(line: 12003), ScriptPosition(line: 13501))
    let reasons: [RenderReason] = [
      .words(from: from, to: to, isEmpty: false), .words(from: from, to: from, isEmpty: true),
      .delivery(ScriptPosition(source: 1, line: 7)),
    ]
    #expect(
      reasons.map { $0.text(documents: ["a.pdf", "b.docx"]) } == [
        "page 12, line 3 to page 13, line 1 of a.pdf changed",
        "text was removed near page 12, line 3 of a.pdf",
        "the delivery of paragraph 7 of b.docx changed",
      ])
    #expect(reasons[1].text(documents: ["a.PDF"]) == "text was removed near page 12, line 3")
  }

  /// Standard input and many downloads have names that do not say what they are.
  @Test func `places count what the format says, whatever the name of the file is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "download.bin")
    let body = "<w:p><w:r><w:t>One.</w:t></w:r></w:p>"
    try Data(MadeWord(body).bytes).write(to: URL(filePath: path))
    #expect(PlaceUnit.words(ofLine: 3, in: path) == "line 3")
    _ = try BookInput(path, format: .docx).read(.second)
    #expect(PlaceUnit.place(ofLine: 3, in: path) == "\(path): paragraph 3")
    try Data("One.".utf8).write(to: URL(filePath: path))
    _ = try BookInput(path, format: .text).read(.second)
    #expect(PlaceUnit.place(ofLine: 3, in: path) == "\(path):3")
  }

  /// Records of 0.1.0 have no trace and no check.
  ///
  /// A build finds the changed chapter without them, but cannot name the change.
  @Test func `an old record is harmless`() async throws {
    let found = try await reasons(
      of: ToneBook.threeScenes.replacing("Three.", with: "Thrice."),
      after: { folder in
        let journal = try folder.text(of: ".guion2audio/journal")
        let old = try journal.split(separator: "\n").map(Self.withoutTrace)
        try folder.write(old.joined(separator: "\n") + "\n", as: ".guion2audio/journal")
      })
    #expect(found == [2: ["the record of the last build is missing"]])
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
