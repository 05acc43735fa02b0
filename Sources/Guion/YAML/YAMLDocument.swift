/// Reads YAML as JSON, for files that people write by hand.
enum YAMLDocument {
  /// The one value of a text, null where there is none, or what is wrong with the text first.
  ///
  /// Words are typed by the core schema of YAML 1.2; a byte order mark at the start is skipped. The
  /// diagnostic's code is `yaml-syntax`.
  static func parse(_ bytes: [UInt8]) -> Result<JSONNode, Diagnostic> {
    bytes.withUnsafeBufferPointer { bytes in
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let lines = LineTable(bytes, from: start)
      let place = { lines.position(of: start + $0) }
      do throws(YAMLError) {
        let node = try YAMLBuilder.value(of: Bytes(rebasing: bytes[start...]))
        return .success(node?.json(place) ?? JSONNode(position: place(0), value: .null))
      } catch {
        return .failure(
          Diagnostic(
            code: "yaml-syntax", severity: .error, message: error.reason,
            position: place(error.offset)))
      }
    }
  }
}
