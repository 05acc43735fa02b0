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

/// Tests of what a book is built from, and of what has changed in it.
@Suite struct WatchTests {
  private let folder: TemporaryFolder
  private let speech: SpeechSetup

  init() throws {
    folder = try TemporaryFolder()
    speech = SpeechSetup(
      environment: [:], cache: .none,
      registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(ToneVoiceProvider())]))
  }

  private func book(_ script: String, as name: String = "script.fountain") throws -> Book {
    try folder.write(#"{"narrator": "tone://bass"}"#, as: "cast.json")
    var book = Book(try BookInput(try folder.write(script, as: name)), speech: speech)
    book.options.build.formats = [.wav]
    return book
  }

  /// Returns the names of the book's files, relative to the test's folder.
  private func names(_ sources: BookSources) -> Set<String> {
    Set(sources.files.map { $0.replacing(folder.path + "/", with: "") })
  }

  @Test func `a document, its cast, its cover and its pictures`() async throws {
    let text = "---\ncover: c.png\n---\n\n# One\n\n![A](a%20b.png) ![B](https://x.org/b.png)\n"
    var book = try book(text, as: "b.md")
    var sources = BookSources(of: book, try await book.read())
    #expect(names(sources) == ["b.md", "b.voices", "cast.json", "c.png"])
    #expect(sources.folders.isEmpty)
    book.options.build.readAlong = [.html]
    book.options.cover = .file("other.png")
    sources = BookSources(of: book, try await book.read())
    #expect(names(sources) == ["b.md", "b.voices", "cast.json", "other.png", "a b.png"])
    book.cast = .file("voices.json")
    #expect(names(BookSources(of: book)) == ["b.md", "b.voices", "voices.json", "other.png"])
  }

  @Test func `a folder without files that do not belong to the book`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "book/part"), withIntermediateDirectories: true)
    let path = folder.path(of: "book")
    let book = Book(try BookInput(path + "/"), speech: speech)
    let sources = BookSources(of: book, builtInto: path + "/part/../out")
    #expect(sources.folders == [path])
    #expect(names(sources) == ["book/.nav.yml", "book/book.voices", "book/cast.json"])
    for name in ["out", "a~", ".a.md.swp", "x.audiobook", "part/node_modules", "#a.md#"] {
      #expect(sources.isSkipped(path + "/" + name), "\(name)")
    }
    for name in ["a.md", "part", "part/out", "outer"] {
      #expect(!sources.isSkipped(path + "/" + name), "\(name)")
    }
  }

  @Test func `changes of contents count, not times`() throws {
    let book = try book("One.\n", as: "b.md")
    let sources = BookSources(of: book)
    var contents = SourceContents()
    func isChanged(_ paths: String...) -> Bool { contents.refresh(sources, changed: Set(paths)) }
    let path = folder.path(of: "b.md")
    #expect(isChanged())
    #expect(!isChanged(path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: path)
    #expect(!isChanged())
    // The file has the same size, and perhaps the same time. It is read again only because it is listed as
    // changed.
    try folder.write("Two.\n", as: "b.md")
    #expect(isChanged(path))
    try FileManager.default.removeItem(atPath: path)
    #expect(isChanged())
    #expect(!isChanged())
  }

  /// Returns the lines of a script that are spoken differently from those of the three scenes.
  private func changes(_ script: String, cast: String? = nil) async throws -> [String] {
    let former = SpokenLines(of: try await book(ToneBook.threeScenes).plan().plan)
    let book = try book(script)
    if let cast { try folder.write(cast, as: "cast.json") }
    let plan = try await book.plan().plan
    return SpokenLines(of: plan).changes(since: former).map { place in
      plan.chapters[place.chapter].read.passages.flatMap(\.items)[place.item].text
    }
  }

  @Test func `a line changes with its text and its delivery`() async throws {
    let script = ToneBook.threeScenes
    #expect(try await changes(script).isEmpty)
    #expect(try await changes(script.replacing("Four.", with: "Four more.")) == ["Four more."])
    let scenes = script.components(separatedBy: "INT. ").filter { !$0.isEmpty }
    let turned = scenes.reversed().map { "INT. " + $0 }.joined()
    #expect(try await changes(turned).isEmpty)
    // A text that the script already contains is added once more. Only one line is new.
    #expect(try await changes(script + "ANN\nFive.\n").filter { $0 == "Five." } == ["Five."])
    let cast = #"{"narrator": "tone://bass", "characters": {"BEN": "tone://alto"}}"#
    #expect(try await changes(script, cast: cast) == ["Two.", "Four.", "Six."])
  }

  @Test func `the audio of lines is that of the folder's files`() async throws {
    let planned = try await book(ToneBook.threeScenes).plan()
    let out = folder.path(of: "out")
    _ = try await planned.build(into: out, speech: speech)
    let all = planned.plan.chapters.indices.flatMap { chapter in
      (0..<planned.plan.chapters[chapter].itemCount).map {
        SpokenLines.Position(chapter: chapter, item: $0)
      }
    }
    #expect(LineSounds(of: [], of: planned.plan, in: out, maximum: 60) == nil)
    #expect(LineSounds(of: all, of: planned.plan, in: out + "/none", maximum: 60) == nil)
    let whole = try #require(LineSounds(of: all, of: planned.plan, in: out, maximum: 60))
    #expect(whole.lines == all.count)
    #expect(LineSounds(of: all, of: planned.plan, in: out, maximum: 0)?.lines == 1)
    // A line in the middle of a chapter, sample by sample.
    let place = try #require(all.first { $0.chapter == 1 && $0.item == 1 })
    let sound = try #require(LineSounds(of: [place], of: planned.plan, in: out, maximum: 60))
      .sound()
    let file = try SoundFileReader(path: out + "/" + planned.plan.chapters[1].fileStem + ".wav")
      .readAll()
    #expect(sound.sampleRate == file.sampleRate)
    #expect(sound.samples.count > 1000 && sound.samples.count < file.samples.count / 2)
    let count = sound.samples.count
    let isPart = (0...(file.samples.count - count)).contains { start in
      file.samples[start..<(start + count)].elementsEqual(sound.samples)
    }
    #expect(isPart)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a book that is read again reads no pipes`() async throws {
    var book = try book("INT. HALL - DAY\n\nANN\nYes.\n")
    book.input.readsOnlyRegularFiles = true
    let (script, cast) = (folder.path(of: "script.fountain"), folder.path(of: "cast.json"))
    book.cast = .file(cast)
    func expectProblem(of path: String) async {
      let words = "cannot read \(path): it is not a regular file"
      await #expect { try await book.read() } throws: { ($0 as? BookError)?.message == words }
    }
    for path in [cast, script] {
      try FileManager.default.removeItem(atPath: path)
      mkfifo(path, 0o600)
      await expectProblem(of: path)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
      await expectProblem(of: path)
      try FileManager.default.removeItem(atPath: path)
      try folder.write(path == cast ? "{}" : "ANN", as: FilePath(path).last.text)
    }
    _ = try await book.read()
    // A book that is not watched can also be read from the pipe that a shell passes for `<(…)`.
    book.input.readsOnlyRegularFiles = false
    try FileManager.default.removeItem(atPath: script)
    mkfifo(script, 0o600)
    let writer = Thread {
      try? FileHandle(forWritingTo: URL(fileURLWithPath: script)).write(
        contentsOf: Data("INT. HALL - DAY\n".utf8))
    }
    writer.start()
    #expect(try await book.read().manuscript.elements.count == 1)
  }
}
