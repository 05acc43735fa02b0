import Audiobook
import Basics

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
