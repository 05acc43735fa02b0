import Basics

/// Creates a feed of books: chooses files, assigns numbers, dates and identifiers, and collects faults and
/// warnings.
struct FeedMaker {
  let books: [FeedBook]
  let settings: FeedSettings
  private var faults: [FeedError.Fault] = []
  private var warnings: [FeedMessage] = []
  private var identity = FeedMaker.Identity()
  private var chapterFiles: [PodcastFeed.ChapterFile] = []

  init(books: [FeedBook], settings: FeedSettings) {
    (self.books, self.settings) = (books, settings)
  }

  /// Returns the feed, or throws all faults as one error.
  mutating func feed() throws(FeedError) -> PodcastFeed {
    let kind = kind()
    let title = title()
    let dates = FeedMaker.Dates(books, from: settings.date)
    faults += dates.faults
    warnings += dates.warnings
    var episodes: [PodcastFeed.Episode] = []
    for (place, book) in books.enumerated() {
      var parts = kind == .book ? [book.whole].compactMap(\.self) : book.chapters
      if kind == .book { for index in parts.indices { parts[index].number = place + 1 } }
      let starts = dates.starts(place, count: parts.count, after: episodes.last?.date)
      for (part, date) in zip(parts, starts) {
        guard let episode = episode(part, of: book, kind, date: date, podcast: title) else {
          continue
        }
        episodes.append(episode)
        if kind == .chapter, books.count > 1 {
          episodes[episodes.count - 1].season = place + 1
          episodes[episodes.count - 1].seasonName = book.title
        }
      }
    }
    let channel = channel(title)
    for index in episodes.indices {
      if episodes[index].image == channel.image { episodes[index].image = nil }
      if episodes[index].author == channel.author { episodes[index].author = nil }
    }
    warn(episodes, channel)
    guard faults.isEmpty else { throw FeedError(faults: faults) }
    return PodcastFeed(
      title: title, address: address, channel: channel, episodes: episodes,
      chapterFiles: chapterFiles, messages: warnings)
  }

  private var address: String { settings.address.url([settings.name]) }

  /// Returns whether episodes are books or chapters, and adds a fault for each book without suitable audio.
  private mutating func kind() -> FeedSettings.Episodes {
    let kind = settings.episodes ?? (books.allSatisfy { $0.whole != nil } ? .book : .chapter)
    for book in books where kind == .book && book.whole == nil {
      add(
        "\(book.folder) does not contain the book as one file; build the book with \(setting: .singleFile)"
      )
    }
    for book in books where kind == .chapter && book.chapters.isEmpty {
      if book.whole == nil {
        add("\(book.folder) has no audio; build the book again")
      } else if settings.episodes == nil {
        add(
          """
          \(book.folder) has no chapter files, and another folder has no book in one file; build all \
          books as chapter files, or all books as one file each
          """)
      } else {
        add(
          """
          \(book.folder) has no chapter files, only the book as one file; make one episode per book, or build the \
          book without \(setting: .singleFile)
          """)
      }
    }
    return kind
  }

  private mutating func title() -> String {
    if let title = settings.title?.inOneLine, !title.isEmpty { return title }
    if books.count > 1 {
      add("a feed of several books needs a title; set it with \(setting: .feedTitle)")
    }
    return books.first?.title ?? ""
  }

  private mutating func add(_ message: FeedMessage) {
    faults.append(FeedError.Fault(.wrongRequest, message))
  }

  // MARK: Episodes

  private mutating func episode(
    _ part: FeedBook.Part, of book: FeedBook, _ kind: FeedSettings.Episodes,
    date: PublicationDate, podcast: String
  ) -> PodcastFeed.Episode? {
    guard let sound = part.sound, let bytes = size(of: sound.file, in: book) else { return nil }
    var episode = PodcastFeed.Episode(
      title: part.title, guid: identity.guid(of: part.title, in: book, kind), date: date,
      seconds: part.seconds, url: url(of: sound.file, in: book),
      mediaType: sound.format.mediaType, bytes: bytes, number: part.number)
    episode.author = book.authors.isEmpty ? nil : book.authors.joined(separator: ", ")
    if let cover = book.cover, size(of: cover, in: book) != nil {
      episode.image = url(of: cover, in: book)
    }
    for transcript in part.transcripts {
      // If a chapter has no text, its transcript is empty.
      guard let bytes = size(of: transcript.file, in: book, mayBeEmpty: true), bytes > 0 else {
        continue
      }
      episode.transcripts.append(
        PodcastFeed.Transcript(
          url: url(of: transcript.file, in: book), mediaType: transcript.mediaType,
          language: book.language))
    }
    if kind == .book {
      episode.summary = book.summary
      episode.chapters = addChapters(of: book, file: sound.file, podcast: podcast)
    }
    return episode
  }

