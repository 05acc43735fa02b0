public import FoundationEssentials

/// The reason why the shards of a book cannot be joined.
public enum AssemblyError: LocalizedError, Sendable {
  /// A chapter that is missing or has changed.
  public struct Missing: Sendable, Equatable {
    /// Its number in the book.
    public var index: Int
    /// Its title.
    public var title: String
    /// The shard that builds the chapter.
    public var shard: Shard
  }

  /// The folder does not exist.
  case noFolder(String)
  /// The path does not lead to a folder.
  case notAFolder(String)
  /// The folder contains no shards.
  case noShards(String)
  /// These shards differ from the shard `from` in script, cast, version or options.
  case different(from: Shard, [Shard])
  /// Chapters are missing.
  ///
  /// The `absent` shards were not built, or their builds did not finish. The records of the `damaged` shards have
  /// changed since they were written.
  case incomplete([Missing], absent: [Shard], damaged: [Shard])
  /// The cover used by the shards is missing or damaged.
  case noCover(String)

  /// A measure of how much is missing.
  ///
  /// If the folder contains shards with different counts, such as 1/2 and 1/3, each count causes an error. The error
  /// with the lowest value is reported.
  var missingCount: Int {
    switch self {
    case .incomplete(let chapters, let absent, let damaged):
      chapters.count + absent.count + damaged.count
    case .noCover: 1
    case .different: 1_000_000
    case .noFolder, .notAFolder, .noShards: Int.max
    }
  }
}

extension AssemblyError: CustomStringConvertible {
  /// What is wrong and how to fix it, with a line for each missing item.
  public var description: String { description(.library) }

  /// Returns the message with the given names for the settings.
  public func description(_ names: SettingNames) -> String {
    switch self {
    case .noFolder(let path): "the folder \(path) does not exist"
    case .notAFolder(let path): "\(path) is not a folder; name the folder with the shards"
    case .noShards(let path):
      "\(path) has no shards; render them with \(names.name(.shard)) 1/N to N/N (a book rendered "
        + "without \(names.name(.shard)) is already complete)"
    case .different(let first, let others):
      "shard \(others.map(\.description).joined(separator: ", ")) differs from shard \(first) in "
        + "script, cast, version or options; render all shards from the same input"
    case .incomplete(let chapters, let absent, let damaged):
      (["the book is not complete; render the shards named below, then assemble again"]
        + damaged.map { "shard \($0) is damaged; render it again with \(names.name(.shard)) \($0)" }
        + absent.map { "shard \($0) is missing; render it with \(names.name(.shard)) \($0)" }
        + chapters.map { "chapter \($0.index) \"\($0.title)\" is missing (shard \($0.shard))" })
        .joined(separator: "\n")
    case .noCover(let name):
      "the cover of the shards (\(name)) is missing or damaged; render one of the shards again"
    }
  }
}

extension AssemblyError {
  /// The message, identical to `description`.
  public var errorDescription: String? { description }

  /// What the user can do, as a sentence.
  public var recoverySuggestion: String? {
    switch self {
    case .noFolder, .notAFolder: "Choose the folder with the shards."
    case .noShards: "Build the shards first."
    case .different: "Build all shards of the same script with the same cast, options and version."
    case .incomplete: "Build the shards that are missing or damaged, then assemble again."
    case .noCover: "Build one of the shards again."
    }
  }
}
