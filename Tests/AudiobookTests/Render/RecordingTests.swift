import Audio
import Foundation
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Audiobook

/// Tests of recordings by people: which lines they replace, how they sound, and what is wrong with them.
@Suite struct RecordingTests {
  private static let script = """
    INT. HALL - DAY

    ANN
    Where is the key?

    BEN
    Under the stone.

    ANN
    Yes.

    INT. CELLAR - DAY

    BEN
    It is dark.

    ANN
    Yes.

    """

  /// A script with a cast and a folder of recordings.
  private struct Stage {
    let folder: TemporaryFolder
    var script = RecordingTests.script
    var provider = ToneVoiceProvider()

    init(table: String? = nil) throws {
      folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: folder.path(of: "takes"), withIntermediateDirectories: true)
      if let table { try folder.write(table, as: "takes/takes.csv") }
    }

    func book(_ change: (inout ToneBook) -> Void = { _ in }) throws -> Book {
      var book = try ToneBook(script, provider: provider) {
        $0.sampleRate = 24_000
        change(&$0)
      }.book()
      let cast =
        #"{ "narrator": "tone://tenor", "characters": { "ANN": "tone://alto", "BEN": "tone://bass" }, "recordings": "takes/" }"#
      book.cast = .contents(Array(cast.utf8), of: folder.path(of: "cast.json"))
      return book
    }

    func survey() async throws -> BookSurvey { try await book().survey() }

    /// Writes a take: a tone with silence around it.
    func record(
      _ name: String, seconds: Double = 1, peak: Double = 8_000, rate: Int = 48_000,
      cut: Bool = false, labels: [(frame: Int, text: String)] = []
    ) throws {
      let count = Int(seconds * Double(rate))
      let silence = [Int16](repeating: 0, count: rate / 2)
      let tone = (0..<count).map { index -> Int16 in
        // Speech has pauses; without one, noise could not be told from it.
        if index / (rate / 10) % 10 == 5 { return Int16(0) }
        return Int16(max(-32_768, min(32_767, peak * sin(Double(index) * 1400 / Double(rate)))))
      }
      let path = folder.path(of: "takes/" + name)
      var writer = try SoundFileWriter(creating: path, format: .wav, sampleRate: rate)
      try writer.write(silence + tone + silence)
      _ = try writer.finish()
      if !labels.isEmpty {
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        try Data(SoundAnswer.labelled(bytes, labels)).write(to: URL(filePath: path))
      }
      if cut {
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
      }
    }

