import Audiobook
import Basics
import Hablare

/// `guion2audio feed DIR... --url ADDRESS -o FILE`: creates a podcast feed from finished books.
struct FeedCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() throws -> ExitCode {
    let options = try FeedOptions(arguments)
    let feed: PodcastFeed
    do {
      feed = try PodcastFeed(of: options.folders, settings: options.settings)
    } catch {
      throw Self.failure(error)
    }
    var written: [String] = []
    if let output = options.output {
      written = try write(feed, to: output)
      Streams.out(
        arguments.has(.json) ? json(feed, output, written) : Array(text(written).utf8))
    } else {
      Streams.out(feed.rss)
    }
    if !arguments.has(.quiet) {
      for warning in feed.messages {
        Streams.error("warning: \(warning.text(.shell).visible)\n")
      }
      Streams.error(summary(feed, options.output))
    }
    return .success
  }

  /// Returns the failure for an error.
  /// The error's first fault determines the exit code.
  private static func failure(_ error: FeedError) -> CommandFailure {
    let code: ExitCode =
      switch error.faults.first?.kind {
      case .missingInput: .noInput
      case .wrongInput: .badInput
      case .wrongRequest, nil: .usage
      }
    let lines = error.faults.map { $0.message.text(.shell).visible }
    return CommandFailure(code, lines.joined(separator: "\nguion2audio: "))
  }

  // MARK: Files

  /// Writes the files that have changed, and returns their paths.
  /// The feed is written last.
  private func write(_ feed: PodcastFeed, to output: String) throws -> [String] {
    let folder = FilePath(output).folder
    var files = feed.chapterFiles.map { file in
      (path: folder.appending(FilePath(file.name)).text, bytes: file.bytes)
    }
    files.append((output, feed.rss))
    let foreign = files.filter { !arguments.has(.overwrite) && Self.isOtherFile($0.path) }
    guard foreign.isEmpty else {
      let lines = foreign.map {
        "\($0.path) already exists and is not a feed of this program; use --overwrite to replace it"
      }
      throw CommandFailure(.cannotWrite, lines.joined(separator: "\nguion2audio: "))
    }
    for file in files { try WholeFile.checkWritable(file.path) }
    let changed = files.filter { !Self.holds($0.path, $0.bytes) }
    for file in changed { try WholeFile.write(file.bytes, to: file.path) }
    return changed.map(\.path)
  }

  /// Returns whether a path is a file that this command did not write.
  private static func isOtherFile(_ path: String) -> Bool {
    guard WholeFile.exists(path) else { return false }
    let opened = try? FileDescriptor(regular: path, followingLinks: true).bytes(4096, at: 0)
    return opened.map { !PodcastFeed.isOwnFile($0) } ?? true
  }

  /// Returns whether a file already has exactly these bytes.
  /// Such a file is not rewritten, so it keeps its time.
  private static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
    let found = try? Files<FileError>.contents(
      of: path, limit: bytes.count, followingLinks: true)
    return found == bytes
  }

  // MARK: Output

  private func text(_ written: [String]) -> String { written.map { $0 + "\n" }.joined() }

  private func summary(_ feed: PodcastFeed, _ output: String?) -> String {
    let seconds = feed.episodes.reduce(0) { $0 + $1.seconds }
    let parts = [
      Quantity.count(feed.episodes.count, "episode"), Quantity.minutes(seconds),
      Quantity.count(feed.messages.count, "warning"),
    ]
    return parts.joined(separator: ", ") + (output.map { " -> \($0)" } ?? "") + "\n"
  }

  private func json(_ feed: PodcastFeed, _ output: String, _ written: [String]) -> [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.beginObject()
    json.key("episodes")
    json.beginArray()
    for episode in feed.episodes { write(episode, to: &json) }
    json.end()
    json.member("file", output)
    json.member("title", feed.title)
    json.member("url", feed.address)
    json.key("warnings")
    json.strings(feed.messages.map { $0.text(.shell) })
    json.key("written")
    json.strings(written)
    json.end()
    json.endLine()
    return json.take()
  }

  private func write(_ episode: PodcastFeed.Episode, to json: inout JSONWriter) {
    json.beginObject(.inline)
    json.member("bytes", episode.bytes)
    json.member("date", episode.date.description)
    json.member("episode", episode.number)
    json.member("guid", episode.guid)
    if let season = episode.season { json.member("season", season) }
    json.member("seconds", episode.seconds)
    json.member("title", episode.title)
    json.member("type", episode.mediaType)
    json.member("url", episode.url)
    json.end()
  }
}

/// The options of `feed`, parsed and validated.
private struct FeedOptions {
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
