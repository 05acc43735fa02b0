import TestSupport

/// Names for tests of large scripts.
enum ManyNames {
  /// Returns different names of random letters.
  static func random(
    _ count: Int, letters: ClosedRange<Int> = 5...8, seed: UInt64 = 1
  ) -> [String] {
    var generator = SeededGenerator(seed: seed)
    var seen: Set<String> = []
    while seen.count < count {
      seen.insert(
        String(
          (0..<Int.random(in: letters, using: &generator)).compactMap { _ in
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement(using: &generator)
          }))
    }
    return seen.sorted()
  }

  /// Returns names that differ only in a number.
  static func numbered(_ count: Int) -> [String] { (0..<count).map { "SOLDIER \(7 * $0)" } }
}
