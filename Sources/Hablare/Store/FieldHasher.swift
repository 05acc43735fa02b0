import Digest

/// A SHA-256 over fields, each with its length before it, so that no two lists of fields are alike.
struct FieldHasher: ~Copyable {
  private var state = SHA256()

  /// Starts with the name of what is hashed and the version of its list of fields.
  init(_ domain: String) { add(domain) }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      add(UInt64(bytes.count))
      state.update(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Nothing is told apart from an empty text.
  mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  mutating func add(_ flag: Bool) { state.update([flag ? 1 : 0]) }

  mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { state.update($0) }
  }

  mutating func add(_ number: Double) {
    // The two zeros are one setting.
    add((number == 0 ? 0 : number).bitPattern)
  }

  mutating func add(_ options: VoiceOptions) {
    add(options.rate)
    add(options.pitch)
    add(options.gain)
    add(options.style)
    add(options.model)
    add(options.seed != nil)
    if let seed = options.seed { add(UInt64(bitPattern: Int64(seed))) }
    add(UInt64(options.parameters.count))
    for (name, value) in options.parameters.sorted(by: { $0.key < $1.key }) {
      add(name)
      add(value)
    }
  }

  /// The hash as 64 hexadecimal digits.
  consuming func finish() -> String { state.finish().hex }
}
