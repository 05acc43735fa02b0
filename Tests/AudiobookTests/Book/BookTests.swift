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

/// Tests of the library's main entry point, with files as a user has them.
@Suite struct BookTests {
  private let folder: TemporaryFolder
  private let tone = ToneVoiceProvider()

  init() throws { folder = try TemporaryFolder() }

  private func speech(_ cache: SpeechSetup.Cache = .none) -> SpeechSetup {
    SpeechSetup(
      environment: [:], cache: cache,
      registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(tone)]))
  }

  private func book(
    _ script: String = ToneBook.threeScenes, as name: String = "script.fountain",
    cast: String? = #"{"narrator": "tone://bass"}"#,
    cache: SpeechSetup.Cache = .none
  ) throws -> Book {
    if let cast { try folder.write(cast, as: "cast.json") }
    let input = try BookInput(try folder.write(script, as: name))
    var book = Book(input, speech: speech(cache))
    book.options.build.formats = [.wav]
    return book
  }

  @Test func `a name stands where the text has it first, not where its speaker's quotation is`()
    async throws
  {
    let text = """
      “Closed,” said a voice.

      Somebody came in.

      “Not for me,” said Clara’s aunt. Clara Finch turned.

      “I am Clara Finch,” said Clara.
      """
    let cast = #"{"dialogue": {"voices": true}, "narrator": "tone://bass"}"#
    var book = try book(text, as: "novel.md", cast: cast)
    book.keepsElements = true
    let elements = try await book.survey(of: book.read()).planned().elements
    var cue = try #require(elements.first { $0.elementType == .character })
    #expect(cue.paragraphPart != nil)
    func line(_ name: String) -> Int? {
      UnknownNames.mention(of: name, by: cue, in: elements).sourceRange?.start.line
    }
    #expect(line("Clara") == 5 && line("Somebody") == 3)
    #expect(line("Nobody") == cue.sourceRange?.start.line)
    // The cue of a script is the name's own place.
    cue.paragraphPart = nil
    #expect(line("Clara") == cue.sourceRange?.start.line)
  }

  @Test func `a script becomes a folder, with the cast found beside the script`() async throws {
    let files = Mutex<[String]>([])
    let book = try book()
    let outcome = try await book.build(into: folder.path(of: "out")) { event in
      if case .chapter(_, let file, _) = event { files.withLock { $0.append(file) } }
    }
    #expect(files.withLock { $0.sorted() } == ToneBook.threeFiles)
    #expect(outcome.completed == 3)
    #expect(Set(tone.requests.map(\.voiceId)).contains("bass"))
    let again = try await book.build(into: folder.path(of: "out"))
    #expect(again.reused == 3)
    #expect(again.written == [])
  }

  @Test func `a survey reports every error`() async throws {
    let cast = """
      {"narrator": "tone://bass", "characters": {"ANN": "tone://nobody", "BEN": "other://alto"},
       "pauses": {"line": "long"}}
      """
    let survey = try await book(cast: cast).survey()
    #expect(survey.book == nil)
    let errors = survey.diagnostics.filter { $0.severity == .error }
    #expect(errors.contains { $0.message.contains("nobody") })
    #expect(errors.contains { $0.message.contains("\"other\"") })
    #expect(errors.contains { $0.message.contains("line") })
    #expect(errors.allSatisfy { $0.file == folder.path(of: "cast.json") && $0.position != nil })
    let error = try await #require(throws: BookError.self) { try await book(cast: cast).plan() }
    #expect(error.kind == .wrongInput)
    #expect(error.diagnostics == survey.diagnostics)
    #expect(tone.requests.isEmpty)
  }

  @Test(arguments: [
    ("skip", ["2 footnotes with 3 words are not read", "1 word of footnotes without a mark"]),
    ("inline", ["1 word of footnotes without a mark"]),
  ])
  func `a survey says how many footnotes are not read`(_ setting: String, _ parts: [String])
    async throws
  {
    let text = "One.[^a] Two.[^b]\n\n[^a]: First note.\n[^b]: Second.\n"
    let cast =
      #"{"narrator": "tone://bass", "rules": "1.2", "speech": {"footnotes": ""# + setting + #""}}"#
    let survey = try await book(text + "[^c]: Lost.\n", as: "a.md", cast: cast).survey()
    let notes = survey.diagnostics.filter { $0.code == "unread-footnotes" }
    #expect(notes.count == 1)
    let found = (notes.first?.message ?? "").split(separator: "; ").filter { !$0.hasPrefix("to ") }
    #expect(found.count == parts.count)
    #expect(zip(found, parts).allSatisfy { $0.hasPrefix($1) })
    let read = try await book("One.", as: "b.md", cast: cast).survey()
    #expect(!read.diagnostics.contains { $0.code == "unread-footnotes" })
  }

  @Test func `a nonexistent input file is a missing input`() async throws {
    let path = folder.path(of: "none.fountain")
    let error = try await #require(throws: BookError.self) {
      try await Book(try BookInput(path), speech: speech()).survey()
    }
    #expect(error.kind == .missingInput)
    #expect(error.file == path)
    #expect(error.description.contains("cannot read \(path)"))
  }

  @Test func `a document of an unknown format is refused before it is read`() throws {
    let path = try folder.write("x", as: "script.xyz")
    let error = try #require(throws: BookError.self) { try BookInput(path) }
    #expect(error.kind == .wrongInput)
    let named = try BookInput(path, format: .text)
    #expect(named.format == .text)
  }

  @Test func `requested chapters that do not exist are a wrong request`() async throws {
    var book = try book()
    book.options.build.only = ChapterSelection("7")
    let error = try await #require(throws: BookError.self) { try await book.plan() }
    #expect(error.kind == .wrongRequest)
    #expect(
      error.message
        == "BuildOptions.only 7: no chapter matches this number, range or title; the book has 3 chapters; the plan lists the chapters"
    )
  }

  @Test func `a folder's cast is in the folder, even if an app has read it`() async throws {
    let path = folder.path(of: "book")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try folder.write("# One\n\nWords.\n", as: "book/1.md")
    let cast = try folder.write(#"{"narrator": "tone://soprano"}"#, as: "book/cast.json")
    for input in [try BookInput(path), BookInput(try Manuscript(folder: path))] {
      #expect(input.castFile == cast)
      #expect(input.stem == "book")
      let planned = try await Book(input, speech: speech()).plan()
      #expect(planned.plan.cast[""]?.voiceId == "soprano")
    }
  }

  @Test func `an app's manuscript and cast need no files`() async throws {
    let manuscript = Manuscript(
      GuionParsedElementCollection(string: ToneBook.threeScenes, format: .fountain),
      path: "script.fountain")
    var cast = Cast()
    cast.narrator = VoiceURI(providerId: "tone", voiceId: "soprano")
    let planned = try await Book(BookInput(manuscript), cast: .cast(cast), speech: speech()).plan()
    #expect(planned.roleNames.sorted() == ["", "ANN", "BEN"])
    #expect(planned.plan.cast[""]?.voiceId == "soprano")
    let seconds = planned.summary(speech()).total.seconds
    #expect(seconds > 1)
  }

  @Test func `the language comes from the user, the cast, the document, or the default`()
    async throws
  {
    let script = "---\nlanguage: de\n---\n\nOne.\n"
    var plain = try book("One.\n", as: "script.md")
    #expect(try await plain.plan().plan.language == "en-US")
    plain.options.defaultLanguage = "es"
    #expect(try await plain.plan().plan.language == "es")
    var titled = try book(script, as: "script.md")
    titled.options.defaultLanguage = "es"
    #expect(try await titled.plan().plan.language == "de")
    let screenplay = try book("Title: Zwei\nLanguage: de-DE\n\nINT. FLUR - TAG\n\nEs ist dunkel.\n")
    #expect(try await screenplay.plan().plan.language == "de-DE")
    // Paid clips of earlier builds keep their keys.
    let older = try book(
      "Title: Zwei\nLanguage: de-DE\n\nINT. FLUR - TAG\n\nEs ist dunkel.\n",
      cast: #"{"narrator": "tone://bass", "rules": "1.1"}"#)
    #expect(try await older.plan().plan.language == "en-US")
    titled = try book(
      script, as: "script.md", cast: #"{"narrator": "tone://bass", "language": "fr"}"#)
    #expect(try await titled.plan().plan.language == "fr")
    titled.options.language = "it"
    #expect(try await titled.plan().plan.language == "it")
  }

  @Test func `a build stores voice measurements for the next forecast`() async throws {
    let book = try book(cache: .folder(folder.path(of: "cache")))
    let planned = try await book.plan()
    #expect(planned.summary(book.speech).roles.allSatisfy { !$0.isMeasured })
    let outcome = try await planned.build(into: folder.path(of: "out"), speech: book.speech)
    #expect(planned.accuracy(of: outcome) != nil)
    #expect(planned.summary(book.speech).roles.allSatisfy { $0.isMeasured })
  }
}
