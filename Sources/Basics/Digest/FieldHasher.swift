/// A SHA-256 over fields.
/// Each text is preceded by its length, and all other fields have a fixed length. So different lists
/// of fields never produce the same input.
package struct FieldHasher: ~Copyable {
  private var state = SHA256()

  /// Creates a hasher.
  /// `domain` names the hashed object and the version of its list of fields.
  package init(_ domain: String) { add(domain) }

  /// Adds a text as UTF-8.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      add(UInt64(bytes.count))
      state.update(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Adds an optional text.
  /// nil and an empty text are distinct.
  package mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  package mutating func add(_ flag: Bool) { state.update([flag ? 1 : 0]) }

  /// Adds a 64-bit number.
  package mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { state.update($0) }
  }

  package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  /// Adds a number.
  /// Positive and negative zero are the same.
  package mutating func add(_ number: Double) {
    add((number == 0 ? 0 : number).bitPattern)
  }

  /// The hash as 64 hexadecimal digits.
  package consuming func finish() -> String { state.finish().hex }
}

/// A SHA-256 over fields for fingerprints and cache files: fields as text, their lengths as decimal digits.
/// There are two hashers, because users already have keys from each hasher, and these keys must never change.
package struct TextFieldHasher: ~Copyable {
  private var state = SHA256()

  /// Creates a hasher without fields.
  package init() {}

  package mutating func add(_ text: String) { state.update("\(text.utf8.count):\(text)") }

  package mutating func add(_ number: Int) { add(String(number)) }

  /// The hash as 64 hexadecimal digits.
  package consuming func finish() -> String { state.finish().hex }
}
