extension OutputFolder {
  /// Holds a folder, or a share of it; where `waits` it does so when the folder is free, and `onWait` is
  /// told once who has it until then.
  static func hold(
    _ path: String, shard: Shard? = nil, waits: Bool, onWait: (_ holder: String) async -> Void
  ) async throws -> OutputFolder {
    var isTold = false
    while true {
      do {
        return try OutputFolder(path: path, shard: shard)
      } catch {
        guard case .held(_, let holder) = error, waits else { throw error }
        if !isTold { await onWait(holder) }
        isTold = true
        // The kernel tells nobody when a lock is free, unless a thread sleeps for it.
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }
}
