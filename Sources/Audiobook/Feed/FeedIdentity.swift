import Basics

/// Gives episodes identifiers that do not change when a book is rendered again, moved or edited.
///
/// An identifier is a hash of the book's title and authors, and of the chapter's title if the episode is a
/// chapter. If two episodes would have the same identifier, the later one gets a different identifier.
struct FeedIdentity {
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
  ///
  /// Each field has its length before it, so different lists of fields give different texts.
  private static func joined(_ fields: [String]) -> String {
    fields.map { "\($0.utf8.count):\($0)" }.joined()
  }
}
