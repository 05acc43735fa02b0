public import Basics

/// A podcast of finished books: RSS 2.0 with the elements of Apple Podcasts and of Podcasting 2.0.
///
/// A feed depends only on manifests, file sizes and settings: the same input gives the same bytes.
public struct PodcastFeed: Sendable {
  /// An episode: a book or a chapter.
  public struct Episode: Sendable, Equatable {
    /// The title.
    public var title: String
    /// The identifier, which does not change when the book is rendered again.
    public var guid: String
    /// The publication date.
    public var date: PublicationDate
    /// The duration in seconds.
    public var seconds: Double
    /// The address of the audio file.
    public var url: String
    /// The media type of the audio file.
    public var mediaType: String
    /// The size of the audio file in bytes.
    public var bytes: Int
    /// The number of the book, if episodes are chapters of several books; otherwise nil.
    public var season: Int?
    /// The number within the season or the feed, from 1.
    public var number: Int
    var seasonName: String?
    var author: String?
    var summary: String?
    var image: String?
    var transcripts: [Transcript] = []
    /// The address of the chapter file.
    var chapters: String?
  }

  /// Captions of an episode.
  struct Transcript: Sendable, Equatable {
    var url: String
    var mediaType: String
    var language: String
  }

  /// The chapter file of an episode that is a whole book (JSON Chapters 1.2).
  public struct ChapterFile: Sendable, Equatable {
    /// The name of the file, in the folder of the feed.
    public var name: String
    /// The contents.
    public var bytes: [UInt8]
  }

  /// The title.
  public let title: String
  /// The address of the feed file.
  public let address: String
  /// The episodes in the order of the story.
  public let episodes: [Episode]
  /// The chapter files.
  public let chapterFiles: [ChapterFile]
  /// Warnings about problems that make apps and directories reject the feed.
  public let warnings: [FeedMessage]
  let channel: Channel

  /// The data of the podcast as a whole.
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

  /// Creates the feed of finished books, in the order of `folders`.
  ///
  /// Throws all problems with folders and settings as one `FeedError`.
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

  /// The contents of the feed file.
  public var rss: [UInt8] { FeedWriter(self).bytes }

  /// Returns whether a file that begins with `bytes` is a feed or a chapter file of this program.
  public static func isOwnFile(_ bytes: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(bytes.prefix(4096)), as: UTF8.self)
    return text.hasPrefix("<?xml ") && text.contains("<generator>guion2audio ")
      || text.hasPrefix("{\n  \"generator\": \"guion2audio ")
  }
}
