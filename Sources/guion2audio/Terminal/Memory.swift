import CMalloc

/// Keeps the memory use of the process low.
enum Memory {
  /// Limits glibc to two arenas.
  ///
  /// By default, glibc creates up to eight arenas per processor. Memory that is freed in one arena is not reused by the
  /// threads of another arena (measured: a few megabytes in a build).
  static func limitArenas() { mallopt(M_ARENA_MAX, 2) }

  /// Returns memory freed by the parser and the planner to the system, before a long build.
  static func releaseFreedMemory() { malloc_trim(0) }
}
