public import FoundationEssentials

/// Why the shares of a book cannot be joined.
public enum AssemblyError: LocalizedError, Sendable {
  /// A chapter that is not there, or not as it was written.
  public struct Missing: Sendable, Equatable {
    /// Its number in the book.
    public var index: Int
    /// Its title.
    public var title: String
    /// The share that is to build it.
    public var shard: Shard
  }

  /// There is no such folder.
  case noFolder(String)
  /// No build of a share has left anything in the folder.
  case noShards(String)
  /// Shares are of another script, cast or options than the first one that is there.
  case different(from: Shard, [Shard])
  /// Chapters are missing. The `absent` shares were never built, or not to the end; the records of
  /// the `damaged` ones are not what was written.
  case incomplete([Missing], absent: [Shard], damaged: [Shard])
  /// The cover that the shares were built with is gone.
  case noCover(String)

  /// How much is missing, to tell which of several attempts was meant.
  var missingCount: Int {
    switch self {
    case .incomplete(let chapters, let absent, let damaged):
      chapters.count + absent.count + damaged.count
    case .noCover: 1
    case .different: 1_000_000
    case .noFolder, .noShards: Int.max
    }
  }
}

extension AssemblyError: CustomStringConvertible {
  /// What is wrong and what to do, with a line for each thing that is missing.
  public var description: String { description(.library) }

  /// The same with names for the settings.
  public func description(_ names: SettingNames) -> String {
    switch self {
    case .noFolder(let path): "there is no folder \(path)"
    case .noShards(let path):
      "\(path) has no shards; build them with \(names.name(.shard)) 1/N to N/N, and without "
        + "\(names.name(.shard)) there is nothing to assemble"
    case .different(let first, let others):
      "shard \(others.map(\.description).joined(separator: ", ")) is of another script, cast, version or "
        + "options than shard \(first): build all of them from the same"
    case .incomplete(let chapters, let absent, let damaged):
      (["the book is not complete"]
        + damaged.map { "shard \($0) is damaged: render it again with \(names.name(.shard)) \($0)" }
        + absent.map { "shard \($0) is missing" }
        + chapters.map { "chapter \($0.index) \"\($0.title)\" is missing (shard \($0.shard))" })
        .joined(separator: "\n")
    case .noCover(let name):
      "\(name), which the shards were built with, is gone or damaged: render one of them again"
    }
  }
}

extension AssemblyError {
  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it, in a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .noFolder: "Choose the folder that the shards were built into."
    case .noShards: "Build the shards first."
    case .different: "Build all shards of the same script with the same cast, options and version."
    case .incomplete: "Build the shards that are missing or damaged, then assemble again."
    case .noCover: "Build one of the shards again."
    }
  }
}
