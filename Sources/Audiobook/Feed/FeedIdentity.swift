import Basics

/// Gives episodes identifiers that stay when a book is rendered again, moved or edited.
///
/// The identifier of an episode is made of the title and the authors of its book, and of its own title. The second
/// chapter of one title in a book of one title has another identifier than the first.
struct FeedIdentity {
  private var counts: [String: Int] = [:]

  /// The identifier of an episode: a UUID.
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

  /// The identifier of a podcast (Podcasting 2.0, `podcast:guid`): made of the feed's address without its scheme
  /// and slashes at its end.
  static func podcast(_ address: String) -> String {
    NameUUID(FeedAddress.withoutScheme(address), in: podcasts).description
  }

  private static let podcasts = NameUUID(0xead4_c236_bf58_58c6, 0xa2c6_a6b2_8d12_8cb6)
  private static let episodes = NameUUID("guion2audio:episode", in: .url)

  /// The fields, each with its length before it, so that no two lists of fields are alike.
  private static func joined(_ fields: [String]) -> String {
    fields.map { "\($0.utf8.count):\($0)" }.joined()
  }
}
