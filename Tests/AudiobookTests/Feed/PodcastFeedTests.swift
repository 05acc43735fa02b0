import Audio
import Audiobook
import Basics
import Foundation
import TestSupport
import Testing

/// Tests of feeds that an app gets from the library.
@Suite struct PodcastFeedTests {
  private static let script = """
    Title: Tide
    Author: Ann Ash
    Date: 12 May 2024
    Summary: The sea comes back.


    """ + ToneBook.threeScenes

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func build(
    _ name: String, _ script: String = Self.script, _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws {
    try await ToneBook(script) {
      $0.options.formats = [.mp3]
      change(&$0)
    }.render(into: folder.path(of: name))
  }

  private func feed(
    _ names: String..., url: String = "https://example.org/pod",
    _ change: (inout FeedSettings) -> Void = { _ in }
  ) throws -> PodcastFeed {
    var settings = FeedSettings(address: try FeedAddress(url))
    settings.folder = folder.path
    change(&settings)
    return try PodcastFeed(of: names.map(folder.path(of:)), settings: settings)
  }

  private func faults(
    _ names: String..., change: (inout FeedSettings) -> Void = { _ in }
  ) throws -> [FeedError.Fault] {
    var settings = FeedSettings(address: try FeedAddress("https://example.org/"))
    settings.folder = folder.path
    change(&settings)
    let paths = names.map(folder.path(of:))
    return try #require(throws: FeedError.self) {
      try PodcastFeed(of: paths, settings: settings)
    }.faults
  }

