import CMalloc

/// Keeps the process as small as what it holds.
enum Memory {
  /// Two arenas: glibc makes up to eight for each processor, and what one thread frees in its own helps
  /// no other (measured: a few megabytes of a build).
  static func limitArenas() { mallopt(M_ARENA_MAX, 2) }

  /// Gives back what the parser and the planner have freed, before a long build.
  static func giveBack() { malloc_trim(0) }
}
