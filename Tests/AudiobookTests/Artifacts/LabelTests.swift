import Audio
import Foundation
import TestSupport
import Testing

@testable import Audiobook

/// Tests of label tracks in the output folder.
@Suite struct LabelTests {
  private static let stems = ToneBook.threeFiles.map { String($0.dropLast(4)) }
  private static let names = stems.map { $0 + ".txt" }

  private func build(
    _ script: String = ToneBook.threeScenes, in folder: TemporaryFolder,
    _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws -> BuildOutcome {
    try await ToneBook(script) {
      $0.options.labels = [.audacity]
      change(&$0)
    }.render(into: folder.path)
  }

  private func written(_ outcome: BuildOutcome) -> [String] {
    outcome.written.map { URL(filePath: $0).lastPathComponent }
  }

  /// Returns start, end and words of each label.
  private func labels(_ name: String, in folder: TemporaryFolder) throws -> [[String]] {
    try folder.text(of: name).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func `a label has the times, the speaker and the words of a line`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await build("INT. HALL - DAY\n\nANN\nMr. X\tis\nhere.\n", in: folder) {
      $0.cast = #"{"speech": {"announce": "never"}}"#
    }
    #expect(written(outcome).contains("001 INT. HALL - DAY.txt"))
    let manifest = try Audiobook.Manifest(inFolder: folder.path)
    let chapter = try #require(manifest.chapters.first)
    let times = chapter.items.map { [$0.start, $0.end].map { String(format: "%.6f", $0.value) } }
    let labels = try labels("001 INT. HALL - DAY.txt", in: folder)
    #expect(labels.map { Array($0.prefix(2)) } == times)
    #expect(labels.map { $0[2] } == ["INT. HALL - DAY", "ANN: Mr. X is here."])
    #expect(
      manifest.files.filter { $0.role == "labels" }.map { "\($0.file) \($0.format ?? "")" }
        == ["001 INT. HALL - DAY.txt audacity"])
  }

  @Test func `labels need no rendering, and are written only if they change`() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(ToneBook.threeScenes).render(into: folder.path)
    let first = try await build(in: folder)
    #expect(first.reused == 3 && written(first) == Self.names + ["manifest.json"])
    #expect(try await build(in: folder).written.isEmpty)
    let edited = ToneBook.threeScenes.replacing("Three.", with: "Thrice.")
    #expect(
      written(try await build(edited, in: folder))
        == [ToneBook.threeFiles[1], Self.names[1], "playlist.m3u8", "manifest.json"])
    try folder.write("mine", as: Self.names[0])
    #expect(
      try await FolderVerifier(folder: folder.path).verify().findings
        .contains { $0.code == .changedFile && $0.file == Self.names[0] })
    #expect(written(try await build(edited, in: folder)) == [Self.names[0]])
    #expect(written(try await build(edited, in: folder) { $0.options.labels = [] }).count == 1)
    #expect(!(try FolderState.names(folder.path)).contains { $0.hasSuffix(".txt") })
  }

  @Test func `a book in one file has labels of its own, also from shards`() async throws {
    func change(_ book: inout ToneBook) {
      (book.options.formats, book.options.books) = ([], [.wav])
    }
    let (one, shards) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try await build(in: one, change)
    for index in 1...2 {
      _ = try await build(in: shards) {
        change(&$0)
        $0.options.shard = Shard(index: index, count: 2)
      }
    }
    _ = try await BookAssembler(path: shards.path).assemble()
    #expect(try FolderState.contents(one.path) == FolderState.contents(shards.path))
    let manifest = try Audiobook.Manifest(inFolder: one.path)
    let starts = manifest.chapters.flatMap { chapter in
      chapter.items.map {
        String(
          format: "%.6f", Double(chapter.bookStart) / Double(chapter.sampleRate) + $0.start.value)
      }
    }
    #expect(try labels("script.txt", in: one).map { $0[0] } == starts)
    #expect(try labels(Self.names[1], in: one).count == manifest.chapters[1].items.count)
  }
}

/// Tests of the list of artifacts.
@Suite struct ArtifactTests {
  private static var everything: BuildOptions {
    var options = BuildOptions(generator: "guion2audio 0.0.0")
    (options.formats, options.books) = ([.mp3, .wav], [.m4b, .opus])
    (options.captions, options.labels) = (CaptionFormat.allCases, LabelFormat.allCases)
    (options.readAlong, options.overlay) = (ReadAlongFormat.allCases, .word)
    (options.stems, options.projects) = (StemKind.allCases, ProjectFormat.allCases)
    (options.markers, options.shop) = (MarkerFormat.allCases, .acx)
    return options
  }

  @Test func `each artifact has a key and a media type of its own`() throws {
    let artifacts = Artifacts(Self.everything)
    #expect(Set(artifacts.all.map(\.key)).count == artifacts.all.count)
    #expect(Set(artifacts.all.map { "\(type(of: $0))" }).count == Artifacts.kinds.count)
    for artifact in artifacts.all where !artifact.format.isEmpty {
      // Stems are WAV or FLAC, as the book is.
      let isTyped = type(of: artifact).mediaType(of: artifact.format) != nil
      #expect(isTyped != (artifact is StemFiles), "\(artifact.key)")
      #expect(artifacts[artifact.key]?.format == artifact.format)
    }
  }

  @Test func `the list in a part of a shard is the list of its options`() throws {
    let artifacts = Artifacts(Self.everything)
    let bytes = try JSONEncoder().encode(artifacts)
    #expect(try JSONDecoder().decode(Artifacts.self, from: bytes) == artifacts)
    var other = Self.everything
    other.overlay = .sentence
    #expect(Artifacts(other) != artifacts)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Artifacts.self, from: Data(#"[{"Unknown":{}}]"#.utf8))
    }
  }
}
