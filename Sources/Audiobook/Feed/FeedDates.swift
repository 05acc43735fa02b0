import Basics

/// The publication dates of episodes: they start at a given date, and are one minute apart.
struct FeedDates {
  /// The time between two episodes of a book, in seconds.
  ///
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
  ///
  /// The dates are later than `last`, the date of the previous book's last episode.
  func starts(_ book: Int, count: Int, after last: PublicationDate?) -> [PublicationDate] {
    let earliest = last.map { $0.seconds + Self.step } ?? Int.min
    let first = max(own[book].seconds, earliest)
    return (0..<count).map { PublicationDate(seconds: first + $0 * Self.step) }
  }
}
