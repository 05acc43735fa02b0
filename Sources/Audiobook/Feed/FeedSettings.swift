public import Basics

/// What is asked of a podcast feed beside the books in it.
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
  /// The folder in which the feed will be; all files of the books must be below it.
  public var folder = "."
  /// The name of the feed's file in the folder.
  public var name = "feed.xml"
  /// What an episode is; nil to take books in one file if every folder has one, else chapters.
  public var episodes: Episodes?
  /// The title; nil for that of the book.
  public var title: String?
  /// What the podcast is about; nil for the summary of the book.
  public var description: String?
  /// Who made the podcast; nil for the authors of the books.
  public var author: String?
  /// The owner's address for mail, which everyone can read.
  public var email: String?
  /// The page of the podcast; nil for `address`.
  public var link: String?
  /// The language of the podcast; nil for that of the first book.
  public var language: String?
  /// The category.
  public var category: PodcastCategory?
  /// Whether the podcast is not for children.
  public var isExplicit = false
  /// When the first episode is published; nil for the dates of the books.
  public var date: PublicationDate?
  /// Whether files of chapters will be beside the feed, so that the feed can name them.
  public var hasChapterFiles = true

  /// Makes settings.
  public init(address: FeedAddress) { self.address = address }
}
