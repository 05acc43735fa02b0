import Audio
import Basics
import Foundation
import HablareTesting
import TestSupport
import Testing

@testable import Audiobook

/// Tests of books with sounds: what is heard and when, what is rendered again, stems and projects.
@Suite struct SoundBookTests {
  private let home: TemporaryFolder
  private let folder: TemporaryFolder

  init() throws {
    (home, folder) = (try TemporaryFolder(), try TemporaryFolder())
    try FileManager.default.createDirectory(
      atPath: home.path + "/sounds", withIntermediateDirectories: true)
    try write("knock", seconds: 0.5, 700)
    try write("rain", seconds: 3, 300)
    try write("theme", seconds: 4, 500)
  }

  private func write(_ name: String, seconds: Double, _ frequency: Double) throws {
    let rate = ToneVoiceProvider.sampleRate
    let step = 2 * Double.pi * frequency / Double(rate)
    let count = Int(seconds * Double(rate))
    let samples: [Int16] = (0..<count).map { Int16(4000 * sin(step * Double($0))) }
    var writer = try SoundFileWriter(
      creating: home.path + "/sounds/\(name).wav", format: .wav, sampleRate: rate)
    try writer.write(samples)
    _ = try writer.finish()
  }

  private static let cast = #"""
    { "speech": { "announce": "never" },
      "sounds": {
        "files": {
          "knock": "sounds/knock.wav",
          "rain": { "file": "sounds/rain.wav", "gain": -6 },
          "theme": { "file": "sounds/theme.wav", "gain": -6 }
        },
        "scenes": { "INT. KITCHEN*": "rain" }
      } }
    """#

  /// Three scenes. The first has an effect, the second an ambience, the third has no sounds.
  private static let script = ToneBook.threeScenes
    .replacing("BEN\nTwo.", with: "[[Sound: knock]]\n\nBEN\nTwo.\n\n[[Sound: gong]]")

  private func book(
    _ script: String = script, cast: String = cast, _ change: (inout ToneBook) -> Void = { _ in }
  ) -> ToneBook {
    ToneBook(script, cast: cast) {
      $0.castFile = home.path + "/cast.json"
      change(&$0)
    }
  }

  private func samples(_ name: String) throws -> [Int16] {
    try SoundFileReader(path: folder.path + "/" + name).readInterleaved()
  }

  @Test func `a short effect is heard before the next line, and a bed beneath its scene`()
    async throws
  {
    try await book().render(into: folder.path)
    let manifest = try Audiobook.Manifest(inFolder: folder.path)
    let chapter = manifest.chapters[0]
    let knock = try #require(chapter.sounds?.first)
    #expect(chapter.sounds?.count == 1 && knock.name == "knock" && knock.bus == "effects")
    #expect(knock.line == 6)
    #expect(abs(knock.end.value - knock.start.value - 0.5) < 0.001)
    #expect(knock.start.value >= chapter.items[1].end.value)
    #expect(chapter.items[2].start.value >= knock.end.value + 0.2)
    let rain = try #require(manifest.chapters[1].sounds?.first)
    #expect(rain.start.value == 0)
    #expect(abs(rain.end.value - manifest.chapters[1].duration.value) < 0.02)
    #expect(manifest.chapters[2].sounds == nil)
  }

  @Test func `books without sounds have the same bytes and fingerprints`() async throws {
    let silent = ToneBook.threeScenes.replacing("BEN\nTwo.", with: "[[Sound: gong]]\n\nBEN\nTwo.")
    let plans = [
      try await ToneBook(ToneBook.threeScenes, cast: #"{"speech": {"announce": "never"}}"#).plan(),
      try await book(silent).plan(),
    ]
    #expect(plans[0].fingerprints[0] == plans[1].fingerprints[0])
    #expect(plans[0].fingerprints[1] != plans[1].fingerprints[1])
    #expect(plans[0].fingerprints[2] == plans[1].fingerprints[2])
  }

  @Test func `a changed sound renders only the chapters that use it`() async throws {
    try await book().render(into: folder.path)
    #expect(try await book().render(into: folder.path).rendered == 0)
    try write("rain", seconds: 3, 320)
    let outcome = try await book().render(into: folder.path)
    #expect(outcome.rendered == 1 && outcome.reused == 2)
    try write("theme", seconds: 2, 320)
    #expect(try await book().render(into: folder.path).rendered == 0)
  }

  @Test func `music opens and closes the book`() async throws {
    let cast = Self.cast.replacing(
      "\"scenes\"", with: "\"intro\": \"theme\", \"outro\": \"theme, under\", \"scenes\"")
    try await book(cast: cast).render(into: folder.path)
    let chapters = try Audiobook.Manifest(inFolder: folder.path).chapters
    let intro = try #require(chapters[0].sounds?.first)
    #expect(intro.start.value == 0 && abs(intro.end.value - 4) < 0.01)
    #expect(chapters[0].items[0].start.value > 4)
    let outro = try #require(chapters[2].sounds?.first)
    let last = try #require(chapters[2].items.last)
    #expect(outro.start.value >= last.end.value)
    #expect(chapters[2].duration.value >= outro.end.value)
  }

  private static func begins(_ chapter: Audiobook.Manifest.Chapter) -> [String] {
    (chapter.sounds ?? []).map { sound in
      let before = chapter.items.count { $0.end.value <= sound.start.value + 0.001 }
      return "\(sound.name) \(before) of \(chapter.items.count)"
    }
  }

  @Test(arguments: [false, true])
  func `sounds between scenes are heard in their scene, in one file or several`(
    isOne: Bool
  ) async throws {
    let notes = "[[Sound: knock]]\n\n[[Music: theme]]\n\n[[Ambience: rain]]\n\nINT. KITCHEN"
    let script = ToneBook.threeScenes.replacing("INT. KITCHEN", with: notes)
      .replacing("INT. CELLAR", with: "[[Sound: knock]]\nINT. CELLAR")
    let cast = Self.cast.replacing("INT. KITCHEN*", with: "none")
      .replacing("\"scenes\"", with: "\"between\": \"theme\", \"scenes\"")
    try await book(script, cast: cast) {
      if isOne { $0.options.split = .document }
    }.render(into: folder.path)
    let chapters = try Audiobook.Manifest(inFolder: folder.path).chapters
    if isOne {
      #expect(
        chapters.map(Self.begins) == [
          [
            "knock 3 of 9", "theme 3 of 9", "theme 3 of 9", "rain 3 of 9", "theme 6 of 9",
            "knock 6 of 9",
          ]
        ])
    } else {
      #expect(
        chapters.map(Self.begins) == [
          ["knock 3 of 3", "theme 3 of 3", "theme 3 of 3"], ["rain 0 of 3", "theme 3 of 3"],
          ["knock 0 of 3"],
        ])
      // The file waits for the music at its end.
      let music = try #require(chapters[0].sounds?.last)
      #expect(
        chapters[0].duration.value >= music.end.value && music.end.value - music.start.value > 3.9)
    }
    let rain = try #require(chapters.flatMap { $0.sounds ?? [] }.first { $0.name == "rain" })
    #expect(rain.end.value - rain.start.value > 1)
  }

  @Test func `a sound that changes during the build is an error`() async throws {
    let planned = try await book(Self.script).book().survey().planned()
    try write("knock", seconds: 0.6, 900)
    let sound = try #require(planned.plan.chapters[0].sounds.compactMap(\.file).first)
    let store = SoundStore(sampleRate: 24_000, planned.options)
    #expect(throws: AudioError.self) { _ = try store.sound(sound, folder: folder.path) }
    try write("knock", seconds: 0.5, 700)
    #expect(try store.sound(sound, folder: folder.path).length() > 0)
  }

  @Test func `stop ends a sound`() async throws {
    let script = """
      INT. KITCHEN - DAY

