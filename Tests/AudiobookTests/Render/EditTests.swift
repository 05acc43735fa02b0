import Audio
import Foundation
import Hablare
import HablareTesting
import Synchronization
import TestSupport
import Testing

@testable import Audiobook

/// Tests of the cost of an edit: requested lines, encoded chapters, and chapters that only get other tags.
///
/// The folder must then have the same contents as a clean build.
@Suite struct EditTests {
  /// The input of a build.
  struct Book: Sendable {
    var script = EditTests.script
    var cast =
      #"{ "narrator": "tone://tenor", "characters": { "ANN": "tone://alto", "BEN": "tone://bass" } }"#
    var options: Options = []
    struct Options: OptionSet, Sendable {
      let rawValue: Int
      static let title = Options(rawValue: 1)
      static let flac = Options(rawValue: 2)
      static let loudness = Options(rawValue: 4)
    }
  }

  /// An edit and its cost: lines with and without a clip cache, and chapters.
  struct Edit: Sendable, CustomTestStringConvertible {
    var name: String
    var cached: Int
    var uncached: Int
    var encoded: Int
    var moved: Int
    /// The reasons that `-v` shows for the encoded chapters.
    var reasons: [String]
    var change: @Sendable (inout Book) -> Void
    var testDescription: String { name }

    init(
      _ name: String, cached: Int, uncached: Int, encoded: Int, moved: Int,
      because reasons: [String] = [],
      _ change: @escaping @Sendable (inout Book) -> Void
    ) {
      (self.name, self.cached, self.uncached) = (name, cached, uncached)
      (self.encoded, self.moved, self.reasons, self.change) = (encoded, moved, reasons, change)
    }
  }

  /// Three scenes.
  ///
  /// In the first two scenes, four lines are spoken: a heading, an announcement and two speeches. In the last
  /// scene, six lines are spoken.
  private static let script = """
    Title: The Book

    INT. HALL - DAY

    ANN
    One and one.

    ANN
    Two.

    INT. KITCHEN - DAY

    BEN
    Three and three.

    BEN
    Four.

    INT. CELLAR - NIGHT

    A door.

    BEN
    Five.

    ANN
    Six.


    """

  private static func scenes(_ script: String) -> [String] {
    script.split(separator: "INT. ").map(String.init)
  }

