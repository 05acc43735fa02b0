import Audiobook

/// The value of `--shard`: a shard by number, or `auto` for the shard that the job's environment names.
enum ShardOption {
  /// Returns the shard.
  /// Throws if the text is not a shard, or if it is `auto` and the environment names no shard.
  static func shard(
    _ text: String, environment: [String: String]
  ) throws(UsageError) -> Shard {
    if text == "auto" { return try JobArray.shard(in: environment) }
    guard let shard = Shard(text) else {
      throw UsageError(
        "--shard \(text): expected I/N with I from 1 to N and N at most \(Shard.largestCount), or auto"
      )
    }
    return shard
  }
}
