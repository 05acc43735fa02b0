import Audiobook

/// What `--shard` names: a share by number, or the one that the environment of a job names.
enum ShardOption {
  /// The share; an error where the text is none, or the environment names none.
  static func shard(
    _ text: String, environment: [String: String]
  ) throws(UsageError) -> Shard {
    if text == "auto" { return try JobArray.shard(in: environment) }
    guard let shard = Shard(text) else {
      throw UsageError(
        "--shard \(text): I/N with I from 1 to N and N at most \(Shard.largestCount), or auto")
    }
    return shard
  }
}
