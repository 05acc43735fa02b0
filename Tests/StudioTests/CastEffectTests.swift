import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Audiobook
@testable import Studio

/// Tests of what pages show: the effect of a change, and the lines of a book.
@Suite struct CastEffectTests {
  private static let script = """
    Title: Tea

    INT. KITCHEN - DAY

    ANN
    The tea is ready, Bloom.

    BEN
    (quietly)
    Is BLOOM here?

    ANN
    We go now.

    BEN ^
    We stay until morning.

    EXT. GARDEN - DAY

    SHADOW
    Bloom has a bird.
    """

  private let folder: TemporaryFolder
  private let tone = ToneVoiceProvider()
  private let desk: StudioDesk

  init() throws {
    folder = try TemporaryFolder()
    let input = try BookInput(try folder.write(Self.script, as: "tea.fountain"))
    let speech = SpeechSetup(
      environment: [:], cache: .none,
      registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(tone)]))
    var book = Book(input, speech: speech)
    book.options.defaultVoice = VoiceURI("tone://bass")
    desk = StudioDesk(
      StudioSettings(
        book: book, folder: folder.path(of: "out"), temporaryFolder: folder.path, program: "tests"))
  }

  private func plan() async throws -> StudioView { try #require(await desk.view) }

  private func edit(_ edits: CastEdit..., page: String? = nil) async throws -> CastEffect {
    try await desk.edit(edits, digest: desk.file.digest, title: "a change", page: page)
  }

  private func voice(_ role: String, _ address: String) throws -> CastEdit {
    .voice(role: role, try #require(VoiceURI(address)))
  }

  private func request(_ json: String) async throws -> CastEdit {
    let request = try JSONDecoder().decode(EditRequest.self, from: Data(json.utf8))
    return try request.edit(in: await plan())
  }

  @Test func `a change names every role that has a new voice`() async throws {
    await desk.load()
    let before = try await plan().book.plan.cast
    let taken = try #require(before["BEN"])
    let effect = try await edit(.voice(role: "ANN", taken))
    let after = try await plan().book.plan.cast
    let changed = before.keys.filter { before[$0]?.plain != after[$0]?.plain }.sorted()
    #expect(effect.recast.map(\.role) == changed && changed.contains("ANN"))
    for one in effect.recast {
      #expect(one.from == before[one.role]?.plain.description)
      #expect(one.to == after[one.role]?.plain.description)
    }
  }

  @Test func `a pause at the end of chapters affects chapters but no line`() async throws {
    await desk.load()
    let effect = try await edit(.pause("chapterEnd", 2250))
    #expect(effect.affected.isEmpty)
    let chapters = try await plan().book.plan.chapters.count
    #expect(effect.chapters == chapters && chapters > 1)
    // SHADOW speaks in one chapter and gets another voice of its provider.
    let current = try await plan().book.plan.cast["SHADOW"]
    let other = current == VoiceURI("tone://alto") ? "tone://bass" : "tone://alto"
    let one = try await edit(voice("SHADOW", other))
    #expect(one.recast.contains { $0.role == "SHADOW" })
    let lines = try await plan().lines
    #expect(one.chapters == Set(one.affected.map { lines[$0].chapter }).count)
  }

  @Test func `a change without an effect is not added to the history`() async throws {
    await desk.load()
    _ = try await edit(voice("BEN", "tone://alto"), page: "one")
    let (first, state) = await (desk.history.undo, desk.state)
    #expect(first?.page == "one")
    let effect = try await edit(voice("BEN", "tone://alto"), page: "two")
    #expect(effect.affected.isEmpty && effect.chapters == 0)
    let (undo, now) = await (desk.history.undo, desk.state)
    #expect(undo?.page == "one" && now == state)
  }

  @Test func `simultaneous speeches are two lines and one sound`() async throws {
    await desk.load()
    let answer = await BookAnswer(desk)
    let left = try #require(answer.lines.firstIndex { $0.text == "We go now." })
    let right = try #require(answer.lines.firstIndex { $0.text == "We stay until morning." })
    #expect(answer.lines[left].with == [right] && answer.lines[right].with == [left])
    #expect(answer.lines.count { $0.with != nil } == 2)
    // Each speech has its own block, which does not contain the line of the other speech.
    for (line, role) in [(left, "ANN"), (right, "BEN")] {
      let block = answer.lines[line].block
      #expect(answer.blocks[block].text == role)
      #expect(answer.blocks[block].lines == answer.blocks[block + 1].lines)
      #expect(answer.blocks[block].lines?.contains(line == left ? right : left) == false)
    }
    let number = try await plan().number
    let one = try await desk.hear(left, plan: number, with: [], pays: false)
    let other = try await desk.hear(right, plan: number, with: [], pays: false)
    #expect(one.sound.samples == other.sound.samples && !one.sound.samples.isEmpty)
    // The typical line of a role is never a simultaneous line.
    #expect(answer.roles.first { $0.name == "ANN" }?.sample != left)
  }

  @Test func `lines have the pauses of the book`() async throws {
    await desk.load()
    let view = try await plan()
    let answer = await BookAnswer(desk)
    let first = try #require(view.lines.firstIndex { $0.chapter == 2 })
    let end = view.book.plan.chapters[0].read.pauseAfter
    #expect(answer.lines[first].pause == Double(end + view.lines[first].pauseBefore) / 1000)
    #expect(answer.lines[first + 1].pause == Double(view.lines[first + 1].pauseBefore) / 1000)
  }

  @Test(arguments: [
    (
      Pronunciation(text: "Bloom", say: "Blume"),
      ["The tea is ready, Bloom.", "Is BLOOM here?", "Bloom has a bird."]
    ),
    (
      Pronunciation(text: "bloom", say: "Blume", character: "ann"), ["The tea is ready, Bloom."]
    ),
    (Pronunciation(text: "BLOOM", say: "Blume"), ["Is BLOOM here?"]),
    (Pronunciation(text: "Bloo", say: "Blue"), []),
    (Pronunciation(text: "quietly", say: "softly"), []),
  ])
  func `a pronunciation knows its lines, tried and kept`(
    entry: Pronunciation, lines: [String]
  ) async throws {
    await desk.load()
    let texts = await BookAnswer(desk).lines.map(\.text)
    let trial = try await desk.effect(of: [.pronunciation(entry)])
    #expect(trial.applies?.map { texts[$0] } == lines)
    _ = try await edit(.pronunciation(entry))
    let answer = await BookAnswer(desk)
    #expect(answer.pronunciationLines.map { $0.map { answer.lines[$0].text } } == [lines])
    // The page shows the author's text, not the text that the voices get.
    #expect(answer.lines.map(\.text) == texts)
    #expect(try await desk.effect(of: [.pronunciation(entry)]).affected.isEmpty)
    #expect(try await desk.effect(of: [.pause("quote", 1)]).applies == nil)
  }

  @Test func `a role is joined to another role and separated again`() async throws {
    await desk.load()
    let join = try await request(#"{"kind": "alias", "role": "BEN", "name": "SHADOW"}"#)
    let effect = try await edit(join)
    #expect(!effect.affected.isEmpty)
    let roles = await BookAnswer(desk).roles
    #expect(!roles.contains { $0.name == "SHADOW" })
    #expect(roles.first { $0.name == "BEN" }?.aliases == ["SHADOW"])
    let separate = try await request(#"{"kind": "unalias", "role": "BEN", "name": "SHADOW"}"#)
    _ = try await edit(separate)
    let separated = await BookAnswer(desk).roles
    #expect(separated.contains { $0.name == "SHADOW" })
    for wrong in ["BEN", "", "NOBODY"] {
      await #expect(
        throws: StudioError.impossible("\"\(wrong)\" cannot be another name of \"BEN\".")
      ) {
        _ = try await request(#"{"kind": "alias", "role": "BEN", "name": "\#(wrong)"}"#)
      }
    }
    await #expect(
      throws: StudioError.impossible("\"BEN\" cannot be another name of \"\".")
    ) {
      _ = try await request(#"{"kind": "alias", "role": "", "name": "BEN"}"#)
    }
  }

  @Test func `the title and the authors are edited, emptied and undone`() async throws {
    await desk.load()
    let script = try await plan().book.plan
    func names() async throws -> [String] {
      let plan = try await plan().book.plan
      return [plan.title] + plan.authors
    }
    _ = try await edit(request(#"{"kind": "title", "text": " Salt  "}"#))
    _ = try await edit(request(#"{"kind": "author", "text": "Ann Lee; Bo; "}"#))
    #expect(try await names() == ["Salt", "Ann Lee", "Bo"])
    _ = try await edit(request(#"{"kind": "title", "text": "  "}"#))
    #expect(try await names() == [script.title, "Ann Lee", "Bo"])
    _ = try await desk.undo(digest: desk.file.digest)
    _ = try await desk.undo(digest: desk.file.digest)
    #expect(try await names() == ["Salt"] + script.authors)
    let long = String(repeating: "a", count: InputLimit.title.maximum + 1)
    for kind in ["title", "author"] {
      await #expect(throws: StudioError.self, "\(kind)") {
        _ = try await request(#"{"kind": "\#(kind)", "text": "\#(long)"}"#)
      }
    }
  }

  @Test func `a line that has only moved has not changed`() async throws {
    await desk.load()
    let before = try await plan().lines
    let lower = Self.script.replacing("INT.", with: "\n\nINT.")
    for (script, words) in [
      (lower, []), (lower.replacing("We go", with: "We went"), ["We went now."]),
    ] {
      try folder.write(script, as: "tea.fountain")
      await desk.load()
      let after = try await plan().lines
      #expect(after.changes(since: before).map { after[$0].spoken.shownText } == words)
    }
  }

  @Test func `an error in a change gives no position in the unsaved file`() async throws {
    await desk.load()
    let body = """
      {"digest": "\(await desk.file.digest)", "try": true,
       "edits": [{"kind": "say", "text": "Bloom", "ipa": "9~"}]}
      """
    let request = WebRequest(
      method: "POST", path: "/api/edit", query: [], headers: [("content-type", "application/json")],
      body: Array(body.utf8))
    let answer = await Routes(desk: desk).answer(request)
    guard case .bytes(let bytes) = answer.content else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(answer.status == 422 && text.contains("9"))
    #expect(!text.contains("cast.json") && !text.contains("[bad"))
  }

  @Test func `a voice in the cast file keeps what the front matter says of the role`() async throws
  {
    let script = """
      ---
      guion2audio:
        characters:
          ANN: { voice: "tone://alto", note: Old., languages: { fr: "tone://tenor" } }
      ---

      **ANN:** The tea is ready.

      **BEN:** At last.
      """
    let input = try BookInput(try folder.write(script, as: "tea.md"))
    var settings = await desk.settings
    settings.book.input = input
    let desk = StudioDesk(settings)
    await desk.load()
    let json = #"{"kind": "voice", "role": "ANN", "voice": "tone://bass"}"#
    let request = try JSONDecoder().decode(EditRequest.self, from: Data(json.utf8))
    let edits = try request.edits(in: #require(await desk.view))
    _ = try await desk.edit(edits, digest: desk.file.digest, title: "voice of ANN")
    let ann = try #require(
      await desk.view?.book.cast.characters.first { $0.name == "ANN" })
    #expect(ann.voice == VoiceURI("tone://bass"))
    let tenor = try #require(VoiceURI("tone://tenor"))
    #expect(ann.note == "Old." && ann.languages == ["fr": tenor])
  }

  @Test func `the title stands above what the script begins with`() async throws {
    let script = Self.script.replacing("INT. KITCHEN", with: "FADE IN:\n\nINT. KITCHEN")
    try folder.write(script, as: "tea.fountain")
    await desk.load()
    let kinds = await BookAnswer(desk).blocks.prefix(3).map(\.kind)
    #expect(kinds == ["credits", "transition", "scene-heading"])
  }

  @Test func `findings explain their codes, and roles have their notes`() async throws {
    let cast = #"{ "characters": { "ANN": { "voice": "tone://alto", "note": "Old." }"#
    try folder.write(cast + #", "ZED": "tone://bass" } }"#, as: "cast.json")
    try folder.write(Self.script.replacing("SHADOW", with: "ANM"), as: "tea.fountain")
    await desk.load()
    var answer = await BookAnswer(desk)
    for _ in 0..<200 where answer.findings.isEmpty {
      try await Task.sleep(for: .milliseconds(20))
      answer = await BookAnswer(desk)
    }
    let codes = Set(answer.findings.map(\.code))
    #expect(codes.contains("uncast-character"))
    #expect(Set(answer.help.keys) == codes.filter { LintCode.named($0) != nil })
    #expect(answer.help.values.allSatisfy { !$0.meaning.isEmpty && !$0.advice.isEmpty })
    #expect(answer.roles.first { $0.name == "ANN" }?.note == "Old.")
    // A misspelt cue can be corrected in the script, or joined with the role that it means.
    for finding in answer.findings where finding.code == "uncast-character" {
      #expect(finding.join == (finding.message.contains("ANN?") ? ["ANM", "ANN"] : nil))
      #expect(finding.rename == finding.join)
    }
    #expect(answer.findings.contains { $0.join != nil })
    // A name of the cast that is no cue can be removed.
    #expect(answer.findings.compactMap(\.unused) == ["ZED"])
    _ = try await edit(request(#"{"kind": "discard", "name": "ZED"}"#))
    let left = try String(contentsOfFile: folder.path(of: "cast.json"), encoding: .utf8)
    #expect(left == cast + " } }")
    await #expect(throws: StudioError.self) {
      _ = try await request(#"{"kind": "discard", "name": "ANN"}"#)
    }
  }
}
