import Hablare

/// A category of Apple Podcasts, with or without a subcategory.
///
/// The names are spelled as in Apple's list "Apple Podcasts categories".
public struct PodcastCategory: Sendable, Hashable, CustomStringConvertible {
  /// The name of the category, such as `Fiction`.
  public let name: String
  /// The name of the subcategory, such as `Drama`.
  package let part: String?

  /// Reads `Fiction/Drama` or `Fiction` in upper or lower case; nil if there is no such category.
  public init?(_ text: String) {
    let names = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased() }
    guard let name = names.first,
      let category = Self.all.first(where: { $0.name.lowercased() == name })
    else { return nil }
    self.name = category.name
    guard names.count > 1 else {
      part = nil
      return
    }
    guard let part = category.parts.first(where: { $0.lowercased() == names[1] }) else {
      return nil
    }
    self.part = part
  }

  /// The form that `init(_:)` reads: `Fiction/Drama`.
  public var description: String { part.map { "\(name)/\($0)" } ?? name }

  /// All categories in the form that `init(_:)` reads, sorted by name.
  package static var names: [String] {
    all.flatMap { category in [category.name] + category.parts.map { "\(category.name)/\($0)" } }
  }

  /// Returns a suggestion for a text that is not a category.
  package static func hint(for text: String) -> String {
    let known = names + all.flatMap(\.parts)
    guard let nearest = Spelling.nearest(to: text, among: known, limit: 1).first else {
      let name = text.split(separator: "/").first?.lowercased()
      if let category = all.first(where: { $0.name.lowercased() == name }), !category.parts.isEmpty
      {
        return "the parts of \(category.name) are \(category.parts.joined(separator: ", "))"
      }
      return "Apple's categories are \(all.map(\.name).joined(separator: ", "))"
    }
    let whole = all.first { $0.parts.contains(nearest) }.map { "\($0.name)/\(nearest)" }
    return "did you mean '\(whole ?? nearest)'?"
  }

  private static let all: [(name: String, parts: [String])] = [
    ("Arts", ["Books", "Design", "Fashion & Beauty", "Food", "Performing Arts", "Visual Arts"]),
    (
      "Business",
      ["Careers", "Entrepreneurship", "Investing", "Management", "Marketing", "Non-Profit"]
    ),
    ("Comedy", ["Comedy Interviews", "Improv", "Stand-Up"]),
    ("Education", ["Courses", "How To", "Language Learning", "Self-Improvement"]),
    ("Fiction", ["Comedy Fiction", "Drama", "Science Fiction"]),
    ("Government", []),
    (
      "Health & Fitness",
      ["Alternative Health", "Fitness", "Medicine", "Mental Health", "Nutrition", "Sexuality"]
    ),
    ("History", []),
    ("Kids & Family", ["Education for Kids", "Parenting", "Pets & Animals", "Stories for Kids"]),
    (
      "Leisure",
      [
        "Animation & Manga", "Automotive", "Aviation", "Crafts", "Games", "Hobbies",
        "Home & Garden", "Video Games",
      ]
    ),
    ("Music", ["Music Commentary", "Music History", "Music Interviews"]),
    (
      "News",
      [
        "Business News", "Daily News", "Entertainment News", "News Commentary", "Politics",
        "Sports News", "Tech News",
      ]
    ),
    (
      "Religion & Spirituality",
      ["Buddhism", "Christianity", "Hinduism", "Islam", "Judaism", "Religion", "Spirituality"]
    ),
    (
      "Science",
      [
        "Astronomy", "Chemistry", "Earth Sciences", "Life Sciences", "Mathematics",
        "Natural Sciences", "Nature", "Physics", "Social Sciences",
      ]
    ),
    (
      "Society & Culture",
      ["Documentary", "Personal Journals", "Philosophy", "Places & Travel", "Relationships"]
    ),
    (
      "Sports",
      [
        "Baseball", "Basketball", "Cricket", "Fantasy Sports", "Football", "Golf", "Hockey",
        "Rugby", "Running", "Soccer", "Swimming", "Tennis", "Volleyball", "Wilderness", "Wrestling",
      ]
    ),
    ("Technology", []),
    ("True Crime", []),
    (
      "TV & Film", ["After Shows", "Film History", "Film Interviews", "Film Reviews", "TV Reviews"]
    ),
  ]
}
