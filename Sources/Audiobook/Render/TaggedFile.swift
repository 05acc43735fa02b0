import Audio
import Basics

/// The last step of a file: adds the tags and hashes the bytes.
enum TaggedFile {
  /// Writes an encoded file with tags to `path`, and returns the SHA-256 of the finished file, in
  /// hexadecimal.
  ///
  /// If `consumingSource` is true, the encoded file no longer exists after success.
  static func write(
    _ tags: Tags, from encoded: String, to path: String, format: SoundFormat,
    consumingSource: Bool
  ) throws -> String {
    let hash = HashBox()
    try TagPass.write(
      tags, from: encoded, to: path, format: format, consumingSource: consumingSource
    ) {
      hash.update($0)
    }
    return hash.finish()
  }

  /// A hash that a closure can update.
  private final class HashBox {
    private var hash: SHA256? = SHA256()

    func update(_ bytes: UnsafeRawBufferPointer) {
      guard var state = hash.take() else { return }
      state.update(bytes)
      hash = consume state
    }

    func finish() -> String {
      guard let state = hash.take() else { return "" }
      return state.finish().hex
    }
  }
}