  static let edits: [Edit] = [
    Edit("nothing", cached: 0, uncached: 0, encoded: 0, moved: 0) { _ in },
    Edit(
      "a word of a line", cached: 1, uncached: 4, encoded: 1, moved: 0, because: ["line 14 changed"]
    ) {
      $0.script = $0.script.replacing("Three and three.", with: "Thirty and three.")
    },
    Edit(
      "a line is inserted", cached: 1, uncached: 5, encoded: 1, moved: 0,
      because: ["line 20 changed"]
    ) {
      $0.script = $0.script.replacing("Four.\n", with: "Four.\n\nBEN\nFour and a half.\n")
    },
    Edit(
      "a line is deleted", cached: 0, uncached: 3, encoded: 1, moved: 0,
      because: ["text was removed near line 14"]
    ) {
      $0.script = $0.script.replacing("BEN\nFour.\n\n", with: "")
    },
    Edit("blank lines, which move all line numbers", cached: 0, uncached: 0, encoded: 0, moved: 0) {
      $0.script = $0.script.replacing("INT. HALL", with: "\n\n\nINT. HALL")
    },
    Edit("a note, which nobody hears", cached: 0, uncached: 0, encoded: 0, moved: 0) {
      $0.script = $0.script.replacing("Two.\n", with: "Two.\n\n[[Is that so?]]\n")
    },
    Edit("a scene moves to the front", cached: 0, uncached: 0, encoded: 0, moved: 3) {
      let parts = scenes($0.script)
      $0.script = parts[0] + "INT. " + parts[3] + "INT. " + parts[1] + "INT. " + parts[2]
    },
    Edit("two scenes change places", cached: 0, uncached: 0, encoded: 0, moved: 2) {
      let parts = scenes($0.script)
      $0.script = parts[0] + "INT. " + parts[2] + "INT. " + parts[1] + "INT. " + parts[3]
    },
    Edit(
      "a scene is inserted in front", cached: 2, uncached: 2, encoded: 1, moved: 3,
      because: ["it is new"]
    ) {
      $0.script = $0.script.replacing("INT. HALL", with: "INT. ATTIC - DAY\n\nDust.\n\nINT. HALL")
    },
    Edit("a scene is deleted", cached: 0, uncached: 0, encoded: 0, moved: 2) {
      let parts = scenes($0.script)
      $0.script = parts[0] + "INT. " + parts[2] + "INT. " + parts[3]
    },
    Edit(
      "a heading, which is heard", cached: 1, uncached: 4, encoded: 1, moved: 0,
      because: ["line 11 changed"]
    ) {
      $0.script = $0.script.replacing("INT. KITCHEN", with: "INT. GARDEN")
    },
    Edit("the author in the tags, and no credits", cached: 0, uncached: 0, encoded: 0, moved: 3) {
      $0.cast = $0.cast.replacing(
        "{ \"narrator\"",
        with: #"{ "metadata": { "author": "Zoe" }, "speech": { "credits": false }, "narrator""#)
    },
    Edit(
      "a voice", cached: 3, uncached: 10, encoded: 2, moved: 0,
      because: ["the voice of BEN changed"]
    ) {
      $0.cast = $0.cast.replacing("tone://bass", with: "tone://soprano")
    },
    Edit(
      "the gain of a voice, which is mixed", cached: 0, uncached: 10, encoded: 2, moved: 0,
      because: ["the voice of BEN changed"]
    ) {
      $0.cast = $0.cast.replacing("tone://bass", with: "tone://bass?gain=-3")
    },
    Edit("a pause", cached: 0, uncached: 15, encoded: 4, moved: 0, because: ["pauses changed"]) {
      $0.cast = $0.cast.replacing(
        "{ \"narrator", with: #"{ "pauses": { "chapterEnd": 2500 }, "narrator"#)
    },
    Edit(
      "a pronunciation", cached: 1, uncached: 6, encoded: 1, moved: 0, because: ["line 21 changed"]
    ) {
      $0.cast = $0.cast.replacing(
        "{ \"narrator",
        with: #"{ "pronunciations": [ { "text": "door", "say": "dore" } ], "narrator"#)
    },
    Edit(
      "the format", cached: 0, uncached: 15, encoded: 4, moved: 0,
      because: ["the format, channels, sample rate, bit rate or loudness changed"]
    ) { $0.options = .flac },
    // Each voice also speaks a passage that measures its level.
    Edit(
      "the loudness", cached: 3, uncached: 18, encoded: 4, moved: 0,
      because: ["the format, channels, sample rate, bit rate or loudness changed"]
    ) { $0.options = .loudness },
    Edit("the title", cached: 1, uncached: 1, encoded: 1, moved: 3, because: ["it is new"]) {
      $0.options = .title
    },
  ]

  private struct Cost {
    var lines = 0
    var encoded = 0
    var moved = 0
    var reasons: [String] = []
  }

  /// Builds a book and returns its cost.
  ///
  /// Lines are counted at the provider, chapters by the events of their items.
  ///
  /// With a book `format` the build writes one file for the whole book, and no chapter files.
  private func build(
    _ book: Book, into path: String, cache: ClipCache?, format: BookFormat?
  ) async throws -> Cost {
    let events = Mutex((encoded: Set<Int>(), moved: 0, reasons: [String]()))
    let provider = ToneVoiceProvider()
    try await ToneBook(book.script, cast: book.cast, provider: provider) {
      $0.cache = cache
      $0.options.formats = book.options.contains(.flac) ? [.flac] : format == nil ? [.wav] : []
      $0.options.books = format.map { [$0] } ?? []
      $0.options.loudness = book.options.contains(.loudness) ? .mono(-23) : .off
      $0.options.title = book.options.contains(.title) ? "Another" : nil
    }.render(into: path) { event in
      events.withLock { seen in
        switch event {
        case .item(let chapter, _, _, _): seen.encoded.insert(chapter)
        case .taken: seen.moved += 1
        case .due(_, _, let reasons): seen.reasons += reasons.map { $0.text() }
        default: break
        }
      }
    }
    let seen = events.withLock { $0 }
    return Cost(
      lines: provider.requests.count, encoded: seen.encoded.count, moved: seen.moved,
      reasons: seen.reasons)
  }

  @Test(arguments: edits, [nil, BookFormat.m4b, .mp3])
  func `an edit costs only its changes`(edit: Edit, format: BookFormat?) async throws {
    for isCached in [true, false] {
      let folder = try TemporaryFolder()
      let cache = isCached ? ClipCache(folder: folder.path(of: "clips")) : nil
      var book = Book()
      _ = try await build(book, into: folder.path(of: "out"), cache: cache, format: format)
      edit.change(&book)
      let cost = try await build(
        book, into: folder.path(of: "out"), cache: cache, format: format)
      #expect(cost.lines == (isCached ? edit.cached : edit.uncached))
      #expect(cost.encoded == edit.encoded)
      #expect(cost.moved == edit.moved)
      #expect(Set(cost.reasons) == Set(edit.reasons))
      _ = try await build(book, into: folder.path(of: "clean"), cache: nil, format: format)
      let (built, clean) = try (
        FolderState.contents(folder.path(of: "out")), FolderState.contents(folder.path(of: "clean"))
      )
      #expect(built.keys.sorted() == clean.keys.sorted())
      for (name, bytes) in clean { #expect(built[name] == bytes, "\(name)") }
    }
  }
}
