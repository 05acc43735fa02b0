import Audio
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Audiobook

/// Tests of rehearsals: what is heard while an actor speaks, measured in the samples.
@Suite struct RehearsalTests {
  private static let script = """
    INT. HALL - DAY

    ANN
    Where is the key?

    BEN
    Under the stone.
    (beat)
    Where it always was.

    ANN
    Yes.

    BEN ^
    Of course.

    """
  private static let cast =
    #"{ "narrator": "tone://tenor", "characters": { "ANN": "tone://alto", "BEN": "tone://bass" } }"#

  /// A rendered chapter: its samples, and its lines.
  private struct Sound {
    var pcm: PCM
    var lines: [(item: AudiobookTests.Manifest.Item, place: Range<Int>)]

    func line(_ text: String) throws -> Range<Int> {
      try #require(lines.first { $0.item.text == text && $0.item.kind != "announcement" }).place
    }
    func peak(_ place: Range<Int>) -> Int {
      place.isEmpty ? 0 : PCM(samples: Array(pcm.samples[place]), sampleRate: pcm.sampleRate).peak
    }
  }

  private func sound(
    _ rehearsal: Rehearsal? = nil, roles: [String] = ["Ben"],
    provider: any VoiceProvider = ToneVoiceProvider(), cache: ClipCache? = nil
  ) async throws -> Sound {
    let folder = try TemporaryFolder()
    var book = try ToneBook(Self.script, cast: Self.cast, provider: provider) { $0.cache = cache }
      .book()
    if let rehearsal { (book.options.rehearsed, book.options.rehearsal) = (roles, rehearsal) }
    _ = try await book.build(into: folder.path)
    let chapter = try #require(try AudiobookTests.Manifest(in: folder.path).chapters.first)
    let pcm = try SoundFileReader(path: folder.path(of: chapter.file)).readAll()
    return Sound(pcm: pcm, lines: Array(zip(chapter.items, chapter.places)))
  }

  @Test(arguments: [1.0, 1.2, 2.5], Rehearsal.Form.allCases)
  func `a gap lasts as long as the line, times its factor`(
    _ gap: Double, _ form: Rehearsal.Form
  ) async throws {
    let spoken = try await sound()
    let rehearsed = try await sound(Rehearsal(form, gap: gap))
    let within = rehearsed.pcm.sampleRate / 100
    for text in ["Under the stone. Where it always was.", "Of course."] {
      let (own, time) = (try spoken.line(text), try rehearsed.line(text))
      #expect(abs(time.count - Int(Double(own.count) * gap)) <= within, "\(text)")
    }
    let long = try rehearsed.line("Under the stone. Where it always was.")
    if form == .quiet {
      let loud = spoken.peak(try spoken.line("Under the stone. Where it always was."))
      #expect(abs(rehearsed.peak(long) * 16 - loud) < loud / 20)
    } else {
      #expect(rehearsed.peak(long) == 0)
    }
  }