    /// Builds the book, and returns the items of the manifest with their samples.
    func build() async throws -> [(item: AudiobookTests.Manifest.Item, sound: PCM)] {
      _ = try await book().build(into: folder.path(of: "out"))
      return try AudiobookTests.Manifest(in: folder.path(of: "out")).chapters.flatMap { chapter in
        let pcm = try SoundFileReader(path: folder.path(of: "out/" + chapter.file)).readAll()
        return zip(chapter.items, chapter.places).map {
          ($0, PCM(samples: Array(pcm.samples[$1]), sampleRate: pcm.sampleRate))
        }
      }
    }
  }

  private static let table = """
    id,number,role,words,file
    ann-1,1,ANN,Where is the key?,
    ann-2,2,ANN,Yes.,
    ann-3,3,ANN,Yes.,
    ben-4,4,BEN,Under the stone.,
    ben-5,5,BEN,It is dark.,

    """

  @Test func `a recording takes the place of its line, trimmed and at the rate of the book`()
    async throws
  {
    let stage = try Stage(table: Self.table)
    try stage.record("ben-4.wav", seconds: 1.5)
    try stage.record("003.wav", seconds: 0.5, rate: 44_100)
    let lines = try await stage.build()
    let ben = try #require(lines.first { $0.item.text == "Under the stone." })
    #expect(ben.item.take == "ben-4.wav")
    #expect(abs(ben.sound.samples.count - 36_000) < 240)
    // The second "Yes." has the number 3.
    #expect(lines.filter { $0.item.text == "Yes." }.map(\.item.take) == [nil, "003.wav"])
    let texts = stage.provider.requests.map(\.text)
    #expect(!texts.contains("Under the stone.") && texts.contains("It is dark."))
    #expect(
      try await FolderVerifier(folder: stage.folder.path(of: "out"), jobs: 1).verify().findings
        .filter { $0.line == 7 }.isEmpty)
  }

  @Test func `a changed recording renders only its chapter again`() async throws {
    let stage = try Stage(table: Self.table)
    try stage.record("ben-4.wav")
    func fingerprints() async throws -> [String] {
      try await stage.survey().planned().plan.fingerprints
    }
    let first = try await fingerprints()
    #expect(try await fingerprints() == first)
    try stage.record("ben-4.wav", seconds: 1.1)
    let second = try await fingerprints()
    #expect(second[0] != first[0] && second[1] == first[1])
    let sources = BookSources(of: try stage.book(), try await stage.book().read())
    var contents = SourceContents()
    let isFirst = contents.refresh(sources)
    let isLater = contents.refresh(sources)
    try stage.record("ben-5.wav")
    let isNew = contents.refresh(sources, changed: [stage.folder.path(of: "takes")])
    #expect(isFirst && !isLater && isNew)
  }

  @Test func `a recording has the level of a voice`() async throws {
    for peak in [800.0, 20_000] {
      let stage = try Stage(table: Self.table)
      try stage.record("ben-4.wav", seconds: 2, peak: peak)
      let book = try stage.book { $0.options.loudness = .mono(-19) }
      let renderer = LineRenderer(try await book.survey().planned(), speech: book.speech)
      let planned = try await book.survey().planned()
      let line = try #require(planned.lines.first { $0.spoken.text == "Under the stone." })
      let sound = try await renderer.sound(of: line, temporaryFolder: stage.folder.path)
      let own = PCM(samples: sound.samples, sampleRate: sound.sampleRate)
      let level = try #require(try VoiceLevels.gain(of: own))
      #expect(abs(sound.level - level) < 0.01, "\(peak)")
      #expect(abs(level) > 3, "\(peak)")
    }
  }

  @Test func `the time for a recorded line is that of the recording`() async throws {
    let stage = try Stage(table: Self.table)
    try stage.record("ben-4.wav", seconds: 2)
    var book = try stage.book()
    book.options.rehearsed = ["Ben"]
    _ = try await book.build(into: stage.folder.path(of: "out"))
    let items = try AudiobookTests.Manifest(in: stage.folder.path(of: "out")).chapters[0].items
    let line = try #require(items.first { $0.text == "Under the stone." })
    #expect(abs(line.end - line.start - 2.4) < 0.01 && line.rehearsal == "silence")
    #expect(!stage.provider.requests.map(\.text).contains("Under the stone."))
  }

  @Test func `a stale recording is not heard`() async throws {
    var stage = try Stage(table: Self.table)
    try stage.record("ben-4.wav")
    stage.script = stage.script.replacing("Under the stone.", with: "Under the mat.")
    let survey = try await stage.survey()
    #expect(survey.diagnostics.map(\.code) == ["stale-take"])
    #expect(
      survey.diagnostics[0].message.contains(
        #"it says "Under the stone.", but the script says "Under the mat.""#))
    #expect(survey.diagnostics[0].position?.line == 5)
    #expect(try await stage.build().allSatisfy { $0.item.take == nil })
    // Punctuation and capitals are no other words.
    stage.script = Self.script.replacing("Under the stone.", with: "Under the STONE!")
    #expect(try await stage.survey().diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("silent", "unusable-take: ben-4.wav, the recording of ben-4, is silent"),
    (
      "8 kHz",
      "poor-take: ben-4.wav, the recording of ben-4, has a sample rate of 8000 Hz; record at 44100 Hz or more"
    ),
    (
      "long",
      "poor-take: ben-4.wav, the recording of ben-4, is too long for its words: 40.0 seconds"
    ),
    ("cut", "unusable-take: ben-4.wav, the recording of ben-4, is cut off"),
    ("clipped", "poor-take: ben-4.wav, the recording of ben-4, is distorted"),
    ("text", "unusable-take: ben-4.wav, the recording of ben-4, cannot be decoded"),
    (
      "link",
      "unusable-take: ben-4.wav, the recording of ben-4, leads out of the folder of recordings"
    ),
    (
      "two",
      "unusable-take: ben-4: ben-4.flac and ben-4.wav are recordings of one line; name one of them"
    ),
    ("outside", "unusable-take: ben-4: ../x.wav is outside the folder of recordings"),
    ("shared", "unusable-take: ben-5: ben-4.wav is already the recording of ben-4"),
    ("missing", "unusable-take: x.wav, the recording of ben-4, does not exist"),
  ])
  func `a bad recording has one message with its row`(_ kind: String, _ message: String)
    async throws
  {
    let stage = try Stage(table: Self.table)
    func setFile(_ id: String, _ file: String) throws {
      let table = try String(
        contentsOfFile: stage.folder.path(of: "takes/takes.csv"), encoding: .utf8)
      let lines = table.split(separator: "\n").map { $0.hasPrefix(id) ? $0 + file : String($0) }
      try stage.folder.write(lines.joined(separator: "\n") + "\n", as: "takes/takes.csv")
    }
    switch kind {
    case "silent": try stage.record("ben-4.wav", peak: 0)
    case "8 kHz": try stage.record("ben-4.wav", rate: 8_000)
    case "long": try stage.record("ben-4.wav", seconds: 40)
    case "cut": try stage.record("ben-4.wav", cut: true)
    case "clipped": try stage.record("ben-4.wav", peak: 60_000)
    case "text": try stage.folder.write("no sound", as: "takes/ben-4.wav")
    case "link":
      try stage.folder.write("no sound", as: "other.wav")
      try FileManager.default.createSymbolicLink(
        atPath: stage.folder.path(of: "takes/ben-4.wav"),
        withDestinationPath: stage.folder.path(of: "other.wav"))
    case "two":
      try stage.record("ben-4.wav")
      try stage.record("ben-4.flac")
    case "outside": try setFile("ben-4", "../x.wav")
    case "shared":
      try stage.record("ben-4.wav")
      try setFile("ben-5", "ben-4.wav")
    default: try setFile("ben-4", "x.wav")
    }
    let found = try await stage.survey().diagnostics
    #expect(found.count == 1, "\(found)")
    let first = try #require(found.first)
    #expect("\(first.code): \(first.message)".hasPrefix(message), "\(first)")
    #expect(first.file == stage.folder.path(of: "takes/takes.csv"))
    #expect(first.position?.line == (kind == "shared" ? 6 : 5))
    let isHeard = first.code == "poor-take" || kind == "shared"
    #expect(try await stage.build().contains { $0.item.take != nil } == isHeard)
  }

  @Test func `labels of a recording are the times of its words`() {
    let words = RecordedClip.words(
      of: "Was it dark? It was.",
      [("was", 100), ("Marker 2", 150), ("DARK", 300), ("it", 500), ("dark", 600), ("was", 700)])
    #expect(words.map(\.sample) == [100, 300, 500, 700])
    #expect(words.map(\.location) == [0, 7, 13, 16] && words.map(\.length) == [3, 5, 2, 4])
  }

  @Test(arguments: [true, false])
  func `labels of a recording begin its words in the overlay of an EPUB`(hasLabels: Bool)
    async throws
  {
    let stage = try Stage(table: Self.table)
    // The tone begins after half a second.
    let labels = [(frame: 24_000, text: "Under"), (frame: 52_800, text: "stone")]
    try stage.record("ben-4.wav", seconds: 2, labels: hasLabels ? labels : [])
    let book = try stage.book {
      $0.options.formats = [.mp3]
      ($0.options.readAlong, $0.options.overlay) = ([.epub], .word)
    }
    let out = stage.folder.path(of: "out")
    _ = try await book.build(into: out)
    let item = try #require(
      try AudiobookTests.Manifest(in: out).chapters[0].items.first { $0.take == "ben-4.wav" })
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: out).first { $0.hasSuffix(".epub") })
    let overlay = try Program.run("unzip", ["-p", out + "/" + name, "*.smil"]).output
    let begins = overlay.matches(of: /clipBegin="([0-9.]+)s?"/).compactMap { Double($0.1) }
    #expect(begins.contains { abs($0 - item.start) < 0.002 }, "\(begins)")
    // By proportion, "stone" begins after 1.25 s.
    let isThere = begins.contains { abs($0 - item.start - 0.6) < 0.02 }
    #expect(isThere == hasLabels, "\(item.start) \(begins)")
  }

  // MARK: The table

  private func list(_ stage: Stage, _ roles: String...) async throws -> TakeTable {
    var book = try stage.book()
    book.options.listsRecordings = true
    return RecordingList(try await book.survey().planned(), roles: roles).table
  }

  @Test func `a later list keeps ids and numbers, and adds new lines in their place`() async throws
  {
    var stage = try Stage()
    let first = try await list(stage, "ANN", "BEN")
    #expect(first.rows.map(\.id) == ["ann-0001", "ann-0002", "ann-0003", "ben-0004", "ben-0005"])
    try stage.folder.write(first.csv, as: "takes/takes.csv")
    #expect(try await list(stage, "BEN") == first)
    stage.script = stage.script.replacing(
      "ANN\nYes.\n\nINT.", with: "ANN\nNo.\n\nANN\nYes.\n\nINT.")
    let second = try await list(stage, "ANN", "BEN")
    #expect(
      second.rows.map { "\($0.id) \($0.words)" } == [
        "ann-0001 Where is the key?", "ann-0006 No.", "ann-0002 Yes.", "ann-0003 Yes.",
        "ben-0004 Under the stone.", "ben-0005 It is dark.",
      ])
  }

  @Test func `a recorded row keeps its words, and the changed line gets a new row`() async throws {
    var stage = try Stage(table: Self.table)
    stage.script = stage.script.replacing("Under the stone.", with: "Under the mat.")
    // Without a recording, the row follows the script.
    #expect(
      try await list(stage, "BEN").rows.map { "\($0.id) \($0.words)" }.suffix(2)
        == ["ben-4 Under the mat.", "ben-5 It is dark."])
    try stage.record("ben-4.wav")
    let table = try await list(stage, "BEN")
    #expect(
      table.rows.map { "\($0.id) \($0.words)" }.suffix(3).sorted() == [
        "ben-0006 Under the mat.", "ben-4 Under the stone.", "ben-5 It is dark.",
      ])
    try stage.folder.write(table.csv, as: "takes/takes.csv")
    try stage.record("ben-0006.wav")
    #expect(try await stage.build().compactMap(\.item.take) == ["ben-0006.wav"])
  }

  @Test func `a table of a spreadsheet is read, and foreign columns stay`() throws {
    let text =
      "\u{FEFF}Id;Role;Words;Notes;File\r\na-1;ANN;\"One; \"\"two\"\"\nthree\";loud;x.wav\r\n\r\n"
    let table = TakeTable(Array(text.utf8))
    #expect(table.faults.isEmpty)
    #expect(table.rows.map(\.words) == ["One; \"two\"\nthree"])
    #expect(table.rows[0].file == "x.wav" && table.rows[0].others == ["loud"])
    #expect(TakeTable(Array(table.csv.utf8)) == table)
    let bad = TakeTable(Array("id,role,words\n,ANN,x\nb,ANN,y\nB,ANN,z\n".utf8))
    #expect(bad.faults.map(\.line) == [2, 4] && bad.rows.map(\.id) == ["b"])
    #expect(
      TakeTable(Array("name,words\n".utf8)).faults.map(\.message) == [
        "the column \"id\" is missing", "the column \"role\" is missing",
      ])
  }
}