  private func edit(_ name: String, _ change: (inout [String: Any]) throws -> Void) throws {
    let url = URL(filePath: folder.path(of: name + "/manifest.json"))
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    try change(&object)
    try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]).write(to: url)
  }

  // MARK: Episodes

  @Test func `a chapter is an episode`() async throws {
    try await build("out")
    let feed = try feed("out")
    #expect(feed.title == "Tide")
    #expect(feed.address == "https://example.org/pod/feed.xml")
    #expect(feed.episodes.map(\.title).suffix(2) == ["INT. KITCHEN - DAY", "INT. CELLAR - NIGHT"])
    #expect(feed.episodes.map(\.number) == Array(1...feed.episodes.count))
    #expect(feed.episodes.map(\.season).allSatisfy { $0 == nil })
    #expect(feed.episodes[1].url == "https://example.org/pod/out/002%20INT.%20HALL%20-%20DAY.mp3")
    #expect(feed.episodes.allSatisfy { $0.mediaType == "audio/mpeg" && $0.bytes > 0 })
    #expect(
      feed.episodes.prefix(2).map(\.date.description)
        == ["2024-05-12T00:00:00Z", "2024-05-12T00:01:00Z"])
    #expect(feed.chapterFiles.isEmpty)
    #expect(feed.rss == (try self.feed("out")).rss)
  }

  @Test func `captions are transcripts, and a format that is unknown is left out`() async throws {
    try await build("out") {
      $0.options.captions = [.vtt, .srt]
      $0.options.labels = [.audacity]
    }
    func transcripts() throws -> [Substring] {
      String(decoding: try feed("out").rss, as: UTF8.self).split(separator: "\n")
        .filter { $0.contains("<podcast:transcript") }
        .compactMap { $0.firstMatch(of: /type="([^"]*)"/)?.1 }
    }
    #expect(Set(try transcripts()) == ["text/vtt", "application/x-subrip"])
    try edit("out") { manifest in
      let files = try #require(manifest["files"] as? [[String: Any]])
      manifest["files"] = files.map { file in
        var file = file
        if file["format"] as? String == "srt" { file["format"] = "ttml" }
        return file
      }
    }
    #expect(Set(try transcripts()) == ["text/vtt"])
  }

  @Test func `a book in one file is an episode with its chapters`() async throws {
    try await build("out") {
      $0.options.formats = []
      $0.options.books = [.mp3]
    }
    let feed = try feed("out")
    #expect(feed.episodes.map(\.title) == ["Tide"])
    #expect(feed.episodes.map(\.url) == ["https://example.org/pod/out/Tide.mp3"])
    #expect(feed.chapterFiles.map(\.name) == ["out.chapters.json"])
    let object = try JSONSerialization.jsonObject(with: Data(feed.chapterFiles[0].bytes))
    let json = try #require(object as? [String: Any])
    #expect(json["version"] as? String == "1.2.0")
    let marks = try #require(json["chapters"] as? [[String: Any]])
    let manifest = try Manifest(in: folder.path(of: "out"))
    #expect(marks.map { $0["title"] as? String } == manifest.chapters.map(\.title))
    #expect(marks.first?["startTime"] as? Double == 0)
    #expect(try faults("out") { $0.episodes = .chapter }.map(\.kind) == [.wrongRequest])
  }

  @Test func `chapters of several books are seasons, and each book has a date`() async throws {
    try await build("one")
    try await build("two", Self.script.replacing("Tide", with: "Ebb"))
    #expect(
      try faults("one", "two").map(\.message) == [
        "a feed of several books needs a title; set it with \(setting: .feedTitle)"
      ])
    let feed = try feed("two", "one") { $0.title = "The sea" }
    let count = feed.episodes.count / 2
    #expect(
      feed.episodes.map(\.season) == Array(repeating: 1, count: count)
        + Array(repeating: 2, count: count))
    #expect(feed.episodes.map(\.number) == Array(1...count) + Array(1...count))
    #expect(Set(feed.episodes.map(\.guid)).count == 2 * count)
    let dates = feed.episodes.map(\.date.seconds)
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $1 - $0 == 60 })
    #expect(String(decoding: feed.rss, as: UTF8.self).contains("<podcast:season name=\"Ebb\">1<"))
  }

  @Test func `a book older than the one before it is dated after that one`() async throws {
    try await build("one")
    try await build("two", Self.script.replacing("12 May", with: "11 May"))
    let feed = try feed("one", "two") { $0.title = "The sea" }
    #expect(feed.warnings.contains { $0.contains("has an earlier date (2024-05-11") })
    let dates = feed.episodes.map(\.date.seconds)
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $1 - $0 == 60 })
    let honest = try self.feed("two", "one") { $0.title = "The sea" }
    #expect(honest.episodes.last.map { $0.date.description.hasPrefix("2024-05-12T") } == true)
    #expect(!honest.warnings.contains { $0.contains("has an earlier date") })
  }

  // MARK: Identifiers

  /// The examples of Podcasting 2.0, `podcast:guid`.
  @Test(arguments: [
    ("https://mp3s.nashownotes.com", "pc20rss.xml", "917393e3-1b1e-5cef-ace4-edaa54e1f810"),
    ("http://podnews.net/", "rss", "9b024349-ccf0-5f69-a609-6b82873eab3c"),
  ])
  func `the podcast has the identifier that the standard defines`(
    url: String, name: String, guid: String
  ) async throws {
    try await build("out")
    let feed = try feed("out", url: url) { $0.name = name }
    #expect(
      String(decoding: feed.rss, as: UTF8.self).contains("<podcast:guid>\(guid)</podcast:guid>"))
  }

  @Test func `episodes keep their identifiers`() async throws {
    try await build("out")
    let guids = try feed("out").episodes.map(\.guid)
    #expect(Set(guids).count == guids.count)
    // Another format, changed text, another address, and a new scene before the others.
    let edited = Self.script.replacing("Three.", with: "Something else.")
      .replacing("INT. HALL", with: "INT. STAIRS - DAY\n\nANN\nNew.\n\nINT. HALL")
    try await build("moved", edited) { $0.options.formats = [.wav] }
    let later = try feed("moved", url: "http://other.org:8080/a/") { $0.title = "Other" }
    #expect(later.episodes.map(\.guid).filter(guids.contains) == guids)
    #expect(later.episodes.count == guids.count + 1)
  }

  @Test func `chapters with the same title have different identifiers`() async throws {
    try await build("out")
    try edit("out") { manifest in
      var chapters = try #require(manifest["chapters"] as? [[String: Any]])
      for index in chapters.indices { chapters[index]["title"] = "Night" }
      manifest["chapters"] = chapters
    }
    let guids = try feed("out").episodes.map(\.guid)
    #expect(Set(guids).count == guids.count && guids.count > 2)
    #expect(try feed("out").episodes.map(\.guid) == guids)
  }

  // MARK: Faults

  @Test func `a book without a date needs one`() async throws {
    try await build("out", ToneBook.threeScenes)
    let faults = try faults("out")
    #expect(faults.map(\.kind) == [.wrongRequest])
    #expect(faults[0].message.description.contains("has no date"))
    let feed = try feed("out") { $0.date = PublicationDate(iso: "2026-11-24T18:00:00Z") }
    #expect(feed.episodes.first?.date.description == "2026-11-24T18:00:00Z")
  }

  @Test func `a folder must be below the feed's`() async throws {
    try await build("out")
    let faults = try faults("out") { $0.folder = folder.path(of: "out/sub") }
    #expect(faults.map(\.kind) == [.wrongRequest])
    #expect(try self.faults("out", "./out/").map(\.kind) == [.wrongRequest])
    // A link counts as its target, because the server follows the link.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "link"), withDestinationPath: folder.path(of: "out"))
    #expect(try feed("link").episodes[0].url.hasPrefix("https://example.org/pod/link/001"))
  }

  @Test(
    arguments: [
      ("title", "", "title is missing"), ("title", 5, "title has the wrong type"),
      ("date", "soon", "date is \"soon\", which is not a valid date"),
    ] as [(String, any Sendable, String)])
  func `a wrong manifest is an error`(
    key: String, value: any Sendable, reason: String
  ) async throws {
    try await build("out")
    try edit("out") { $0[key] = value }
    let faults = try faults("out", "none")
    #expect(faults.map(\.kind) == [.wrongInput, .missingInput])
    #expect(faults[0].message.description.hasSuffix(": " + reason))
  }

  @Test func `impossible numbers and formats are an error`() async throws {
    try await build("out")
    let chapters = try Manifest(in: folder.path(of: "out")).chapters
    for (key, value) in [("index", 0), ("index", Int.min)] {
      try edit("out") { manifest in
        var chapters = try #require(manifest["chapters"] as? [[String: Any]])
        chapters[0][key] = value
        manifest["chapters"] = chapters
      }
      #expect(try faults("out").map(\.kind) == [.wrongInput])
    }
    #expect(chapters.count > 2)
    try edit("out") { manifest in
      var files = try #require(manifest["files"] as? [[String: Any]])
      files[0]["format"] = "tape"
      manifest["files"] = files
    }
    #expect(try faults("out").map(\.kind) == [.wrongInput])
  }

  @Test(arguments: [
    "", "example.org", "ftp://example.org", "https://", "https:///path", "https://a b/",
    "https://exämple.org/", "https://user:word@example.org/", "https://example.org/?a=b",
    "https://example.org/#a", "https://example.org:99999/", "https://example.org:/",
    "https://example.org/%zz", "https://exa..mple/", "https://[::1/",
  ])
  func `other text is not the address of a folder`(text: String) {
    #expect(throws: FeedAddressError.self) { try FeedAddress(text) }
  }

  @Test(arguments: [
    ("https://example.org", "https://example.org/"),
    ("HTTPS://example.org:8443/a%20b/", "HTTPS://example.org:8443/a%20b/"),
    ("http://[::1]:8000/x", "http://[::1]:8000/x/"), ("http://localhost", "http://localhost/"),
  ])
  func `addresses of folders`(text: String, base: String) throws {
    #expect(try FeedAddress(text).base == base)
  }

  @Test(arguments: [
    ("Fiction/Drama", "Fiction/Drama"), ("fiction / drama", "Fiction/Drama"),
    ("kids & family/stories for kids", "Kids & Family/Stories for Kids"), ("History", "History"),
    ("Drama", nil), ("Fiction/", nil), ("", nil), ("Fiction/Drama/More", nil),
  ])
  func `categories from Apple's list`(text: String, name: String?) {
    #expect(PodcastCategory(text)?.description == name)
  }

  @Test func `every category can be read`() {
    #expect(PodcastCategory.names.count == 19 + 91)
    for name in PodcastCategory.names { #expect(PodcastCategory(name)?.description == name) }
    #expect(PodcastCategory.hint(for: "drama") == "did you mean 'Fiction/Drama'?")
    #expect(
      PodcastCategory.hint(for: "Fiction/Novel")
        == "the parts of Fiction are Comedy Fiction, Drama, Science Fiction")
  }
}