  @Test func `the cue is heard as before, and so is a speech at the same time`() async throws {
    let spoken = try await sound()
    let rehearsed = try await sound(Rehearsal(.silence, gap: 1.2))
    for text in ["Where is the key?", "Yes."] {
      let (own, heard) = (try spoken.line(text), try rehearsed.line(text))
      #expect(own.count == heard.count && rehearsed.peak(heard) > 0, "\(text)")
    }
    let cue = try spoken.line("Where is the key?")
    #expect(
      Array(spoken.pcm.samples[cue])
        == Array(rehearsed.pcm.samples[try rehearsed.line("Where is the key?")]))
  }

  @Test func `a beep is soft, and in the pause before the line`() async throws {
    let rehearsed = try await sound(Rehearsal(.beep))
    let line = try rehearsed.line("Under the stone. Where it always was.")
    let before = try #require(rehearsed.lines.last { $0.place.upperBound <= line.lowerBound }).place
    #expect((1000...1300).contains(rehearsed.peak(before.upperBound + 80..<line.lowerBound)))
  }

  @Test func `a prompter whispers the first words`() async throws {
    let provider = ToneVoiceProvider()
    let rehearsed = try await sound(Rehearsal(.whisper), provider: provider)
    let prompts = rehearsed.lines.filter {
      $0.item.kind == "announcement" && $0.item.speaker == "BEN"
    }
    #expect(prompts.map(\.item.text) == ["Under the stone", "Of"])
    #expect(prompts.allSatisfy { rehearsed.peak($0.place) > 0 })
    #expect(
      provider.requests.contains { $0.text == "Under the stone" && $0.voiceId == "bass+whisper" })
  }

  @Test func `no line is paid for that is not heard`() async throws {
    let paid = HookedVoiceProvider(isPaid: true)
    let rehearsed = try await sound(Rehearsal(.silence, gap: 1), provider: paid)
    let texts = Set(paid.tone.requests.map(\.text))
    #expect(texts.contains("Where is the key?"))
    #expect(texts.isDisjoint(with: ["Under the stone.", "Where it always was.", "Of course."]))
    #expect(rehearsed.peak(try rehearsed.line("Under the stone. Where it always was.")) == 0)
    // The estimate is no measurement, but it is a length.
    #expect(try rehearsed.line("Under the stone. Where it always was.").count > 0)
  }

  @Test func `a cached clip tells the length of a paid line`() async throws {
    let folder = try TemporaryFolder()
    let cache = ClipCache(folder: folder.path(of: "clips"))
    let spoken = try await sound(provider: HookedVoiceProvider(isPaid: true), cache: cache)
    let paid = HookedVoiceProvider(isPaid: true)
    let rehearsed = try await sound(Rehearsal(.silence, gap: 1), provider: paid, cache: cache)
    #expect(paid.tone.requests.isEmpty)
    let text = "Under the stone. Where it always was."
    #expect(abs(try spoken.line(text).count - rehearsed.line(text).count) <= 80)
  }

  @Test func `the bill has only lines that are heard`() async throws {
    let provider = HookedVoiceProvider(isPaid: true)
    var book = try ToneBook(Self.script, cast: Self.cast, provider: provider).book()
    func characters() async throws -> Int {
      let planned = try await book.survey().planned()
      var bill = PaidBill()
      await bill.add(
        planned.plan.chapters, of: planned.plan, directory: planned.directory, cache: nil)
      return bill.work.reduce(0) { $0 + $1.characters }
    }
    let whole = try await characters()
    book.options.rehearsed = ["Ben"]
    let own = "Under the stone.Where it always was.Of course.".count
    #expect(try await characters() == whole - own)
  }

  @Test func `a whisper changes no request of the lines around it`() async throws {
    func requests(_ form: Rehearsal.Form) async throws -> [String: VoiceEngineRequest] {
      let provider = HookedVoiceProvider(usesContext: true)
      _ = try await sound(Rehearsal(form), provider: provider)
      return Dictionary(provider.tone.requests.map { ($0.text, $0) }) { first, _ in first }
    }
    let (silent, whispered) = (try await requests(.silence), try await requests(.whisper))
    for (text, request) in silent { #expect(whispered[text] == request, "\(text)") }
  }

  @Test func `verify and the learned paces ignore the gaps`() async throws {
    let folder = try TemporaryFolder()
    var book = try ToneBook(Self.script, cast: Self.cast, provider: PacedVoiceProvider()).book()
    book.options.rehearsed = ["Ben"]
    let outcome = try await book.build(into: folder.path)
    #expect(try await FolderVerifier(folder: folder.path, jobs: 1).verify().findings.isEmpty)
    #expect(!outcome.lesson.paces.keys.contains { "\($0)".contains("bass") })
    let items = try FolderState.contents(folder.path)
    #expect(!items.isEmpty)
  }

  @Test func `a rehearsal is another chapter, and the same one twice`() async throws {
    var book = try ToneBook(Self.script, cast: Self.cast).book()
    let spoken = try await book.survey().planned().plan.fingerprints
    book.options.rehearsed = ["Ben"]
    let one = try await book.survey().planned().plan.fingerprints
    book.options.rehearsal.gap = 1.3
    let other = try await book.survey().planned().plan.fingerprints
    #expect(Set(spoken + one + other).count == 3)
    book.options.rehearsal.gap = Rehearsal.usualGap
    #expect(try await book.survey().planned().plan.fingerprints == one)
  }
}