  private func url(of file: String, in book: FeedBook) -> String {
    settings.address.url(book.place + [file])
  }

  /// Returns the size of a file in bytes.
  /// If the file cannot be published, adds a fault and returns nil.
  private mutating func size(
    of file: String, in book: FeedBook, mayBeEmpty: Bool = false
  ) -> Int? {
    let path = book.path(of: file)
    guard let status = FileStatus(path) else {
      let message: FeedMessage =
        "\(path) is listed in the manifest but missing; build the book again"
      let fault = FeedError.Fault(.missingInput, message)
      if !faults.contains(fault) { faults.append(fault) }
      return nil
    }
    guard status.isFile, status.size > 0 || mayBeEmpty else {
      let reason = status.isFile ? "is empty" : "is not a regular file"
      let fault = FeedError.Fault(.missingInput, "\(path) \(reason); build the book again")
      if !faults.contains(fault) { faults.append(fault) }
      return nil
    }
    return status.size
  }

  /// Creates the chapter file of a book and returns the file's address; nil if no chapter file is wanted.
  private mutating func addChapters(of book: FeedBook, file: String, podcast: String) -> String? {
    guard settings.hasChapterFiles, !book.marks.isEmpty else { return nil }
    let safe = FileName.safe(book.title)
    let stem = book.place.last ?? (safe.isEmpty ? "book" : safe)
    let used = Set(chapterFiles.map(\.name) + [settings.name])
    var name = "\(stem).chapters.json"
    var number = 2
    while used.contains(name) {
      name = "\(stem)-\(number).chapters.json"
      number += 1
    }
    let bytes = FeedChapters(book: book, file: file, podcast: podcast).bytes
    chapterFiles.append(PodcastFeed.ChapterFile(name: name, bytes: bytes))
    return settings.address.url([name])
  }

  // MARK: The podcast

  private func channel(_ title: String) -> PodcastFeed.Channel {
    let author = settings.author?.inOneLine ?? allAuthors
    let summary = settings.description ?? (books.count == 1 ? books.first?.summary : nil)
    let ownName = author.isEmpty ? title : "\(title), \(author)"
    let covered = books.first { $0.cover != nil }
    return PodcastFeed.Channel(
      description: summary.flatMap { $0.isEmpty ? nil : $0 } ?? ownName,
      link: settings.link ?? settings.address.base,
      language: settings.language ?? books.first?.language ?? "",
      author: author.isEmpty ? nil : author, email: settings.email,
      image: covered.flatMap { book in book.cover.map { url(of: $0, in: book) } },
      category: settings.category, isExplicit: settings.isExplicit,
      guid: FeedMaker.Identity.podcast(address))
  }

  /// The authors of all books, each once.
  private var allAuthors: String {
    var names: [String] = []
    for name in books.flatMap(\.authors) where !names.contains(name) { names.append(name) }
    return names.joined(separator: ", ")
  }

  /// Warns about problems that make apps and directories reject a feed.
  private mutating func warn(_ episodes: [PodcastFeed.Episode], _ channel: PodcastFeed.Channel) {
    let usual = BookFormat.allCases.filter(\.isUsualInFeeds).map(\.mediaType)
    let unusual = Set(episodes.map(\.mediaType)).subtracting(usual).sorted()
    if !unusual.isEmpty {
      warnings.append(
        "not every podcast app plays \(unusual.joined(separator: ", ")); build the book as mp3, which all apps play"
      )
    }
    if channel.category == nil {
      warnings.append(
        "Apple Podcasts requires a category; set it with \(setting: .feedCategory), for example to Fiction/Drama"
      )
    }
    if channel.image == nil {
      warnings.append(
        "Apple Podcasts requires a cover; build the book with \(setting: .cover)")
    }
    let names = Dictionary(grouping: books) { [$0.title] + $0.authors }
    for (_, same) in names where same.count > 1 {
      let folders = same.map(\.folder).sorted().joined(separator: ", ")
      warnings.append(
        "\(folders) have the same title and author, so the identifiers of their episodes depend on the order of the folders; give each book its own title"
      )
    }
    if [".xml", ".rss"].contains(where: settings.address.base.hasFeedEnding) {
      warnings.append(
        "\(settings.address.base) looks like the address of a feed; use the address of its folder"
      )
    }
    if !settings.address.isSecure {
      warnings.append("some podcast apps and podcast directories accept only https:// addresses")
    }
  }
}

