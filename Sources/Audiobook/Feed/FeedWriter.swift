import Basics

/// Writes a feed as RSS 2.0, the newest episode first.
struct FeedWriter {
  private let feed: PodcastFeed
  private var xml = FeedWriter.XML()

  init(_ feed: PodcastFeed) {
    self.feed = feed
    xml.begin(
      "rss",
      [
        "version": "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom",
        "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
        "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
      ])
    xml.begin("channel")
    writeChannel(feed.channel)
    for episode in feed.episodes.reversed() { write(episode) }
    xml.end()
    xml.end()
  }

  /// The contents of the feed file.
  var bytes: [UInt8] { Array(xml.text.utf8) }

  private mutating func writeChannel(_ channel: PodcastFeed.Channel) {
    // Later runs use the generator to recognize the file.
    xml.element("generator", Version.generator)
    xml.element("title", feed.title)
    xml.element("link", channel.link)
    xml.empty(
      "atom:link", ["href": feed.address, "rel": "self", "type": "application/rss+xml"])
    xml.element("description", channel.description.inHTML)
    xml.element("language", channel.language)
    xml.element("pubDate", feed.episodes.last?.date.mailText)
    if let image = channel.image {
      xml.begin("image")
      xml.element("url", image)
      xml.element("title", feed.title)
      xml.element("link", channel.link)
      xml.end()
    }
    xml.element("itunes:type", "serial")
    xml.element("itunes:author", channel.author)
    if let email = channel.email {
      xml.begin("itunes:owner")
      xml.element("itunes:name", channel.author ?? feed.title)
      xml.element("itunes:email", email)
      xml.end()
    }
    if let image = channel.image { xml.empty("itunes:image", ["href": image]) }
    if let category = channel.category { write(category) }
    xml.element("itunes:explicit", channel.isExplicit ? "true" : "false")
    xml.element("podcast:guid", channel.guid)
    xml.element("podcast:medium", "audiobook")
    if let email = channel.email { xml.element("podcast:locked", "yes", ["owner": email]) }
  }

  private mutating func write(_ category: PodcastCategory) {
    guard let part = category.part else {
      xml.empty("itunes:category", ["text": category.name])
      return
    }
    xml.begin("itunes:category", ["text": category.name])
    xml.empty("itunes:category", ["text": part])
    xml.end()
  }

  private mutating func write(_ episode: PodcastFeed.Episode) {
    xml.begin("item")
    xml.element("title", episode.title)
    xml.element("itunes:title", episode.title)
    xml.element("description", episode.summary?.inHTML)
    xml.empty(
      "enclosure",
      ["url": episode.url, "length": String(episode.bytes), "type": episode.mediaType])
    xml.element("guid", episode.guid, ["isPermaLink": "false"])
    xml.element("pubDate", episode.date.mailText)
    xml.element("itunes:author", episode.author)
    xml.element("itunes:duration", String(episode.wholeSeconds))
    if let image = episode.image { xml.empty("itunes:image", ["href": image]) }
    xml.element("itunes:explicit", feed.channel.isExplicit ? "true" : "false")
    xml.element("itunes:episodeType", "full")
    if let season = episode.season {
      xml.element("itunes:season", String(season))
      // Podcasting 2.0 allows at most 128 characters in the name of a season.
      let name = String((episode.seasonName ?? "").prefix(128))
      xml.element("podcast:season", String(season), ["name": name])
    }
    xml.element("itunes:episode", String(episode.number))
    xml.element("podcast:episode", String(episode.number))
    for transcript in episode.transcripts {
      xml.empty(
        "podcast:transcript",
        [
          "url": transcript.url, "type": transcript.mediaType, "language": transcript.language,
          "rel": "captions",
        ])
    }
    if let chapters = episode.chapters {
      xml.empty("podcast:chapters", ["url": chapters, "type": "application/json+chapters"])
    }
    xml.end()
  }
}

extension PodcastFeed.Episode {
  /// The duration in whole seconds, at least 1.
  fileprivate var wholeSeconds: Int { Int(min(max(1, seconds.rounded()), 1e12)) }
}

extension String {
  /// The plain text as HTML, because apps read descriptions as HTML.
  fileprivate var inHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension FeedWriter {
  /// Writes XML elements, one per line.
  struct XML {
    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private var open: [String] = []

    /// The attributes of an element, in order; attributes with an empty value are omitted.
    typealias Attributes = KeyValuePairs<String, String>

    /// Opens an element that contains other elements.
    mutating func begin(_ name: String, _ attributes: Attributes = [:]) {
      line("<\(name)\(Self.text(attributes))>")
      open.append(name)
    }

    /// Closes the innermost open element.
    mutating func end() {
      guard let name = open.popLast() else { return }
      line("</\(name)>")
    }

    /// Writes an element with text; writes nothing if the text is empty.
    mutating func element(_ name: String, _ words: String?, _ attributes: Attributes = [:]) {
      guard let words, !words.isEmpty else { return }
      line("<\(name)\(Self.text(attributes))>\(words.inXML)</\(name)>")
    }

    /// Writes an element that has only attributes.
    mutating func empty(_ name: String, _ attributes: Attributes) {
      line("<\(name)\(Self.text(attributes))/>")
    }

    private mutating func line(_ content: String) {
      text += String(repeating: "  ", count: open.count) + content + "\n"
    }

    private static func text(_ attributes: Attributes) -> String {
      attributes.filter { !$0.value.isEmpty }.map { " \($0.key)=\"\($0.value.inXML)\"" }.joined()
    }
  }
}

/// The chapter file of a book in one file.
/// The format is that of Podcasting 2.0 (JSON Chapters 1.2).
struct FeedChapters {
  let book: FeedBook
  /// The audio file of the book.
  let file: String
  let podcast: String

  /// The contents of the file.
  /// The key `generator` is not part of the format; later runs use it to recognize the file.
  var bytes: [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.member("generator", Version.generator)
    json.member("version", "1.2.0")
    json.member("title", book.title)
    if !book.authors.isEmpty { json.member("author", book.authors.joined(separator: ", ")) }
    json.member("podcastName", podcast)
    json.member("fileName", file)
    json.key("chapters")
    json.beginArray()
    for mark in book.marks {
      json.beginObject(.inline)
      json.key("startTime")
      // A manifest can contain any value. The limit prevents an overflow in the conversion to an integer.
      json.decimal(Int((min(mark.start, 1e12) * 1000).rounded()), over: 1000)
      json.member("title", mark.title)
      json.end()
    }
    json.end()
    json.end()
    json.endLine()
    return json.take()
  }
}
