import Audiobook
import Basics
import Hablare

/// The options of `feed`, parsed and validated.
struct FeedOptions {
  let folders: [String]
  /// The feed's file, or nil for standard output.
  let output: String?
  let settings: FeedSettings

  /// The maximum length of a description in bytes ("A Podcaster's Guide to RSS", description).
  private static let longestDescription = 4000

  /// Parses the options.
  /// If there are problems, throws one error that describes them all.
  init(_ arguments: Arguments) throws(UsageError) {
    var problems = Problems()
    folders = arguments.inputs
    if folders.isEmpty || folders.contains("") {
      problems.messages.append("feed needs the folder of a finished book")
    }
    let output = problems.value { () throws(UsageError) in try Self.output(arguments) } ?? nil
    let address = problems.value { () throws(UsageError) in try Self.address(arguments) }
    let episodes: FeedSettings.Episodes?? = problems.value { () throws(UsageError) in
      try RenderOptions.choice(.episodes, arguments)
    }
    let date = problems.value { () throws(UsageError) in try Self.date(arguments) }
    let category = problems.value { () throws(UsageError) in try Self.category(arguments) }
    let language = problems.value { () throws(UsageError) in
      try RenderOptions.language(arguments)
    }
    problems.check { () throws(UsageError) in try Self.checkTexts(arguments) }
    problems.check { () throws(UsageError) in try Self.checkLink(arguments) }
    problems.check { () throws(UsageError) in try Self.checkMail(arguments) }
    guard problems.messages.isEmpty, let address else { throw problems.error }
    var settings = FeedSettings(address: address)
    if let output {
      settings.folder = FilePath(output).folder.text
      settings.name = FilePath(output).last.text
    }
    settings.hasChapterFiles = output != nil
    (settings.episodes, settings.date) = (episodes ?? nil, date ?? nil)
    (settings.category, settings.language) = (category ?? nil, language ?? nil)
    (settings.title, settings.author) = (arguments[.title], arguments[.author])
    (settings.description, settings.email) = (arguments[.description], arguments[.email])
    (settings.link, settings.isExplicit) = (arguments[.link], arguments.has(.explicit))
    (self.output, self.settings) = (output, settings)
  }

  private static func output(_ arguments: Arguments) throws(UsageError) -> String? {
    guard let path = arguments[.output], path != "-" else {
      if arguments.has(.json) { throw UsageError("--json needs -o FILE, the feed file") }
      return nil
    }
    guard !path.isEmpty, !path.hasSuffix("/") else { throw UsageError("--output needs a file") }
    return path
  }

  private static func address(_ arguments: Arguments) throws(UsageError) -> FeedAddress {
    guard let text = arguments[.url] else {
      throw UsageError(
        "feed needs --url, the web address of the feed's folder, such as https://example.org/books/"
      )
    }
    do {
      return try FeedAddress(text)
    } catch {
      throw UsageError("--url \(text): \(error)")
    }
  }

  private static func date(_ arguments: Arguments) throws(UsageError) -> PublicationDate? {
    guard let text = arguments[.date] else { return nil }
    guard let date = PublicationDate(iso: text) else {
      throw UsageError("--date \(text): expected a date such as 2026-11-24 or 2026-11-24T18:00:00Z")
    }
    return date
  }

  private static func category(_ arguments: Arguments) throws(UsageError) -> PodcastCategory? {
    guard let text = arguments[.category] else { return nil }
    guard let category = PodcastCategory(text) else {
      throw UsageError("--category \(text): \(PodcastCategory.hint(for: text))")
    }
    return category
  }

  private static func checkTexts(_ arguments: Arguments) throws(UsageError) {
    for option in [OptionName.title, .author]
    where (arguments[option] ?? "").utf8.count > InputLimit.title.maximum {
      throw UsageError(InputLimit.title.message(of: "--\(option.rawValue)"))
    }
    guard (arguments[.description] ?? "").utf8.count <= longestDescription else {
      throw UsageError(
        "--description is longer than the \(longestDescription) bytes that podcast apps allow")
    }
  }

  private static func checkLink(_ arguments: Arguments) throws(UsageError) {
    guard let link = arguments[.link] else { return }
    do {
      try FeedAddress.checkPage(link)
    } catch {
      throw UsageError("--link \(link): \(error)")
    }
  }

  private static func checkMail(_ arguments: Arguments) throws(UsageError) {
    guard let email = arguments[.email] else { return }
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
      !email.contains(where: \.isWhitespace)
    else { throw UsageError("--email \(email): not an email address") }
  }
}

/// The problems found in a command line.
private struct Problems {
  var messages: [String] = []

  var error: UsageError { UsageError(messages.joined(separator: "\nguion2audio: ")) }

  /// Returns the value that `read` returns.
  /// If `read` fails, adds the message and returns nil.
  mutating func value<Value>(_ read: () throws(UsageError) -> Value) -> Value? {
    do {
      return try read()
    } catch {
      messages.append(error.message)
      return nil
    }
  }

  /// Runs a check, and adds the message if the check fails.
  mutating func check(_ read: () throws(UsageError) -> Void) { _ = value(read) }
}
