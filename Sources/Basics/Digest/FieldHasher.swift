/// A SHA-256 over fields, each with its length before it, so that no two lists of fields are alike.
package struct FieldHasher: ~Copyable {
  private var state = SHA256()

  /// Starts with the name of what is hashed and the version of its list of fields.
  package init(_ domain: String) { add(domain) }

  /// Adds a text, by its UTF-8.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      add(UInt64(bytes.count))
      state.update(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Adds a text, or that there is none, which is told apart from an empty one.
  package mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  /// Adds yes or no.
  package mutating func add(_ flag: Bool) { state.update([flag ? 1 : 0]) }

  /// Adds a number of 64 bits.
  package mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { state.update($0) }
  }

  /// Adds a number.
  package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  /// Adds a number; the two zeros are one.
  package mutating func add(_ number: Double) {
    add((number == 0 ? 0 : number).bitPattern)
  }

  /// The hash as 64 hexadecimal digits.
  package consuming func finish() -> String { state.finish().hex }
}

/// The same for fingerprints and for files of caches: fields as text, their lengths in decimal digits.
///
/// There are two forms because keys never change: each belongs to keys that users have.
package struct TextFieldHasher: ~Copyable {
  private var state = SHA256()

  /// Starts without fields.
  package init() {}

  /// Adds a text.
  package mutating func add(_ text: String) { state.update("\(text.utf8.count):\(text)") }

  /// Adds a number.
  package mutating func add(_ number: Int) { add(String(number)) }

  /// The hash as 64 hexadecimal digits.
  package consuming func finish() -> String { state.finish().hex }
}
