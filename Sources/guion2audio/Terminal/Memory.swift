import CMalloc

/// Keeps the memory use of the process low.
enum Memory {
  /// Limits glibc to two arenas.
  /// By default, glibc creates up to eight arenas per processor. Memory that is freed in one arena is not reused by the
  /// threads of another arena. This wastes a few megabytes in a build (measured).
  static func limitArenas() { mallopt(M_ARENA_MAX, 2) }

  /// Gives freed memory of the parser and the planner back to the system, before a long build.
  static func releaseFreedMemory() { malloc_trim(0) }
}
