public import Basics
public import FoundationEssentials
import Hablare

/// The settings of a podcast feed.
public struct FeedSettings: Sendable {
  package enum Episodes: String, Sendable, CaseIterable {
    case book
    case chapter
  }

  /// The address under which `folder` is served.
  public var address: FeedAddress
  /// The folder of the feed file; all files of the books must be below it.
  public var folder = "."
  /// The name of the feed file.
  public var name = "feed.xml"
  /// What an episode is.
  /// Nil chooses books if every folder contains a book in one file, and otherwise chapters.
  package var episodes: Episodes?
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
  package var hasChapterFiles = true

  /// Creates settings with default values.
  public init(address: FeedAddress) { self.address = address }
}

/// The address at which a folder is served, such as `https://example.org/books/`.
public struct FeedAddress: Sendable, Hashable {
  /// The address, with a slash at its end.
  package let base: String

  /// Checks an address: http or https, a host, and optionally a port and a path.
  ///
  /// A user name, a query or a fragment in the address is an error.
  public init(_ text: String) throws(FeedAddressError) {
    try Self.check(text)
    guard !text.contains("?") else { throw FeedAddressError("it has a query (?…)") }
    guard !text.contains("#") else { throw FeedAddressError("it has a fragment (#…)") }
    base = text.hasSuffix("/") ? text : text + "/"
  }

  /// Whether the address uses https.
  package var isSecure: Bool { base.lowercased().hasPrefix("https:") }

  /// Returns the address of a file below the folder.
  /// Each path component is percent-encoded (RFC 3986, section 2.3).
  func url(_ names: [String]) -> String {
    base + names.map { PercentEncoding.encode($0) }.joined(separator: "/")
  }

  /// Returns an address without its scheme and final slashes, as `podcast:guid` needs it.
  static func withoutScheme(_ url: String) -> String {
    var rest = url[...]
    if let end = url.firstRange(of: "://")?.upperBound { rest = url[end...] }
    while rest.last == "/" { rest.removeLast() }
    return String(rest)
  }
}

/// The reason why a text is not a valid address of a page or a folder.
public struct FeedAddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason in a few words.
  public let description: String

  init(_ description: String) { self.description = description }
}

// MARK: - Reading

extension FeedAddress {
  /// Checks the address of a page, which may have a query and a fragment.
  package static func checkPage(_ text: String) throws(FeedAddressError) { try check(text) }

  /// Checks the address of a page: http or https, a host, no user name, and only characters that are allowed in
  /// an address.
  static func check(_ text: String) throws(FeedAddressError) {
    let lowered = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else {
      throw FeedAddressError("it does not begin with https:// or http://")
    }
    guard text.utf8.allSatisfy(isAllowed) else {
      throw FeedAddressError("it contains blanks or other characters that must be percent-encoded")
    }
    guard hasWholeEscapes(text) else {
      throw FeedAddressError("a % in it is not followed by two hexadecimal digits")
    }
    let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else {
      throw FeedAddressError("it contains a user name, which every reader of the feed would see")
    }
    guard isHost(authority) else { throw FeedAddressError("its host is missing or not valid") }
  }

  /// Returns whether an address may contain a byte: an unreserved or reserved character, or the percent sign
  /// (RFC 3986, section 2).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }
  }

  private static func hasWholeEscapes(_ text: String) -> Bool {
    text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { rest in
      let digits = rest.prefix(2)
      return digits.count == 2 && digits.allSatisfy(\.isHexDigit)
    }
  }

  /// Returns whether a text is a host name, or an IP address in brackets, optionally with a port.
  private static func isHost(_ authority: Substring) -> Bool {
    var host = authority
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      let digits = authority[authority.index(after: colon)...]
      guard digits.allSatisfy({ ("0"..."9").contains($0) }), let port = Int(digits),
        (1...65535).contains(port)
      else { return false }
      host = authority[..<colon]
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      let number = host.dropFirst().dropLast()
      return !number.isEmpty && number.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    return !host.isEmpty
      && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      }
  }
}

/// The reasons why a feed cannot be written: all problems with folders and settings.
public struct FeedError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The kind of problem, which decides who can fix it.
  public enum Kind: Sendable {
    /// The settings do not fit the folders.
    case wrongRequest
    /// A folder or a file in it cannot be read.
    case missingInput
    /// A manifest is wrong.
    case wrongInput
  }

  package struct Fault: Sendable, Equatable {
    package var kind: Kind
    /// What is wrong, where, and how to fix it.
    package var message: FeedMessage

    init(_ kind: Kind, _ message: FeedMessage) { (self.kind, self.message) = (kind, message) }
  }

  /// The faults, in the order of the folders; never empty.
  package var faults: [Fault]

  /// The messages, one per line.
  public var description: String { description(.library) }

  /// Returns the messages with the given names for the settings.
  package func description(_ names: SettingNames) -> String {
    faults.map { $0.message.text(names) }.joined(separator: "\n")
  }

  /// The messages, identical to `description`.
  public var errorDescription: String? { description }
}

/// A message that can contain names of settings.
package struct FeedMessage: Sendable, Hashable, CustomStringConvertible {
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case setting(BuildSetting)
  }

  private var parts: [Part]

  /// The message with the library's names for settings.
  package var description: String { text(.library) }

  package func text(_ names: SettingNames) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .setting(let setting): names.name(setting)
      }
    }.joined()
  }
}

extension FeedMessage: ExpressibleByStringInterpolation {
  /// Collects the parts of a message.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Starts a message.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text.
    package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }

    /// Adds the name of a setting.
    package mutating func appendInterpolation(setting: BuildSetting) {
      parts.append(.setting(setting))
    }
  }

  package init(stringLiteral value: String) { parts = [.text(value)] }

  /// Creates a message from text, values and names of settings.
  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}

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
