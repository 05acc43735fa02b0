import Foundation
import TestSupport
import Testing

/// Tests of `guion2audio feed`, with feeds read back by feedparser and an XML parser, as apps read them.
@Suite struct FeedTests {
  private static let document = """
    ---
    title: Rooms & "Halls" <script>alert(1)</script> ]]>
    author: Ann & <b>Ash</b>
    date: 2024-05-12
    description: "Two rooms, & <i>what</i> is said: ]]>"
    language: en-GB
    ---

    # Night

    It is dark. A light goes on.

    # Ben's &amp; Ann's <!-- x --> "tea" 🎧

    Well, well, well.

    # Night

    Again.

    """

  /// Returns a folder with a finished book in `out`.
  private func book(_ options: String..., document: String = Self.document) throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder("s.md", document)
    let result = try Program.run(
      Guion2audio.path, ["s.md", "-o", "out", "--voice", "espeak://en-gb"] + options,
      in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    return folder
  }

  /// Returns what feedparser finds.
  ///
  /// The standard library's parser checks that the XML is well-formed.
  private func parsed(_ name: String, in folder: TemporaryFolder) throws -> [String: Any] {
    let program = """
      import feedparser, json, sys, xml.etree.ElementTree as tree
      names = {"podcast": "https://podcastindex.org/namespace/1.0"}
      channel = tree.parse(sys.argv[1]).getroot().find("channel")
      feed = feedparser.parse(sys.argv[1])
      assert not feed.bozo, feed.bozo_exception
      assert feed.version == "rss20", feed.version
      def link(item, name):
          return [dict(found.attrib) for found in item.findall("podcast:" + name, names)]
      entries = [dict(
          title=item.findtext("title"), summary=entry.get("summary"), id=entry.id,
          permalink=entry.get("guidislink"), date=list(entry.published_parsed[:6]),
          enclosure=dict(entry.enclosures[0]), duration=entry.itunes_duration,
          episode=entry.itunes_episode, season=entry.get("itunes_season"),
          image=entry.get("image", {}).get("href"), transcripts=link(item, "transcript"),
          chapters=link(item, "chapters"))
          for item, entry in zip(channel.findall("item"), feed.entries)]
      head = feed.feed
      print(json.dumps(dict(
          title=channel.findtext("title"), description=channel.findtext("description"),
          link=head.link, language=head.language, author=head.author, image=head.image.href if "image" in head else None,
          tags=[tag.term for tag in head.get("tags", [])], explicit=head.itunes_explicit,
          type=head.itunes_type, email=head.get("publisher_detail", {}).get("email"),
          self=[link.href for link in head.links if link.rel == "self"],
          medium=channel.findtext("podcast:medium", None, names), entries=entries)))
      """
    let result = try Program.run("/usr/bin/python3", ["-c", program, name], in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  private func entries(_ feed: [String: Any]) throws -> [[String: Any]] {
    try #require(feed["entries"] as? [[String: Any]])
  }

  /// Returns the file at an address, if `https://example.org/pod/` serves the folder.
  private func served(_ address: Any?, in folder: TemporaryFolder) throws -> Data {
    let text = try #require(address as? String)
    let url = try #require(URL(string: text))
    #expect(url.absoluteString.hasPrefix("https://example.org/pod/"))
    return try Data(
      contentsOf: URL(filePath: folder.path(of: String(url.path.dropFirst("/pod/".count)))))
  }

  @Test func `feedparser reads a feed of chapters back`() throws {
    let folder = try book("--cover", "auto", "--captions", "vtt,srt", "--format", "wav,mp3")
    let result = try Guion2audio.run(
      "feed", "out", "--url", "https://example.org/pod", "-o", "feed.xml", "--category",
      "arts/books", "--email", "ann@example.org", in: folder, exits: 0)
    #expect(result.output == "feed.xml\n")
    #expect(
      result.errors.wholeMatch(of: /3 episodes, 0\.\d minutes, 0 warnings -> feed\.xml\n/) != nil)
    let feed = try parsed("feed.xml", in: folder)
    #expect(feed["title"] as? String == "Rooms & \"Halls\" <script>alert(1)</script> ]]>")
    #expect(
      feed["description"] as? String == "Two rooms, &amp; &lt;i&gt;what&lt;/i&gt; is said: ]]&gt;")
    #expect(feed["language"] as? String == "en-GB")
    #expect(feed["author"] as? String == "Ann & <b>Ash</b>")
    #expect(feed["email"] as? String == "ann@example.org")
    #expect(feed["type"] as? String == "serial")
    #expect(feed["medium"] as? String == "audiobook")
    #expect(feed["self"] as? [String] == ["https://example.org/pod/feed.xml"])
    #expect(Set(feed["tags"] as? [String] ?? []) == ["Arts", "Books"])
    #expect(try served(feed["image"], in: folder).starts(with: [0x89, 0x50]))
    let entries = try entries(feed)
    #expect(entries.map { $0["episode"] as? String } == ["3", "2", "1"])
    #expect(
      entries.map { $0["title"] as? String } == ["Night", "Ben's & Ann's \"tea\" 🎧", "Night"])
    #expect(Set(entries.compactMap { $0["id"] as? String }).count == 3)
    #expect(
      entries.map { ($0["date"] as? [Int]) ?? [] } == [2, 1, 0].map { [2024, 5, 12, 0, $0, 0] })
    for entry in entries {
      let enclosure = try #require(entry["enclosure"] as? [String: Any])
      let sound = try served(enclosure["href"], in: folder)
      #expect(enclosure["length"] as? String == String(sound.count))
      #expect(enclosure["type"] as? String == "audio/mpeg")
      #expect(entry["permalink"] as? Bool == false)
      let captions = try #require(entry["transcripts"] as? [[String: String]])
      #expect(captions.map { $0["type"] } == ["text/vtt", "application/x-subrip"])
      #expect(try served(captions[0]["url"], in: folder).starts(with: Data("WEBVTT".utf8)))
      #expect(captions.allSatisfy { $0["language"] == "en-GB" })
    }
  }

  @Test func `a book in one file has its chapters at the times of the file`() throws {
    let folder = try book("--format", "mp3,m4b")
    let words = ["feed", "out", "--url", "https://example.org/pod", "-o", "feed.xml"]
    let result = try Program.run(Guion2audio.path, words, in: folder.path)
    #expect(
      result.status == 0 && result.output == "out.chapters.json\nfeed.xml\n", "\(result.errors)")
    #expect(result.errors.lines.filter { $0.hasPrefix("warning: Apple Podcasts") }.count == 2)
    let entry = try #require(try entries(parsed("feed.xml", in: folder)).first)
    let enclosure = try #require(entry["enclosure"] as? [String: Any])
    #expect(enclosure["type"] as? String == "audio/x-m4a")
    let links = try #require(entry["chapters"] as? [[String: String]])
    #expect(links.map { $0["type"] } == ["application/json+chapters"])
    let json = try #require(
      try JSONSerialization.jsonObject(with: served(links[0]["url"], in: folder)) as? [String: Any])
    let name = try #require(json["fileName"] as? String)
    let starts = try #require(json["chapters"] as? [[String: Any]]).map {
      $0["startTime"] as? Double
    }
    let probe = try Program.run(
      "ffprobe", ["-v", "error", "-of", "json", "-show_chapters", "out/\(name)"], in: folder.path)
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(probe.output.utf8)) as? [String: Any])
    let marks = try #require(found["chapters"] as? [[String: Any]])
    #expect(marks.count == 3 && starts.count == 3)
    for (start, mark) in zip(starts, marks) {
      let exact = Double(mark["start_time"] as? String ?? "") ?? -1
      #expect(abs((start ?? -9) - exact) < 0.0015)
    }
    // If nothing has changed, nothing is written, not even a separate chapter file.
    #expect(try Program.run(Guion2audio.path, words, in: folder.path).output.isEmpty)
    try Guion2audio.run("verify", "out", in: folder, exits: 0)
  }

  @Test func `the same book has the same feed, and an edit keeps the identifiers`() throws {
    let folder = try book()
    func feed(_ name: String) throws -> String {
      try Guion2audio.run(
        "feed", "out", "--url", "https://example.org/pod/", "-o", name, "-q", in: folder, exits: 0)
      return try folder.text(of: name)
    }
    let before = try feed("feed.xml")
    try Guion2audio.run(
      "s.md", "-o", "out", "--voice", "espeak://en-gb", "--force", in: folder, exits: 0)
    #expect(try feed("feed.xml") == before)
    try folder.write(
      Self.document.replacing("Well, well, well.", with: "Oh, quite another line."), as: "s.md")
    try Guion2audio.run("s.md", "-o", "out", "--voice", "espeak://en-gb", in: folder, exits: 0)
    let after = try feed("feed.xml")
    #expect(after != before)
    let guids = [before, after].map { $0.lines.filter { $0.contains("<guid ") } }
    #expect(guids[0] == guids[1] && guids[0].count == 3)
  }

  @Test func `a feed contains no control characters`() throws {
    let folder = try book("--title", "A\u{1}B\u{1B}[2J\u{FFFE}C", "--author", "\u{0C}D")
    try Guion2audio.run(
      "feed", "out", "--url", "https://example.org/pod", "-o", "feed.xml", "--description",
      "x\u{8}\u{FFFF}y", in: folder, exits: 0)
    let feed = try parsed("feed.xml", in: folder)
    #expect(feed["title"] as? String == "A B [2JC")
    #expect(feed["description"] as? String == "xy")
    #expect(feed["author"] as? String == "D")
  }

  @Test func `all mistakes in the options are reported together`() throws {
    let folder = try TemporaryFolder()
    let result = try Guion2audio.run(
      "feed", "out", "--url", "example.org", "--date", "12.5.2024", "--category", "drama",
      "--email", "ann", "--link", "here", "--episodes", "scene", "--language", "english!",
      in: folder, exits: 64)
    #expect(
      result.errors.lines == [
        "guion2audio: --url example.org: it does not begin with https:// or http://",
        "guion2audio: --episodes scene: unknown value; expected one of book, chapter",
        "guion2audio: --date 12.5.2024: expected a date such as 2026-11-24 or 2026-11-24T18:00:00Z",
        "guion2audio: --category drama: did you mean 'Fiction/Drama'?",
        "guion2audio: --language english!: expected a language tag such as en-US",
        "guion2audio: --link here: it does not begin with https:// or http://",
        "guion2audio: --email ann: not an email address",
        "guion2audio: run `guion2audio help feed` for its options",
      ])
    let missing = try Guion2audio.run("feed", "--json", in: folder, exits: 64)
    #expect(missing.errors.lines.count == 4)
  }

  @Test func `all mistakes in the folders are reported together`() throws {
    let folder = try book(document: "# One\n\nText.\n\n# Two\n\nText.\n")
    try FileManager.default.removeItem(atPath: folder.path(of: "out/001 One.mp3"))
    try folder.write("", as: "out/002 Two.mp3")
    let result = try Guion2audio.run(
      "feed", "out", "--url", "https://example.org", "-o", "feed.xml", in: folder, exits: 64)
    #expect(
      result.errors.contains("out has no date; set the date of the first episode with --date"))
    #expect(
      result.errors.contains(
        "out/001 One.mp3 is listed in the manifest but missing; build the book again"))
    #expect(result.errors.contains("out/002 Two.mp3 is empty; build the book again"))
    #expect(!folder.exists("feed.xml"))
    let dated = try Guion2audio.run(
      "feed", "out", "--url", "https://example.org", "--date", "2026-11-24", in: folder, exits: 66)
    #expect(dated.output.isEmpty)
    try folder.write("{\"generator\": \"other\"}", as: "out/manifest.json")
    let damaged = try Guion2audio.run(
      "feed", "none", "out", "--url", "https://example.org", in: folder, exits: 66)
    #expect(damaged.errors.lines.count == 2)
    try Guion2audio.run("feed", "out", "--url", "https://example.org", in: folder, exits: 65)
  }

  @Test func `foreign files stay`() throws {
    let folder = try book()
    let words = ["feed", "out", "--url", "https://example.org/pod", "-o"]
    for name in ["notes.xml", "out/manifest.json", "out/playlist.m3u8"] {
      if name == "notes.xml" { try folder.write("<?xml version=\"1.0\"?><a/>", as: name) }
      let before = try folder.text(of: name)
      let result = try Program.run(Guion2audio.path, words + [name], in: folder.path)
      #expect(result.status == 73, "\(name)")
      #expect(try folder.text(of: name) == before)
    }
    let forced = try Program.run(
      Guion2audio.path, words + ["notes.xml", "--overwrite"], in: folder.path)
    #expect(forced.status == 0 && forced.output == "notes.xml\n")
    // From then on the file is ours.
    #expect(
      try Program.run(Guion2audio.path, words + ["notes.xml", "--explicit"], in: folder.path).status
        == 0)
    #expect(try folder.text(of: "notes.xml").contains("<itunes:explicit>true</itunes:explicit>"))
  }

  @Test func `standard output has the feed, and JSON has the episodes`() throws {
    let folder = try book()
    let out = try Guion2audio.run(
      "feed", "out", "--url", "https://example.org/pod", "-o", "-", "-q", in: folder, exits: 0)
    let json = try Guion2audio.run(
      "feed", "out", "--url", "https://example.org/pod", "-o", "feed.xml", "--json", in: folder,
      exits: 0)
    #expect(try folder.text(of: "feed.xml") == out.output)
    #expect(out.errors.isEmpty)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == ["episodes", "file", "title", "url", "warnings", "written"])
    let episodes = try #require(object["episodes"] as? [[String: Any]])
    #expect(episodes.map { $0["episode"] as? Int } == [1, 2, 3])
    #expect(object["written"] as? [String] == ["feed.xml"])
  }
}
