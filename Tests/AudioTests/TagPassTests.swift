import Audio
import Foundation
import Testing

@Suite("Tags")
struct TagPassTests {
  static let tags = Tags(
    title: "Títle – 李雷 ИВАН", album: "Älbum; \"two\" = 2", artist: "A. Uthor & Co",
    genre: "Audiobook", trackNumber: 12)

  /// Writes a finished file again with tags.
  private func tag(
    _ tags: Tags, _ folder: TemporaryFolder, _ from: String, _ to: String, _ format: SoundFormat,
    consumingSource: Bool = false
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try TagPass.write(
      tags, from: folder.path(from), to: folder.path(to), format: format,
      consumingSource: consumingSource
    ) { bytes += $0 }
    #expect(try folder.bytes(to) == bytes)
    return bytes
  }

  private func sound(_ path: String) throws -> PCM { try SoundFileReader(path: path).readAll() }

  @Test(arguments: SoundFormat.allCases)
  func otherProgramsReadTheTags(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    try format.write(Signal.babble(count: 50_000), to: folder.path("plain"))
    _ = try tag(Self.tags, folder, "plain", "tagged.\(format.fileExtension)", format)
    let path = folder.path("tagged.\(format.fileExtension)")

    let probe = try Tool.probe(path)
    #expect(
      probe.tags.filter { ["title", "album", "artist", "genre", "track"].contains($0.key) } == [
        "title": "Títle – 李雷 ИВАН", "album": "Älbum; \"two\" = 2", "artist": "A. Uthor & Co",
        "genre": "Audiobook", "track": "12",
      ])
    let info = try Tool.run(
      "mediainfo", ["--Inform=General;%Track%|%Album%|%Performer%|%Genre%|%Track/Position%", path])
    #expect(
      info.text.trimmingCharacters(in: .newlines)
        == "Títle – 李雷 ИВАН|Älbum; \"two\" = 2|A. Uthor & Co|Audiobook|12")
    #expect(try sound(path) == sound(folder.path("plain")))
    #expect(try Tool.decode(path) == Tool.decode(folder.path("plain")))
  }

  @Test func theFormatsOwnToolsFindNoFault() throws {
    let folder = try TemporaryFolder()
    for format in [SoundFormat.flac, .opus, .wav, .ogg] {
      try format.write(Signal.babble(count: 50_000), to: folder.path("plain"))
      _ = try tag(Self.tags, folder, "plain", "a.\(format.fileExtension)", format)
    }
    let flac = try Tool.run("flac", ["-t", folder.path("a.flac")])
    #expect(flac.status == 0, "\(flac.errors)")
    let opus = try Tool.run("opusinfo", [folder.path("a.opus")])
    #expect(opus.status == 0 && !(opus.text + opus.errors).contains("WARNING"), "\(opus.text)")
    #expect(opus.text.contains("TITLE=Títle – 李雷 ИВАН"))
    #expect(opus.text.contains("Encoded with libopus"))
    for file in ["a.wav", "a.ogg", "a.flac"] {
      let sox = try Tool.run("sox", [folder.path(file), "-n", "stat"])
      #expect(sox.status == 0 && !sox.errors.contains("WARN"), "\(sox.errors)")
      #expect(sox.errors.contains("50000"))
    }
  }

  @Test(arguments: SoundFormat.allCases, [false, true])
  func earlierTagsLeaveNoTrace(format: SoundFormat, consumingSource: Bool) throws {
    let folder = try TemporaryFolder()
    try format.write(Signal.babble(count: 50_000), to: folder.path("plain"))
    let expected = try tag(Self.tags, folder, "plain", "expected", format)
    let others = [
      Tags(), Self.tags, Tags(title: String(repeating: "x", count: 200_000)), Tags(title: "o"),
      Tags(artist: "me", trackNumber: 1),
    ]
    for (index, other) in others.enumerated() {
      let first = try tag(other, folder, "plain", "first", format)
      let again = try tag(
        Self.tags, folder, "first", "again", format, consumingSource: consumingSource)
      #expect(again == expected, "\(index)")
      #expect(folder.exists("first") != consumingSource)
      #expect(try tag(other, folder, "again", "first", format) == first)
    }
    #expect(folder.exists("plain"))
  }

  /// Two encodings of the same samples must be equal.
  ///
  /// A serial number or a time would make a difference.
  @Test(arguments: SoundFormat.allCases)
  func twoRunsGiveTheSameBytes(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    let files = try (0..<2).map { run in
      try format.write(Signal.babble(count: 90_000), to: folder.path("plain\(run)"))
      return try tag(Self.tags, folder, "plain\(run)", "tagged\(run)", format)
    }
    #expect(files[0] == files[1])
  }

  @Test(arguments: SoundFormat.allCases)
  func tagsOfAnyLengthFit(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    let name = "a.\(format.fileExtension)"
    try format.write(Signal.babble(count: 5000), to: folder.path("plain"))
    // Lengths near the limits of Ogg's segments and pages, and odd lengths of RIFF chunks.
    for length in [1, 2, 3, 254, 255, 256, 4096, 65_000, 65_307, 300_000] {
      let title = String(repeating: "t", count: length)
      _ = try tag(Tags(title: title), folder, "plain", name, format)
      #expect(try Tool.probe(folder.path(name)).tags["title"]?.count == length)
      #expect(try sound(folder.path(name)) == sound(folder.path("plain")))
    }
  }

  @Test(arguments: SoundFormat.allCases)
  func emptyAndControlCharacters(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    let name = "a.\(format.fileExtension)"
    try format.write(Signal.babble(count: 5000), to: folder.path("plain"))
    let untagged = try tag(Tags(), folder, "plain", "untagged", format)
    #expect(try tag(Tags(title: "", artist: ""), folder, "plain", name, format) == untagged)
    _ = try tag(Tags(title: "one\ntwo\0three"), folder, "plain", name, format)
    #expect(try Tool.probe(folder.path(name)).tags["title"] == "one two three")
  }

  @Test(arguments: SoundFormat.allCases)
  func aFileIsNotWrittenOverItself(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    try format.write(Signal.babble(count: 5000), to: folder.path("plain"))
    let before = try folder.bytes("plain")
    for path in ["plain", "../\(URL(fileURLWithPath: folder.path).lastPathComponent)/plain"] {
      #expect(throws: AudioError.self) { try tag(Self.tags, folder, "plain", path, format) }
    }
    #expect(try folder.bytes("plain") == before)
  }

  /// Headers that are cut off or changed anywhere give an error or a file, never a crash.
  @Test(arguments: SoundFormat.allCases)
  func damagedFilesAreErrors(format: SoundFormat) throws {
    let folder = try TemporaryFolder()
    try format.write(Signal.babble(count: 3000), to: folder.path("plain"))
    let whole = try tag(Self.tags, folder, "plain", "tagged", format)
    for count in 0..<min(200, whole.count) {
      try folder.write(Array(whole.prefix(count)), to: "short")
      _ = try? tag(Self.tags, folder, "short", "out", format)
      var changed = whole
      changed[count] ^= 0xFF
      try folder.write(changed, to: "changed")
      _ = try? tag(Self.tags, folder, "changed", "out", format)
    }
    for bytes in [[], Array("nonsense".utf8), [UInt8](repeating: 0xFF, count: 500)] {
      try folder.write(bytes, to: "nonsense")
      guard format != .mp3 || bytes.isEmpty else { continue }
      let error = #expect(throws: AudioError.self) {
        try tag(Self.tags, folder, "nonsense", "out", format)
      }
      guard case .malformed = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(throws: AudioError.self) { try tag(Self.tags, folder, "missing", "out", format) }
  }
}
