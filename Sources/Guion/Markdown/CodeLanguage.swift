/// The language of a code block, read from the info string after its fence.
enum CodeLanguage {
  /// Returns the name as written: "rust" for `rust,ignore`, `{.rust .numberLines}` and `language-rust`.
  static func name(in info: Bytes) -> String? {
    guard !info.isEmpty else { return nil }
    var words = info.split(omittingEmptySubsequences: true, whereSeparator: isBlank)
    if info.first == UInt8(ascii: "{") {
      let attributes = info.dropFirst().prefix { $0 != UInt8(ascii: "}") }
      words = attributes.split(omittingEmptySubsequences: true, whereSeparator: isBlank)
      let classes = words.filter { $0.first == UInt8(ascii: ".") }
      if !classes.isEmpty { words = classes.map { $0.dropFirst() } }
    }
    guard var name = words.first, name.first != UInt8(ascii: "#") else { return nil }
    for prefix in prefixes where name.starts(with: prefix) { name = name.dropFirst(prefix.count) }
    let isTail: (UInt8) -> Bool = { tails.contains($0) }
    name = name.prefix { !isTail($0) }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  private static let prefixes = [Array("language-".utf8), Array("lang-".utf8)]
  /// Characters that end the name, as in `rust,ignore`, `js{1,3}`, `title="x"`.
  private static let tails = Array(",{=".utf8)

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A
  }
}
