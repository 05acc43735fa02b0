import Audio
import Audiobook
import Basics
import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Studio

/// Tests of changes to single lines: how they are spoken, by whom, and their words.
@Suite struct StudioLinesTests {
  private static let script = """
    Title: Tea

    INT. KITCHEN - DAY

    ANN
    The tea is ready, Bloom.

    BEN
    At last.
    """

  private let folder: TemporaryFolder
  private let desk: StudioDesk

  init() throws {
    folder = try TemporaryFolder()
    desk = try Self.desk(of: Self.script, as: "tea.fountain", in: folder)
  }

  private static func desk(
    of text: String, as name: String, in folder: TemporaryFolder,
    cache: SpeechSetup.Cache = .none
  ) throws -> StudioDesk {
    var input = try BookInput(try folder.write(text, as: name))
    input.readsOnlyRegularFiles = true
    let speech = SpeechSetup(
      environment: [:], cache: cache,
      registry: VoiceProviderRegistry(
        descriptors: [VoiceProviderDescriptor(ToneVoiceProvider())]))
    var book = Book(input, speech: speech)
    book.options.build.formats = [.wav]
    book.options.defaultVoice = VoiceURI("tone://bass")
    return StudioDesk(
      StudioSettings(
        book: book, folder: folder.path(of: "out"), temporaryFolder: folder.path, program: "tests"))
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: folder.path(of: name), encoding: .utf8)
  }

  private func view() async throws -> StudioView { try #require(await desk.view) }

  private func line(_ words: String) async throws -> Int {
    try #require(try await view().lines.firstIndex { $0.spoken.text.contains(words) })
  }

  @Test func `a shaped line sounds as it was tried, and can be undone`() async throws {
    await desk.load()
    let line = try await line("tea")
    var wish = LineSettings()
    (wish.gain, wish.rate, wish.before) = (-6, 1.5, 900)
    let plain = try await desk.hear(line, plan: view().number, with: [], pays: false)
    let tried = try await desk.hear(line, plan: view().number, with: [], as: wish, pays: false)
    #expect(text("tea.voices") == nil)
    #expect(tried.sound.samples != plain.sound.samples)
    let effect = try await desk.shape(line, plan: view().number, as: wish, page: nil)
    #expect(effect.affected == [line])
    #expect(
      text("tea.voices")?.contains("~  rate 1.5, gain -6, before 900  ch ") == true)
    let heard = try await desk.hear(line, plan: view().number, with: [], pays: false)
    #expect(heard.sound.samples == tried.sound.samples)
    // Unsaved settings replace the saved ones.
    let again = try await desk.hear(
      line, plan: view().number, with: [], as: LineSettings(), pays: false)
    #expect(again.sound.samples == plain.sound.samples)
    _ = try await desk.shape(line, plan: view().number, as: nil, page: nil)
    #expect(text("tea.voices")?.contains("~") == false)
    _ = try await desk.undo(digest: desk.file.digest)
    #expect(text("tea.voices")?.contains("rate 1.5") == true)
    _ = try await desk.undo(digest: desk.file.digest)
    #expect(text("tea.voices") == nil)
    _ = try await desk.redo(digest: desk.file.digest)
    #expect(text("tea.voices")?.contains("rate 1.5") == true)
  }

  @Test func `the picture of a line is kept until the line sounds different`() async throws {
    let folder = try TemporaryFolder()
    let cache = SpeechSetup.Cache.folder(folder.path(of: "cache"))
    let first = try Self.desk(of: Self.script, as: "tea.fountain", in: folder, cache: cache)
    await first.load()
    let view = try #require(await first.view)
    let line = try #require(view.lines.firstIndex { $0.spoken.text.contains("tea") })
    #expect(view.renderer.picture(of: view.lines[line]) == nil)
    let heard = try await first.hear(line, plan: view.number, with: [], pays: false)
    // Another studio draws the line without rendering it.
    let second = try Self.desk(of: Self.script, as: "tea.fountain", in: folder, cache: cache)
    await second.load()
    let known = try #require(await second.view)
    let picture = try #require(known.renderer.picture(of: known.lines[line]))
    #expect(picture == heard.sound.picture && picture.peaks.contains { $0 > 0 })
    #expect(abs(picture.seconds - Double(picture.peaks.count) / 40) < 0.05)
    let alto = try #require(VoiceURI("tone://alto"))
    _ = try await second.edit(
      [.voice(role: "ANN", alto)], digest: second.file.digest, title: "")
    let changed = try #require(await second.view)
    #expect(changed.renderer.picture(of: changed.lines[line]) == nil)
  }

  @Test func `another voice for a line is heard before it is saved`() async throws {
    // The settings of the role's voice are not those of the line's voice.
    try folder.write(
      #"{ "characters": { "ANN": { "voice": "tone://bass?pitch=3", "gain": -9 } } }"#,
      as: "cast.json")
    await desk.load()
    let line = try await line("tea")
    var wish = LineSettings()
    wish.voice = "tone://alto"
    let tried = try await desk.hear(line, plan: view().number, with: [], as: wish, pays: false)
    _ = try await desk.shape(line, plan: view().number, as: wish, page: nil)
    let heard = try await desk.hear(line, plan: view().number, with: [], pays: false)
    #expect(heard.sound.samples == tried.sound.samples)
    wish.voice = "tone://nobody"
    await #expect(throws: BookError.self) {
      try await desk.shape(line, plan: view().number, as: wish, page: nil)
    }
    wish.voice = "nothing"
    await #expect(
      throws: StudioError.impossible(
        "This setting cannot be used: \"nothing\" is not the address of a voice.")
    ) {
      try await desk.shape(line, plan: view().number, as: wish, page: nil)
    }
    #expect(text("tea.voices")?.contains("alto") == true)
  }

  @Test func `words are edited in the script, and conflicts are not`() async throws {
    await desk.load()
    let element = try #require(
      try await view().book.elements.firstIndex { $0.elementText.contains("ready") })
    let source = try await desk.source(ofElement: element, plan: view().number)
    #expect(source.text == "The tea is ready, Bloom." && source.line == 6)
    _ = try await desk.rewrite(
      element, plan: view().number, from: source.text, to: "The tea is *cold*, Bloom.", page: nil)
    #expect(text("tea.fountain") == Self.script.replacing("ready", with: "*cold*"))
    _ = try await line("cold")
    await #expect(
      throws: StudioError.conflict("tea.fountain was changed elsewhere. Your change was not saved.")
    ) {
      try await desk.rewrite(element, plan: view().number, from: source.text, to: "x", page: nil)
    }
    _ = try await desk.undo(digest: desk.file.digest)
    #expect(text("tea.fountain") == Self.script)
    // What an editor has changed is not undone.
    _ = try await desk.redo(digest: desk.file.digest)
    try folder.write(Self.script + "\n\nMore.\n", as: "tea.fountain")
    await #expect(
      throws: StudioError.impossible(
        "tea.fountain was changed by another program, so earlier changes cannot be undone or redone."
      )
    ) {
      try await desk.undo(digest: desk.file.digest)
    }
    #expect(text("tea.fountain")?.contains("More.") == true)
  }

  @Test func `an answer to who speaks is saved, heard and taken back`() async throws {
    let novel = """
      Tom Reed met Ann Lee at the gate. Tom smiled at Ann.

      "Are you ready?" asked Tom.

      "No," said Ann. "Not yet."

      "Why not?"

      "Well."
      """
    let other = try TemporaryFolder()
    try other.write(#"{ "dialogue": { "voices": true } }"#, as: "cast.json")
    let desk = try Self.desk(of: novel, as: "novel.md", in: other)
    await desk.load()
    let view = try #require(await desk.view)
    let speech = try #require(view.book.quotations)
    let turn = try #require(speech.attribution.turns.indices.last)
    _ = try await desk.answer(turn, plan: view.number, with: "Tom Reed", page: nil)
    let file = { try String(contentsOfFile: other.path(of: "novel.voices"), encoding: .utf8) }
    #expect(try file().contains("=  Tom Reed  ch 1 §"))
    let after = try #require(await desk.view)
    #expect(after.lines.contains { $0.role == "Tom Reed" && $0.spoken.shownText.contains("Well") })
    _ = try await desk.answer(turn, plan: after.number, with: "", page: nil)
    #expect(try file().contains("-  ch 1 §") && !file().contains("=  Tom"))
    _ = try await desk.answer(turn, plan: #require(await desk.view).number, with: nil, page: nil)
    #expect(try !file().contains("Well"))
    await #expect(
      throws: StudioError.impossible(
        "No character of the book or its cast is called \"Nobody\".")
    ) {
      try await desk.answer(0, plan: #require(await desk.view).number, with: "Nobody", page: nil)
    }
  }

  /// Every change of the files of a book can be undone and redone, in order, to the same bytes.
  @Test func `each kind of change can be undone`() async throws {
    let folder = try TemporaryFolder()
    let novel = """
      Tom Reed met Ann Lee at the gate. Tom smiled at Ann.

      "Are you ready?" asked Tom.

      <!-- Sound: door -->

      "No," said Ann. "Not yet."

      "Why not?"
      """
    try folder.write(#"{ "dialogue": { "voices": true } }"#, as: "cast.json")
    let desk = try Self.desk(of: novel, as: "novel.md", in: folder)
    await desk.load()
    let names = ["novel.md", "cast.json", "novel.voices"]
    func files() -> [Data?] {
      names.map { try? Data(contentsOf: URL(filePath: folder.path(of: $0))) }
    }
    func view() async throws -> StudioView { try #require(await desk.view) }
    func change(_ edit: CastEdit) async throws {
      _ = try await desk.edit([edit], digest: desk.file.digest, title: "a change")
    }
    let alto = try #require(VoiceURI("tone://alto"))
    let changes: [() async throws -> Void] = [
      { try await change(.voice(role: "", alto)) },
      { try await change(.setting(role: "", .rate, 1.2, voice: alto)) },
      { try await change(.pause("paragraph", 900)) },
      { try await change(.pronunciation(Pronunciation(text: "Lee", say: "Lay"))) },
      {
        let sent = try self.upload(Self.wav(), in: folder)
        _ = try await desk.bind("door", to: sent, digest: desk.file.digest, page: nil)
      },
      {
        var wish = LineSettings()
        wish.gain = -4
        _ = try await desk.shape(0, plan: view().number, as: wish, page: nil)
      },
      {
        let turn = try #require(await desk.view?.book.quotations?.attribution.turns.indices.last)
        _ = try await desk.answer(turn, plan: view().number, with: "Ann Lee", page: nil)
      },
      {
        let element = try #require(
          try await view().book.elements.firstIndex { $0.elementText.contains("at the gate") })
        let source = try await desk.source(ofElement: element, plan: view().number)
        _ = try await desk.rewrite(
          element, plan: view().number, from: source.text,
          to: "Tom Reed saw Ann Lee. Tom smiled at Ann.", page: nil)
      },
    ]
    var states = [files()]
    for change in changes {
      try await change()
      #expect(files() != states[states.count - 1], "change \(states.count) changes a file")
      states.append(files())
    }
    for state in states.dropLast().reversed() {
      _ = try await desk.undo(digest: desk.file.digest)
      #expect(files() == state)
    }
    await #expect(throws: StudioError.impossible("There is nothing to undo.")) {
      try await desk.undo(digest: desk.file.digest)
    }
    for state in states.dropFirst() {
      _ = try await desk.redo(digest: desk.file.digest)
      #expect(files() == state)
    }
  }

  @Test func `an export has a folder of its own and files by number`() async throws {
    await desk.load()
    let wish = ExportWish(preset: .archive, format: .flac, captions: true)
    try await desk.startRender(pays: false, as: wish)
    await desk.render.ended()
    let names = desk.render.exported.map(\.name)
    #expect(names.contains("Tea.flac"))
    let number = try #require(names.firstIndex(of: "Tea.flac"))
    let file = try await desk.export("\(number)")
    #expect(file.name == "Tea.flac" && FileManager.default.fileExists(atPath: file.path))
    let all = try await desk.export("all")
    let made = try #require(FileStatus(all.path)).identity
    // The archive is made once.
    let again = try await desk.export("all")
    #expect(again.path == all.path && FileStatus(again.path)?.identity == made)
    for name in ["-1", "99", "../tea.fountain", "", "0x0"] {
      await #expect(throws: StudioError.missing("There is no such file.")) {
        try await desk.export(name)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "out")))
  }

  // MARK: Sounds

  private static let drama = """
    Title: Tea

    INT. KITCHEN - DAY

    [[Sound: Door slams]]

    ANN
    The tea is ready, Bloom.

    [[Music: theme, under]]

    BEN
    At last.
    """

  /// A cast with formatting that an edit must keep.
  private static let cast = """
    { "sounds" : { "files":  { "theme": { "file": "theme.wav",   "gain": -6 } } } }

    """

  /// Returns the bytes of a WAV file, by default of half a second.
  private static func wav(_ value: Int16 = 9_000, frames: Int = 11_025) -> [UInt8] {
    let samples = (0..<frames).flatMap { place in
      withUnsafeBytes(of: (place % 40 < 20 ? value : -value).littleEndian) { Array($0) }
    }
    return FakeSpeechServer.wav(samples, rate: 22_050)
  }

  private func upload(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> Upload {
    let upload = try #require(Upload(in: folder.path, longest: 1 << 20))
    #expect(bytes.withUnsafeBytes { upload.write($0) })
    return upload
  }

  @Test func `a dropped sound is stored beside the cast, heard in place, and undone`() async throws
  {
    let folder = try TemporaryFolder()
    let desk = try Self.desk(of: Self.drama, as: "tea.fountain", in: folder)
    try folder.write(Self.cast, as: "cast.json")
    try Data(Self.wav()).write(to: URL(filePath: folder.path(of: "theme.wav")))
    await desk.load()
    let view = try #require(await desk.view)
    let sounds = view.sounds
    #expect(sounds.map(\.name) == ["Door slams", "theme"])
    #expect(sounds.map(\.bus) == ["effects", "music"])
    #expect(sounds[0].file == nil && sounds[1].file?.file == "theme.wav")
    let line = try #require(sounds[0].places[0].line)
    #expect(view.lines[line].spoken.text == "Ann says:")
    let silent = try await desk.hear(
      line, plan: view.number, with: [], around: true, pays: false)
    let sent = try upload(Self.wav(4_000), in: folder)
    let effect = try await desk.bind(
      "Door slams", to: sent, digest: desk.file.digest, page: nil)
    #expect(effect.chapters == 1)
    let stored = try Data(contentsOf: URL(filePath: folder.path(of: "sounds/door slams.wav")))
    #expect(Array(stored) == Self.wav(4_000))
    let written = try String(contentsOfFile: folder.path(of: "cast.json"), encoding: .utf8)
    let entry = #""theme": { "file": "theme.wav",   "gain": -6 }"#
    #expect(written.contains(entry) && written.contains(#""Door slams": "sounds/door slams.wav""#))
    let bound = try #require(await desk.view)
    let heard = try await desk.hear(line, plan: bound.number, with: [], around: true, pays: false)
    #expect(heard.sound.seconds > silent.sound.seconds + 0.3)
    // The same file is stored once. Another file does not replace it.
    _ = try await desk.bind(
      "theme", to: upload(Self.wav(7_000), in: folder), digest: desk.file.digest, page: nil)
    _ = try await desk.bind(
      "Door slams", to: upload(Self.wav(5_000), in: folder), digest: desk.file.digest, page: nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "sounds"))
    #expect(names.sorted() == ["door slams 2.wav", "door slams.wav", "theme.wav"])
    let changed = try String(contentsOfFile: folder.path(of: "cast.json"), encoding: .utf8)
    #expect(changed.contains(#""theme": { "file": "sounds/theme.wav",   "gain": -6 }"#))
    for _ in 0..<3 { _ = try await desk.undo(digest: desk.file.digest) }
    #expect(try String(contentsOfFile: folder.path(of: "cast.json"), encoding: .utf8) == Self.cast)
    #expect(try await #require(desk.view).sounds[0].file == nil)
  }

  @Test func `a file that is no sound, or a folder that is a link, changes nothing`() async throws {
    let folder = try TemporaryFolder()
    let desk = try Self.desk(of: Self.drama, as: "tea.fountain", in: folder)
    await desk.load()
    let before = await desk.file.digest
    let cut = Array(Self.wav().prefix(60))
    for bytes in [[], Array("RIFF".utf8), Array(repeating: 0x41, count: 9_000), cut] {
      let sent = try upload(bytes, in: folder)
      let error = await #expect(throws: StudioError.self) {
        try await desk.bind("theme", to: sent, digest: before, page: nil)
      }
      guard case .impossible(let words) = error, words.contains("sound") else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "sounds")))
    let other = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "sounds"), withDestinationPath: other.path)
    let sent = try upload(Self.wav(), in: folder)
    await #expect(
      throws: StudioError.impossible(
        "The folder \"sounds\" beside the cast is a link or a file, or it cannot be created.")
    ) {
      try await desk.bind("theme", to: sent, digest: before, page: nil)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).isEmpty)
    await #expect(throws: StudioError.stale) { try await desk.sound(number: 0, ofPlan: 0) }
    let plan = try await #require(desk.view).number
    for number in [-1, 2, Int.max] {
      await #expect(throws: StudioError.missing("The script asks for no such sound.")) {
        try await desk.sound(number: number, ofPlan: plan)
      }
    }
    #expect(await desk.file.digest == before)
  }

  @Test func `a sound that the cast cannot use is not left in the folder`() async throws {
    let folder = try TemporaryFolder()
    let desk = try Self.desk(of: Self.drama, as: "tea.fountain", in: folder)
    let cast = #"{ "sounds": { "files": { "theme": { "file": "theme.wav", "loop": true } } } }"#
    try folder.write(cast, as: "cast.json")
    try Data(Self.wav()).write(to: URL(filePath: folder.path(of: "theme.wav")))
    await desk.load()
    let short = try upload(Self.wav(frames: 500), in: folder)
    let error = await #expect(throws: (any Error).self) {
      try await desk.bind("theme", to: short, digest: desk.file.digest, page: nil)
    }
    #expect("\(String(describing: error))".contains("too short for a loop"))
    #expect(try folder.names(in: "sounds").isEmpty)
    #expect(try String(contentsOfFile: folder.path(of: "cast.json"), encoding: .utf8) == cast)
    _ = try await desk.bind(
      "Door slams", to: upload(Self.wav(frames: 500), in: folder), digest: desk.file.digest,
      page: nil)
    #expect(try folder.names(in: "sounds") == ["door slams.wav"])
  }

  @Test func `a sent file is removed with its request`() throws {
    let folder = try TemporaryFolder()
    var sent: Upload? = try upload([1, 2, 3], in: folder)
    let path = try #require(sent?.path)
    #expect(FileStatus(path)?.isFile == true)
    sent = nil
    #expect(FileStatus(path) == nil)
  }
}