      ANN
      One.

      [[Ambience: stop rain]]

      BEN
      Two is longer than one, and the rain is over.
      """
    try await book(script).render(into: folder.path)
    let chapter = try Audiobook.Manifest(inFolder: folder.path).chapters[0]
    let rain = try #require(chapter.sounds?.first)
    #expect(abs(rain.end.value - (chapter.items[1].end.value + 2)) < 0.05)
  }

  @Test func `a name that does not play where it is ended is a note`() async throws {
    let script = """
      INT. KITCHEN - DAY

      [[Music: theme, under]]

      ANN
      One.

      [[Music: stop them]]

      [[Music: stop Theme!]]

      [[Ambience: stop rain]]

      BEN
      Two.

      [[Music: stop theme]]
      """
    var book = try book(script).book()
    book.options.build.sampleRate = 44_100
    let found = SoundFindings.findings(in: try await book.survey().planned())
    #expect(
      found.map { "\($0.code) \($0.position?.line ?? 0)" } == [
        "unbound-sound 8", "unbound-sound 17",
      ])
    #expect(found[0].message.hasPrefix("\"them\" does not play here"))
  }

  @Test func `bad sounds are one error each, with the place in the cast`() async throws {
    try home.write("no sound", as: "sounds/knock.wav")
    try FileManager.default.removeItem(atPath: home.path + "/sounds/theme.wav")
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/sounds/theme.wav", withDestinationPath: folder.path)
    let script = Self.script.replacing("Six.", with: "Six.\n\n[[Music: theme]]\n\n[[Music: theme]]")
    let found = try await book(script).book().survey().diagnostics.filter { $0.severity == .error }
    #expect(
      found.map { "\($0.code) \($0.position?.line ?? 0)" } == ["bad-sound 4", "outside-folder 6"])
    #expect(found.allSatisfy { $0.file == home.path + "/cast.json" })
  }

  private static func production(_ book: inout ToneBook) {
    book.options.stems = [.roles, .buses, .lines, .dry]
    book.options.projects = [.reaper, .audacity, .otio]
    book.options.markers = [.csv]
  }

  @Test func `stems and projects are files of the book, written only if they change`() async throws
  {
    try await book().render(into: folder.path)
    let first = try await book(Self.script, Self.production).render(into: folder.path)
    #expect(first.rendered == 3)
    let manifest = try Audiobook.Manifest(inFolder: folder.path)
    let roles = Dictionary(grouping: manifest.files, by: \.role).mapValues(\.count)
    // Chapter 1 has three voices, nine lines in three chapters, two buses with sounds.
    #expect(roles["project"] == 3 * 4 && roles["markers"] == 3)
    #expect(manifest.files.contains { $0.file == "stems/001 INT. HALL - DAY - BEN.wav" })
    #expect(manifest.files.contains { $0.file == "stems/001 INT. HALL - DAY - bus effects.wav" })
    #expect(
      manifest.files.contains { $0.file == "stems/002 INT. KITCHEN - DAY - bus ambience.wav" })
    let findings = try await FolderVerifier(folder: folder.path).verify().findings
    // The voices of the test are tones of any length.
    #expect(findings.allSatisfy { $0.code == .tooFast }, "\(findings)")
    #expect(try await book(Self.script, Self.production).render(into: folder.path).written.isEmpty)
    let edited = Self.script.replacing("Five.", with: "Fifty-five.")
    let second = try await book(edited, Self.production).render(into: folder.path)
    #expect(second.rendered == 1)
    #expect(
      second.written.map { URL(filePath: $0).lastPathComponent }
        .allSatisfy { !$0.hasPrefix("001 ") && !$0.hasPrefix("002 ") },
      "\(second.written)")
    let name = "stems/001 INT. HALL - DAY - BEN.wav"
    try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    let third = try await book(edited, Self.production).render(into: folder.path)
    #expect(third.rendered == 0 && third.written == [folder.path + "/" + name])
    try await book(edited).render(into: folder.path)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/stems"))
  }

  @Test func `the sum of the stems is the mix`() async throws {
    try await book(Self.script, Self.production).render(into: folder.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/stems")
    for (chapter, file) in ToneBook.threeFiles.enumerated() {
      let mix = try samples(file)
      let own = names.filter { $0.hasPrefix("00\(chapter + 1)") }
      let parts = own.filter { name in
        ["ANN", "BEN", "NARRATOR", "bus effects", "bus ambience"].contains {
          name.hasSuffix("- \($0).wav")
        }
      }
      #expect(parts.count == (chapter == 2 ? 3 : 4))
      var sum = [Double](repeating: 0, count: mix.count)
      for part in parts {
        var reader = try SoundFileReader(path: "\(folder.path)/stems/\(part)")
        var block = [Float](repeating: 0, count: mix.count)
        let frames = reader.info.frames
        #expect(frames == mix.count)
        var place = 0
        while case let count = try reader.read(into: &block), count > 0 {
          for index in 0..<count { sum[place + index] += Double(block[index]) }
          place += count
        }
      }
      let error = zip(sum, mix).reduce(0) { $0 + pow($1.0 - Double($1.1) / 32_768, 2) }
      #expect(10 * log10(error / Double(mix.count) + 1e-20) < -90)
    }
  }

  @Test func `projects have the items of the manifest, to the sample`() async throws {
    try await book(Self.script, Self.production).render(into: folder.path)
    let manifest = try Audiobook.Manifest(inFolder: folder.path)
    for (number, file) in ToneBook.threeFiles.enumerated() {
      let stem = file.dropLast(4)
      let chapter = manifest.chapters[number]
      let expected = Set(
        (chapter.items.map { [$0.start.value, $0.end.value] }
          + (chapter.sounds ?? []).map { [$0.start.value, $0.end.value] })
          .map { $0.map { Int(($0 * Double(chapter.sampleRate)).rounded()) } })
      let reaper = try folder.text(of: "\(stem).rpp")
      #expect(try Set(Self.reaperItems(reaper, chapter.sampleRate)) == expected)
      // With an empty line below it, a note above a heading ends the scene above.
      #expect(reaper.contains("Sound: gong") == (number == 0))
      for line in reaper.split(separator: "\n") where line.contains("FILE ") {
        let media = line.split(separator: "\"")[1]
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(media)"))
      }
      #expect(try Set(Self.timelineItems(folder.text(of: "\(stem).otio"))) == expected)
      let rows = try folder.text(of: "\(stem).csv").split(separator: "\r\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let table = rows.filter { ["line", "sound"].contains($0[0]) }.map {
        [Int($0[3]) ?? -1, Int($0[4]) ?? -1]
      }
      #expect(Set(table) == expected)
      let labels = try folder.text(of: "\(stem).labels.txt").split(separator: "\n")
      #expect(labels.count >= expected.count)
    }
  }

  @Test func `items of a track do not overlap, and a sound goes on after another one`() {
    func apart(_ items: [(Int, Int, String)]) -> [String] {
      Production.apart(items.map { .init(start: $0.0, end: $0.1, name: $0.2) })
        .map { "\($0.name) \($0.start)-\($0.end)" }
    }
    #expect(
      apart([(10, 100, "rain"), (20, 30, "bell"), (90, 120, "sea"), (120, 130, "x"), (5, 5, "y")])
        == ["rain 10-20", "bell 20-30", "rain 30-90", "sea 90-120", "x 120-130"])
    #expect(
      apart([(0, 9, "a"), (0, 4, "b"), (2, 3, "c")]) == ["b 0-2", "c 2-3", "b 3-4", "a 4-9"])
  }

  /// Returns start and end of each item in a project of Reaper, in samples.
  private static func reaperItems(_ text: String, _ rate: Int) throws -> [[Int]] {
    var items: [[Int]] = []
    var start = 0.0
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "POSITION" { start = try #require(Double(words[1])) }
      if words.first == "LENGTH" {
        let length = try #require(Double(words[1]))
        items.append([start, start + length].map { Int(($0 * Double(rate)).rounded()) })
      }
    }
    return items
  }

  /// Returns start and end of each clip in a timeline, from the lengths of the clips and gaps before it.
  private static func timelineItems(_ text: String) throws -> [[Int]] {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let stack = try #require(json?["tracks"] as? [String: Any])
    var items: [[Int]] = []
    for track in try #require(stack["children"] as? [[String: Any]]) {
      var place = 0
      for child in try #require(track["children"] as? [[String: Any]]) {
        let range = try #require(child["source_range"] as? [String: Any])
        let length = try #require((range["duration"] as? [String: Any])?["value"] as? Int)
        if child["OTIO_SCHEMA"] as? String == "Clip.1" { items.append([place, place + length]) }
        place += length
      }
    }
    return items
  }

  @Test func `a book in one file has stems of the whole, also from shards`() async throws {
    let change = { (book: inout ToneBook) in
      Self.production(&book)
      (book.options.formats, book.options.books) = ([], [.flac])
    }
    try await book(Self.script, change).render(into: folder.path)
    let names = try FolderState.names(folder.path)
    #expect(
      names.contains { $0.hasSuffix("- BEN.flac") } && names.contains { $0.hasSuffix(".rpp") })
    let other = try TemporaryFolder()
    for shard in 1...2 {
      try await book(Self.script) {
        change(&$0)
        $0.options.shard = Shard(index: shard, count: 2)
      }.render(into: other.path)
    }
    _ = try await BookAssembler(path: other.path).assemble()
    #expect(try FolderState.contents(folder.path) == FolderState.contents(other.path))
  }

  @Test func `24 bits are written if they are asked for`() async throws {
    try await book(Self.script) { $0.options.bits = 24 }.render(into: folder.path)
    let bytes = try #require(
      try FileSystem.contents(of: folder.path(of: ToneBook.threeFiles[0])))
    let format = try #require(bytes.firstRange(of: Array("fmt ".utf8)))
    #expect(bytes[format.lowerBound + 22] == 24)
  }

  @Test
  func `the cast's own words ask for sounds in comments of Markdown, in a file and in a folder`()
    async throws
  {
    let cast =
      #"{ "sounds": { "files": { "tür": "sounds/knock.wav" }, "words": { "effects": ["Krach"] } } }"#
    try home.write(cast, as: "cast.json")
    try FileManager.default.createDirectory(
      atPath: home.path(of: "book"), withIntermediateDirectories: true)
    try home.write("One <!-- Krach: Tür --> two.", as: "book/one.md")
    let tone = try ToneBook("").book()
    for path in ["book/one.md", "book"] {
      let own = Book(
        try BookInput(home.path(of: path)), cast: .file(home.path(of: "cast.json")),
        options: tone.options, speech: tone.speech)
      let plan = try await own.survey().planned().plan
      #expect(plan.chapters.flatMap(\.sounds).map(\.file?.name) == ["tür"], "\(path)")
    }
  }
}
