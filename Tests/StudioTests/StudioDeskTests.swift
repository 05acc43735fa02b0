import Audio
import Audiobook
import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Studio

/// Tests of an open book that is played, cast and changed.
@Suite struct StudioDeskTests {
  private static let script = """
    Title: Tea

    INT. KITCHEN - DAY

    Ann pours. Bloom the cat looks on.

    ANN
    The tea is ready, Bloom.

    BEN
    (quietly)
    At last.

    ANN ^
    Milk?

    EXT. GARDEN - DAY

    BEN
    Bloom has a bird.
    """

  private let folder: TemporaryFolder
  private let tone = ToneVoiceProvider()
  private let desk: StudioDesk

  init() throws {
    folder = try TemporaryFolder()
    var input = try BookInput(try folder.write(Self.script, as: "tea.fountain"))
    input.readsOnlyRegularFiles = true
    let speech = SpeechSetup(
      environment: [:], cache: .none,
      registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(tone)]))
    var book = Book(input, speech: speech)
    book.options.build.formats = [.wav]
    book.options.defaultVoice = VoiceURI("tone://bass")
    desk = StudioDesk(
      StudioSettings(
        book: book, folder: folder.path(of: "out"), temporaryFolder: folder.path, program: "tests"))
  }

  private func cast() throws -> String? {
    try? String(contentsOfFile: folder.path(of: "cast.json"), encoding: .utf8)
  }

  private func plan() async throws -> StudioView { try #require(await desk.view) }

  private func line(_ words: String) async throws -> Int {
    try #require(try await plan().lines.firstIndex { $0.spoken.text.contains(words) })
  }

  @Test(arguments: [
    "At last!\n", "\n\n  At last! \r\n", "At\nlast!", "At \r\n\r\n last!", "At last!",
  ]) func `line breaks in the words of one line stay out of the script`(_ words: String)
    async throws
  {
    await desk.load()
    let element = try await plan().book.elements.firstIndex { $0.elementText == "At last." }
    _ = try await desk.rewrite(
      #require(element), plan: plan().number, from: "At last.", to: words, page: nil)
    let script = try String(contentsOfFile: folder.path(of: "tea.fountain"), encoding: .utf8)
    #expect(script == Self.script.replacing("At last.", with: "At last!"))
  }

  @Test func `an assigned voice is played, saved, undone and redone`() async throws {
    await desk.load()
    let start = try await plan()
    #expect(await desk.problem == nil)
    let edit = CastEdit.voice(role: "BEN", try #require(VoiceURI("tone://alto")))
    let line = try await line("bird")
    let tried = try await desk.hear(line, plan: start.number, with: [edit], pays: false)
    #expect(tried.sound.voice == VoiceURI("tone://alto"))
    #expect(try cast() == nil)
    let none = await desk.file.digest
    let trial = try await desk.effect(of: [edit])
    let kept = try await desk.edit([edit], digest: none, title: "voice of BEN")
    #expect(trial.affected == kept.affected && kept.affected.contains(line))
    let lines = try await plan().lines
    #expect(kept.affected.allSatisfy { lines[$0].role == "BEN" })
    #expect(try #require(try cast()).contains(#""BEN": "tone://alto""#))
    // The samples of the trial and of the saved change are the same.
    let heard = try await desk.hear(line, plan: plan().number, with: [], pays: false)
    #expect(heard.sound.samples == tried.sound.samples)
    let undone = try await desk.undo(digest: await desk.file.digest)
    #expect(undone.affected == kept.affected)
    #expect(try cast() == nil)
    _ = try await desk.redo(digest: await desk.file.digest)
    #expect(try #require(try cast()).contains("alto"))
    await #expect(throws: StudioError.impossible("There is nothing to redo.")) {
      try await desk.redo(digest: desk.file.digest)
    }
  }

  @Test func `a changed pronunciation only affects its lines`() async throws {
    await desk.load()
    let edit = CastEdit.pronunciation(Pronunciation(text: "Bloom", say: "Blume"))
    let effect = try await desk.edit([edit], digest: desk.file.digest, title: "")
    let lines = try await plan().lines
    #expect(effect.affected.map { lines[$0].spoken.text.contains("Blume") } == [true, true, true])
    let own = CastEdit.pronunciation(Pronunciation(text: "Bloom", say: "Bluum", character: "BEN"))
    let second = try await desk.effect(of: [own])
    #expect(second.affected.count == 1)
  }

  @Test func `two pages and an editor lose no change`() async throws {
    await desk.load()
    let first = await desk.file.digest
    let ann = CastEdit.voice(role: "ANN", try #require(VoiceURI("tone://alto")))
    _ = try await desk.edit([ann], digest: first, title: "")
    // This page has not seen the change.
    let conflict = StudioError.conflict(
      "cast.json was changed elsewhere. Your change was not saved.")
    await #expect(throws: conflict) {
      try await desk.edit([.pause("quote", 1)], digest: first, title: "")
    }
    let theirs = #"{ "narrator":"tone://alto" }"#
    try folder.write(theirs, as: "cast.json")
    await #expect(throws: conflict) {
      try await desk.edit([.pause("quote", 1)], digest: desk.file.digest, title: "")
    }
    #expect(try cast() == theirs)
    // The page has seen the change now, so what was done before cannot be undone.
    #expect(await desk.history.undo == nil)
    _ = try await desk.edit([.pause("quote", 1)], digest: desk.file.digest, title: "")
    #expect(try cast() == #"{ "narrator":"tone://alto", "pauses": {\#n  "quote": 1\#n} }"#)
  }

  @Test func `a change that cannot be planned is not saved`() async throws {
    await desk.load()
    let digest = await desk.file.digest
    let nobody = CastEdit.voice(role: "ANN", try #require(VoiceURI("tone://nobody")))
    await #expect(throws: BookError.self) {
      try await desk.edit([nobody], digest: digest, title: "")
    }
    #expect(try cast() == nil)
    #expect(await desk.problem == nil)
    #expect(await desk.history.undo == nil)
  }

  @Test func `if the book cannot be planned, the last plan stays, with the reason`()
    async throws
  {
    await desk.load()
    try folder.write("{ \"narrator\": 1 }", as: "cast.json")
    await desk.load()
    #expect(try #require(await desk.problem).contains("cast.json:1:15"))
    #expect(try await plan().lines.count > 4)
    try folder.write("{}", as: "cast.json")
    await desk.load()
    #expect(await desk.problem == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe instead of the script is a problem, also after an edit`() async throws {
    await desk.load()
    let path = folder.path(of: "tea.fountain")
    try FileManager.default.removeItem(atPath: path)
    mkfifo(path, 0o600)
    await desk.load()
    let words = "cannot read \(path): it is not a regular file"
    #expect(await desk.problem == words)
    _ = try await desk.edit([.pause("quote", 1)], digest: desk.file.digest, title: "")
    #expect(await desk.problem == words)
    #expect(try cast() != nil)
    try FileManager.default.removeItem(atPath: path)
    try folder.write(Self.script, as: "tea.fountain")
    await desk.load()
    #expect(await desk.problem == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a change from before the start of the watch is shown`() async throws {
    await desk.load()
    try folder.write(Self.script + "\n\nBEN\nIt flew away.\n", as: "tea.fountain")
    let watch = Task { [desk] in try await StudioWatch(desk, onWarning: { _ in }).run() }
    defer { watch.cancel() }
    while try await plan().lines.allSatisfy({ !$0.spoken.text.contains("flew") }) {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `a file that lists the documents of a folder is a source`() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "book/src"), withIntermediateDirectories: true)
    try folder.write("[book]\ntitle = \"One\"\n", as: "book/book.toml")
    try folder.write("# Summary\n\n- [A](a.md)\n", as: "book/src/SUMMARY.md")
    try folder.write("# A\n\nWords.\n", as: "book/src/a.md")
    var settings = await desk.settings
    settings.book.input = try BookInput(folder.path(of: "book"))
    let desk = StudioDesk(settings)
    await desk.load()
    let plan = try #require(await desk.view)
    #expect(plan.book.plan.title == "One")
    await desk.load()
    #expect(await desk.view?.number == plan.number)
    try folder.write("[book]\ntitle = \"Two\"\n", as: "book/book.toml")
    await desk.load()
    #expect(await desk.view?.book.plan.title == "Two")
  }

  @Test func `a temporary folder that was removed is created again`() async throws {
    var settings = await desk.settings
    settings.temporaryFolder = folder.path(of: "space")
    let desk = StudioDesk(settings)
    await desk.load()
    let number = try #require(await desk.view).number
    _ = try await desk.hear(0, plan: number, with: [], pays: false)
    try FileManager.default.removeItem(atPath: settings.temporaryFolder)
    try folder.write("", as: "space")
    let error = await #expect(throws: StudioError.self) {
      try await desk.hear(1, plan: number, with: [], pays: false)
    }
    guard case .failed(let words) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!words.contains(folder.path))
  }

  @Test func `a studio that has ended starts no tasks`() async throws {
    await desk.load()
    await desk.close()
    let number = try await plan().number
    await desk.load(voicesHaveChanged: true)
    #expect(try await plan().number == number)
    await #expect(throws: CancellationError.self) {
      try await desk.edit([.pause("quote", 1)], digest: desk.file.digest, title: "")
    }
    await #expect(throws: CancellationError.self) { try await desk.startRender(pays: false) }
    #expect(try cast() == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `chapters that another program renders are shown`() async throws {
    await desk.load()
    #expect(await desk.playableChapters().isEmpty)
    let count = await desk.count
    let view = try await plan()
    _ = try await view.book.build(into: folder.path(of: "out"), speech: await desk.speech)
    while await desk.count == count { try await Task.sleep(for: .milliseconds(20)) }
    #expect(await desk.playableChapters().count >= 2)
  }

  @Test func `without changes the book is not planned again`() async throws {
    await desk.load()
    let number = try await plan().number
    await desk.load()
    #expect(try await plan().number == number)
    await desk.load(voicesHaveChanged: true)
    #expect(try await plan().number != number)
    await #expect(throws: StudioError.stale) {
      try await desk.hear(0, plan: number, with: [], pays: false)
    }
  }

  @Test func `the book is rendered, and its chapters can be played`() async throws {
    await desk.load()
    #expect(await desk.playableChapters().isEmpty)
    try await desk.startRender(pays: false)
    await desk.render.ended()
    let progress = desk.render.progress
    #expect(!progress.running && progress.failed.isEmpty && progress.done == progress.total)
    let chapters = await desk.playableChapters()
    #expect(chapters.map(\.current) == chapters.map { _ in true } && chapters.count >= 2)
    let file = try #require(try await plan().book.file(ofChapter: 1, in: folder.path(of: "out")))
    #expect(FileManager.default.fileExists(atPath: file.path) && file.type == "audio/wav")
    let edit = CastEdit.voice(role: "BEN", try #require(VoiceURI("tone://alto")))
    _ = try await desk.edit([edit], digest: desk.file.digest, title: "")
    #expect(await desk.playableChapters().contains { !$0.current })
  }

  @Test func `every line has a block, and every block has its lines`() async throws {
    await desk.load()
    let answer = await BookAnswer(desk)
    #expect(
      answer.lines.count == answer.lines.filter { answer.blocks.indices.contains($0.block) }.count)
    for (index, line) in answer.lines.enumerated() {
      #expect(answer.blocks[line.block].lines?.contains(index) == true, "line \(index)")
    }
    #expect(answer.blocks.map(\.kind).filter { $0 == "character" }.count == 4)
    #expect(answer.blocks.contains { $0.dual == true })
    #expect(answer.roles.first?.name == "" && answer.roles.allSatisfy { $0.sample != nil })
    #expect(answer.chapters.map(\.title).contains("EXT. GARDEN - DAY"))
    let json = try JSONEncoder().encode(answer)
    #expect(json.count > 1000)
  }

  // MARK: Voices for all

  /// A desk for another text, with the output folder `out.audiobook`.
  private func desk(of text: String, as name: String) async throws -> StudioDesk {
    var settings = await desk.settings
    settings.book.input = try BookInput(try folder.write(text, as: name))
    settings.book.input.readsOnlyRegularFiles = true
    settings.folder = folder.path(of: "out.audiobook")
    return StudioDesk(settings)
  }

  private static let novel =
    "# One\n\n"
    + (1...8).map {
      "\u{201C}The boat is late, number \($0),\u{201D} said Isolde. "
        + "\u{201C}It is never late,\u{201D} said Wick.\n\n"
    }.joined()

  @Test func `the characters of a novel get voices of their own, and undo takes them back`()
    async throws
  {
    let novel = try await desk(of: Self.novel, as: "lamp.md")
    await novel.load()
    let before = try #require(await novel.view)
    #expect(before.book.plan.cast.keys.sorted() == [""])
    let (effect, given) = try await novel.giveVoices(digest: novel.file.digest, page: nil)
    #expect(given.roles.sorted() == ["Isolde", "Wick"])
    #expect(given.quotations?.own == 16 && given.quotations?.all == 16)
    #expect(!effect.affected.isEmpty)
    #expect(await novel.view?.book.plan.cast.keys.sorted() == ["", "Isolde", "Wick"])
    #expect(try cast()?.contains(#""dialogue": { "voices": true }"#) == true)
    let written = try cast()
    await #expect(throws: StudioError.impossible("All characters are in the cast already.")) {
      try await novel.giveVoices(digest: novel.file.digest, page: nil)
    }
    _ = try await novel.undo(digest: novel.file.digest)
    #expect(try cast() == nil)
    #expect(await novel.view?.book.plan.cast.keys.sorted() == [""])
    _ = try await novel.redo(digest: novel.file.digest)
    #expect(try cast() == written)
  }

  @Test func `the roles of a script keep their voices in the cast, which keeps its own text`()
    async throws
  {
    let text = #"{ "version": 1, "characters": { "BEN": "tone://alto" } }"#
    _ = try folder.write(text, as: "cast.json")
    await desk.load()
    let voices = try await plan().book.plan.cast
    let given = try await desk.giveVoices(digest: desk.file.digest, page: nil).given
    #expect(given.roles == ["ANN"] && given.quotations == nil)
    #expect(try cast()?.contains(#""BEN": "tone://alto""#) == true)
    #expect(try await plan().book.plan.cast == voices)
  }

  @Test func `a text in which nobody speaks gets no cast`() async throws {
    let essay = try await desk(of: "# One\n\nA pier is a bridge to nowhere.\n", as: "essay.md")
    await essay.load()
    await #expect(throws: StudioError.self) {
      try await essay.giveVoices(digest: essay.file.digest, page: nil)
    }
    #expect(try cast() == nil)
  }

  // MARK: Exports

  @Test
  func `an export of an earlier studio is known again, with its files in the order of the book`()
    async throws
  {
    let wish = ExportWish(preset: .podcast, page: true)
    let first = try await desk(of: Self.script, as: "tea.fountain")
    await first.load()
    #expect(first.render.exportFolder == nil)
    try await first.startRender(pays: false, as: wish)
    await first.render.ended()
    let names = first.render.exported.map(\.name)
    let endings = names.map { $0.split(separator: ".").last.map(String.init) ?? "" }
    let sounds = names.filter { $0.hasSuffix(".mp3") }
    #expect(sounds.count > 1 && sounds == sounds.sorted() && names.starts(with: sounds))
    #expect(endings.firstIndex(of: "html").map { $0 == sounds.count } == true, "\(names)")
    #expect(names.contains("Tea.html") && !names.contains("index.html"))
    await first.close()
    let second = try await desk(of: Self.script, as: "tea.fountain")
    await second.load()
    #expect(second.render.exported == first.render.exported)
    #expect(second.render.exportFolder == folder.path(of: "out.podcast.audiobook"))
    await second.close()
    // A folder that another program wrote is not an export.
    _ = try folder.write(
      #"{ "generator": "other 1", "chapters": [] }"#, as: "out.podcast.audiobook/manifest.json")
    let third = try await desk(of: Self.script, as: "tea.fountain")
    await third.load()
    #expect(third.render.exportFolder == nil)
  }

  @Test(arguments: [
    (ExportWish.Preset.phone, 10_000.0, ReadAlongFormat.htmlSingle), (.phone, 11_000, .html),
    (.archive, 1_700, .htmlSingle), (.archive, 1_900, .html),
  ])
  func `the page of an export is one file unless the book is long`(
    _ preset: ExportWish.Preset, _ seconds: Double, _ format: ReadAlongFormat
  ) {
    var options = BookOptions()
    ExportWish(preset: preset, page: true).apply(to: &options, seconds: seconds)
    #expect(options.build.readAlong == [format])
  }

  @Test func `the author takes the files of a copy along, without those of builds`() async throws {
    await #expect(throws: StudioError.missing("There is no such file.")) {
      try await desk.ownFile("script")
    }
    var settings = await desk.settings
    settings.isCopy = true
    _ = try folder.write("{}", as: "cast.json")
    for name in ["sounds/door.wav", "tea.audiobook/001.wav", ".hidden"] {
      try FileManager.default.createDirectory(
        at: URL(filePath: folder.path(of: name)).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      _ = try folder.write("x", as: name)
    }
    settings.temporaryFolder = folder.path(of: ".space")
    try FileManager.default.createDirectory(
      atPath: settings.temporaryFolder, withIntermediateDirectories: true)
    let copy = StudioDesk(settings)
    #expect(try await copy.ownFile("script").name == "tea.fountain")
    let all = try await copy.ownFile("all")
    #expect(all.name == "tea.zip")
    let bytes = try Data(contentsOf: URL(filePath: all.path))
    for name in ["tea.fountain", "cast.json", "sounds/door.wav"] {
      #expect(bytes.range(of: Data(name.utf8)) != nil, "\(name)")
    }
    for name in ["001.wav", ".hidden"] {
      #expect(bytes.range(of: Data(name.utf8)) == nil, "\(name)")
    }
    // The former archive is removed.
    let again = try await copy.ownFile("all")
    #expect(again.path != all.path && !FileManager.default.fileExists(atPath: all.path))
    for name in ["", "../tea.fountain", "cast.json"] {
      await #expect(throws: StudioError.missing("There is no such file.")) {
        try await copy.ownFile(name)
      }
    }
  }
}
