import Digest

/// Hashes fields so that no two lists of fields run into each other: each with its length before it.
struct FieldHash: ~Copyable {
  private var hash = SHA256()

  mutating func add(_ text: String) {
    hash.update("\(text.utf8.count):\(text)")
  }

  mutating func add(_ number: Int) { add(String(number)) }

  consuming func finish() -> String { hash.finish().hex }
}