extension String {
  /// Whether an address ends with `ending`, ignoring case and a final slash.
  fileprivate func hasFeedEnding(_ ending: String) -> Bool {
    (hasSuffix("/") ? String(dropLast()) : self).lowercased().hasSuffix(ending)
  }
}

extension FeedMaker {
  /// Gives episodes identifiers that do not change when a book is rendered again, moved or edited.
  /// An identifier is a hash of the book's title and authors, and of the chapter's title if the episode is a
  /// chapter. If two episodes would have the same identifier, the later one gets a different identifier.
  struct Identity {
    private var counts: [String: Int] = [:]

    /// Returns the identifier of an episode: a UUID.
    mutating func guid(
      of title: String, in book: FeedBook, _ kind: FeedSettings.Episodes
    ) -> String {
      var fields = [kind.rawValue, book.title, String(book.authors.count)] + book.authors
      if kind == .chapter { fields.append(title) }
      let key = Self.joined(fields)
      let count = counts[key, default: 0] + 1
      counts[key] = count
      let name = count == 1 ? key : Self.joined(fields + [String(count)])
      return NameUUID(name, in: Self.episodes).description
    }

    /// Returns the identifier of a podcast (Podcasting 2.0, `podcast:guid`): a hash of the feed's address without
    /// its scheme and trailing slashes.
    static func podcast(_ address: String) -> String {
      NameUUID(FeedAddress.withoutScheme(address), in: podcasts).description
    }

    private static let podcasts = NameUUID(0xead4_c236_bf58_58c6, 0xa2c6_a6b2_8d12_8cb6)
    private static let episodes = NameUUID("guion2audio:episode", in: .url)

    /// Returns the fields joined into one text.
    /// Each field has its length before it, so different lists of fields give different texts.
    private static func joined(_ fields: [String]) -> String {
      fields.map { "\($0.utf8.count):\($0)" }.joined()
    }
  }
}

extension FeedMaker {
  /// The publication dates of episodes: they start at a given date, and are one minute apart.
  struct Dates {
    /// The time between two episodes of a book, in seconds.
    /// This interval lets apps that sort by date keep the order.
    private static let step = 60

    private let own: [PublicationDate]
    private let isGiven: Bool
    /// The faults for books without a date.
    private(set) var faults: [FeedError.Fault] = []
    /// The warnings about books with an earlier date than the previous book.
    private(set) var warnings: [FeedMessage] = []

    /// Uses `date` for the first episode; if `date` is nil, uses the dates of the books.
    init(_ books: [FeedBook], from date: PublicationDate?) {
      isGiven = date != nil
      own = books.map { date ?? $0.date ?? PublicationDate(seconds: 0) }
      guard date == nil else { return }
      for book in books where book.date == nil {
        faults.append(
          FeedError.Fault(
            .wrongRequest,
            """
            \(book.folder) has no date; set the date of the first episode with \(setting: .feedDate), or add "date" to \
            the front matter and build the book again
            """))
      }
      for (earlier, later) in zip(books, books.dropFirst()) {
        guard let first = earlier.date, let second = later.date, second.seconds < first.seconds
        else { continue }
        warnings.append(
          """
          \(later.folder) comes after \(earlier.folder) in the feed but has an earlier date (\(second), \
          not \(first) or later), so the feed dates the episodes of \(later.folder) after those of \(earlier.folder)
          """)
      }
    }

    /// Returns the dates of a book's episodes.
    /// The dates are later than `last`, the date of the previous book's last episode.
    func starts(_ book: Int, count: Int, after last: PublicationDate?) -> [PublicationDate] {
      let earliest = last.map { $0.seconds + Self.step } ?? Int.min
      let first = max(own[book].seconds, earliest)
      return (0..<count).map { PublicationDate(seconds: first + $0 * Self.step) }
    }
  }
}
