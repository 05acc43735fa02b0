import Basics

/// When episodes are published: from the first date on, a minute after each other.
struct FeedDates {
  /// Seconds between two episodes of a book: apps that sort by date keep the order.
  private static let step = 60

  private let own: [PublicationDate]
  private let isGiven: Bool
  /// Books without a date.
  private(set) var faults: [FeedError.Fault] = []
  /// Books whose episodes get a later date than the book has.
  private(set) var warnings: [FeedMessage] = []

  /// Takes the date that is given for the first episode, or the dates of the books.
  init(_ books: [FeedBook], from date: PublicationDate?) {
    isGiven = date != nil
    own = books.map { date ?? $0.date ?? PublicationDate(seconds: 0) }
    guard date == nil else { return }
    for book in books where book.date == nil {
      faults.append(
        FeedError.Fault(
          .wrongRequest,
          """
          \(book.folder) has no date; give that of the first episode with \(setting: .feedDate), or write "date" into \
          the front matter and build the book again
          """))
    }
    for (earlier, later) in zip(books, books.dropFirst()) {
      guard let first = earlier.date, let second = later.date, second.seconds < first.seconds
      else { continue }
      warnings.append(
        """
        \(later.folder) has the date \(second), but follows \(earlier.folder) with \(first); its episodes are dated \
        after those of \(earlier.folder)
        """)
    }
  }

  /// The dates of a book's episodes; each is after the last one of the book before it.
  func starts(_ book: Int, count: Int, after last: PublicationDate?) -> [PublicationDate] {
    let earliest = last.map { $0.seconds + Self.step } ?? Int.min
    let first = max(own[book].seconds, earliest)
    return (0..<count).map { PublicationDate(seconds: first + $0 * Self.step) }
  }
}
