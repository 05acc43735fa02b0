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
  package let episodes: [Episode]
  package let chapterFiles: [ChapterFile]
  /// Warnings about problems that make apps and directories reject the feed.
  public var warnings: [String] { messages.map(\.description) }
  package let messages: [FeedMessage]
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
    chapterFiles: [ChapterFile], messages: [FeedMessage]
  ) {
    (self.title, self.address, self.channel) = (title, address, channel)
    (self.episodes, self.chapterFiles, self.messages) = (episodes, chapterFiles, messages)
  }

  /// The contents of the feed file.
  public var rss: [UInt8] { FeedWriter(self).bytes }

  /// Returns whether a file that begins with `bytes` is a feed or a chapter file of this program.
  package static func isOwnFile(_ bytes: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(bytes.prefix(4096)), as: UTF8.self)
    return text.hasPrefix("<?xml ") && text.contains("<generator>guion2audio ")
      || text.hasPrefix("{\n  \"generator\": \"guion2audio ")
  }

  /// The books of a feed, read and checked.
  /// `init` throws all problems as one error.
  struct FeedShelf {
    /// The books, in the order in which the user named their folders.
    private(set) var books: [FeedBook] = []
    private var faults: [FeedError.Fault] = []

    init(_ folders: [String], _ settings: FeedSettings) throws(FeedError) {
      let layout = FeedShelf.Layout(folder: settings.folder)
      var seen: [[String]: String] = [:]
      for folder in folders {
        guard let manifest = manifest(folder) else { continue }
        guard let place = layout.names(to: folder) else {
          let base = settings.folder.isEmpty ? "." : settings.folder
          add(
            .wrongRequest,
            "\(folder) is not in the feed's folder (\(base)), so \(settings.address.base) does not serve it"
          )
          continue
        }
        if let first = seen.updateValue(folder, forKey: place) {
          add(
            .wrongRequest,
            folder == first
              ? "\(folder) is named twice" : "\(folder) is the same folder as \(first)")
          continue
        }
        do {
          books.append(try FeedBook(manifest, folder: folder, place: place))
        } catch {
          let path = FilePath(folder).appending(FilePath("manifest.json")).text
          add(.wrongInput, "\(VerifyError.notOurs(path: path, reason: error.reason))")
        }
      }
      if folders.isEmpty { add(.wrongRequest, "a feed needs the folder of a finished book") }
      guard faults.isEmpty else { throw FeedError(faults: faults) }
    }

    private mutating func manifest(_ folder: String) -> Manifest? {
      do {
        return try Manifest(inFolder: folder)
      } catch {
        switch error {
        case .unreadable(_, let reason):
          add(
            .missingInput,
            "\(folder) is not the folder of a finished book: its manifest.json cannot be read (\(reason)); build the book first"
          )
        case .unfinished: add(.missingInput, "\(error)")
        case .notOurs, .tooLarge: add(.wrongInput, "\(error)")
        }
        return nil
      }
    }

    private mutating func add(_ kind: FeedError.Kind, _ message: FeedMessage) {
      faults.append(FeedError.Fault(kind, message))
    }
  }
}

extension PodcastFeed.FeedShelf {
  /// The positions of folders relative to the feed's folder.
  struct Layout {
    /// The absolute path of the feed's folder: `named` as named by the user, `real` with links resolved.
    private let named: FilePath?
    private let real: FilePath?

    /// Locates the feed's folder.
    init(folder: String) {
      named = Self.fromRoot(folder)
      real = try? FilePath(folder).resolved()
    }

    /// Returns the path components from the feed's folder to another folder, or nil if the other folder is not
    /// below the feed's folder.
    /// A link below the feed's folder is treated like a folder, because a server follows the link.
    func names(to folder: String) -> [String]? {
      if let named, let other = Self.fromRoot(folder), other.isWithin(named) {
        return Self.names(other, below: named)
      }
      if let real, let other = try? FilePath(folder).resolved(), other.isWithin(real) {
        return Self.names(other, below: real)
      }
      return nil
    }

    private static func names(_ path: FilePath, below folder: FilePath) -> [String] {
      let rest = path.bytes.dropFirst(folder.bytes.count)
      return rest.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the absolute path without ".", ".." and doubled slashes.
    /// Links are not resolved.
    private static func fromRoot(_ path: String) -> FilePath? {
      var path = FilePath(path.isEmpty ? "." : path)
      if !path.isAbsolute {
        guard let current = try? FilePath(".").resolved() else { return nil }
        path = current.appending(path)
      }
      let rest = FilePath(bytes: path.bytes.drop { $0 == UInt8(ascii: "/") })
      return rest.normalized.map { FilePath(bytes: [UInt8(ascii: "/")] + $0.bytes) }
    }
  }
}
