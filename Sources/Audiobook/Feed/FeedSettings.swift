public import Basics

/// The settings of a podcast feed.
public struct FeedSettings: Sendable {
  /// What an episode is.
  public enum Episodes: String, Sendable, CaseIterable {
    /// A book in one file.
    case book
    /// A chapter.
    case chapter
  }

  /// The address under which `folder` is served.
  public var address: FeedAddress
  /// The folder of the feed file; all files of the books must be below it.
  public var folder = "."
  /// The name of the feed file.
  public var name = "feed.xml"
  /// What an episode is.
  ///
  /// Nil chooses books if every folder contains a book in one file, and otherwise chapters.
  public var episodes: Episodes?
  /// The title; nil for the title of the book.
  public var title: String?
  /// What the podcast is about; nil for the summary of the book.
  public var description: String?
  /// The author of the podcast; nil for the authors of the books.
  public var author: String?
  /// The owner's email address, which everyone can read.
  public var email: String?
  /// The web page of the podcast; nil for `address`.
  public var link: String?
  /// The language of the podcast; nil for the language of the first book.
  public var language: String?
  /// The category.
  public var category: PodcastCategory?
  /// Whether the podcast is marked as explicit (not for children).
  public var isExplicit = false
  /// The publication date of the first episode; nil for the dates of the books.
  public var date: PublicationDate?
  /// Whether chapter files are written next to the feed, so that the feed can link to them.
  public var hasChapterFiles = true

  /// Creates settings with default values.
  public init(address: FeedAddress) { self.address = address }
}
