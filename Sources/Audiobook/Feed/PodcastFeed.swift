public import Basics

/// A podcast of finished books: RSS 2.0 with the elements of Apple Podcasts and of Podcasting 2.0.
///
/// A feed depends on manifests, sizes of files and settings alone: the same ones give the same bytes.
public struct PodcastFeed: Sendable {
  /// A book or a chapter that listeners get.
  public struct Episode: Sendable, Equatable {
    /// The title.
    public var title: String
    /// The identifier, which stays when the book is rendered again.
    public var guid: String
    /// When the episode is published.
    public var date: PublicationDate
    /// Seconds.
    public var seconds: Double
    /// The address of the sound.
    public var url: String
    /// The media type of the sound.
    public var mediaType: String
    /// The size of the sound in bytes.
    public var bytes: Int
    /// The number of the book, if episodes are the chapters of several.
    public var season: Int?
    /// The number within the season or the feed, from 1.
    public var number: Int
    var seasonName: String?
    var author: String?
    var summary: String?
    var image: String?
    var transcripts: [Transcript] = []
    /// The address of the chapters.
    var chapters: String?
  }

  /// Captions of an episode.
  struct Transcript: Sendable, Equatable {
    var url: String
    var mediaType: String
    var language: String
  }

  /// A file with the chapters of an episode that is a whole book (JSON Chapters 1.2).
  public struct ChapterFile: Sendable, Equatable {
    /// The name of the file, which lies beside the feed.
    public var name: String
    /// The contents.
    public var bytes: [UInt8]
  }

  /// The title.
  public let title: String
  /// The address of the feed itself.
  public let address: String
  /// The episodes in the order of the story.
  public let episodes: [Episode]
  /// The files of chapters.
  public let chapterFiles: [ChapterFile]
  /// Warnings of what apps and directories may reject.
  public let warnings: [FeedMessage]
  let channel: Channel

  /// What is said of the podcast as a whole.
  struct Channel: Sendable {
    var description: String
    var link: String
    var language: String
    var author: String?
    var email: String?
    var image: String?
    var category: PodcastCategory?
    var isExplicit: Bool
    /// The identifier of the podcast.
    var guid: String
  }

  /// Makes the feed of finished books, in this order.
  ///
  /// Throws everything that is wrong with folders and settings as one `FeedError`.
  public init(of folders: [String], settings: FeedSettings) throws(FeedError) {
    let books = try FeedShelf(folders, settings).books
    var maker = FeedMaker(books: books, settings: settings)
    self = try maker.feed()
  }

  init(
    title: String, address: String, channel: Channel, episodes: [Episode],
    chapterFiles: [ChapterFile], warnings: [FeedMessage]
  ) {
    (self.title, self.address, self.channel) = (title, address, channel)
    (self.episodes, self.chapterFiles, self.warnings) = (episodes, chapterFiles, warnings)
  }

  /// The feed as a file.
  public var rss: [UInt8] { FeedWriter(self).bytes }

  /// Whether the beginning of a file is that of a feed or a file of chapters that this program has written.
  public static func isOurs(_ bytes: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(bytes.prefix(4096)), as: UTF8.self)
    return text.hasPrefix("<?xml ") && text.contains("<generator>guion2audio ")
      || text.hasPrefix("{\n  \"generator\": \"guion2audio ")
  }
}
